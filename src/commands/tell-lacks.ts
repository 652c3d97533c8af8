/** Tells unasked which permissions the system denies: in the log every time, to each person once until they change. */
import { z } from 'zod';
import type { Announce } from '../outbound/announce.ts';
import type { Desktop } from '../ports/desktop.ts';
import type { StateStore } from '../ports/state-store.ts';
import { sayLack } from '../screen/lacks.ts';
import type { Text } from '../words/say.ts';

export interface TellLacksPorts {
  readonly desktop: Pick<Desktop, 'describe'>;
  readonly state: StateStore;
  readonly announce: Announce;
  /** Sender ids of everybody who may use this now. */
  readonly people: () => readonly string[];
  readonly warn: (problem: Text) => void;
}

/** What was told last, and to whom. */
const TOLD = 'lacks.told';
const toldSchema = z.object({ lacks: z.string(), people: z.array(z.string()) });
const NOTHING_TOLD: z.infer<typeof toldSchema> = { lacks: '[]', people: [] };

export async function tellLacks(
  { desktop, state, announce, people, warn }: TellLacksPorts,
  signal: AbortSignal,
): Promise<void> {
  const { lacks = [] } = await desktop.describe(signal);
  const sentences = lacks.map(sayLack);
  for (const sentence of sentences) warn(sentence);
  const before = toldSchema.safeParse(state.get(TOLD)).data ?? NOTHING_TOLD;
  const now = { lacks: JSON.stringify(lacks), people: lacks.length === 0 ? [] : [...people()] };
  const told = before.lacks === now.lacks ? before.people : [];
  if (before.lacks === now.lacks && now.people.every((id) => told.includes(id))) return;
  await state.set(TOLD, now);
  if (sentences.length === 0) return;
  announce(
    sentences.flatMap((sentence, at) => (at === 0 ? [sentence] : ['\n\n', sentence])),
    told,
  );
}
