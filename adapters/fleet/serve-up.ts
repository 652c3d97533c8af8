/** The gateway's end of what machines ask: which machine asks is told by the subject, which the server holds it to. */
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { encodeFrame } from '../../src/fleet/frame.ts';
import { type ReadFrame, readFrame } from '../../src/fleet/read-frame.ts';
import { readUpSubject, UP_SUBJECTS } from '../../src/fleet/subjects.ts';
import {
  chatRequestSchema,
  fileRequestSchema,
  type HelloReply,
  helloSchema,
  PROTOCOL,
  takenReportSchema,
} from '../../src/fleet/wire.ts';
import type { Taken } from '../../src/ports/work.ts';
import { say } from '../../src/words/say.ts';
import { english } from '../../src/words/speak.ts';
import { PART_BYTES, type Parts } from './parts.ts';
import type { ServeChat } from './serve-chats.ts';

export interface ServeUpPorts {
  readonly isKnown: (machine: string) => boolean;
  readonly serveChat: ServeChat;
  readonly parts: Parts;
  /** What a machine is told when it says hello. */
  readonly greet: (machine: string, version: string) => Omit<HelloReply, 'v' | 'machine' | 'at'>;
  readonly onHello: (machine: string) => void;
  readonly onTaken: (machine: string, update: string, what: Taken) => void;
  readonly now: () => number;
  readonly warn: (problem: string) => void;
}

/** The time limit of a chat's call, longer than any chat takes for one message. */
const CHAT_MS = 60_000;

/** null: no answer is sent. */
type Answer = { readonly body: object; readonly bytes?: Uint8Array } | null;

/** Ends with the connection. */
export function serveUp(connection: NatsConnection, ports: ServeUpPorts): void {
  const { parts, warn } = ports;

  /** The answer to a request that is not understood: its sender is told if the frame is of our protocol, else nobody. */
  const refuse = (machine: string, { isOurs, why }: Extract<ReadFrame<unknown>, { readonly ok: false }>): Answer => {
    warn(`A message of ${machine} was refused: ${english(why)}.`);
    return isOurs ? { body: { result: 'lost', why } } : null;
  };

  const takeChat = async (machine: string, data: Uint8Array): Promise<Answer> => {
    const read = readFrame(data, machine, chatRequestSchema);
    if (!read.ok) return refuse(machine, read);
    const served = await ports.serveChat(machine, read.body, read.rest, AbortSignal.timeout(CHAT_MS));
    if (served.result !== 'fetched') return { body: served };
    const { bytes } = served;
    if (bytes.length <= PART_BYTES) return { body: { result: 'fetched', bytes: { inline: bytes.length } }, bytes };
    const id = parts.keep(machine, bytes);
    return id === null
      ? { body: { result: 'later', retryAfterMs: 5000, why: say`the gateway has too much of it` } }
      : { body: { result: 'fetched', bytes: { parts: id, bytes: bytes.length } } };
  };

  const takeFile = (machine: string, data: Uint8Array): Answer => {
    const read = readFrame(data, machine, fileRequestSchema);
    if (!read.ok) return refuse(machine, read);
    const { body, rest } = read;
    if (body.kind === 'put') return { body: { isKnown: parts.put(machine, body.parts, body.at, body.whole, rest) } };
    const part = parts.get(machine, body.parts, body.at);
    return { body: { isKnown: part !== null }, bytes: part ?? new Uint8Array() };
  };

  const takeHello = (machine: string, data: Uint8Array): Answer => {
    const read = readFrame(data, machine, helloSchema);
    if (!read.ok) return refuse(machine, read);
    ports.onHello(machine);
    return { body: { at: ports.now(), ...ports.greet(machine, read.body.version) } };
  };

  const takeReport = (machine: string, data: Uint8Array): Answer => {
    const read = readFrame(data, machine, takenReportSchema);
    if (!read.ok) return refuse(machine, read);
    ports.onTaken(machine, read.body.update, read.body.what);
    return { body: {} };
  };

  const answers: Readonly<Record<string, (machine: string, data: Uint8Array) => Answer | Promise<Answer>>> = {
    chat: takeChat,
    file: takeFile,
    hello: takeHello,
    taken: takeReport,
  };

  const take = async (message: Msg): Promise<void> => {
    const asked = readUpSubject(message.subject);
    if (asked === null || !ports.isKnown(asked.machine)) return;
    const answer = await answers[asked.asks]?.(asked.machine, message.data);
    if (answer === undefined || answer === null) return;
    const { body, bytes } = answer;
    message.respond(encodeFrame({ v: PROTOCOL, machine: asked.machine, ...body }, bytes === undefined ? [] : [bytes]));
  };

  connection.subscribe(UP_SUBJECTS, {
    callback(error, message) {
      const note = (problem: unknown): void => warn(`A message of a machine could not be taken: ${String(problem)}`);
      if (error !== null) note(error);
      else take(message).catch(note);
    },
  });
}
