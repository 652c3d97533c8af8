/** Brings a file of the computer to a person: `send_file` and `/get`. */

import type { Outbox } from '../outbound/outbox.ts';
import { wordsAlone } from '../outbound/reply.ts';
import type { Thread } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import type { Machine, MachineResult } from '../ports/machine.ts';
import { anySignal } from '../ports/waits/abort-signals.ts';
import { SEND_LIMIT_BYTES, sayTooLarge, whyNotSendable } from '../run/perform/sendable-file.ts';
import type { ActionGate } from '../safety/gate.ts';
import { NEVER_SENT } from '../safety/places/files.ts';
import { say, type Text } from '../words/say.ts';

export interface SendFilePorts {
  readonly machine: Pick<Machine, 'facts'>;
  readonly gate: ActionGate;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

const ARRIVAL_MS = 20_000;

/**
 * Reports when it cannot be sent, and claims its arrival only after that. `settles`: the message that asked for it by hand; the file is the answer to
 * it, and a long upload is announced.
 */
export async function sendFile(
  thread: Thread,
  path: string,
  ports: SendFilePorts,
  signal: AbortSignal,
  settles?: string,
): Promise<MachineResult> {
  const { facts } = ports.machine;
  // The link's target may have changed since the approval.
  if (ports.gate.judge({ action: 'send_file', path }, {}).rule === NEVER_SENT) {
    return no(say`I never send my own keys and records.`);
  }
  const why = await whyNotSendable(path, path, facts, signal);
  if (why !== null) return no(why);
  const bytes = await facts.readBytes(path, SEND_LIMIT_BYTES, signal);
  // The file has grown since.
  if (bytes === null) return no(sayTooLarge(path, SEND_LIMIT_BYTES + 1));
  const name = path.split('/').at(-1) ?? 'file';
  const { posted } = ports.outbox.post(thread, { ...wordsAlone([name]), file: { name, bytes } }, settles);
  const enough = new AbortController();
  const late = ports.clock.sleep(ARRIVAL_MS, anySignal(signal, enough.signal)).then(() => 'late' as const);
  const arrived = await Promise.race([posted, late]).finally(() => enough.abort());
  late.catch(() => undefined);
  if (arrived === null) return no(say`Couldn't send ${name}: this chat doesn't accept it.`);
  const text = arrived === 'late' ? say`${name} is on its way.` : say`Sent ${name}.`;
  if (settles !== undefined && arrived === 'late') ports.outbox.post(thread, wordsAlone([text]));
  return { ok: true, text };
}

function no(text: Text): MachineResult {
  return { ok: false, text };
}
