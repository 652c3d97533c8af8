/** Asks the owner before somebody at the computer opens a way in: a terminal alone is not enough where a phone is connected. */

import { askYes, isYes } from '../outbound/ask-yes.ts';
import { findOwner, hasPhone, type OwnerPorts } from '../outbound/owner.ts';
import type { Questions } from '../outbound/questions.ts';
import { ControlRefusal } from '../ports/control.ts';
import { say, type Text } from '../words/say.ts';

export interface AskOwnerPorts extends OwnerPorts {
  readonly questions: Pick<Questions, 'ask'>;
  readonly timeoutMs: number;
}

/** A person at a terminal does not wait longer for an answer. */
const LONGEST_MS = 120_000;

/**
 * `what`: what would be opened, one sentence; `lead`: the question before it. Resolves when the owner approves, or when nobody has a phone here; else
 * rejects with `ControlRefusal`.
 */
export async function askOwner(
  what: Text,
  ports: AskOwnerPorts,
  signal: AbortSignal,
  lead: Text = say`Is that you at the computer?`,
): Promise<void> {
  if (!hasPhone(ports.people())) return;
  const owner = findOwner(ports);
  if (owner === null) throw new ControlRefusal(UNREACHABLE);
  const text = [{ bold: lead }, ' ', what];
  const { thread, id: of } = owner;
  const timeoutMs = Math.min(LONGEST_MS, ports.timeoutMs);
  const answer = await askYes({ thread, of, text, mustArrive: true, timeoutMs }, ports.questions, signal);
  if (isYes(answer)) return;
  if (answer.kind === 'expired' && answer.isUnreachable === true) throw new ControlRefusal(UNREACHABLE);
  throw new ControlRefusal(
    answer.kind === 'expired' ? say`No answer came on the phone, so nothing was opened.` : say`Denied on the phone.`,
  );
}

const UNREACHABLE = say`This needs a yes on the owner’s phone, and their chat cannot be reached now. ${'deskhand status'} says why.`;
