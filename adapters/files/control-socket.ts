/** The socket in the data folder, for its owner alone: through it programs of this computer reach the Deskhand that runs. */
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { z } from 'zod';
import {
  CONTROL_VERSION,
  type Control,
  ControlRefusal,
  type ControlRequest,
  controlAnswers,
  controlRequestSchema,
  problemSchema,
} from '../../src/ports/control.ts';
import { diskTrouble, systemCode } from '../../src/words/disk-trouble.ts';
import { SaidError } from '../../src/words/said-error.ts';
import { say } from '../../src/words/say.ts';
import { english } from '../../src/words/speak.ts';
import { connectTo, readLines, writeLine } from './line-socket.ts';
import { readPeerUid } from './peer-uid.ts';

const REQUEST_MS = 5000;
const LONGEST_REQUEST = 200_000;
/** A picture of a large display. */
const LONGEST_ANSWER = 50_000_000;

export interface ControlSocket {
  close(): Promise<void>;
}

/**
 * The folder must be the owner's alone; another user is turned away where the system tells who asks. Rejects when the socket cannot be
 * made, for one because its path is too long (104 bytes on a Mac).
 */
export async function serveControl(path: string, control: Control): Promise<ControlSocket> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.setTimeout(REQUEST_MS, () => socket.destroy());
    serveOne(socket, control).catch((error: unknown) => {
      const said = error instanceof SaidError ? error.text : (diskTrouble(error) ?? String(error));
      const exit = error instanceof ControlRefusal ? error.exit : 1;
      socket.end(`${JSON.stringify({ problem: english(said), said, exit })}\n`);
    });
  });
  // A killed process may have left its socket; the folder's lock proves that no other process lives.
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

async function serveOne(socket: Socket, control: Control): Promise<void> {
  const readLine = readLines(socket, LONGEST_REQUEST);
  const uid = await readPeerUid(socket);
  if (uid !== null && uid !== process.getuid?.()) {
    socket.destroy();
    return;
  }
  const line = await readLine();
  if (line === null) return;
  const request = readRequest(line);
  socket.setTimeout(0);
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  await answerRequest(request, control, (answer) => writeLine(socket, { answer }), gone.signal);
  socket.end();
}

const versionSchema = z.object({ v: z.number() });

function readRequest(line: string): ControlRequest {
  const json: unknown = JSON.parse(line);
  const version = versionSchema.safeParse(json).data?.v;
  if (version !== CONTROL_VERSION)
    throw new ControlRefusal(
      say`This Deskhand speaks version ${String(CONTROL_VERSION)} of its socket's language, not ${String(version ?? 'none')}. Use the command of the same version.`,
      2,
    );
  const request = controlRequestSchema.safeParse(json);
  if (!request.success)
    throw new ControlRefusal(say`This Deskhand does not know that command. Use the command of the same version.`, 2);
  return request.data;
}

type Answer = (answer: unknown) => void;

/** `gone` aborts when whoever asked has hung up. */
async function answerRequest(
  request: ControlRequest,
  control: Control,
  answer: Answer,
  gone: AbortSignal,
): Promise<void> {
  switch (request.do) {
    case 'run': {
      const { before, ended } = await control.run(request.goal, gone);
      answer({ before });
      if (request.wait) answer(await ended);
      return;
    }
    case 'status':
      return answer(await control.status());
    case 'stop':
      return answer(await control.stop(request.all));
    case 'screenshot':
      return answer({ jpeg: Buffer.from(await control.screenshot(request.display, gone)).toString('base64') });
    case 'pair': {
      const { code, expiresAt, ended } = await control.pairing.begin(gone);
      answer({ code, expiresAt });
      return answer(await ended);
    }
    case 'people':
      return answer(await control.pairing.list());
    case 'unpair':
      return answer(await control.pairing.remove(request.id));
    case 'link':
      return answer({ link: await control.page.link(gone) });
    case 'doctor':
      return answer(await control.doctor(request.fix, gone));
    case 'allowed':
      return answer(await control.allowed.list());
    case 'disallow':
      return answer(await control.allowed.revoke(request.ids));
    case 'allow':
      return answer(await control.allowed.add(request.place, gone));
    case 'changeSettings':
      await control.mayChangeSettings(gone);
      return answer(true);
    case 'trigger':
      return answer({ order: await control.triggers.call(request.name, request.fields, request.id) });
    case 'triggers':
      return answer(await control.triggers.list());
    case 'triggerSecret':
      return answer({ secret: await control.triggers.newSecret(request.name, gone) });
    case 'call':
      return answer(await control.callers.ask(request.token, request.request, answer, gone));
    case 'callers':
      return answer(await control.callers.list());
    case 'newCaller':
      return answer({ secret: await control.callers.create(request.name, request.limits, gone) });
    case 'revokeCaller':
      return answer(await control.callers.revoke(request.name));
    case 'update':
      await control.mayUpdate(request.version, gone);
      return answer(true);
    case 'sessions':
      return answer(await control.page.sessions());
    case 'endSession':
      return answer(await control.page.end(request.id));
  }
}

const NEVER = new AbortController().signal;

/** The Deskhand that listens there; null when none does. Its methods reject when that one ends, or refuses. */
export async function connectControl(path: string): Promise<Control | null> {
  try {
    (await connectTo(path)).destroy();
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'EINVAL', 'ENAMETOOLONG'].includes(systemCode(error))) return null;
    throw error;
  }
  const one = async <T>(request: Asked, schema: z.ZodType<T>, signal = NEVER): Promise<T> =>
    schema.parse(await (await ask(path, request, signal)).next());
  return {
    async run(goal, signal) {
      const answers = await ask(path, { do: 'run', goal, wait: true }, signal);
      const { before } = controlAnswers.accepted.parse(await answers.next());
      const ended = answers.next().then((answer) => controlAnswers.ended.parse(answer));
      // The caller need not wait for the end, so a rejection must not go unhandled.
      ended.catch(() => undefined);
      return { before, ended };
    },
    status: () => one({ do: 'status' }, controlAnswers.status),
    stop: (all) => one({ do: 'stop', all }, controlAnswers.stopped),
    screenshot: async (display, signal) => {
      const wish = display === undefined ? {} : { display };
      return Buffer.from((await one({ do: 'screenshot', ...wish }, controlAnswers.screenshot, signal)).jpeg, 'base64');
    },
    mayChangeSettings: async (signal) => {
      await one({ do: 'changeSettings' }, controlAnswers.mayChange, signal);
    },
    mayUpdate: async (version, signal) => {
      await one({ do: 'update', version }, controlAnswers.mayUpdate, signal);
    },
    doctor: (fix, signal) => one({ do: 'doctor', fix }, controlAnswers.findings, signal),
    pairing: {
      async begin(signal) {
        const answers = await ask(path, { do: 'pair' }, signal);
        const { code, expiresAt } = controlAnswers.code.parse(await answers.next());
        const ended = answers
          .next()
          .then((answer) => controlAnswers.pairingEnd.parse(answer))
          .catch((error: unknown) => {
            if (signal.aborted) return { kind: 'cancelled' as const };
            throw error;
          });
        // The caller may no longer wait when Deskhand ends, so a rejection must not go unhandled.
        ended.catch(() => undefined);
        return { code, expiresAt, ended };
      },
      list: () => one({ do: 'people' }, controlAnswers.people),
      remove: (id) => one({ do: 'unpair', id }, controlAnswers.unpaired),
    },
    allowed: {
      list: () => one({ do: 'allowed' }, controlAnswers.allowed),
      revoke: (ids) => one({ do: 'disallow', ids: [...ids] }, controlAnswers.disallowed),
      add: (place, signal) => one({ do: 'allow', place }, controlAnswers.allowing, signal),
    },
    triggers: {
      call: async (name, fields, id) =>
        (await one({ do: 'trigger', name, fields, ...(id === undefined ? {} : { id }) }, controlAnswers.called)).order,
      list: () => one({ do: 'triggers' }, controlAnswers.triggers),
      newSecret: async (name, signal) =>
        (await one({ do: 'triggerSecret', name }, controlAnswers.secret, signal)).secret,
    },
    callers: {
      async ask(token, request, told, signal) {
        const answers = await ask(path, { do: 'call', token, request }, signal);
        for (;;) {
          const answer = controlAnswers.caller.parse(await answers.next());
          if (answer.kind !== 'progress') return answer;
          told(answer);
        }
      },
      list: () => one({ do: 'callers' }, controlAnswers.callers),
      create: async (name, limits, signal) =>
        (await one({ do: 'newCaller', name, limits }, controlAnswers.secret, signal)).secret,
      revoke: (name) => one({ do: 'revokeCaller', name }, controlAnswers.callerRevoked),
    },
    page: {
      link: async (signal) => (await one({ do: 'link' }, controlAnswers.link, signal)).link,
      sessions: () => one({ do: 'sessions' }, controlAnswers.sessions),
      end: (id) => one({ do: 'endSession', id }, controlAnswers.sessionEnded),
    },
  };
}

type Asked = z.input<typeof controlRequestSchema>;

interface Answers {
  next(): Promise<unknown>;
}

const answerSchema = z.object({ answer: z.unknown() });

async function ask(path: string, request: Asked, signal: AbortSignal): Promise<Answers> {
  signal.throwIfAborted();
  const socket = await connectTo(path);
  const hangUp = (): void => void socket.destroy();
  signal.addEventListener('abort', hangUp, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', hangUp));
  socket.on('error', () => undefined);
  writeLine(socket, { v: CONTROL_VERSION, ...request });
  const readLine = readLines(socket, LONGEST_ANSWER);
  return {
    async next() {
      const line = await readLine();
      if (line === null) throw new SaidError(say`Deskhand ended before it answered.`);
      const answer: unknown = JSON.parse(line);
      const problem = problemSchema.safeParse(answer);
      if (problem.success) throw new ControlRefusal(problem.data.said ?? problem.data.problem, problem.data.exit);
      return answerSchema.parse(answer).answer;
    },
  };
}
