/** Standing orders in words: in the list, by themselves, and on the card that asks whether to set one. */

import type { SpokenSpan } from '../outbound/spoken.ts';
import { scopeLines } from '../safety/scope/say-scope.ts';
import { oneLine, shortenWords } from '../words/amounts.ts';
import { join, plural, say, type Text } from '../words/say.ts';
import { showHidden } from '../words/visible.ts';
import { nextDue, nextDues } from './due-times.ts';
import { type Order, type OrderText, type Terms, USUAL_TERMS, wordsOf } from './order.ts';
import type { Ran } from './order-events.ts';
import type { StandingOrder } from './order-state.ts';
import { sayWhen } from './say-when.ts';

const NEXT_SHOWN = 3;
const LONGEST_GOAL = 300;

export function sayDoing({ doing }: Pick<Order, 'doing'>): Text {
  const words = showHidden(oneLine(shortenWords(wordsOf(doing), LONGEST_GOAL)));
  switch (doing.do) {
    case 'run':
      return say`“${words}”`;
    case 'remind':
      return say`Reminder: ${words}`;
    case 'tell':
      return say`I tell you, with a picture`;
    case 'daily note':
      return say`The daily note`;
  }
}

/** `now`: the next times come after it. */
export function renderCard(order: OrderText, now: number): readonly SpokenSpan[] {
  return [
    { bold: say`Shall I set this?` },
    '\n',
    { bold: capitalised(order) },
    ...sayZone(order),
    '\n',
    sayDoing(order),
    ...renderNext(order, now),
    ...renderBounds(order),
  ];
}

function capitalised(order: Pick<Order, 'when' | 'zone'>): Text {
  return { capital: sayWhen(order) };
}

function sayZone({ when, zone }: Pick<Order, 'when' | 'zone'>): readonly SpokenSpan[] {
  return when.kind === 'calendar' || when.kind === 'once' ? [' ', { quiet: `(${zone})` }] : [];
}

function renderNext({ when, zone }: Pick<Order, 'when' | 'zone'>, now: number): readonly SpokenSpan[] {
  if (when.kind === 'watch') return ['\n', say`Until ${{ due: when.until, zone }} at the longest`];
  const dues = nextDues(when, zone, now, NEXT_SHOWN);
  if (dues.length === 0) return [];
  return dues.flatMap((due, index): readonly SpokenSpan[] => [
    '\n',
    index === 0 ? say`Next: ${{ due, zone }}` : say`then ${{ due, zone }}`,
  ]);
}

const MISSED: Readonly<Record<Terms['missed'], Text>> = {
  run: say`If it is missed, it comes once when I am back.`,
  skip: say`If it is missed, I skip it and tell you.`,
  ask: say`If it is missed, I ask.`,
};
const YES: Readonly<Record<Terms['yes'], Text>> = {
  park: say`If it needs your approval, it stops there, and the question stays.`,
  skip: say`If it needs your approval, this time is left out.`,
  fail: say`If it needs your approval, this time counts as failed.`,
};
const TELL: Readonly<Record<Terms['tell'], Text>> = {
  here: '',
  me: say`I tell you in our own chat.`,
  all: say`I tell you in all of your chats.`,
};

function renderBounds({
  when,
  doing,
  terms,
  scope,
}: Pick<Order, 'when' | 'doing' | 'terms' | 'scope'>): readonly SpokenSpan[] {
  if (doing.do === 'daily note') return [];
  const isRun = doing.do === 'run';
  const allowed = isRun && scope !== null ? scopeLines(scope) : [];
  const lines = [
    // A watch continues after a restart, and still finds what is there.
    ...(when.kind === 'watch' ? [] : [MISSED[terms.missed]]),
    ...(isRun ? [YES[terms.yes]] : []),
    ...(TELL[terms.tell] === '' ? [] : [TELL[terms.tell]]),
    ...(isRun ? sayCaps(terms) : []),
  ];
  const bounds: readonly SpokenSpan[] = lines.length === 0 ? [] : ['\n', { quiet: join(lines, ' ') }];
  return [...allowed.flatMap((line): readonly SpokenSpan[] => ['\n', line]), ...bounds];
}

function sayCaps({ steps, timeMs, runUsd, monthUsd, lateMs }: Terms): readonly Text[] {
  return [
    ...(steps === undefined ? [] : [plural(steps, say`At most 1 step.`, say`At most ${steps} steps.`)]),
    ...(timeMs === undefined ? [] : [say`At most ${{ ms: timeMs }}.`]),
    ...(runUsd === undefined ? [] : [say`At most ${{ usd: runUsd }} each time.`]),
    ...(monthUsd === undefined ? [] : [say`At most ${{ usd: monthUsd }} a month.`]),
    ...(lateMs === USUAL_TERMS.lateMs ? [] : [say`I say so when it is late by ${{ ms: lateMs }}.`]),
  ];
}

const OUTCOMES: Readonly<Record<Ran['outcome'], Text>> = {
  verified: say`done and checked`,
  unverified: say`done, not checked`,
  failed: say`failed`,
  stopped: say`stopped`,
  interrupted: say`interrupted`,
  told: say`told`,
  parked: say`needed your answer`,
  skipped: say`left out`,
  missed: say`missed`,
  'put off': say`put off`,
};

function sayRan({ at, outcome, cost_usd, run }: Ran, zone: string): Text {
  const cost = run === null ? '' : say` (${{ usd: cost_usd }})`;
  return say`${OUTCOMES[outcome]}, ${{ due: at, zone }}${cost}`;
}

/** One line for the next time. `from`: earlier times are over. */
function sayNext({ order, paused }: StandingOrder, from: number): Text {
  if (paused !== null) return PAUSED[paused];
  if (order.when.kind === 'trigger') return say`waits for its call`;
  if (order.when.kind === 'watch') return say`watching until ${{ due: order.when.until, zone: order.zone }}`;
  const due = nextDue(order.when, order.zone, from);
  return due === null ? say`no fixed time` : say`next: ${{ due, zone: order.zone }}`;
}

const PAUSED: Readonly<Record<NonNullable<StandingOrder['paused']>, Text>> = {
  person: say`paused`,
  failures: say`paused: it failed three times in a row`,
  month: say`paused: its money of this month is spent`,
};

export function renderList(
  orders: readonly StandingOrder[],
  zone: string,
  from: (order: Order) => number,
): readonly SpokenSpan[] {
  if (orders.length === 0)
    return [
      say`No standing orders yet. For example: `,
      { code: { command: say`every weekday 8:00 open the calendar` } },
      ', ',
      { code: { command: say`at 17:30 remind me to call` } },
      '.',
    ];
  return [
    { bold: say`Standing orders` },
    ' ',
    { quiet: `(${zone})` },
    ...orders.flatMap((standing): readonly SpokenSpan[] => {
      const { order, counted } = standing;
      return [
        '\n\n',
        { bold: `${order.id}. ` },
        capitalised(order),
        '\n',
        sayDoing(order),
        '\n',
        { quiet: { capital: sayNext(standing, from(order)) } },
        ...(counted.last === null ? [] : [' · ', { quiet: say`last: ${sayRan(counted.last, order.zone)}` }]),
      ];
    }),
  ];
}

export function renderOne(standing: StandingOrder, now: number, from: number): readonly SpokenSpan[] {
  const { order, counted, paused } = standing;
  const spent = counted.month === '' ? [] : ['\n', say`This month: ${{ usd: counted.month_usd }}`];
  return [
    { bold: say`Order ${order.id}` },
    '\n',
    capitalised(order),
    ...sayZone(order),
    '\n',
    sayDoing(order),
    ...(paused === null ? renderNext(order, Math.max(now, from)) : ['\n', { capital: PAUSED[paused] }]),
    ...(counted.last === null ? [] : ['\n', say`Last: ${sayRan(counted.last, order.zone)}`]),
    ...(order.doing.do === 'run' ? spent : []),
    ...renderBounds(order),
  ];
}
