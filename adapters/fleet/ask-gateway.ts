/** A machine's requests to the gateway: one at a time each, with a time limit, read by their schema. */
import type { NatsConnection } from '@nats-io/transport-node';
import { encodeFrame } from '../../src/fleet/frame.ts';
import { readFrame } from '../../src/fleet/read-frame.ts';
import { subjectsOf } from '../../src/fleet/subjects.ts';
import { PROTOCOL } from '../../src/fleet/wire.ts';
import { english } from '../../src/words/speak.ts';
import type { AskGateway } from './remote-chat.ts';

/**
 * The wait before a request is repeated. It is short, since a broken connection may have swallowed the answer, and a repeated request gets
 * the same answer. Fetching a file takes longer: a chat needs its time, and the gateway waits for it.
 */
const ASK_MS = 6_000;
const FETCH_MS = 65_000;

export function createAskGateway(
  machine: string,
  connection: () => NatsConnection | null,
  warn: (problem: string) => void,
): AskGateway {
  const { up } = subjectsOf(machine);
  return async (what, body, rest, schema, signal) => {
    const open = connection();
    if (open === null || open.isClosed()) return null;
    const isFetch = 'kind' in body && body.kind === 'fetch';
    const frame = encodeFrame({ v: PROTOCOL, machine, ...body }, rest);
    const asked = open.request(up[what], frame, { timeout: isFetch ? FETCH_MS : ASK_MS });
    const reply = await Promise.race([asked.catch(() => null), whenAborted(signal)]);
    if (reply === null) return null;
    const read = readFrame(reply.data, machine, schema);
    if (read.ok) return { body: read.body, rest: read.rest };
    warn(`An answer of the gateway was refused: ${english(read.why)}.`);
    return null;
  };
}

function whenAborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}
