/** A Mac to test with: its model as tests set and read it. One for a process; every process it starts shares it. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import koffi from 'koffi';
import { z } from 'zod';
import { buildStandIn, type StandIn } from './build.ts';

const eventSchema = z.object({
  type: z.number(),
  x: z.number(),
  y: z.number(),
  button: z.number(),
  clicks: z.number(),
  flags: z.number(),
  key: z.number(),
  wheel: z.tuple([z.number(), z.number()]),
  data: z.number(),
  text: z.array(z.number()).transform((units) => String.fromCharCode(...units)),
});
export type MacEvent = z.infer<typeof eventSchema>;

/** One element; points. */
export interface AxNode {
  readonly role: string;
  readonly subrole?: string;
  readonly title?: string;
  readonly value?: string;
  readonly at?: readonly [number, number, number, number];
  readonly focused?: boolean;
  readonly disabled?: boolean;
  readonly selected?: boolean;
  readonly actions?: string;
  readonly children?: readonly AxNode[];
}

export type Setting =
  | 'locked'
  | 'onConsole'
  | 'noSession'
  | 'trusted'
  | 'maySee'
  | 'preflight'
  | 'promptsTouch'
  | 'promptsSee'
  | 'secureInput'
  | 'layout'
  | 'events'
  | 'latencyMs'
  | 'pasteMs'
  | 'accessBehavior'
  | 'reads'
  | 'pasteGuard'
  | 'pasteAnswer'
  | 'promptsPaste'
  | 'assertions'
  | 'woken'
  | 'axDelayUs'
  | 'axReads'
  | 'did'
  | 'asleep'
  | 'scene'
  | 'captureMs'
  | 'captures'
  | 'items'
  | `fault${number}`;
/** As in LAYOUT_NAMES of model.c. */
export const LAYOUTS = { us: 0, german: 1, french: 2, dvorak: 3, dvorakCommand: 4 } as const;
export type Item = Readonly<Record<string, string>>;

export interface Mac {
  readonly standIn: StandIn;
  reset(): void;
  set(name: Setting, value: number): void;
  get(name: Setting): number;
  display(
    at: number,
    display: {
      readonly x?: number;
      readonly y?: number;
      readonly w: number;
      readonly h: number;
      readonly density?: number;
      readonly isOff?: boolean;
    },
  ): void;
  /** 0 answers, 1 hangs, 2 answers late, 3 shows its tree only to who asks for it, 4 never answers at all. */
  app(pid: number, path: string, bundle: string, behaviour?: number): void;
  behave(pid: number, behaviour: number): void;
  responsible(pid: number, responsible: number): void;
  parent(pid: number, parent: number): void;
  /** Opens a window on top of all others. */
  window(
    pid: number,
    owner: string,
    title: string | null,
    at: readonly [number, number, number, number],
    more?: { readonly layer?: number; readonly alpha?: number; readonly paint?: number },
  ): void;
  closeWindows(pid: number): void;
  raise(pid: number): void;
  /** Adds an element and returns its number; without a parent it is right below the application. */
  node(pid: number, node: AxNode, parent?: number): number;
  clearNodes(pid?: number): void;
  retitle(node: number, title: string): void;
  select(node: number, isSelected: boolean): void;
  /** The events posted since the last call. */
  events(): readonly MacEvent[];
  /** Resolves when all posted events have had their effect. */
  arrived(): Promise<void>;
  pointer(): { readonly x: number; readonly y: number };
  keys(): readonly number[];
  buttons(): readonly number[];
  person(type: number, times?: number): void;
  push(x: number, y: number): void;
  hold(code: number, isDown: boolean): void;
  holdButton(button: number, isDown: boolean): void;
  typed(): string;
  forgetTyped(): void;
  /** Copies, as another program does. */
  copy(...items: readonly Item[]): void;
  clipboard(): readonly Item[];
  /** The calls of accessibility, in order. */
  did(): readonly string[];
  /** Objects of the system that are alive in this process. */
  live(): number;
  close(): void;
}

export function openMac(): Mac {
  const standIn = buildStandIn();
  const file = join(tmpdir(), `deskhand-mac-${process.pid}`);
  process.env.STUB_MAC = file;
  // Removed at the exit of the process, however the tests end.
  process.once('exit', () => rmSync(file, { force: true }));
  const library = koffi.load(standIn.library);
  const bind = (definition: string) => library.func(definition);
  const c = {
    reset: bind('void stub_reset()'),
    set: bind('void stub_set(str, int)'),
    get: bind('int stub_get(str)'),
    display: bind('void stub_display(int, uint32_t, double, double, double, double, double, int, int)'),
    app: bind('void stub_app(int, str, str, int)'),
    behave: bind('void stub_behave(int, int)'),
    responsible: bind('void stub_responsible(int, int)'),
    parent: bind('void stub_parent(int, int)'),
    window: bind('void stub_window(int, str, str, double, double, double, double, int, double, int)'),
    closeWindows: bind('void stub_close_windows(int)'),
    raise: bind('void stub_raise(int)'),
    node: bind('int stub_node(int, int, str, str, str, str, double, double, double, double, int, str)'),
    clearNodes: bind('void stub_clear_nodes(int)'),
    retitle: bind('void stub_retitle(int, str)'),
    select: bind('void stub_select(int, int)'),
    event: bind('int stub_event(int, void *, int)'),
    pointer: bind('double stub_pointer(int)'),
    pending: bind('int stub_pending()'),
    key: bind('int stub_key(int)'),
    button: bind('int stub_button(int)'),
    person: bind('void stub_person(int, int)'),
    push: bind('void stub_push(double, double)'),
    hold: bind('void stub_hold(int, int)'),
    holdButton: bind('void stub_hold_button(int, int)'),
    typed: bind('int stub_typed(void *, int)'),
    forgetTyped: bind('void stub_forget_typed()'),
    copyBegin: bind('void stub_copy_begin()'),
    copy: bind('void stub_copy(int, str, void *, int)'),
    clip: bind('int stub_clip(int, int, void *, void *)'),
    done: bind('void stub_done(int, void *)'),
    live: bind('long stub_live()'),
  };
  let [readEvents, readDone] = [0, 0];
  const units = new Uint16Array(1 << 16);
  const number = z.number();
  const text = (bytes: Buffer, length = bytes.indexOf(0)): string => bytes.toString('utf8', 0, length);

  const mac: Mac = {
    standIn,
    reset: () => {
      c.reset();
      [readEvents, readDone] = [0, 0];
    },
    set: (name, value) => void c.set(name, value),
    get: (name) => number.parse(c.get(name)),
    display: (at, { x = 0, y = 0, w, h, density = 1, isOff = false }) =>
      void c.display(at, 500 + at, x, y, w, h, density, isOff ? 0 : 1, at === 0 ? 1 : 0),
    app: (pid, path, bundle, behaviour = 0) => void c.app(pid, path, bundle, behaviour),
    behave: (pid, behaviour) => void c.behave(pid, behaviour),
    parent: (pid, parent) => void c.parent(pid, parent),
    responsible: (pid, responsible) => void c.responsible(pid, responsible),
    window: (pid, owner, title, [x, y, w, h], { layer = 0, alpha = 1, paint = 0 } = {}) =>
      void c.window(pid, owner, title, x, y, w, h, layer, alpha, paint),
    closeWindows: (pid) => void c.closeWindows(pid),
    raise: (pid) => void c.raise(pid),
    node: (pid, node, parent = -1) => {
      const [x, y, w, h] = node.at ?? [0, 0, 0, 0];
      const flags =
        (node.at === undefined ? 0 : 1) + (node.focused ? 2 : 0) + (node.disabled ? 4 : 0) + (node.selected ? 8 : 0);
      const { role, subrole = '', title = '', value = '', actions = 'AXPress' } = node;
      const made = number.parse(c.node(pid, parent, role, subrole, title, value, x, y, w, h, flags, actions));
      for (const child of node.children ?? []) mac.node(pid, child, made);
      return made;
    },
    clearNodes: (pid = 0) => void c.clearNodes(pid),
    retitle: (node, title) => void c.retitle(node, title),
    select: (node, isSelected) => void c.select(node, isSelected ? 1 : 0),
    events: () => {
      const bytes = Buffer.alloc(1024);
      const seen: MacEvent[] = [];
      for (const end = mac.get('events'); readEvents < end; readEvents += 1)
        seen.push(eventSchema.parse(JSON.parse(text(bytes, number.parse(c.event(readEvents, bytes, bytes.length))))));
      return seen;
    },
    arrived: async () => {
      while (c.pending() !== 0) await sleep(1);
    },
    pointer: () => ({ x: number.parse(c.pointer(0)), y: number.parse(c.pointer(1)) }),
    keys: () => Array.from({ length: 128 }, (_, code) => code).filter((code) => c.key(code) !== 0),
    buttons: () => [0, 1, 2].filter((button) => c.button(button) !== 0),
    person: (type, times = 1) => void c.person(type, times),
    push: (x, y) => void c.push(x, y),
    hold: (code, isDown) => void c.hold(code, isDown ? 1 : 0),
    holdButton: (button, isDown) => void c.holdButton(button, isDown ? 1 : 0),
    typed: () => {
      const count = number.parse(c.typed(units, units.length));
      return Buffer.from(units.buffer, 0, count * 2).toString('utf16le');
    },
    forgetTyped: () => void c.forgetTyped(),
    copy: (...items) => {
      c.copyBegin();
      items.forEach((item, at) => {
        for (const [type, value] of Object.entries(item)) {
          const bytes = Buffer.from(value);
          c.copy(at, type, bytes, bytes.length);
        }
      });
    },
    clipboard: () => {
      const [name, bytes] = [Buffer.alloc(128), Buffer.alloc(1 << 16)];
      return Array.from({ length: mac.get('items') }, (_, item) => {
        const found: Record<string, string> = {};
        for (let type = 0; ; type += 1) {
          const length = number.parse(c.clip(item, type, name, bytes));
          if (length < 0) return found;
          found[text(name)] = text(bytes, length);
        }
      });
    },
    did: () => {
      const bytes = Buffer.alloc(256);
      const seen: string[] = [];
      for (const end = mac.get('did'); readDone < end; readDone += 1) {
        c.done(readDone, bytes);
        seen.push(text(bytes));
      }
      return seen;
    },
    live: () => number.parse(c.live()),
    close: () => rmSync(file, { force: true }),
  };
  mac.reset();
  return mac;
}

export const FINDER = 300;
export const TEXTEDIT = 812;

/** A 14-inch MacBook with a smaller plain display to its upper left; TextEdit in front of Finder. */
export function furnish(mac: Mac): void {
  mac.reset();
  mac.display(0, { w: 756, h: 491, density: 2 });
  mac.display(1, { x: -640, y: -98, w: 640, h: 480 });
  mac.app(FINDER, '/System/Library/CoreServices/Finder.app/Contents/MacOS/Finder', 'com.apple.finder');
  mac.app(TEXTEDIT, '/System/Applications/TextEdit.app/Contents/MacOS/TextEdit', 'com.apple.TextEdit');
  mac.window(FINDER, 'Finder', 'Downloads', [300, 100, 400, 300]);
  mac.window(TEXTEDIT, 'TextEdit', 'draft.txt', [60, 50, 400, 300]);
}
