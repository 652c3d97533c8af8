/** Sets an order, or changes one: shown in words and times, confirmed with one tap, on the disk before it is said. */
import type { Questions } from '../outbound/questions.ts';
import type { Reply } from '../outbound/reply.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { InboundMessage } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import { type Scope, scopeSchema } from '../safety/scope.ts';
import { say, type Text } from '../words/say.ts';
import { showHidden } from '../words/visible.ts';
import { nextDue } from './due-times.ts';
import { type Order, type OrderText, wordsOf } from './order.ts';
import type { OrderBook } from './order-book.ts';
import { renderCard, sayDoing } from './orders-view.ts';
import type { ReadOrder } from './read/read-order.ts';
import { unreadTerm } from './read/read-terms.ts';
import { sayWhen } from './say-when.ts';

export interface SetOrderPorts {
  readonly book: OrderBook;
  readonly questions: Pick<Questions, 'ask'>;
  readonly reply: Reply;
  readonly clock: Pick<Clock, 'now'>;
  readonly timeoutMs: number;
  /** Scope in which ordinary work of this goal needs no further approval; null: none. */
  readonly proposeScope: (goal: string, signal: AbortSignal) => Promise<Scope | null>;
  /** Carries the words out at once, instead of as an order. */
  readonly doNow: (message: SetBy, words: string) => Promise<void>;
  readonly wake: () => void;
  readonly isOwn: (order: Order, senderId: string) => boolean;
}

export type SetBy = Pick<InboundMessage, 'updateId' | 'thread' | 'sender'>;

export interface SetRequest {
  readonly read: ReadOrder;
  readonly zone: string;
  /** The order to replace; null for a new one. */
  readonly changes: Order | null;
  /** The message's text, if it was no command and may be a goal; null otherwise. */
  readonly plain: string | null;
  /** A warning for the person before they set it. */
  readonly warning?: Text;
  /** Why it can no longer be set after the confirmation; null. */
  readonly lacks?: () => Text | null;
}

const MOST_ORDERS = 100;

export async function setOrder(
  { read, zone, changes, plain, warning = '', lacks = () => null }: SetRequest,
  message: SetBy,
  ports: SetOrderPorts,
  signal: AbortSignal,
): Promise<void> {
  const { book, reply, clock } = ports;
  const { thread, sender, updateId } = message;
  const tell = (text: Text): void => reply(thread, [text], updateId);
  const isMine = ({ order }: { readonly order: Order }): boolean => ports.isOwn(order, sender.id);
  if (changes === null && book.all().filter(isMine).length >= MOST_ORDERS)
    return tell(say`You have ${MOST_ORDERS} orders, and that is the most. Delete one first.`);
  const proposed = read.doing.do === 'run' ? await ports.proposeScope(read.doing.goal, signal) : null;
  const scope = proposed === null ? null : scopeSchema.parse(proposed);
  const text: OrderText = { ...read, zone, scope, thread, sender };
  const unread = unreadTerm(wordsOf(read.doing));
  const warnings = [
    warning,
    unread === null ? '' : say`I don't understand “${showHidden(unread)}”, so it is part of what is done.`,
  ].filter((one) => one !== '');
  const card = () => [
    ...renderCard(text, clock.now()),
    ...warnings.flatMap((one): readonly SpokenSpan[] => ['\n', { bold: one }]),
  ];
  const answer = await ports.questions.ask(
    {
      thread,
      of: sender.id,
      text: card(),
      choices: [
        [
          { label: say`Set it`, value: 'set', style: 'good' },
          { label: say`Cancel`, value: 'cancel', style: 'plain' },
        ],
        ...(plain === null ? [] : [[{ label: say`Do it now instead`, value: 'now', style: 'plain' } as const]]),
      ],
      stopMeans: 'cancel',
      timeoutMs: ports.timeoutMs,
      closing: (end) => [...card(), '\n\n', { bold: describeEnd(end) }],
    },
    signal,
  );
  if (answer.kind !== 'choice' || answer.value === 'cancel') return;
  if (answer.value === 'now') return await ports.doNow(message, plain ?? '');
  const now = clock.now();
  const lack = lacks();
  if (lack !== null) return tell(lack);
  if (!['watch', 'trigger'].includes(text.when.kind) && nextDue(text.when, zone, now) === null)
    return tell(say`That time has already passed, so nothing was set. Send it again with another time.`);
  const order = changes === null ? book.set(text, now) : book.change(changes.id, text, now);
  if (order === null) return tell(say`Order ${changes?.id ?? ''} is over.`);
  await book.sync();
  ports.wake();
  reply(thread, sayThatItIsSet(order, changes !== null, now), updateId);
}

/** For a watch the condition says more than the action. */
function sayAsSet(order: Order): Text {
  return order.when.kind === 'watch'
    ? say`Order ${order.id} is set: ${sayWhen(order)}. ${sayDoing(order)}.`
    : say`Order ${order.id} is set: ${sayDoing(order)}.`;
}

function sayChanged(order: Order): Text {
  return order.when.kind === 'watch'
    ? say`Order ${order.id} is changed: ${sayWhen(order)}. ${sayDoing(order)}.`
    : say`Order ${order.id} is changed: ${sayDoing(order)}.`;
}

function sayThatItIsSet(order: Order, isChanged: boolean, now: number) {
  const { when, zone } = order;
  const next = nextDue(when, zone, now);
  const head = isChanged ? sayChanged(order) : sayAsSet(order);
  const times = next === null ? [] : [' ', say`Next: ${{ due: next, zone }}.`];
  const call = when.kind === 'trigger' ? ['\n', sayCall(when.name)] : [];
  return [{ bold: `✅ ` }, head, ...times, ...call, '\n', { quiet: LISTS }];
}

function sayCall(name: string): Text {
  return say`${`deskhand trigger ${name}`} calls it on this computer; ${`deskhand trigger --secret ${name}`} shows there what other programs sign with.`;
}

const LISTS = say`${{ command: 'orders' }} lists all, to pause, change or delete.`;

function describeEnd(end: { readonly kind: string; readonly value?: string }): Text {
  if (end.kind === 'choice' && end.value === 'set') return say`Confirmed.`;
  if (end.kind === 'choice' && end.value === 'now') return say`Not set; doing it now.`;
  return end.kind === 'expired' ? say`No answer came, so it was not set.` : say`Not set.`;
}
