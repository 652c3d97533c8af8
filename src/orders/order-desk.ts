/** `/at`, `/every`, `/orders` and the buttons on their messages. */

import type { Inbox } from '../inbox/inbox.ts';
import type { Buttons, OrderPress } from '../outbound/buttons.ts';
import { PRESSES } from '../outbound/order-presses.ts';
import type { Outbox, Posting } from '../outbound/outbox.ts';
import type { Outgoing } from '../outbound/outgoing.ts';
import { wordsAlone } from '../outbound/reply.ts';
import type { InboundMessage } from '../ports/chat.ts';
import type { Model } from '../ports/model.ts';
import { say, slash, type Text } from '../words/say.ts';
import { askForOrder } from './ask-model.ts';
import { countsFrom } from './come-due.ts';
import type { Order } from './order.ts';
import type { OrderBook } from './order-book.ts';
import type { StandingOrder } from './order-state.ts';
import { orderButton } from './order-tells.ts';
import { EXAMPLES, HELP, TOO_OFTEN } from './order-words.ts';
import type { Orders } from './orders-ports.ts';
import { renderList, renderOne } from './orders-view.ts';
import { type ReadOrder, readOrder } from './read/read-order.ts';
import { isTooOften } from './read/read-when.ts';
import { setNote, setZone } from './set-habits.ts';
import { type SetOrderPorts, setOrder } from './set-order.ts';
import { type SetWatchPorts, setWatch } from './set-watch.ts';
import { changeTrigger, setTrigger } from './triggers/set-trigger.ts';
import type { Zones } from './zones.ts';

export interface OrderDeskPorts extends Omit<SetOrderPorts, 'isOwn'>, SetWatchPorts {
  readonly orders: Pick<Orders, 'now' | 'cancel'>;
  readonly book: OrderBook;
  readonly inbox: Pick<Inbox, 'through' | 'refuse'>;
  readonly outbox: Outbox;
  readonly buttons: Buttons;
  readonly zones: Zones;
  /** null: none is configured. */
  readonly model: Model | null;
  /** Whether there is money left today. */
  readonly mayAsk: () => boolean;
  readonly spent: (costUsd: number | null) => void;
  readonly isOwn: (order: Pick<Order, 'sender'>, senderId: string) => boolean;
}

export type OrderCommand = 'at' | 'every' | 'watch' | 'orders' | 'plain';

export interface OrderDesk {
  /** Whether a person's words say a time. */
  reads(text: string, senderId: string): boolean;
  take(command: OrderCommand, rest: string, message: InboundMessage): Promise<void>;
  press(press: OrderPress, message: InboundMessage): Promise<void>;
}

const PANELS_KEPT = 20;
const SHOWN = 12;

interface Panel {
  readonly posting: Posting;
  ids: readonly string[];
}

export function createOrderDesk(ports: OrderDeskPorts, signal: AbortSignal): OrderDesk {
  const { book, clock, buttons, outbox, zones } = ports;
  const panels = new Map<number, Panel>();
  let newest = 0;

  const nowOf = (senderId: string) => ({ at: clock.now(), zone: zones.of(senderId) });
  const own = (senderId: string): readonly StandingOrder[] =>
    book.all().filter(({ order }) => ports.isOwn(order, senderId));
  const find = (id: string | null, senderId: string): StandingOrder | null =>
    own(senderId).find(({ order }) => order.id === id) ?? null;
  const tell = ({ thread, updateId }: InboundMessage, text: Text): void => ports.reply(thread, [text], updateId);
  const from = (order: Order): number => Math.max(clock.now(), countsFrom(order, ports.inbox));

  function draw(panel: number, id: string | null, senderId: string): Outgoing {
    const one = find(id, senderId);
    const button = (act: OrderPress['act'], order: string | null, label?: Text) =>
      orderButton({ panel, order, act }, buttons, label);
    if (one !== null) {
      const { order, paused } = one;
      const acts = [
        ...(mayRunNow(order) ? ['run' as const] : []),
        paused === null ? ('pause' as const) : ('resume' as const),
      ];
      const rows = [
        acts.map((act) => button(act, order.id)),
        [button('edit', order.id), button('delete', order.id)],
        [button('show', null, say`‹ All orders`)],
      ];
      return { ...wordsAlone(renderOne(one, clock.now(), from(order))), buttons: rows };
    }
    const all = own(senderId);
    const shown = all.slice(-SHOWN);
    const more =
      all.length > shown.length
        ? ['\n\n', { quiet: say`${all.length - shown.length} older ones: ${slash('orders 1')} shows one.` }]
        : [];
    const ids = shown.map(({ order }) => button('show', order.id, order.id));
    const rows = [ids.slice(0, 6), ids.slice(6)].filter((row) => row.length > 0);
    return { ...wordsAlone([...renderList(shown, zones.of(senderId), from), ...more]), buttons: rows };
  }

  function open(id: string | null, { thread, sender, updateId }: InboundMessage): void {
    newest += 1;
    const message = draw(newest, id, sender.id);
    panels.set(newest, { posting: outbox.post(thread, message, updateId), ids: idsOf(message) });
    const old = panels.get(newest - PANELS_KEPT);
    if (old === undefined) return;
    panels.delete(newest - PANELS_KEPT);
    buttons.forget(old.ids);
  }

  function turn(panel: number, id: string | null, senderId: string): void {
    const known = panels.get(panel);
    if (known === undefined) return;
    buttons.forget(known.ids);
    const message = draw(panel, id, senderId);
    known.ids = idsOf(message);
    outbox.close(known.posting, message);
  }

  /** Parses by rule, or, after a command, by the model. */
  async function read(text: string, said: 'at' | 'every' | 'nothing', senderId: string): Promise<ReadOrder | null> {
    const now = nowOf(senderId);
    const found = readOrder(text, said, now) ?? (said === 'at' ? null : readOrder(text, 'at', now));
    if (found !== null || said === 'nothing' || ports.model === null || !ports.mayAsk()) return found;
    return await askForOrder(`${said} ${text}`, now, { model: ports.model, spent: ports.spent }, signal);
  }

  async function order(
    said: 'at' | 'every',
    text: string,
    message: InboundMessage,
    changes: Order | null,
  ): Promise<void> {
    if (text.trim() === '') return tell(message, EXAMPLES);
    if (isTooOften(text, said)) return tell(message, TOO_OFTEN);
    const found = await read(text, said, message.sender.id);
    if (found === null) return tell(message, say`I need a time and something to do. ${EXAMPLES}`);
    await setOrder({ read: found, zone: zones.of(message.sender.id), changes, plain: null }, message, ports, signal);
  }

  async function edit(standing: StandingOrder, message: InboundMessage): Promise<void> {
    const { id } = standing.order;
    const how =
      standing.order.when.kind === 'trigger'
        ? say`What should be done? Write it as your next message.`
        : standing.order.when.kind === 'watch'
          ? say`What should it wait for? Write it as your next message, beginning with “until”.`
          : say`How should it be? Write when and what, as your next message.`;
    const text = [{ bold: say`Order ${id}` }, '\n', how];
    const answer = await ports.questions.ask(
      {
        thread: message.thread,
        of: message.sender.id,
        text,
        choices: [[{ label: say`Cancel`, value: 'cancel', style: 'plain' }]],
        acceptsText: true,
        stopMeans: 'cancel',
        timeoutMs: ports.timeoutMs,
        closing: (end) => [...text, '\n', end.kind === 'text' ? say`Got it.` : say`It stays as it is.`],
      },
      signal,
    );
    if (answer.kind === 'text') await change(standing.order, answer.text, message);
  }

  async function change(old: Order, text: string, message: InboundMessage): Promise<void> {
    if (old.when.kind === 'trigger') await changeTrigger(old, old.when.name, text, message, ports, signal);
    else if (old.when.kind === 'watch') await setWatch(text.replace(/^\/?watch\s+/i, ''), message, ports, signal, old);
    else await order('every', text.replace(/^\/?(?:at|every)\s+/i, ''), message, old);
  }

  /** The result in a few words; null when a message of its own tells it. */
  async function act(press: OrderPress['act'], standing: StandingOrder, message: InboundMessage): Promise<Text | null> {
    const { id } = standing.order;
    switch (press) {
      case 'run':
        if (standing.order.when.kind === 'watch') return say`Order ${id} waits for something to show.`;
        if (!mayRunNow(standing.order)) return say`Order ${id} needs what its call brings.`;
        return (await ports.orders.now(id, clock.now())) ? say`Order ${id}: doing it now.` : say`Order ${id} is over.`;
      case 'pause':
        book.pause(id, 'person');
        drop(id);
        ports.wake();
        await book.sync();
        return say`Order ${id} is paused.`;
      case 'resume':
        book.change(id, {}, clock.now());
        await book.sync();
        ports.wake();
        return say`Order ${id} goes on.`;
      case 'delete':
        book.end(id, 'deleted');
        drop(id);
        ports.wake();
        await book.sync();
        return say`Order ${id} is deleted.`;
      case 'edit':
        await edit(standing, message);
        return null;
      case 'show':
        return null;
    }
  }

  /** Its waiting runs are dropped as well. */
  function drop(id: string): void {
    for (const { update } of ports.orders.cancel(id)) ports.inbox.refuse(update, 'its order was paused or deleted');
  }

  async function manage(rest: string, message: InboundMessage): Promise<void> {
    const { sender } = message;
    const [, word = '', id = '', text = ''] = /^(?:(\p{L}+)\s+)?#?(\d{1,6})(?:\s+([\s\S]+))?$/u.exec(rest) ?? [];
    if (rest === '') return open(null, message);
    const zone = /^(?:zone|zeitzone)(?:\s+(\S+))?$/i.exec(rest);
    if (zone !== null) return await setZone(zone[1] ?? '', message, ports);
    const note = /^(?:note|notiz)\s+([\s\S]+)$/i.exec(rest)?.[1];
    if (note !== undefined) return await setNote(note, message, ports);
    const trigger = /^(?:trigger|auslöser)(?:\s+([\s\S]+))?$/i.exec(rest);
    if (trigger !== null) return await setTrigger(trigger[1] ?? '', message, ports, signal);
    const standing = find(id, sender.id);
    if (id !== '' && standing === null)
      return tell(message, say`There is no order ${id}. ${slash('orders')} lists them.`);
    if (standing === null) return tell(message, HELP);
    const press = PRESSES[word.toLowerCase()];
    if (press === undefined) return tell(message, HELP);
    if (press === 'show') return open(id, message);
    if (press === 'edit' && text !== '') return await change(standing.order, text, message);
    const said = await act(press, standing, message);
    if (said !== null) tell(message, said);
  }

  return {
    reads: (text, senderId) => readOrder(text, 'nothing', nowOf(senderId)) !== null,
    async take(command, rest, message) {
      if (command === 'orders') return await manage(rest, message);
      if (command === 'watch') return await setWatch(rest, message, ports, signal);
      if (command !== 'plain') return await order(command, rest, message, null);
      const found = await read(rest, 'nothing', message.sender.id);
      if (found === null) return;
      await setOrder(
        { read: found, zone: zones.of(message.sender.id), changes: null, plain: rest },
        message,
        ports,
        signal,
      );
    },
    async press({ panel, order: id, act: press }, message) {
      const standing = find(id, message.sender.id);
      const said = standing === null || press === 'show' ? null : await act(press, standing, message);
      if (panel !== null) turn(panel, press === 'delete' ? null : id, message.sender.id);
      if (panel === null || press === 'run') {
        if (standing === null && id !== null)
          tell(message, say`There is no order ${id}. ${slash('orders')} lists them.`);
        else if (said !== null) tell(message, said);
      }
    },
  };
}

function idsOf({ buttons }: Outgoing): readonly string[] {
  return buttons.flat().flatMap(({ data }) => (data === null ? [] : [data]));
}

/** False for a watch, which waits for its condition, and for a trigger, which needs a call's values. */
function mayRunNow({ when }: Order): boolean {
  return when.kind !== 'watch' && (when.kind !== 'trigger' || when.fields.length === 0);
}
