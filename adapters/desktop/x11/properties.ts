/** Atoms, window properties and the window tree: how X clients tell each other about themselves (protocol chapter 9; ICCCM; EWMH). */
import type { Box } from '../../../src/ports/desktop.ts';
import { type Packet, words, type XConnection } from './connection.ts';

const OPCODES = {
  getWindowAttributes: 3,
  getGeometry: 14,
  queryTree: 15,
  internAtom: 16,
  getAtomName: 17,
  changeProperty: 18,
  deleteProperty: 19,
  getProperty: 20,
  getSelectionOwner: 23,
  translateCoordinates: 40,
  getInputFocus: 43,
} as const;

/** Predefined atoms (protocol, appendix B). */
export const ATOM = { atom: 4, string: 31, wmName: 39, wmClass: 67 } as const;

/** Map state of a window that is shown, and so is everything it is in. */
const VIEWABLE = 2;
/** Class of a window without pixels. */
const INPUT_ONLY = 2;
const ANY_TYPE = 0;
const WHOLE_PROPERTY = 0x1fff_ffff;

export interface Property {
  readonly type: number;
  /** 8, 16 or 32 bits an item. */
  readonly format: number;
  readonly data: Buffer;
}

export interface XProperties {
  atom(name: string): Promise<number>;
  atomName(atom: number): Promise<string>;
  /** null when the window or the property is not there. `remove` deletes it once read. */
  read(window: number, property: number, remove?: boolean): Promise<Property | null>;
  write(window: number, property: number, value: Property): void;
  remove(window: number, property: number): void;
  /** null at the top of the tree or when the window is gone. */
  parentOf(window: number): Promise<number | null>;
  /** The window that has the keyboard focus; null when it is the root or nothing. */
  focus(): Promise<number | null>;
  rootSize(): Promise<{ readonly width: number; readonly height: number }>;
  /** From the lowest to the topmost; none when the window is gone. */
  childrenOf(window: number): Promise<readonly number[]>;
  /** Whether it has pixels and is shown. */
  isViewable(window: number): Promise<boolean>;
  /** Whether it has pixels, is shown, and asked to be left alone by the window manager. */
  isUnmanaged(window: number): Promise<boolean>;
  /** With its border, from the parent's corner; `depth` in bits a pixel. null when the window is gone. */
  geometryOf(window: number): Promise<{ readonly box: Box; readonly depth: number } | null>;
  /** Where the window's own part is on the display, without decoration; null when the window is gone. */
  placeOf(window: number): Promise<Box | null>;
  /** Whether some program owns the selection of this name. */
  isOwned(selection: string): Promise<boolean>;
}

export function createProperties(connection: XConnection): XProperties {
  const atoms = new Map<string, Promise<number>>();

  const atom = (name: string): Promise<number> => {
    const known = atoms.get(name);
    if (known !== undefined) return known;
    const bytes = Buffer.from(name);
    const head = Buffer.alloc(4);
    head.writeUInt16LE(bytes.length, 0);
    const asked = connection.ask(OPCODES.internAtom, 0, Buffer.concat([head, bytes])).then((reply) => uint(reply, 8));
    atoms.set(name, asked);
    return asked;
  };

  /** What is known of a window with pixels that is shown; null for any other. */
  const readViewable = async (window: number): Promise<Packet | null> => {
    const reply = await connection.ask(OPCODES.getWindowAttributes, 0, words(window));
    const isViewable = reply !== null && reply.readUInt8(26) === VIEWABLE && reply.readUInt16LE(12) !== INPUT_ONLY;
    return isViewable ? reply : null;
  };

  return {
    atom,
    atomName: async (id) => {
      const reply = await connection.ask(OPCODES.getAtomName, 0, words(id));
      return reply === null ? '' : reply.toString('latin1', 32, 32 + reply.readUInt16LE(8));
    },
    read: async (window, property, remove = false) => {
      const body = words(window, property, ANY_TYPE, 0, WHOLE_PROPERTY);
      const reply = await connection.ask(OPCODES.getProperty, remove ? 1 : 0, body);
      if (reply === null || reply.readUInt32LE(8) === 0) return null;
      const format = reply.readUInt8(1);
      const bytes = reply.readUInt32LE(16) * (format / 8);
      return { type: reply.readUInt32LE(8), format, data: reply.subarray(32, 32 + bytes) };
    },
    write: (window, property, { type, format, data }) => {
      const head = words(window, property, type, format, data.length / (format / 8));
      connection.send(OPCODES.changeProperty, 0, Buffer.concat([head, data]));
    },
    remove: (window, property) => connection.send(OPCODES.deleteProperty, 0, words(window, property)),
    parentOf: async (window) => {
      const reply = await connection.ask(OPCODES.queryTree, 0, words(window));
      const parent = uint(reply, 12);
      return parent === 0 || parent === connection.root ? null : parent;
    },
    focus: async () => {
      const window = uint(await connection.ask(OPCODES.getInputFocus, 0, Buffer.alloc(0)), 8);
      // 0 is no focus, 1 follows the pointer.
      return window <= 1 || window === connection.root ? null : window;
    },
    rootSize: async () => {
      const reply = await connection.ask(OPCODES.getGeometry, 0, words(connection.root));
      return { width: reply?.readUInt16LE(16) ?? 0, height: reply?.readUInt16LE(18) ?? 0 };
    },
    childrenOf: async (window) => {
      const reply = await connection.ask(OPCODES.queryTree, 0, words(window));
      if (reply === null) return [];
      return Array.from({ length: reply.readUInt16LE(16) }, (_, index) => reply.readUInt32LE(32 + index * 4));
    },
    isViewable: async (window) => (await readViewable(window)) !== null,
    isUnmanaged: async (window) => (await readViewable(window))?.readUInt8(27) === 1,
    geometryOf: async (window) => {
      const reply = await connection.ask(OPCODES.getGeometry, 0, words(window));
      if (reply === null) return null;
      const border = reply.readUInt16LE(20);
      const box = {
        x: reply.readInt16LE(12),
        y: reply.readInt16LE(14),
        width: reply.readUInt16LE(16) + 2 * border,
        height: reply.readUInt16LE(18) + 2 * border,
      };
      return { box, depth: reply.readUInt8(1) };
    },
    placeOf: async (window) => {
      const [geometry, corner] = await Promise.all([
        connection.ask(OPCODES.getGeometry, 0, words(window)),
        connection.ask(OPCODES.translateCoordinates, 0, words(window, connection.root, 0)),
      ]);
      if (geometry === null || corner === null) return null;
      const size = { width: geometry.readUInt16LE(16), height: geometry.readUInt16LE(18) };
      return { x: corner.readInt16LE(12), y: corner.readInt16LE(14), ...size };
    },
    isOwned: async (selection) =>
      uint(await connection.ask(OPCODES.getSelectionOwner, 0, words(await atom(selection))), 8) !== 0,
  };
}

function uint(reply: Packet | null, offset: number): number {
  return reply === null ? 0 : reply.readUInt32LE(offset);
}
