/** A socket in the data folder, for its owner alone: through it `npm run pair` reaches the Deskhand that runs. One request a connection. */
import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { z } from 'zod';
import type { PairingDesk } from '../../src/inbound/pairing.ts';
import { pairedListSchema, pairingEndSchema } from '../../src/ports/pairing.ts';
import { systemCode } from '../../src/words/disk-trouble.ts';

const requestSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('begin') }),
  z.object({ do: z.literal('list') }),
  z.object({ do: z.literal('remove'), id: z.string() }),
]);
type Request = z.infer<typeof requestSchema>;

const codeSchema = z.object({ code: z.string(), expiresAt: z.number() });
const REQUEST_MS = 5000;
const MAX_LINE = 100_000;

export interface PairingSocket {
  close(): Promise<void>;
}

/** The folder must be the owner's alone. Rejects when the socket cannot be made, for one because its path is too long (104 bytes on a Mac). */
export async function servePairing(path: string, desk: PairingDesk): Promise<PairingSocket> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.setTimeout(REQUEST_MS, () => socket.destroy());
    serveOne(socket, desk).catch((error: unknown) => {
      socket.end(`${JSON.stringify({ problem: error instanceof Error ? error.message : String(error) })}\n`);
    });
  });
  // What a killed process left; the folder's lock says that no other one lives.
  rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve());
  });
  chmodSync(path, 0o600);
  return {
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function serveOne(socket: Socket, desk: PairingDesk): Promise<void> {
  const line = await readLines(socket)();
  if (line === null) return;
  const request = requestSchema.parse(JSON.parse(line));
  socket.setTimeout(0);
  const say = (answer: unknown): void => void socket.write(`${JSON.stringify(answer)}\n`);
  if (request.do === 'begin') {
    const gone = new AbortController();
    socket.once('close', () => gone.abort());
    const { code, expiresAt, ended } = await desk.begin(gone.signal);
    say({ code, expiresAt });
    say(await ended);
  } else {
    say(request.do === 'list' ? await desk.list() : await desk.remove(request.id));
  }
  socket.end();
}

/** One line after the other; null when it closed before a whole one came. A line too long to be ours closes it. */
function readLines(socket: Socket): () => Promise<string | null> {
  let text = '';
  let isClosed = false;
  let wake = (): void => undefined;
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    text += chunk;
    if (text.length > MAX_LINE) socket.destroy();
    wake();
  });
  socket.once('close', () => {
    isClosed = true;
    wake();
  });
  return async () => {
    while (!text.includes('\n') && !isClosed) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const end = text.indexOf('\n');
    if (end < 0) return null;
    const line = text.slice(0, end);
    text = text.slice(end + 1);
    return line;
  };
}

/** The desk of the Deskhand that listens there; null when none does. Its methods reject when that one ends. */
export async function connectPairing(path: string): Promise<PairingDesk | null> {
  try {
    (await open(path)).destroy();
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'EINVAL', 'ENAMETOOLONG'].includes(systemCode(error))) return null;
    throw error;
  }
  return {
    async begin(signal) {
      const answers = await ask(path, { do: 'begin' }, signal);
      const { code, expiresAt } = codeSchema.parse(await answers.next());
      const ended = answers
        .next()
        .then((answer) => pairingEndSchema.parse(answer))
        .catch((error: unknown) => {
          if (signal.aborted) return { kind: 'cancelled' as const };
          throw error;
        });
      // Whoever asked may have lost interest before Deskhand ended.
      ended.catch(() => undefined);
      return { code, expiresAt, ended };
    },
    list: async () => pairedListSchema.parse(await (await ask(path, { do: 'list' }, NEVER)).next()),
    remove: async (id) => z.boolean().parse(await (await ask(path, { do: 'remove', id }, NEVER)).next()),
  };
}

const NEVER = new AbortController().signal;

interface Answers {
  next(): Promise<unknown>;
}

async function ask(path: string, request: Request, signal: AbortSignal): Promise<Answers> {
  const socket = await open(path);
  const hangUp = (): void => void socket.destroy();
  signal.addEventListener('abort', hangUp, { once: true });
  socket.on('error', () => undefined);
  socket.write(`${JSON.stringify(request)}\n`);
  const readLine = readLines(socket);
  return {
    async next() {
      const line = await readLine();
      if (line === null) throw new Error('Deskhand ended before it answered.');
      const answer: unknown = JSON.parse(line);
      const problem = z.object({ problem: z.string() }).safeParse(answer);
      if (problem.success) throw new Error(problem.data.problem);
      return answer;
    },
  };
}

function open(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path, () => resolve(socket));
    socket.once('error', reject);
  });
}
