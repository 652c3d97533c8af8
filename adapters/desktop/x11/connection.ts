/**
 * A connection to an X server: handshake, requests, replies, events (X Window System Protocol, X.Org, chapters 1, 8 and 9).
 * libnut opens its own; this one is here for what libnut cannot do: notice that the display has gone before libnut crashes on it,
 * press keys of any layout, hand text over as a selection, and read window titles.
 */
import { connect, type Socket } from 'node:net';
import { DesktopLost } from '../../../src/ports/desktop.ts';
import { say, type Text } from '../../../src/words/say.ts';
import { cookieProtocol, type DisplayEnvironment, readCookie, readDisplayName } from './display-name.ts';

/** Reply or event: 32 bytes, with more behind them in a reply and in the events of newer extensions. */
export type Packet = Buffer;

export interface XConnection {
  /** ":0". */
  readonly name: string;
  readonly root: number;
  readonly minKeycode: number;
  readonly maxKeycode: number;
  /** Bits of a resource id that tell one client's resources apart; the other bits name the client. */
  readonly resourceIdMask: number;
  /** A fresh resource id of our own. */
  newId(): number;
  /** Sends a request that has no reply; an error about it is dropped. `detail` is the request's second byte. */
  send(opcode: number, detail: number, body: Buffer): void;
  /** Sends a request and resolves with its reply; null when the server answers with an error (a window that is gone). */
  ask(opcode: number, detail: number, body: Buffer): Promise<Packet | null>;
  /** Resolves when the server has handled all that was sent so far. */
  sync(): Promise<void>;
  /** Calls `listener` with each event until the returned function is called. */
  onEvent(listener: (event: Packet) => void): () => void;
  /** Resolves with the reason once the connection is over, however it ended. */
  readonly lost: Promise<DesktopLost>;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 3000;
const GET_INPUT_FOCUS = 43;
const QUERY_EXTENSION = 98;
const HEADER_BYTES = 32;
const REPLY = 1;
const GENERIC_EVENT = 35;

/** The opcode of its requests; null when the server does not have it. */
export async function askForExtension(connection: XConnection, extension: string): Promise<number | null> {
  return (await findExtension(connection, extension))?.opcode ?? null;
}

/** With the number of its first event. */
export async function findExtension(
  connection: XConnection,
  extension: string,
): Promise<{ readonly opcode: number; readonly firstEvent: number } | null> {
  const name = Buffer.from(extension);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(name.length, 0);
  const reply = await connection.ask(QUERY_EXTENSION, 0, Buffer.concat([head, name]));
  if (reply === null || reply.readUInt8(8) === 0) return null;
  return { opcode: reply.readUInt8(9), firstEvent: reply.readUInt8(10) };
}

/** Connects and shakes hands; rejects with `DesktopLost` when there is no usable display. */
export async function connectDisplay(env: DisplayEnvironment): Promise<XConnection> {
  const name = env.DISPLAY ?? '';
  const address = readDisplayName(name);
  if (address === null) {
    throw new DesktopLost(
      name === '' ? say`no display is set (DISPLAY is empty)` : say`"${name}" is not the name of a display`,
    );
  }
  const cookie = await readCookie(address, env);
  const socket = connect(address.connect);
  const setup = await shakeHands(socket, cookie, address.name);
  return openConnection(socket, setup, address.name);
}

interface Setup {
  readonly root: number;
  readonly minKeycode: number;
  readonly maxKeycode: number;
  readonly resourceIdBase: number;
  readonly resourceIdMask: number;
  /** Bytes that arrived behind the setup reply. */
  readonly rest: Buffer;
}

function shakeHands(socket: Socket, cookie: Buffer, name: string): Promise<Setup> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const timer = setTimeout(() => fail(say`display ${name} does not answer`), CONNECT_TIMEOUT_MS);
    const fail = (message: Text, cause?: unknown): void => {
      stop();
      socket.destroy();
      reject(new DesktopLost(message, { cause }));
    };
    const onError = (error: Error): void => fail(say`display ${name} cannot be reached`, error);
    const onClose = (): void => fail(say`display ${name} hung up`);
    const onData = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 8) return;
      const total = 8 + received.readUInt16LE(6) * 4;
      if (received.length < total) return;
      if (received[0] !== 1) {
        const reason = received.toString('latin1', 8, 8 + (received[1] ?? 0)).trim();
        fail(say`display ${name} lets nobody in: ${reason}`);
        return;
      }
      stop();
      resolve(readSetup(received.subarray(0, total), received.subarray(total)));
    };
    const stop = (): void => {
      clearTimeout(timer);
      socket.off('error', onError).off('close', onClose).off('data', onData);
    };
    socket.on('error', onError).on('close', onClose).on('data', onData);
    socket.write(setupRequest(cookie));
  });
}

function setupRequest(cookie: Buffer): Buffer {
  const protocol = Buffer.from(cookieProtocol(cookie));
  const head = Buffer.alloc(12);
  head.write('l', 0, 'latin1');
  head.writeUInt16LE(11, 2);
  head.writeUInt16LE(protocol.length, 6);
  head.writeUInt16LE(cookie.length, 8);
  return Buffer.concat([head, padded(protocol), padded(cookie)]);
}

/** Chapter 8: fixed fields, vendor string, pixmap formats, then the screens; the first one is ours. */
function readSetup(reply: Buffer, rest: Buffer): Setup {
  const vendorBytes = reply.readUInt16LE(24);
  const formats = reply.readUInt8(29);
  const screen = 40 + roundUp(vendorBytes) + formats * 8;
  return {
    resourceIdBase: reply.readUInt32LE(12),
    resourceIdMask: reply.readUInt32LE(16),
    minKeycode: reply.readUInt8(34),
    maxKeycode: reply.readUInt8(35),
    root: reply.readUInt32LE(screen),
    rest: Buffer.from(rest),
  };
}

function openConnection(socket: Socket, setup: Setup, name: string): XConnection {
  const waiting = new Map<number, { resolve: (reply: Packet | null) => void; reject: (error: DesktopLost) => void }>();
  const listeners = new Set<(event: Packet) => void>();
  let sequence = 0;
  let nextId = 1;
  let over: DesktopLost | null = null;
  let pending = setup.rest;
  const { promise: lost, resolve: reportLost } = Promise.withResolvers<DesktopLost>();

  const end = (error: DesktopLost): void => {
    if (over !== null) return;
    over = error;
    socket.destroy();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    reportLost(error);
  };
  const settle = (number: number, reply: Packet | null): void => {
    const waiter = waiting.get(number);
    waiting.delete(number);
    waiter?.resolve(reply);
  };
  const take = (packet: Packet): void => {
    const kind = packet.readUInt8(0);
    if (kind === 0) settle(packet.readUInt16LE(2), null);
    else if (kind === 1) settle(packet.readUInt16LE(2), packet);
    else for (const listener of [...listeners]) listener(packet);
  };
  const receive = (chunk: Buffer): void => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    let offset = 0;
    while (pending.length - offset >= HEADER_BYTES) {
      const hasMore = [REPLY, GENERIC_EVENT].includes(pending.readUInt8(offset) & 0x7f);
      const bytes = HEADER_BYTES + (hasMore ? pending.readUInt32LE(offset + 4) * 4 : 0);
      if (pending.length - offset < bytes) break;
      take(Buffer.from(pending.subarray(offset, offset + bytes)));
      offset += bytes;
    }
    pending = pending.subarray(offset);
  };
  /** What is sent in one go leaves in one system call. */
  const gatherWrites = (): void => {
    if (socket.writableCorked > 0) return;
    socket.cork();
    process.nextTick(() => socket.uncork());
  };
  const write = (opcode: number, detail: number, body: Buffer): number => {
    if (over !== null) throw over;
    const head = Buffer.alloc(4);
    head.writeUInt8(opcode, 0);
    head.writeUInt8(detail, 1);
    head.writeUInt16LE(1 + roundUp(body.length) / 4, 2);
    gatherWrites();
    socket.write(Buffer.concat([head, padded(body)]));
    sequence = (sequence + 1) & 0xffff;
    return sequence;
  };
  const ask = (opcode: number, detail: number, body: Buffer): Promise<Packet | null> =>
    new Promise((resolve, reject) => {
      waiting.set(write(opcode, detail, body), { resolve, reject });
    });

  socket.on('data', receive);
  socket.on('error', (error) => end(new DesktopLost(say`the connection to display ${name} broke`, { cause: error })));
  socket.on('close', () => end(new DesktopLost(say`display ${name} is gone`)));
  receive(Buffer.alloc(0));

  return {
    name,
    root: setup.root,
    minKeycode: setup.minKeycode,
    maxKeycode: setup.maxKeycode,
    resourceIdMask: setup.resourceIdMask,
    newId: () => {
      nextId += 1;
      return setup.resourceIdBase + nextId;
    },
    send: (opcode, detail, body) => {
      write(opcode, detail, body);
    },
    ask,
    sync: async () => {
      await ask(GET_INPUT_FOCUS, 0, Buffer.alloc(0));
    },
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    lost,
    close: () => end(new DesktopLost(say`the connection to display ${name} was closed`)),
  };
}

function roundUp(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}

function padded(body: Buffer): Buffer {
  const missing = roundUp(body.length) - body.length;
  return missing === 0 ? body : Buffer.concat([body, Buffer.alloc(missing)]);
}

/** 32-bit words of a request's body, as they travel. */
export function words(...values: readonly number[]): Buffer {
  const body = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) body.writeUInt32LE(value >>> 0, index * 4);
  return body;
}
