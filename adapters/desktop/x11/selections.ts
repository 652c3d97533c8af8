/**
 * Clipboard and primary selection (ICCCM chapter 2): an X client that "copies" only says that it owns a selection and hands the
 * data over when another asks. Being that owner ourselves tells exactly when a paste has been fetched, which no helper program can.
 */

import { withLimit } from '../../../src/ports/waits/abort-signals.ts';
import { type Packet, words, type XConnection } from './connection.ts';
import { ATOM, type Property, type XProperties } from './properties.ts';

export type SelectionName = 'CLIPBOARD' | 'PRIMARY';

/** What a selection holds: one property for each format (target) its owner offers, by the target's atom. */
export type Content = ReadonlyMap<number, Property>;

export interface Selections {
  /** The window that owns what we offer. */
  readonly window: number;
  /** Offers `content` from now on; null lets go. Resolves when the server knows. */
  own(selection: SelectionName, content: Content | null): Promise<void>;
  /** The window that owns it; 0 when nobody does. */
  owner(selection: SelectionName): Promise<number>;
  /** True when a client other than us owns it. */
  isTaken(selection: SelectionName): Promise<boolean>;
  /** All formats the owner offers, up to 32 MB; null when nobody owns it or the owner does not answer. */
  save(selection: SelectionName, signal: AbortSignal): Promise<Content | null>;
  /** As text; '' when there is none. */
  readText(selection: SelectionName, signal: AbortSignal): Promise<string>;
  textContent(text: string): Promise<Content>;
  /** The same, marked as nothing that a clipboard history should keep. */
  passingContent(text: string): Promise<Content>;
  /** The text in saved content; '' when it has none. */
  textOf(content: Content | null): string;
  /** Calls `listener` each time a client asked us for something, with the requesting window, and whether it got text. */
  onRequest(listener: (requestor: number, isText: boolean) => void): () => void;
}

const OPCODES = { createWindow: 1, selectEvents: 2, setOwner: 22, getOwner: 23, convert: 24, sendEvent: 25 } as const;
const EVENTS = { propertyNotify: 28, selectionClear: 29, selectionRequest: 30, selectionNotify: 31 } as const;
const INPUT_ONLY = 2;
const EVENT_MASK_ATTRIBUTE = 0x800;
const PROPERTY_CHANGE = 0x40_0000;
const PROPERTY_DELETED = 1;
const NOW = 0;
/** A request to the server is at most 65,535 words; larger data travels in pieces (ICCCM 2.7.2, INCR). */
const PIECE_BYTES = 200_000;
const SAVE_LIMIT_BYTES = 32_000_000;
const OWNER_TIMEOUT_MS = 1000;
/** An owner that is this slow with all its formats loses the rest of them. */
const SAVE_TIMEOUT_MS = 1500;
const TEXT_TARGETS = ['UTF8_STRING', 'text/plain;charset=utf-8', 'text/plain', 'TEXT', 'STRING'] as const;
/** KDE's mark for what a password manager copies; other clipboard histories follow it. */
const NOT_TO_KEEP = { target: 'x-kde-passwordManagerHint', data: Buffer.from('secret') };
/** Targets that are questions about a selection, not its data. */
const META_TARGETS = new Set([
  'TARGETS',
  'MULTIPLE',
  'TIMESTAMP',
  'SAVE_TARGETS',
  'DELETE',
  'INSERT_PROPERTY',
  'INSERT_SELECTION',
]);

export async function createSelections(connection: XConnection, properties: XProperties): Promise<Selections> {
  const window = connection.newId();
  connection.send(
    OPCODES.createWindow,
    0,
    words(window, connection.root, 0, 1 | (1 << 16), INPUT_ONLY << 16, 0, EVENT_MASK_ATTRIBUTE, PROPERTY_CHANGE),
  );
  const atoms = {
    CLIPBOARD: await properties.atom('CLIPBOARD'),
    PRIMARY: await properties.atom('PRIMARY'),
    targets: await properties.atom('TARGETS'),
    incr: await properties.atom('INCR'),
    utf8: await properties.atom('UTF8_STRING'),
    landing: await properties.atom('DESKHAND_SELECTION'),
  };
  const textTargets = new Set(await Promise.all(TEXT_TARGETS.map((name) => properties.atom(name))));
  const owned = new Map<number, Content>();
  const requestListeners = new Set<(requestor: number, isText: boolean) => void>();
  /** Only one conversion at a time uses the landing property. */
  let converting: Promise<unknown> = Promise.resolve();

  const answer = (request: Packet): void => {
    const [requestor, selection, target] = [
      request.readUInt32LE(12),
      request.readUInt32LE(16),
      request.readUInt32LE(20),
    ];
    // An obsolete client names no property and means the target's name (ICCCM 2.2).
    const property = request.readUInt32LE(24) || target;
    const content = owned.get(selection);
    const value =
      content === undefined ? undefined : target === atoms.targets ? listTargets(content) : content.get(target);
    if (value !== undefined) handOver(requestor, property, value);
    const notice = Buffer.alloc(32);
    notice.writeUInt8(EVENTS.selectionNotify, 0);
    request.copy(notice, 4, 4, 8);
    request.copy(notice, 8, 12, 24);
    notice.writeUInt32LE(value === undefined ? 0 : property, 20);
    connection.send(OPCODES.sendEvent, 0, Buffer.concat([words(requestor, 0), notice]));
    const isText = value !== undefined && textTargets.has(target);
    for (const listener of [...requestListeners]) listener(requestor, isText);
  };

  const listTargets = (content: Content): Property => ({
    type: ATOM.atom,
    format: 32,
    data: words(atoms.targets, ...content.keys()),
  });

  const handOver = (requestor: number, property: number, value: Property): void => {
    if (value.data.length <= PIECE_BYTES) {
      properties.write(requestor, property, value);
      return;
    }
    connection.send(OPCODES.selectEvents, 0, words(requestor, EVENT_MASK_ATTRIBUTE, PROPERTY_CHANGE));
    let offset = 0;
    const stop = connection.onEvent((event) => {
      if (!isPropertyChange(event, requestor, property, PROPERTY_DELETED)) return;
      const data = value.data.subarray(offset, offset + PIECE_BYTES);
      offset += data.length;
      properties.write(requestor, property, { ...value, data });
      if (data.length === 0) stop();
    });
    properties.write(requestor, property, { type: atoms.incr, format: 32, data: words(value.data.length) });
  };

  connection.onEvent((event) => {
    const kind = event.readUInt8(0) & 0x7f;
    if (kind === EVENTS.selectionRequest) answer(event);
    if (kind === EVENTS.selectionClear) owned.delete(event.readUInt32LE(12));
  });

  /** Asks the owner for one format; null when it has none or is silent. */
  const convert = (selection: number, target: number, signal: AbortSignal): Promise<Property | null> => {
    const mine = converting.then(() => fetchOnce(selection, target, signal));
    converting = mine.catch(() => undefined);
    return mine;
  };

  const fetchOnce = async (selection: number, target: number, signal: AbortSignal): Promise<Property | null> => {
    const limit = withLimit(OWNER_TIMEOUT_MS, signal);
    const arrived = waitForEvent(
      connection,
      (event) =>
        (event.readUInt8(0) & 0x7f) === EVENTS.selectionNotify &&
        event.readUInt32LE(12) === selection &&
        event.readUInt32LE(16) === target,
      limit,
    );
    connection.send(OPCODES.convert, 0, words(window, selection, target, atoms.landing, NOW));
    const notice = await arrived;
    signal.throwIfAborted();
    if (notice === null || notice.readUInt32LE(20) === 0) return null;
    const first = await properties.read(window, atoms.landing);
    return first?.type === atoms.incr ? fetchPieces(signal) : takeLanded(first);
  };

  const takeLanded = (value: Property | null): Property | null => {
    properties.remove(window, atoms.landing);
    return value;
  };

  const fetchPieces = async (signal: AbortSignal): Promise<Property | null> => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    let last: Property | null = null;
    while (bytes <= SAVE_LIMIT_BYTES) {
      const limit = withLimit(OWNER_TIMEOUT_MS, signal);
      const written = waitForEvent(connection, (event) => isPropertyChange(event, window, atoms.landing, 0), limit);
      // Deleting what is there asks the owner for the next piece.
      properties.remove(window, atoms.landing);
      const notice = await written;
      signal.throwIfAborted();
      if (notice === null) return null;
      const piece = await properties.read(window, atoms.landing);
      if (piece === null || piece.data.length === 0) {
        properties.remove(window, atoms.landing);
        return last === null ? null : { ...last, data: Buffer.concat(pieces) };
      }
      last = piece;
      bytes += piece.data.length;
      pieces.push(piece.data);
    }
    return null;
  };

  const ownerOf = async (selection: number): Promise<number> => {
    const reply = await connection.ask(OPCODES.getOwner, 0, words(selection));
    return reply?.readUInt32LE(8) ?? 0;
  };

  const save = async (name: SelectionName, signal: AbortSignal): Promise<Content | null> => {
    const selection = atoms[name];
    const owner = await ownerOf(selection);
    if (owner === 0) return null;
    const ours = owned.get(selection);
    if (owner === window && ours !== undefined) return ours;
    const offered = await convert(selection, atoms.targets, signal);
    const targets = offered === null ? [atoms.utf8] : readAtoms(offered.data);
    const content = new Map<number, Property>();
    const deadline = performance.now() + SAVE_TIMEOUT_MS;
    let bytes = 0;
    for (const target of targets) {
      if (performance.now() > deadline) break;
      if (META_TARGETS.has(await properties.atomName(target))) continue;
      const value = await convert(selection, target, signal);
      bytes += value?.data.length ?? 0;
      if (value !== null && bytes <= SAVE_LIMIT_BYTES) content.set(target, value);
    }
    return content;
  };

  const textContent = async (text: string): Promise<Content> => {
    const data = Buffer.from(text, 'utf8');
    return new Map([...textTargets].map((target) => [target, { type: atoms.utf8, format: 8, data }]));
  };

  return {
    window,
    own: async (name, content) => {
      const selection = atoms[name];
      if (content === null) owned.delete(selection);
      else owned.set(selection, content);
      connection.send(OPCODES.setOwner, 0, words(content === null ? 0 : window, selection, NOW));
      await connection.sync();
    },
    owner: (name) => ownerOf(atoms[name]),
    isTaken: async (name) => {
      const owner = await ownerOf(atoms[name]);
      return owner !== 0 && owner !== window;
    },
    save,
    readText: async (name, signal) => {
      const selection = atoms[name];
      const ours = owned.get(selection)?.get(atoms.utf8);
      if (ours !== undefined) return ours.data.toString('utf8');
      if ((await ownerOf(selection)) === 0) return '';
      const modern = await convert(selection, atoms.utf8, signal);
      if (modern !== null) return modern.data.toString('utf8');
      return (await convert(selection, ATOM.string, signal))?.data.toString('latin1') ?? '';
    },
    textContent,
    passingContent: async (text) => {
      const target = await properties.atom(NOT_TO_KEEP.target);
      const mark = { type: target, format: 8, data: NOT_TO_KEEP.data } as const;
      return new Map([...(await textContent(text)), [target, mark]]);
    },
    textOf: (content) => content?.get(atoms.utf8)?.data.toString('utf8') ?? '',
    onRequest: (listener) => {
      requestListeners.add(listener);
      return () => requestListeners.delete(listener);
    },
  };
}

function isPropertyChange(event: Packet, window: number, property: number, state: number): boolean {
  return (
    (event.readUInt8(0) & 0x7f) === EVENTS.propertyNotify &&
    event.readUInt32LE(4) === window &&
    event.readUInt32LE(8) === property &&
    event.readUInt8(16) === state
  );
}

/** Resolves with the first event that fits, or null once the signal aborts. */
function waitForEvent(
  connection: XConnection,
  fits: (event: Packet) => boolean,
  signal: AbortSignal,
): Promise<Packet | null> {
  return new Promise((resolve) => {
    const finish = (event: Packet | null): void => {
      stop();
      signal.removeEventListener('abort', giveUp);
      resolve(event);
    };
    const giveUp = (): void => finish(null);
    const stop = connection.onEvent((event) => {
      if (fits(event)) finish(event);
    });
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}

function readAtoms(data: Buffer): readonly number[] {
  return Array.from({ length: Math.floor(data.length / 4) }, (_, index) => data.readUInt32LE(index * 4));
}
