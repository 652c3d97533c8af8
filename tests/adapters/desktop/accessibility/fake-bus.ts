/** An accessibility bus in memory: applications as trees of objects that answer as AT-SPI has it; they can hang, lack things, and lie. */
import { setTimeout as sleep } from 'node:timers/promises';
import { STATE } from '../../../../adapters/desktop/accessibility/atspi.ts';
import type {
  Answer,
  BusConnection,
  Question,
  Target,
} from '../../../../adapters/desktop/accessibility/dbus-connection.ts';
import { type DbusValue, decodeValues } from '../../../../adapters/desktop/accessibility/dbus-values.ts';

export interface FakeNode {
  readonly role: number;
  readonly name?: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  /** States in addition to showing, visible, enabled and sensitive. */
  readonly states?: readonly number[];
  readonly lacks?: readonly number[];
  readonly box?: readonly [number, number, number, number];
  readonly text?: string;
  readonly number?: number;
  readonly actions?: readonly string[];
  /** Names of objects that label it. */
  readonly labels?: readonly string[];
  readonly children?: readonly FakeNode[];
}

export interface FakeApplication {
  readonly name: string;
  readonly pid: number;
  readonly toolkit?: string;
  readonly windows: readonly FakeNode[];
  /** Milliseconds for each answer, or for each about a place; Infinity: never. */
  readonly answerMs?: number;
  readonly placeMs?: number;
}

export interface FakeBus extends BusConnection {
  /** Every question: "GetText Secret", "Get Name Secret". */
  readonly asked: readonly string[];
  /** What was done: "press OK", "set text of Name to Ada". */
  readonly did: readonly string[];
  /** Changes a node; found by its name. */
  change(name: string, change: Partial<FakeNode>): void;
  /** Sets the milliseconds that listing the applications takes from now on; Infinity: no answer. */
  slowRegistry(answerMs: number): void;
}

interface Placed {
  node: FakeNode;
  readonly target: Target;
  readonly children: readonly Placed[];
  readonly application: FakeApplication;
}

const USUAL = [STATE.showing, STATE.enabled, STATE.sensitive];
const ROOT_PATH = '/org/a11y/atspi/accessible/root';

export function createFakeBus(applications: readonly FakeApplication[]): FakeBus {
  const asked: string[] = [];
  const did: string[] = [];
  let registryMs = 0;
  const objects = new Map<string, Placed>();
  const place = (node: FakeNode, application: FakeApplication): Placed => {
    const target = { name: busName(application), path: `/${objects.size + 1}` };
    const placed: Placed = { node, target, application, children: [] };
    objects.set(keyOf(target), placed);
    const whole = { ...placed, children: (node.children ?? []).map((child) => place(child, application)) };
    objects.set(keyOf(target), whole);
    return whole;
  };
  const busName = (application: FakeApplication): string => `:1.${applications.indexOf(application)}`;
  const windows = new Map(
    applications.map((application) => [application, application.windows.map((window) => place(window, application))]),
  );

  const statesOf = ({ node }: Placed): readonly number[] =>
    [...USUAL, ...(node.states ?? [])].filter((state) => !(node.lacks ?? []).includes(state));
  const below = ({ target }: Placed): readonly Placed[] => {
    const self = objects.get(keyOf(target));
    return (self?.children ?? []).flatMap((child) => [child, ...below(child)]);
  };
  const current = (placed: Placed): Placed => objects.get(keyOf(placed.target)) ?? placed;

  const answerForObject = (placed: Placed, member: string, args: readonly DbusValue[]): readonly DbusValue[] | null => {
    const { node } = placed;
    switch (member) {
      case 'GetChildren':
        return [placed.children.map(({ target }) => [target.name, target.path])];
      case 'GetChildAtIndex': {
        const child = placed.children[Number(args[0])];
        return [child === undefined ? ['', '/org/a11y/atspi/null'] : [child.target.name, child.target.path]];
      }
      case 'GetRole':
        return [node.role];
      case 'GetState':
        return [toWords(statesOf(placed))];
      case 'GetExtents':
        return [[...(node.box ?? [10, 10, 50, 20])]];
      case 'GetAccessibleAtPoint':
        return [[placed.target.name, placed.target.path]];
      case 'GetText':
        return node.text === undefined ? null : [node.text.slice(0, Number(args[1]) < 0 ? undefined : Number(args[1]))];
      case 'GetAttributes':
        return [
          Object.entries({
            ...node.attributes,
            ...(node.placeholder === undefined ? {} : { 'placeholder-text': node.placeholder }),
          }),
        ];
      case 'GetRelationSet': {
        const labels = [...objects.values()].filter((other) => node.labels?.includes(other.node.name ?? ''));
        return [[[2, labels.map(({ target }) => [target.name, target.path])]]];
      }
      case 'GetMatches':
        return [search(placed, args)];
      case 'Get':
        return getProperty(placed, String(args[1]));
      case 'GetName':
        return [node.actions?.[Number(args[0])] ?? ''];
      case 'DoAction':
        did.push(`${node.actions?.[Number(args[0])]} ${node.name}`);
        return [true];
      case 'GrabFocus':
        did.push(`focus ${node.name}`);
        return [true];
      case 'SetTextContents':
        did.push(`set text of ${node.name} to ${args[0]}`);
        objects.set(keyOf(placed.target), { ...placed, node: { ...node, text: String(args[0]) } });
        return [true];
      default:
        return null;
    }
  };
  const search = (placed: Placed, [rule, , limit]: readonly DbusValue[]): DbusValue => {
    const [states, , , , roles] = asList(rule);
    const found = below(placed)
      .map(current)
      .filter((other) => hasAll(toWords(statesOf(other)), asNumbers(states)))
      .filter(
        (other) =>
          asNumbers(roles).every((word) => word === 0) || hasAny(toRoleWords(other.node.role), asNumbers(roles)),
      );
    return found.slice(0, Number(limit)).map(({ target }) => [target.name, target.path]);
  };
  const answerFor = (target: Target, member: string, args: readonly DbusValue[]): readonly DbusValue[] | null => {
    if (target.name === 'org.a11y.atspi.Registry') {
      return [applications.map((application) => [busName(application), ROOT_PATH])];
    }
    if (member === 'GetConnectionUnixProcessID') {
      const found = applications.find((application) => busName(application) === args[0]);
      return found === undefined ? null : [found.pid];
    }
    const application = applications.find((candidate) => busName(candidate) === target.name);
    if (application !== undefined && target.path === ROOT_PATH) {
      if (member === 'GetChildren')
        return [(windows.get(application) ?? []).map((window) => [window.target.name, window.target.path])];
      return args[1] === 'ToolkitName' ? [['s', application.toolkit ?? 'fake']] : [['s', application.name]];
    }
    const placed = objects.get(keyOf(target));
    return placed === undefined ? null : answerForObject(placed, member, args);
  };

  return {
    asked,
    did,
    change: (name, change) => {
      for (const [key, placed] of objects) {
        if (placed.node.name === name) objects.set(key, { ...placed, node: { ...placed.node, ...change } });
      }
    },
    ask: async <Value>(target: Target, question: Question<Value>, until: number): Promise<Answer<Value>> => {
      const args = decodeValues(question.signature, question.body);
      const subject = objects.get(keyOf(target))?.node.name ?? target.name;
      asked.push([question.member, ...(question.member === 'Get' ? [args[1]] : []), subject].join(' '));
      const patienceMs = until - performance.now();
      const application = applications.find((candidate) => busName(candidate) === target.name);
      const placeMs = question.member === 'GetExtents' ? application?.placeMs : undefined;
      const answerMs = target.name === 'org.a11y.atspi.Registry' ? registryMs : (placeMs ?? application?.answerMs ?? 0);
      if (answerMs >= patienceMs) {
        await sleep(Math.max(0, patienceMs));
        return { ok: false, why: 'silent' };
      }
      if (answerMs > 0) await sleep(answerMs);
      const values = answerFor(target, question.member, args);
      if (values === null) return { ok: false, why: 'refused' };
      return { ok: true, value: question.answer.parse(values) };
    },
    slowRegistry: (answerMs) => {
      registryMs = answerMs;
    },
    isOpen: () => true,
    close: () => undefined,
  };
}

function getProperty({ node, children }: Placed, property: string): readonly DbusValue[] | null {
  const values: Readonly<Record<string, DbusValue | undefined>> = {
    Name: node.name ?? '',
    Description: node.description ?? '',
    CurrentValue: node.number,
    CharacterCount: node.text === undefined ? undefined : [...node.text].length,
    ChildCount: children.length,
    NActions: (node.actions ?? []).length,
  };
  const value = values[property];
  return value === undefined ? null : [[typeof value === 'string' ? 's' : 'i', value]];
}

function toWords(states: readonly number[]): number[] {
  const words = [0, 0];
  for (const state of states) words[state >> 5] = (words[state >> 5] ?? 0) | (1 << (state & 31));
  return words;
}

function toRoleWords(role: number): number[] {
  return Array.from({ length: 4 }, (_, word) => (role >> 5 === word ? 1 << (role & 31) : 0));
}

function hasAll(words: readonly number[], wanted: readonly number[]): boolean {
  return wanted.every((word, index) => ((words[index] ?? 0) & word) === word);
}

function hasAny(words: readonly number[], wanted: readonly number[]): boolean {
  return wanted.some((word, index) => ((words[index] ?? 0) & word) !== 0);
}

function asList(value: DbusValue | undefined): readonly DbusValue[] {
  if (!Array.isArray(value)) throw new Error('not a list');
  return value;
}

function asNumbers(value: DbusValue | undefined): readonly number[] {
  return asList(value).map(Number);
}

function keyOf({ name, path }: Target): string {
  return `${name} ${path}`;
}
