/** The server's end of a WebSocket (RFC 6455): text, ping and close, unfragmented, as Slack's sockets use them. */

import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

export interface WebSocketPeer {
  send(text: string): void;
  ping(): void;
  /** Says goodbye; the connection ends when the other side has said so too. */
  close(): void;
  /** Ends it without a word. */
  destroy(): void;
  isOpen(): boolean;
}

export interface WebSocketEvents {
  readonly onText: (text: string) => void;
  readonly onPong: () => void;
  readonly onEnd: () => void;
  /** The other side broke the protocol. */
  readonly onFault: (why: string) => void;
}

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

export function acceptWebSocket(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  events: WebSocketEvents,
): WebSocketPeer {
  const key = request.headers['sec-websocket-key'] ?? '';
  const accept = createHash('sha1').update(`${key}${GUID}`).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  let isOpen = true;
  let unread = head;

  const write = (opcode: number, payload: Buffer): void => {
    if (isOpen && !socket.destroyed) socket.write(frame(opcode, payload));
  };
  const end = (): void => {
    if (!isOpen) return;
    isOpen = false;
    events.onEnd();
  };
  const take = (opcode: number, payload: Buffer): void => {
    if (opcode === TEXT) events.onText(payload.toString());
    else if (opcode === PING) write(PONG, payload);
    else if (opcode === PONG) events.onPong();
    else if (opcode === CLOSE) {
      write(CLOSE, payload);
      end();
      socket.end();
    } else events.onFault(`opcode ${opcode}`);
  };
  const read = (): void => {
    for (let next = readFrame(unread); next !== null; next = readFrame(unread)) {
      unread = unread.subarray(next.length);
      if (!next.isMasked) events.onFault('a frame of a client is not masked');
      take(next.opcode, next.payload);
    }
  };
  socket.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    read();
  });
  socket.on('close', end);
  socket.on('end', () => socket.destroy());
  socket.on('error', () => socket.destroy());
  read();

  return {
    send: (text) => write(TEXT, Buffer.from(text)),
    ping: () => write(PING, Buffer.from('ping')),
    close: () => write(CLOSE, Buffer.from([0x03, 0xe8])),
    destroy() {
      end();
      socket.destroy();
    },
    isOpen: () => isOpen,
  };
}

function frame(opcode: number, payload: Buffer): Buffer {
  const size = payload.length;
  const head = Buffer.alloc(size < 126 ? 2 : size < 65_536 ? 4 : 10);
  head[0] = 0x80 | opcode;
  if (size < 126) head[1] = size;
  else if (size < 65_536) {
    head[1] = 126;
    head.writeUInt16BE(size, 2);
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(size), 2);
  }
  return Buffer.concat([head, payload]);
}

interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
  readonly isMasked: boolean;
  /** Bytes it takes, head and all. */
  readonly length: number;
}

/** null while it is not whole. */
function readFrame(bytes: Buffer): Frame | null {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return null;
  const isMasked = (second & 0x80) !== 0;
  const short = second & 0x7f;
  const sizeBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const start = 2 + sizeBytes + (isMasked ? 4 : 0);
  if (bytes.length < start) return null;
  const size = sizeBytes === 0 ? short : sizeBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  if (bytes.length < start + size) return null;
  const payload = Buffer.from(bytes.subarray(start, start + size));
  if (isMasked) {
    const mask = bytes.subarray(start - 4, start);
    for (const [index, byte] of payload.entries()) payload[index] = byte ^ (mask[index % 4] ?? 0);
  }
  return { opcode: first & 0x0f, payload, isMasked, length: start + size };
}
