/** What the system does not allow yet is said unasked at the start: every time in the log, once in the chats until something of it changes. */
import type { Announce } from '../outbound/announce.ts';
import type { Desktop } from '../ports/desktop.ts';
import type { StateStore } from '../ports/state-store.ts';
import { sayLack } from '../screen/lacks.ts';
import type { Text } from '../words/say.ts';

export interface TellLacksPorts {
  readonly desktop: Pick<Desktop, 'describe'>;
  readonly state: StateStore;
  readonly announce: Announce;
  readonly warn: (problem: Text) => void;
}

/** What was told last. */
const TOLD = 'lacks.told';

export async function tellLacks(
  { desktop, state, announce, warn }: TellLacksPorts,
  signal: AbortSignal,
): Promise<void> {
  const { lacks = [] } = await desktop.describe(signal);
  const sentences = lacks.map(sayLack);
  for (const sentence of sentences) warn(sentence);
  const now = JSON.stringify(lacks);
  if ((state.get(TOLD) ?? '[]') === now) return;
  await state.set(TOLD, now);
  if (sentences.length > 0) announce(sentences.flatMap((sentence, at) => (at === 0 ? [sentence] : ['\n\n', sentence])));
}
