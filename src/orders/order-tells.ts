/** Messages to people about their orders that nobody asked for. */
import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { Buttons, OrderPress } from '../outbound/buttons.ts';
import type { Outbox } from '../outbound/outbox.ts';
import type { Outgoing } from '../outbound/outgoing.ts';
import { isSameThread } from '../outbound/questions.ts';
import { wordsAlone } from '../outbound/reply.ts';
import type { SpokenButton, SpokenSpan } from '../outbound/spoken.ts';
import type { Thread } from '../ports/chat.ts';
import { showValues } from '../run/outside-values.ts';
import { plural, say, type Text } from '../words/say.ts';
import { showHidden } from '../words/visible.ts';
import type { CameDue } from './come-due.ts';
import type { Order } from './order.ts';
import type { Ran } from './order-events.ts';
import { sayDoing } from './orders-view.ts';
import { type PlacePorts, placesOf } from './places.ts';
import { sayFound, sayWhen } from './say-when.ts';

export interface TellPorts extends PlacePorts {
  readonly outbox: Pick<Outbox, 'post'>;
  readonly buttons: Buttons;
}

export interface OrderTells {
  /** Tells it in each of the order's threads; with `settles` the first message settles those commands. */
  tell(order: Order, text: readonly SpokenSpan[], more?: TellMore): void;
  remind(order: Order, command: QueuedCommand): void;
  /** One message for each thread about all missed times; none when nothing was missed. */
  missed(came: readonly CameDue[]): void;
  late(order: Order, command: QueuedCommand, why: Text): void;
  overlapping(order: Order, command: QueuedCommand): void;
  /** Its run was blocked and the desktop is free now: tells what happens with it. */
  putOff(order: Order, how: 'run' | 'skip' | 'ask', at: number): void;
  /** It came due, and its maker changed it before it began. */
  changed(order: Order, command: QueuedCommand): void;
  paused(order: Order, why: 'failures' | 'month'): void;
  found(order: Order, command: QueuedCommand, picture: Outgoing['picture']): void;
  /** Its question was not answered in time. */
  unanswered(order: Order): void;
  /** A watch ended without its condition. */
  over(order: Order): void;
  /** Tells the order's other threads the end of its run, which the first one has. */
  ended(order: Order, outcome: Ran['outcome']): void;
}

export interface TellMore {
  readonly settles?: readonly string[];
  readonly acts?: readonly OrderPress['act'][];
  readonly picture?: Outgoing['picture'];
}

const ACTS: Readonly<Record<OrderPress['act'], Text>> = {
  show: say`Show`,
  run: say`Run now`,
  pause: say`Pause`,
  resume: say`Resume`,
  edit: say`Edit`,
  delete: say`Delete`,
};

export function orderButton(
  press: OrderPress,
  buttons: Buttons,
  label: Text = ACTS[press.act],
): SpokenButton & { readonly data: string } {
  const style = press.act === 'delete' ? 'danger' : press.act === 'run' ? 'good' : 'plain';
  return { label, style, data: buttons.register({ kind: 'orders', press }) };
}

export function createOrderTells(ports: TellPorts): OrderTells {
  const { outbox, buttons } = ports;

  const tell: OrderTells['tell'] = (order, text, { settles, acts = [], picture = null } = {}) => {
    for (const [index, place] of placesOf(order, ports).entries()) {
      const row = acts.map((act) => orderButton({ panel: null, order: order.id, act }, buttons));
      const message = { ...wordsAlone(text), picture, buttons: row.length === 0 ? [] : [row] };
      outbox.post(place, message, index === 0 && settles !== undefined ? settles : undefined);
    }
  };

  const sayMissed = ({ standing: { order }, command }: CameDue): readonly SpokenSpan[] => {
    const { due, missed } = command.order;
    if (missed === undefined) return [];
    const [last, first] = [
      { due: Date.parse(due), zone: order.zone },
      { due: Date.parse(missed.first), zone: order.zone },
    ];
    const times = plural(missed.count, say`due ${last}`, say`due ${missed.count} times since ${first}`);
    return ['\n', say`Order ${order.id}, ${sayDoing(order)}: ${times}. ${sayHow(order, missed.how)}`];
  };

  return {
    tell,
    remind(order, command) {
      const { due, missed } = command.order ?? {};
      const at = { due: Date.parse(due ?? command.sentAt), zone: order.zone };
      const late: readonly SpokenSpan[] = missed === undefined ? [] : ['\n', { quiet: say`It was due on ${at}.` }];
      const text = order.doing.do === 'remind' ? showHidden(order.doing.text) : '';
      const sent = showValues(command.values ?? {});
      const apart: readonly SpokenSpan[] = sent.length === 0 ? [] : ['\n', ...sent.slice(0, -1)];
      tell(order, [{ bold: say`⏰ Reminder` }, '\n', text, ...late, ...apart], { settles: [command.update] });
    },
    missed(all) {
      // A reminder says itself that it was due before.
      const came = all.filter(
        ({ standing: { order }, command: { order: time } }) =>
          time.missed !== undefined && (order.doing.do === 'run' || time.missed.how !== 'run'),
      );
      const groups: { readonly place: Thread; readonly came: CameDue[] }[] = [];
      for (const one of came) {
        for (const place of placesOf(one.standing.order, ports)) {
          const known = groups.find((group) => isSameThread(group.place, place));
          if (known === undefined) groups.push({ place, came: [one] });
          else known.came.push(one);
        }
      }
      const settled = new Set<string>();
      for (const { place, came: here } of groups) {
        // A run settles its command; a skipped time is settled by this message.
        const over = here.filter(({ command }) => command.order.missed?.how === 'skip' && !settled.has(command.update));
        for (const { command } of over) settled.add(command.update);
        const text = [{ bold: say`While I was away, this came due:` }, ...here.flatMap(sayMissed)];
        const settles = over.map(({ command }) => command.update);
        outbox.post(place, wordsAlone(text), settles.length === 0 ? undefined : settles);
      }
    },
    late(order, command, why) {
      const at = { due: Date.parse(command.order?.due ?? command.sentAt), zone: order.zone };
      tell(order, [say`Order ${order.id}, ${sayDoing(order)}, was due on ${at} and waits: ${why}.`]);
    },
    overlapping(order, command) {
      const at = { due: Date.parse(command.order?.due ?? command.sentAt), zone: order.zone };
      tell(
        order,
        [
          say`Order ${order.id}, ${sayDoing(order)}: the time on ${at} was left out, because the one before was not over.`,
        ],
        { settles: [command.update] },
      );
    },
    putOff(order, how, at) {
      const again = { due: at, zone: order.zone };
      const comesAgain = order.when.kind === 'calendar' || order.when.kind === 'every';
      const what =
        how === 'run'
          ? comesAgain
            ? say`Next try: ${again}. I skip what comes due before that.`
            : say`Next try: ${again}.`
          : how === 'skip'
            ? say`this time is left out, as the order says.`
            : say`it did not finish. I ask below.`;
      const acts: readonly OrderPress['act'][] =
        how === 'run' ? (comesAgain || order.when.kind === 'once' ? ['run', 'delete'] : ['delete']) : [];
      tell(order, [say`Order ${order.id}, ${sayDoing(order)}: ${what}`], { acts });
    },
    changed(order, command) {
      const at = { due: Date.parse(command.order?.due ?? command.sentAt), zone: order.zone };
      tell(order, [say`Order ${order.id}: the time on ${at} was left out, because the order was changed meanwhile.`], {
        settles: [command.update],
      });
    },
    paused(order, why) {
      const text =
        why === 'failures'
          ? say`Order ${order.id}, ${sayDoing(order)}, failed three times in a row, so I paused it.`
          : say`Order ${order.id}, ${sayDoing(order)}, has spent its money of this month, so it is paused until the next one.`;
      tell(order, [text], { acts: ['resume', 'edit', 'delete'] });
    },
    found(order, command, picture) {
      const what = order.when.kind === 'watch' ? sayFound(order.when.watch) : sayWhen(order);
      tell(order, ['👀 ', { bold: what }], {
        settles: [command.update],
        picture,
      });
    },
    unanswered(order) {
      tell(order, [say`Order ${order.id}, ${sayDoing(order)}: no answer came in time, so it was not done.`]);
    },
    over(order) {
      tell(order, [say`Order ${order.id}, ${sayWhen(order)}, is over: that did not happen in its time.`]);
    },
    ended(order, outcome) {
      const others = placesOf(order, ports).slice(1);
      const text = [say`Order ${order.id}, ${sayDoing(order)}: ${sayEnd(outcome)}`];
      for (const place of others) outbox.post(place, wordsAlone(text));
    },
  };
}

function sayHow({ doing }: Order, how: 'run' | 'skip' | 'ask'): Text {
  if (how === 'skip') return say`Left out.`;
  if (how === 'ask') return say`I ask below.`;
  return doing.do === 'run' ? say`I do it once now.` : say`You get it once now.`;
}

function sayEnd(outcome: Ran['outcome']): Text {
  if (outcome === 'verified') return say`done and checked.`;
  if (outcome === 'unverified') return say`done, not checked.`;
  if (outcome === 'parked') return say`it needs your answer.`;
  return outcome === 'failed' ? say`it failed.` : say`it did not finish.`;
}
