/**
 * A model that works like a careless person: it forgets, misreads, guesses and says done too early, at stated rates. It does what a check
 * tells it is open; where it is only told that something is wrong, it tries one thing once more. The checker sees what the picture shows
 * and nothing else: asked about each wish it says so of each; asked about the whole it finds nothing against it, or overlooks what is.
 */
import { createRandom } from '../long/random.ts';
import type { SeenRequest } from '../servers/anthropic/request-rules.ts';
import type { Decision } from '../servers/anthropic/server.ts';
import { makeReply } from '../servers/anthropic/wire-reply.ts';
import type { Action, Chore, LongTask, Place, Work } from './task.ts';

/** Rates from 0 to 1. */
export interface Rates {
  /** How often a wish is forgotten at the beginning. */
  readonly forgets: number;
  /** How often a value is misread. */
  readonly misreads: number;
  /** How often a wish is done without reading first; every other guess is wrong. */
  readonly guesses: number;
  /** How often a step says done too early. */
  readonly saysDoneEarly: number;
  /** How often a fault in a picture is overlooked, when asked about the whole. */
  readonly overlooks: number;
  /** How often a step would rather ask. */
  readonly asks: number;
}

export const RATES: Rates = {
  forgets: 0.15,
  misreads: 0.1,
  guesses: 0.15,
  saysDoneEarly: 0.03,
  overlooks: 0.5,
  asks: 0.2,
};

export interface Worker {
  step(request: SeenRequest): Promise<Decision>;
  verify(request: SeenRequest): Promise<Decision>;
  /** Mistakes that it made by these rates. */
  readonly slips: () => Readonly<Record<'forgot' | 'misread' | 'guessed' | 'early', number>>;
}

const DONE: Action = { action: 'done', summary: 'All of it is done.' };

export function createWorker(task: LongTask, place: Place, rates: Rates = RATES): Worker {
  const random = createRandom(place.seed * 7919 + task.name.length);
  const happens = (rate: number): boolean => random() < rate;
  const chores = task.chores(place);
  const nevers = task.never(place);
  const slips = { forgot: 0, misread: 0, guessed: 0, early: 0 };
  const queue: Work[] = [];
  let hasBegun = false;
  let told = '';
  let wasEarly = false;
  let wasAsking = false;

  const enqueue = (chore: Chore): void => {
    const isGuessed = happens(rates.guesses);
    if (isGuessed) slips.guessed += 1;
    const isMisread = isGuessed ? happens(0.5) : happens(rates.misreads);
    if (isMisread && !isGuessed) slips.misread += 1;
    queue.push(...(isGuessed ? [] : chore.reads), ...chore.does(isMisread));
  };
  const begin = (): void => {
    hasBegun = true;
    for (const chore of chores)
      if (happens(rates.forgets)) slips.forgot += 1;
      else enqueue(chore);
  };
  /** What the check found, as far as it tells what to do. */
  const hear = (text: string): void => {
    const [found = ''] = /The check of "done" failed:[^\n]*/.exec(text) ?? [];
    if (found === '' || found === told) return;
    const open = [...found.matchAll(/wish (\d+) \(/g)].map(([, number]) => Number(number));
    const named = open.flatMap((number) => chores[number - 1] ?? []);
    if (queue.length > 0) return;
    told = found;
    if (named.length > 0) for (const chore of named) enqueue(chore);
    else {
      const chore = chores[Math.floor(random() * chores.length)];
      if (chore !== undefined) enqueue(chore);
    }
  };
  const next = async (): Promise<Action> => {
    if (!wasEarly && queue.length > 0 && happens(rates.saysDoneEarly)) {
      slips.early += 1;
      wasEarly = true;
      return DONE;
    }
    wasEarly = false;
    if (!wasAsking && queue.length > 0 && happens(rates.asks)) {
      wasAsking = true;
      return { action: 'ask_user', text: 'Shall I go on as I did?', options: ['Yes', 'No'] };
    }
    wasAsking = false;
    for (let work = queue.shift(); work !== undefined; work = queue.shift()) {
      const action = await work();
      if (action !== null) return action;
    }
    return DONE;
  };
  return {
    slips: () => slips,
    async step(request) {
      if (!hasBegun) begin();
      hear(request.text);
      return makeReply(await next());
    },
    async verify(request) {
      const all = [...chores, ...nevers];
      const truth = await Promise.all(all.map(async ({ isDone }) => (task.isSeen ? await isDone() : null)));
      const listed = [...request.text.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
      if (request.text.includes('Wishes:\n')) {
        const wishes = listed.map((number) => {
          const isMet = truth[number - 1] ?? null;
          return {
            number,
            met: isMet === null ? 'unknown' : isMet ? 'yes' : 'no',
            why: isMet === null ? 'it does not show' : 'the page shows it',
          };
        });
        return { screen: 'A window.', reasons: ['Nothing speaks against it'], score: 90, wishes };
      }
      const isFound = truth.some((isMet) => isMet === false && !happens(rates.overlooks));
      return isFound
        ? { screen: 'A window.', errors: ['Something is missing'], reasons: [], score: 20 }
        : { screen: 'A window.', reasons: ['Nothing speaks against it'], score: 90 };
    },
  };
}
