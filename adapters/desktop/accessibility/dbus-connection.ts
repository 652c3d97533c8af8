/** A connection to a message bus: many questions under way at once, each with an end to its patience. */
import { connect, type Socket } from 'node:net';
import { getuid } from 'node:process';
import { z } from 'zod';
import { encodeCall, encodeMethod, type Incoming, type Method, readMessage } from './dbus-message.ts';
import { type DbusValue, decodeValues } from './dbus-values.ts';

/** An object of an application: the application's name on the bus and the object's path in it. */
export interface Target {
  readonly name: string;
  readonly path: string;
}

/** A method call with its encoded arguments, and the schema of its answer. */
export interface Question<Value> extends Method {
  readonly answer: z.ZodType<Value>;
}

/** `silent`: no answer in time, so it may still be carried out; `refused`: there is no such thing there, or it would not. */
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly why: 'silent' | 'refused' };

export interface BusConnection {
  /** What is asked in one turn of the event loop travels together. `until` is a time of `performance.now()`. Never rejects. */
  ask<Value>(target: Target, question: Question<Value>, until: number): Promise<Answer<Value>>;
  isOpen(): boolean;
  close(): void;
}

export const BUS: Target = { name: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus' };

const NO_REPLY = 'org.freedesktop.DBus.Error.NoReply';
const SILENT = { ok: false, why: 'silent' } as const;
const REFUSED = { ok: false, why: 'refused' } as const;
const HELLO = makeQuestion({ interface: BUS.name, member: 'Hello', answer: z.tuple([z.string()]) });

export function readValue<Value>(answer: Answer<Value> | undefined): Value | null {
  return answer?.ok ? answer.value : null;
}

export function makeQuestion<Value>(parts: {
  readonly interface: string;
  readonly member: string;
  readonly signature?: string;
  readonly values?: readonly DbusValue[];
  readonly answer: z.ZodType<Value>;
}): Question<Value> {
  const { answer, signature = '', values = [] } = parts;
  return { ...encodeMethod({ interface: parts.interface, member: parts.member, signature, values }), answer };
}

/** null when nobody listens at the address, or does not let us in before `until`. */
export async function openBus(address: string, until: number): Promise<BusConnection | null> {
  for (const path of readBusAddress(address)) {
    const socket = await connectSocket(path, until);
    if (socket === null) continue;
    const bus = createConnection(socket);
    if ((await bus.ask(BUS, HELLO, until)).ok) return bus;
    bus.close();
  }
  return null;
}

/** Connects and authenticates as this process's user (D-Bus Specification, "Authentication Protocol", EXTERNAL). */
function connectSocket(path: string, until: number): Promise<Socket | null> {
  const { promise, resolve } = Promise.withResolvers<Socket | null>();
  const socket = connect({ path });
  const giveUp = (): void => finish(null);
  const finish = (result: Socket | null): void => {
    clearTimeout(timer);
    socket.off('error', giveUp).off('close', giveUp).off('data', receive);
    // An error of a socket that nobody uses any more must not end the process.
    socket.on('error', () => undefined);
    if (result === null) socket.destroy();
    resolve(result);
  };
  let said = '';
  const receive = (chunk: Buffer): void => {
    said += chunk.toString('latin1');
    if (!said.endsWith('\r\n')) return;
    if (said.startsWith('OK ')) socket.write('BEGIN\r\n', () => finish(socket));
    else finish(null);
  };
  const timer = setTimeout(giveUp, Math.max(0, until - performance.now()));
  socket.on('error', giveUp).on('close', giveUp).on('data', receive);
  const uid = Buffer.from(String(getuid?.() ?? 0)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${uid}\r\n`);
  return promise;
}

function createConnection(socket: Socket): BusConnection {
  const waiting = new Map<number, { readonly until: number; settle(answer: Incoming | null): void }>();
  const ends = new Set<number>();
  let serial = 0;
  let pending: Buffer = Buffer.alloc(0);

  const end = (): void => {
    socket.destroy();
    for (const { settle } of [...waiting.values()]) settle(null);
  };
  const receive = (chunk: Buffer): void => {
    const bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    let read = 0;
    for (let next = readMessage(bytes, read); next !== null; next = readMessage(bytes, read)) {
      read = next.end;
      waiting.get(next.message.replyTo)?.settle(next.message);
    }
    pending = bytes.subarray(read);
  };
  socket.on('data', (chunk) => {
    try {
      receive(chunk);
    } catch {
      // Bytes that are no messages: nothing that comes after them can be understood.
      end();
    }
  });
  socket.on('close', end);

  let outgoing: Buffer[] = [];
  /** One write for all of a turn: a system call costs more than a question. */
  const send = (bytes: Buffer): void => {
    if (outgoing.length === 0) {
      process.nextTick(() => {
        socket.write(Buffer.concat(outgoing));
        outgoing = [];
      });
    }
    outgoing.push(bytes);
  };
  /** One timer for all questions with the same deadline: a look asks a thousand. */
  const endAt = (until: number): void => {
    if (ends.has(until)) return;
    ends.add(until);
    const expire = (): void => {
      ends.delete(until);
      for (const question of [...waiting.values()]) if (question.until <= until) question.settle(null);
    };
    setTimeout(expire, Math.ceil(until - performance.now())).unref();
  };

  return {
    ask: <Value>(target: Target, question: Question<Value>, until: number): Promise<Answer<Value>> =>
      new Promise((resolve) => {
        const isLate = until <= performance.now();
        if (socket.destroyed || isLate) {
          resolve(isLate ? SILENT : REFUSED);
          return;
        }
        serial += 1;
        const own = serial;
        const settle = (message: Incoming | null): void => {
          waiting.delete(own);
          resolve(message === null ? SILENT : readAnswer(message, question));
        };
        waiting.set(own, { until, settle });
        endAt(until);
        send(encodeCall(own, target, question));
      }),
    isOpen: () => !socket.destroyed,
    close: end,
  };
}

function readAnswer<Value>(message: Incoming, question: Question<Value>): Answer<Value> {
  if (message.kind === 'error') return message.errorName === NO_REPLY ? SILENT : REFUSED;
  try {
    const parsed = question.answer.safeParse(decodeValues(message.signature, message.body));
    return parsed.success ? { ok: true, value: parsed.data } : REFUSED;
  } catch {
    // The application wrote bytes that do not fit its own signature.
    return REFUSED;
  }
}

/**
 * Where a message bus listens ("unix:path=/run/user/1000/bus,guid=…;…"; D-Bus Specification, "Server Addresses"), as paths for
 * `net.connect` in the order to try; only Unix sockets are known.
 */
export function readBusAddress(address: string): readonly string[] {
  return address.split(';').flatMap((option) => {
    const [transport, rest = ''] = splitOnce(option, ':');
    if (transport !== 'unix') return [];
    const values = new Map(rest.split(',').map((pair) => splitOnce(pair, '=')));
    const path = values.get('path');
    if (path !== undefined) return [unescapeValue(path)];
    const abstract = values.get('abstract');
    return abstract === undefined ? [] : [`\0${unescapeValue(abstract)}`];
  });
}

function unescapeValue(value: string): string {
  const bytes = value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
