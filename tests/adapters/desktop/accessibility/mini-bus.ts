/** A message bus that only says hello and where the accessibility bus is: on a socket, so that connections can break and hang for real. */
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { type DbusValue, decodeValues, encodeValues } from '../../../../adapters/desktop/accessibility/dbus-values.ts';

export interface MiniBus {
  readonly address: string;
  /** Connections accepted so far. */
  connections(): number;
  /** Cuts every connection. */
  drop(): void;
  close(): Promise<void>;
}

export interface MiniBusOptions {
  readonly folder: string;
  readonly name: string;
  /** `mute`: accepts and stays silent; `rude`: refuses the authentication; `garbage`: answers with bytes that are no message. */
  readonly manner: 'polite' | 'mute' | 'rude' | 'garbage';
  /** What GetAddress answers; null: there is no such service. */
  readonly accessibilityAddress?: string | null;
}

const HELLO = 'Hello';

export async function startMiniBus({
  folder,
  name,
  manner,
  accessibilityAddress = null,
}: MiniBusOptions): Promise<MiniBus> {
  const path = join(folder, name);
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.on('data', (chunk) => {
      const said = chunk.toString('latin1');
      if (manner === 'mute') return;
      if (said.includes('AUTH EXTERNAL')) socket.write(manner === 'rude' ? 'REJECTED\r\n' : 'OK 0123456789abcdef\r\n');
      const call = chunk.subarray(said.startsWith('BEGIN\r\n') ? 7 : 0);
      if (call[0] !== 'l'.charCodeAt(0)) return;
      if (manner === 'garbage') socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
      else socket.write(answer(call, said.includes(HELLO) ? ':1.1' : accessibilityAddress));
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: `unix:path=${path},guid=0123456789abcdef`,
    connections: () => connections,
    drop,
    close: async () => {
      drop();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** The reply to the first call in these bytes: a text, or an error when there is none. */
function answer(call: Buffer, text: string | null): Buffer {
  const serial = Number(decodeValues('u', call.subarray(8))[0]);
  const values = text === null ? [] : [text];
  const signature = text === null ? '' : 's';
  const body = encodeValues(signature, values);
  const fields: readonly DbusValue[] = [
    [5, ['u', serial]],
    ...(text === null ? [[4, ['s', 'org.freedesktop.DBus.Error.ServiceUnknown']]] : [[8, ['g', signature]]]),
  ];
  const header = encodeValues('yyyyuua(yv)', ['l'.charCodeAt(0), text === null ? 3 : 2, 1, 1, body.length, 1, fields]);
  return Buffer.concat([header, Buffer.alloc((8 - (header.length % 8)) % 8), body]);
}
