/** The daily note: what a person's orders did since the last one, their cost, open questions, failures. */
import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import { plural, say, type Text } from '../words/say.ts';
import type { Order } from './order.ts';
import type { Ran } from './order-events.ts';
import type { StandingOrder } from './order-state.ts';
import { sayDoing } from './orders-view.ts';
import { isOwnerOf } from './places.ts';

const DAY_MS = 24 * 3_600_000;

export interface Waits {
  readonly forComputer: readonly QueuedCommand[];
  /** Orders with a question that is open. */
  readonly forAnswer: readonly Order[];
}

export function renderDailyNote(
  note: Order,
  all: readonly StandingOrder[],
  waits: Waits,
  now: number,
  links: readonly (readonly string[])[],
): readonly SpokenSpan[] {
  const own = all.filter(({ order }) => order.id !== note.id && isOwnerOf(order, note.sender.id, links));
  const since = all.find(({ order }) => order.id === note.id)?.counted.last?.at ?? now - DAY_MS;
  const ran = own.flatMap(({ order, counted }) =>
    counted.ran.filter(({ at }) => at > since).map((one) => ({ order, one })),
  );
  const of = (outcomes: readonly Ran['outcome'][]) => ran.filter(({ one }) => outcomes.includes(one.outcome));
  const costs = ran.map(({ one }) => one.cost_usd);
  const usd = costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
  const held = own.filter(({ paused }) => paused !== null);
  const asked = own.filter(({ order }) => waits.forAnswer.some(({ id }) => id === order.id));
  const mine = waits.forComputer.filter((command) => own.some(({ order }) => order.id === command.order?.id));
  return [
    { bold: say`Standing orders since ${{ due: since, zone: note.zone }}` },
    ...lines(say`Done:`, of(['verified', 'unverified', 'told'])),
    ...lines(say`Failed or stopped:`, of(['failed', 'stopped', 'interrupted'])),
    ...lines(say`Left out or missed:`, of(['skipped', 'missed'])),
    ...lines(say`Needed your answer:`, of(['parked'])),
    ...lines(say`Wait for your answer:`, asked),
    ...(mine.length === 0
      ? []
      : ['\n', plural(mine.length, say`1 waits for the computer.`, say`${mine.length} wait for the computer.`)]),
    ...held.flatMap(({ order }): readonly SpokenSpan[] => ['\n', say`Paused: order ${order.id}, ${sayDoing(order)}`]),
    '\n',
    ran.length === 0 && mine.length === 0 && asked.length === 0 ? say`Nothing came due.` : say`Cost: ${{ usd }}`,
  ];
}

/** One line for each order, with its number of runs. */
function lines(head: Text, ran: readonly { readonly order: Order }[]): readonly SpokenSpan[] {
  if (ran.length === 0) return [];
  const orders = [...new Set(ran.map(({ order }) => order))];
  return [
    '\n',
    { bold: head },
    ...orders.flatMap((order): readonly SpokenSpan[] => {
      const times = ran.filter((one) => one.order === order).length;
      const line = say`order ${order.id}, ${sayDoing(order)}`;
      return ['\n', '• ', plural(times, line, say`${line}, ${times} times`)];
    }),
  ];
}
