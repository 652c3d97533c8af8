/** All messages on their way to people: urgent ones first, required ones kept until they arrived, live messages coalesced. */
import type { Inbox } from '../inbox/inbox.ts';
import type { StoredDelivery } from '../inbox/inbox-events.ts';
import type { Chat, Delivery, OutboundMessage, Platform, PostedMessage, Thread } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import { say, type Text } from '../words/say.ts';
import type { Language } from '../words/speak.ts';
import type { Buttons } from './buttons.ts';
import { createLive, type Live } from './live-message.ts';
import { type Outgoing, restore, type Said, sayIn, store, strip } from './outgoing.ts';
import { createSendQueue, type Job, PRIORITY, type SendQueue } from './send-queue.ts';
import { spellingOf, wordsOf } from './spoken.ts';

/** A message that was handed in; `posted` resolves to null when it can never arrive. */
export interface Posting {
  readonly delivery: string;
  readonly thread: Thread;
  readonly posted: Promise<PostedMessage | null>;
}

export interface Outbox {
  /**
   * Posts a new message; certain to arrive, unless the chat is gone for good. With `settles` it is the final reply to that command, or those. Both
   * are stored in one event, so that no crash comes between the end of a command and its message.
   */
  post(thread: Thread, message: Outgoing, settles?: string | readonly string[]): Posting;
  /** Shows this in a message that stays open, if `isWanted` when its turn comes; a restart forgets it. */
  change(posting: Posting, message: Outgoing, isWanted: () => boolean): void;
  /** Replaces a posted message for the last time; certain to arrive. */
  close(posting: Posting, message: Outgoing): void;
  /** Posts a message that keeps changing. When its subject ends before it is posted, it is left out, as the end is told anyway. */
  live(thread: Thread, first: Outgoing): Live;
  /** After a restart: sends what never arrived, and closes what was left open with `lastWords`. */
  resume(lastWords: (left: StoredDelivery) => Outgoing): void;
  /** Resolves when all that was handed in has arrived, or after `ms`. */
  drain(ms: number): Promise<void>;
}

export interface OutboxPorts {
  readonly chats: ReadonlyMap<Platform, Chat>;
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly readPicture: (run: string, name: string) => Promise<Uint8Array | null>;
  readonly languageOf: (thread: Thread) => Language;
  /** Told which thread each button is sent to. */
  readonly buttons: Pick<Buttons, 'place'>;
  /** A sentence for the log: something could not be delivered. */
  readonly warn: (problem: string) => void;
}

export function createOutbox(ports: OutboxPorts, signal: AbortSignal): Outbox {
  const { inbox, clock } = ports;
  const queues = new Map<Platform, SendQueue>();
  for (const [platform, chat] of ports.chats) queues.set(platform, createSendQueue(chat.platform, ports, signal));

  const enqueue = (thread: Thread, job: Job): void => {
    const queue = queues.get(thread.platform);
    if (queue === undefined) {
      ports.warn(`A message for ${thread.platform} waits: that chat is not running.`);
      return;
    }
    queue.push(job);
  };

  const chatOf = (thread: Thread): Chat | undefined => ports.chats.get(thread.platform);

  const sendNew = (thread: Thread, message: OutboundMessage) => (cancel: AbortSignal) =>
    chatOf(thread)?.post(thread, message, cancel) ??
    Promise.resolve<Delivery>({ result: 'lost', why: say`that chat is not running` });

  const sendEdit = (posted: PostedMessage, message: OutboundMessage) => (cancel: AbortSignal) =>
    chatOf(posted.thread)?.edit(posted, message, cancel) ??
    Promise.resolve<Delivery>({ result: 'lost', why: say`that chat is not running` });

  /** Queues an edit only once its message is posted: earlier it would block messages behind it. */
  const editWhenPosted = (posting: Posting, edit: (posted: PostedMessage) => void, giveUp: () => void): void => {
    posting.posted.then((posted) => (posted === null ? giveUp() : edit(posted))).catch(() => undefined);
  };

  const deliver = (
    delivery: string,
    thread: Thread,
    priority: number,
    send: Job['send'],
    isWanted = (): boolean => true,
  ): Promise<PostedMessage | null> =>
    new Promise((resolve) => {
      enqueue(thread, {
        priority,
        isWanted,
        send,
        finish: (message) => {
          noteDone(ports, delivery, message);
          resolve(message);
        },
      });
    });

  const sayTo = (thread: Thread, message: Outgoing, language = ports.languageOf(thread)): Said => {
    for (const { data } of message.buttons.flat()) if (data !== null) ports.buttons.place(data, thread);
    if (message.point !== undefined) ports.buttons.place(message.point, thread);
    return sayIn(language, message, spellingOf(thread.platform));
  };

  const postSaid = (thread: Thread, message: Said, { settles = null, words, isWanted }: PostedHow = {}): Posting => {
    const delivery = noteQueued(ports, thread, store(message, null), settles, words);
    const posted = deliver(delivery, thread, PRIORITY[message.kind], sendNew(thread, strip(message)), isWanted);
    return { delivery, thread, posted };
  };

  const post: Outbox['post'] = (thread, message, settles) =>
    postSaid(thread, sayTo(thread, message), { settles: settles ?? null, words: wordsOf(message.text) });

  const close = (posting: Posting, outgoing: Outgoing, language?: Language): void => {
    const message = sayTo(posting.thread, outgoing, language);
    const delivery = noteQueued(ports, posting.thread, store(message, posting.delivery), null);
    editWhenPosted(
      posting,
      (posted) => void deliver(delivery, posting.thread, PRIORITY.end, sendEdit(posted, strip(message))),
      () => noteDone(ports, delivery, null),
    );
  };

  const change: Outbox['change'] = (posting, message, isWanted) => {
    const { thread } = posting;
    const said = strip(sayTo(thread, message));
    editWhenPosted(
      posting,
      (posted) =>
        enqueue(thread, {
          priority: PRIORITY[message.kind],
          isWanted,
          send: sendEdit(posted, said),
          finish: () => undefined,
        }),
      () => undefined,
    );
  };

  return {
    post,
    change,
    close: (posting, message) => close(posting, message),
    live(thread, first) {
      let isOver = false;
      const posting = postSaid(thread, sayTo(thread, first), { isWanted: () => !isOver });
      const edit = (message: Outgoing, isWanted: () => boolean): void => change(posting, message, isWanted);
      const end = (message: Outgoing): void => {
        isOver = true;
        close(posting, message);
      };
      return createLive({ clock, edit, close: end }, signal);
    },
    resume(lastWords) {
      const undelivered = inbox.undelivered();
      for (const left of inbox.leftOpen()) {
        const posting = { delivery: left.delivery, thread: left.posted.thread, posted: Promise.resolve(left.posted) };
        close(posting, lastWords(left.message), left.message.language);
      }
      for (const { delivery, thread, message } of undelivered) resend(delivery, thread, message);
    },
    async drain(ms) {
      const deadline = clock.elapsed() + ms;
      while ([...queues.values()].some((queue) => queue.isBusy()) && clock.elapsed() < deadline) {
        await clock.sleep(20, new AbortController().signal);
      }
    },
  };

  function resend(delivery: string, thread: Thread, message: StoredDelivery): void {
    // The process that asked this question is gone, so an answer would reach nobody.
    if (message.edits === null && (message.kind === 'question' || message.kind === 'status')) {
      noteDone(ports, delivery, null);
      return;
    }
    const target = message.edits === null ? null : inbox.postedAs(message.edits);
    if (message.edits !== null && target === null) {
      noteDone(ports, delivery, null);
      return;
    }
    void deliver(delivery, thread, PRIORITY[message.kind], async (cancel) => {
      const whole = await restore(message, message.language ?? ports.languageOf(thread), ports.readPicture);
      return target === null ? sendNew(thread, whole)(cancel) : sendEdit(target, whole)(cancel);
    });
  }
}

interface PostedHow {
  readonly settles?: string | readonly string[] | null;
  /** Text in no language yet, for those who wait for the settled command. */
  readonly words?: Text;
  readonly isWanted?: () => boolean;
}

type NotingPorts = Pick<OutboxPorts, 'inbox' | 'warn'>;

/** Stores a message and returns its id; '' when it cannot be stored: it is sent all the same, even with a full disk. */
function noteQueued(
  ports: NotingPorts,
  thread: Thread,
  message: StoredDelivery,
  settles: string | readonly string[] | null,
  words?: Text,
): string {
  try {
    return ports.inbox.queueDelivery(thread, message, settles, words);
  } catch (error) {
    for (const update of typeof settles === 'string' ? [settles] : (settles ?? []))
      ports.inbox.refuse(update, words ?? 'it was told so');
    ports.warn(`A message is sent without being kept: ${String(error)}`);
    return '';
  }
}

/** null: lost. */
function noteDone(ports: NotingPorts, delivery: string, posted: PostedMessage | null): void {
  if (delivery === '') return;
  try {
    ports.inbox.finishDelivery(delivery, posted);
  } catch (error) {
    ports.warn(`A delivered message could not be noted and may come twice: ${String(error)}`);
  }
}
