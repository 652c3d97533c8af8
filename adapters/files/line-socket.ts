/** A Unix socket with one line of JSON after the other. */
import { createConnection, type Socket } from 'node:net';

/** One line after the other; null when it closed before a whole one came. A line too long to be ours closes it. */
export function readLines(socket: Socket, mostCharacters: number): () => Promise<string | null> {
  const parts: string[] = [];
  let length = 0;
  let lines: string[] = [];
  let isClosed = false;
  let wake = (): void => undefined;
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const pieces = chunk.split('\n');
    for (const [index, piece] of pieces.entries()) {
      parts.push(piece);
      length += piece.length;
      if (index === pieces.length - 1) break;
      lines.push(parts.splice(0).join(''));
      length = 0;
    }
    if (length > mostCharacters) socket.destroy();
    wake();
  });
  socket.once('close', () => {
    isClosed = true;
    wake();
  });
  return async () => {
    while (lines.length === 0 && !isClosed) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const [line, ...rest] = lines;
    lines = rest;
    return line ?? null;
  };
}

export function writeLine(socket: Socket, value: unknown): void {
  socket.write(`${JSON.stringify(value)}\n`);
}

export function connectTo(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path, () => resolve(socket));
    socket.once('error', reject);
  });
}
