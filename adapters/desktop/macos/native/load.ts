/** Loads macOS's libraries through koffi and binds what the table names: typed calls, and nothing beside them. */
import koffi, { type LibraryHandle } from 'koffi';
import {
  CONSTANTS,
  type Kind,
  LIBRARIES,
  type LibraryName,
  MESSAGES,
  OPTIONAL_SYMBOLS,
  type Signature,
  SYMBOLS,
} from './symbols.ts';

/** A pointer that the system gave; NULL is null, so 0 never occurs. */
export type Ref = bigint;
export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Rect extends Point {
  readonly width: number;
  readonly height: number;
}
interface Range {
  readonly location: number;
  readonly length: number;
}

interface Values {
  readonly void: undefined;
  readonly ref: Ref | null;
  readonly bytes: NodeJS.ArrayBufferView;
  readonly text: string;
  readonly bool: boolean;
  readonly u8: number;
  readonly i16: number;
  readonly u16: number;
  readonly i32: number;
  readonly u32: number;
  readonly i64: number;
  readonly u64: number;
  readonly f32: number;
  readonly f64: number;
  readonly point: Point;
  readonly rect: Rect;
  readonly range: Range;
}
type Arguments<Kinds extends readonly Kind[]> = { -readonly [At in keyof Kinds]: Values[Kinds[At]] };
type Calls<Table extends Readonly<Record<string, { takes: readonly Kind[]; gives: Kind }>>> = {
  readonly [Name in keyof Table]: (...args: Arguments<Table[Name]['takes']>) => Values[Table[Name]['gives']];
};
type Messages = {
  readonly [Name in keyof typeof MESSAGES]: (
    receiver: Ref,
    ...args: Arguments<(typeof MESSAGES)[Name]['takes']>
  ) => Values[(typeof MESSAGES)[Name]['gives']];
};

export interface Native {
  readonly c: Calls<typeof SYMBOLS>;
  /** null for a function that this macOS no longer has. */
  readonly optional: { readonly [Name in keyof typeof OPTIONAL_SYMBOLS]: Calls<typeof OPTIONAL_SYMBOLS>[Name] | null };
  readonly constants: Readonly<Record<keyof typeof CONSTANTS, Ref>>;
  /** Sends an Objective-C message; inside `inPool` only. */
  readonly send: Messages;
  /** The selector's own pointer, to ask whether something responds to it. */
  selector(name: keyof typeof MESSAGES): Ref;
  classOf(name: string): Ref;
  /** Runs `work` in an autorelease pool, which releases what Cocoa autoreleased meanwhile. */
  inPool<Value>(work: () => Value): Value;
  /**
   * Lets the system's news arrive: input sources, displays and applications are only as new as the last turn of the main run loop, and Node
   * never turns it.
   */
  hearNews(): void;
}

const KINDS = {
  void: 'void',
  ref: 'void *',
  bytes: 'void *',
  text: 'str',
  bool: 'bool',
  u8: 'uint8_t',
  i16: 'int16_t',
  u16: 'uint16_t',
  i32: 'int32_t',
  u32: 'uint32_t',
  i64: 'int64_t',
  u64: 'uint64_t',
  f32: 'float',
  f64: 'double',
  point: koffi.struct({ x: 'double', y: 'double' }),
  rect: koffi.struct({ x: 'double', y: 'double', width: 'double', height: 'double' }),
  range: koffi.struct({ location: 'int64_t', length: 'int64_t' }),
} as const satisfies Readonly<Record<Kind, unknown>>;

/** `library`: one file that has every symbol (the tests' stand-in); the system's own libraries without it. Throws with the name that is missing. */
export function loadNative(library?: string): Native {
  const opened = new Map<string, LibraryHandle>();
  const open = (name: LibraryName): LibraryHandle => {
    const path = library ?? LIBRARIES[name];
    const handle = opened.get(path) ?? koffi.load(path);
    opened.set(path, handle);
    return handle;
  };
  // AppKit is loaded for its classes (pasteboards, events), which are found by name.
  open('AppKit');
  const bound: readonly (readonly unknown[])[] = Object.entries(SYMBOLS).map(([name, signature]) => [
    name,
    bind(open(signature.in), name, signature),
  ]);
  const c: Calls<typeof SYMBOLS> = Object.fromEntries(bound);
  const found: readonly (readonly unknown[])[] = Object.entries(OPTIONAL_SYMBOLS).map(([name, signature]) => {
    try {
      return [name, bind(open(signature.in), name, signature)];
    } catch {
      return [name, null];
    }
  });
  const optional: Native['optional'] = Object.fromEntries(found);
  const addresses: readonly (readonly unknown[])[] = Object.entries(CONSTANTS).map(([name, { in: home, is }]) => {
    const at: unknown = open(home).symbol(name);
    return [name, is === 'at' ? at : koffi.decode(at, 'void *')];
  });
  const constants: Native['constants'] = Object.fromEntries(addresses);
  const selectors = new Map(
    Object.entries(MESSAGES).map(([name, { selector }]) => [name, known(c.sel_registerName(selector), selector)]),
  );
  const selector = (name: keyof typeof MESSAGES): Ref => known(selectors.get(name) ?? null, name);
  const senders: readonly (readonly unknown[])[] = Object.entries(MESSAGES).map(([name, { takes, gives }]) => {
    const call = open('objc').func('objc_msgSend', KINDS[gives], [
      'void *',
      'void *',
      ...takes.map((kind) => KINDS[kind]),
    ]);
    const at = selectors.get(name);
    return [name, (receiver: Ref, ...args: readonly unknown[]): unknown => call(receiver, at, ...args)];
  });
  const send: Messages = Object.fromEntries(senders);

  return {
    c,
    optional,
    constants,
    send,
    selector,
    classOf: (name) => known(c.objc_getClass(name), name),
    inPool: (work) => {
      const pool = c.objc_autoreleasePoolPush();
      try {
        return work();
      } finally {
        c.objc_autoreleasePoolPop(pool);
      }
    },
    hearNews: () => {
      for (let turn = 0; turn < MOST_TURNS; turn += 1)
        if (c.CFRunLoopRunInMode(constants.kCFRunLoopDefaultMode, 0, true) !== HANDLED_SOURCE) break;
    },
  };
}

/** Whether a key is down now, by its code, in the process that asks: nothing else is loaded. */
export function loadKeyState(library?: string): (code: number) => boolean {
  const { in: home, takes, gives } = SYMBOLS.CGEventSourceKeyState;
  const call = bind(koffi.load(library ?? LIBRARIES[home]), 'CGEventSourceKeyState', { in: home, takes, gives });
  return (code) => call(SESSION_STATE, code) === true;
}

/** kCGEventSourceStateCombinedSessionState: what people and programs hold, together. */
const SESSION_STATE = 0;

function bind(library: LibraryHandle, name: string, { takes, gives }: Pick<Signature, 'in' | 'takes' | 'gives'>) {
  return library.func(
    name,
    KINDS[gives],
    takes.map((kind) => KINDS[kind]),
  );
}

/** kCFRunLoopRunHandledSource: there may be more. */
const HANDLED_SOURCE = 4;
/** News that never end must not hold up a look. */
const MOST_TURNS = 32;

function known(ref: Ref | null, name: string): Ref {
  if (ref === null) throw new Error(`macOS knows no ${name}`);
  return ref;
}
