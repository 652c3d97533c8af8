/** Whether a file can be brought to a person at all; before anybody is asked, and again when it is sent. */
import type { MachineFacts } from '../../ports/machine.ts';
import { say, type Text } from '../../words/say.ts';

/** Telegram's limit for bots; the other chats take larger files. */
export const SEND_LIMIT_BYTES = 50 * 1024 * 1024;

/** The reason why not; null when it can be sent. `shown`: the path as a person reads it. */
export async function whyNotSendable(
  path: string,
  shown: string,
  facts: Pick<MachineFacts, 'path'>,
  signal: AbortSignal,
): Promise<Text | null> {
  const { kind, bytes } = await facts.path(path, signal);
  if (kind === 'absent') return say`${shown} doesn't exist.`;
  if (kind === 'folder') return say`${shown} is a folder. Zip it first.`;
  if (kind !== 'file') return say`${shown} is not a file.`;
  if (bytes === 0) return say`${shown} is empty.`;
  return bytes > SEND_LIMIT_BYTES ? sayTooLarge(shown, bytes) : null;
}

export function sayTooLarge(shown: string, bytes: number): Text {
  return say`${shown} has ${inMegabytes(bytes)} MB; at most ${inMegabytes(SEND_LIMIT_BYTES)} MB can be sent.`;
}

function inMegabytes(bytes: number): number {
  return Math.ceil((bytes / 1024 / 1024) * 10) / 10;
}
