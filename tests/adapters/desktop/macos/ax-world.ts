/** A Mac's accessibility in memory, as osascript's ObjC bridge shows it: the real script runs in it. */
import { runInNewContext } from 'node:vm';
import { AX_SCRIPT } from '../../../../adapters/desktop/macos/ax-script.ts';
import { bridgeStreams, OBJC, wrap } from './jxa-streams.ts';

/** One element; attributes by Apple's names. Points. */
export interface AxNode {
  readonly role: string;
  readonly subrole?: string;
  readonly title?: string;
  readonly value?: string | number;
  readonly at?: readonly [number, number, number, number];
  readonly focused?: boolean;
  readonly disabled?: boolean;
  readonly actions?: readonly string[];
  readonly children?: readonly AxNode[];
}

export interface AxWorld {
  /** Asks the script as one life of it; answers in order, as they were written. */
  ask(...questions: readonly object[]): readonly Record<string, unknown>[];
  /** What was pressed, focused or set, in order. */
  readonly did: string[];
  /** Milliseconds that go by with each element that is read. */
  msEach: number;
  isTrusted: boolean;
  window: AxNode | null;
}

interface Boxed {
  readonly description: { readonly js: string };
  readonly js?: unknown;
  readonly node?: AxNode;
}

const boxed = (js: unknown): Boxed => ({ description: { js: `${js}` }, js });
const element = (node: AxNode): Boxed => ({ description: { js: '<AXUIElement 0x1> {pid=7}' }, node });
const MISSING: Boxed = { description: { js: '<AXValue 0x2> {value = error:-25212 type = kAXValueAXErrorType}' } };

export function createAxWorld(window: AxNode): AxWorld {
  const world: AxWorld = {
    did: [],
    msEach: 0,
    isTrusted: true,
    window,
    ask: (...questions) => run(world, questions),
  };
  return world;
}

function attribute(node: AxNode, name: string): unknown {
  const [x, y, width, height] = node.at ?? [];
  switch (name) {
    case 'AXRole':
      return boxed(node.role);
    case 'AXSubrole':
      return node.subrole === undefined ? MISSING : boxed(node.subrole);
    case 'AXTitle':
      return node.title === undefined ? MISSING : boxed(node.title);
    case 'AXValue':
      return node.value === undefined ? MISSING : boxed(node.value);
    case 'AXPosition':
      return node.at === undefined
        ? MISSING
        : { description: { js: `<AXValue 0x3> {value = x:${x}.000000 y:${y}.000000 type = kAXValueCGPointType}` } };
    case 'AXSize':
      return node.at === undefined
        ? MISSING
        : {
            description: {
              js: `<AXValue 0x4> {value = w:${width}.000000 h:${height}.000000 type = kAXValueCGSizeType}`,
            },
          };
    case 'AXFocused':
      return boxed(node.focused ?? false);
    case 'AXEnabled':
      return boxed(node.disabled !== true);
    case 'AXChildren': {
      const children = (node.children ?? []).map(element);
      return node.children === undefined
        ? MISSING
        : { description: { js: '' }, count: children.length, objectAtIndex: (index: number) => children[index] };
    }
    default:
      return MISSING;
  }
}

function run(world: AxWorld, questions: readonly object[]): readonly Record<string, unknown>[] {
  let now = 1000;
  const lines: string[] = [];
  const chunks = [questions.map((question, id) => `${JSON.stringify({ id, ...question })}\n`).join(''), ''];
  const bridge = {
    AXIsProcessTrusted: () => world.isTrusted,
    AXUIElementCreateApplication: () => ({ application: true }),
    AXUIElementSetMessagingTimeout: () => 0,
    AXUIElementCopyMultipleAttributeValues: (
      of: Boxed & { readonly application?: boolean },
      names: { readonly js: readonly string[] },
      _options: number,
      out: unknown[],
    ) => {
      now += world.msEach;
      const values = names.js.map((name) => {
        if (of.application !== true) return of.node === undefined ? MISSING : attribute(of.node, name);
        return name === 'AXFocusedWindow' && world.window !== null ? element(world.window) : MISSING;
      });
      out[0] = { objectAtIndex: (index: number) => values[index] };
      return 0;
    },
    AXUIElementCopyActionNames: (of: Boxed, out: unknown[]) => {
      out[0] = { js: of.node?.actions ?? ['AXPress'] };
      return 0;
    },
    AXUIElementPerformAction: (of: Boxed, name: { readonly js: string }) => {
      world.did.push(`${name.js} ${of.node?.title}`);
      return 0;
    },
    AXUIElementSetAttributeValue: (of: Boxed, name: { readonly js: string }, value: { readonly js: unknown }) => {
      world.did.push(`${name.js} ${of.node?.title} = ${value.js}`);
      return 0;
    },
    NSWorkspace: {
      sharedWorkspace: {
        frontmostApplication: { processIdentifier: 7 },
        runningApplications: {
          count: 1,
          objectAtIndex: () => ({ localizedName: { js: 'TextEdit' }, processIdentifier: 7 }),
        },
      },
    },
    ...bridgeStreams(chunks, lines),
  };
  runInNewContext(AX_SCRIPT, {
    $: Object.assign((js: unknown) => wrap(js), bridge),
    ObjC: OBJC,
    Ref: () => [],
    Date: { now: () => now },
  });
  return lines.map((line) => JSON.parse(line));
}
