/** Where the time of a step goes, as the run's journal has it: from the model's answer to its next question. Pure. */
import type { RunEvent } from '../../src/journal/events.ts';
import type { Stamp } from '../../src/ports/journal.ts';

export const PARTS = ['heard', 'judged', 'still there', 'done', 'settled', 'looked', 'asked'] as const;
export type Part = (typeof PARTS)[number];
/** Milliseconds by part; follow-ups are added up. */
export type StepTimes = Readonly<Record<Part, number>>;

/** When the model gave an answer and when it was asked next, by the wall clock, ms. */
export interface Between {
  readonly answeredAt: number;
  readonly askedAt: number;
}

type Event = RunEvent & Pick<Stamp, 'at'>;

/** Actions whose time is the model's own wish. */
const WAITS: readonly string[] = ['wait', 'wait_until', 'hold_key'];

/** Steps in which something was done and nobody was asked; null for the others. What the model wished to wait for is left out. */
export function timesOf({ answeredAt, askedAt }: Between, events: readonly Event[]): StepTimes | null {
  const within = events
    .map((event) => ({ event, at: Date.parse(event.at) }))
    .filter(({ at }) => at >= answeredAt && at <= askedAt);
  const times = { heard: 0, judged: 0, 'still there': 0, done: 0, settled: 0, looked: 0, asked: 0 };
  let before = answeredAt;
  let isActed = false;
  let isWaiting = false;
  for (const { event, at } of within) {
    if (event.type === 'confirmation.asked') return null;
    const ms = at - before;
    if (event.type === 'reply.received') times.heard += ms;
    else if (event.type === 'risk.judged') {
      times.judged += ms;
      isWaiting = WAITS.includes(event.action.action);
    } else if (event.type === 'action.intended') times['still there'] += ms;
    else if (event.type === 'observation.taken') times.looked += ms;
    else if (event.type === 'action.performed') {
      isActed = true;
      times.done += isWaiting ? 0 : Math.min(ms, event.ms);
      times.settled += Math.max(0, ms - event.ms);
    } else continue;
    before = at;
  }
  times.asked = askedAt - before;
  return isActed ? times : null;
}
