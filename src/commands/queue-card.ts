/** `/queue`: the waiting commands, with buttons to move one up or cancel it; the card is kept up to date. */

import type { Inbox } from '../inbox/inbox.ts';
import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { Buttons, QueuePress } from '../outbound/buttons.ts';
import type { Outbox, Posting } from '../outbound/outbox.ts';
import type { Outgoing } from '../outbound/outgoing.ts';
import { wordsAlone } from '../outbound/reply.ts';
import type { SpokenButton } from '../outbound/spoken.ts';
import type { Sender, Thread } from '../ports/chat.ts';
import type { RunQueue } from '../run/queue.ts';
import { shortenWords } from '../words/amounts.ts';
import { say, type Text } from '../words/say.ts';
import { goalLine } from '../words/sent-files.ts';
import { renderQueue } from './replies.ts';

export interface QueueCardPorts {
  readonly queue: RunQueue;
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly buttons: Buttons;
}

export interface QueueCards {
  /** Settles the message that asked for it. */
  show(thread: Thread, settles: string): void;
  /** Handles a tap on one of its buttons; returns the toast. */
  press(meaning: QueuePress, buttonId: string, by: Sender): Text;
}

/** Rows of a card at most. */
const ROWS = 8;
const CARDS_REMEMBERED = 50;

interface Card {
  readonly posting: Posting;
  ids: readonly string[];
}

export function createQueueCards({ queue, inbox, outbox, buttons }: QueueCardPorts): QueueCards {
  const cards: Card[] = [];

  function draw(): { readonly message: Outgoing; readonly ids: readonly string[] } {
    const waiting = queue.waiting();
    const ids: string[] = [];
    const button = (
      label: Text,
      act: QueuePress['act'],
      update: string,
      style: SpokenButton['style'],
    ): SpokenButton => {
      const id = buttons.register({ kind: 'queue', act, update });
      ids.push(id);
      return { label, data: id, style };
    };
    const rows = waiting
      .slice(0, ROWS)
      .map(({ update }, index): readonly SpokenButton[] => [
        ...(index === 0 ? [] : [button(say`↑ ${index + 1} earlier`, 'up', update, 'plain')]),
        button(say`✕ Cancel ${index + 1}`, 'cancel', update, 'plain'),
      ]);
    const text = renderQueue(queue.current()?.run.state() ?? null, waiting);
    return { message: { ...wordsAlone(text), buttons: rows }, ids };
  }

  function redraw(card: Card): void {
    buttons.forget(card.ids);
    const { message, ids } = draw();
    card.ids = ids;
    outbox.close(card.posting, message);
  }

  function cancel(command: QueuedCommand, by: Sender): Text {
    if (queue.cancel(command.update) === null) return say`It's no longer in the queue.`;
    inbox.refuse(command.update, say`cancelled in the queue`);
    if (command.sender.id !== by.id) {
      const text = [say`“${shortenWords(goalLine(command.goal), 100)}” was cancelled by ${by.name}.`];
      outbox.post(command.thread, wordsAlone(text));
    }
    return say`Cancelled.`;
  }

  function moveUp(update: string): Text {
    const before = queue.moveUp(update);
    if (before === null) return say`It's already next.`;
    inbox.move(update, before.update);
    return '';
  }

  return {
    show(thread, settles) {
      const { message, ids } = draw();
      cards.push({ posting: outbox.post(thread, message, settles), ids });
      const oldest = cards.length > CARDS_REMEMBERED ? cards.shift() : undefined;
      if (oldest !== undefined) buttons.forget(oldest.ids);
    },
    press({ act, update }, buttonId, by) {
      const card = cards.find(({ ids }) => ids.includes(buttonId));
      const command = queue.waiting().find((waiting) => waiting.update === update);
      const toast =
        command === undefined ? say`It's no longer in the queue.` : act === 'up' ? moveUp(update) : cancel(command, by);
      if (card !== undefined) redraw(card);
      return toast;
    },
  };
}
