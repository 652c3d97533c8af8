/** Everything on its way to a person: the urgent first, what must arrive kept until it did, live messages coalesced. */
import type { Chat, Delivery, OutboundMessage, Platform, PostedMessage, Thread } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import { say, type Text } from '../words/say.ts';
import { type Language, speak } from '../words/speak.ts';
import type { RunButton } from './after-run.ts';
import type { Inbox, StoredDelivery } from './inbox.ts';
import { type SpokenButton, type SpokenSpan, speakButtons, speakSpans } from './spoken.ts';

/** A message in nobody's language yet, with what must survive a restart: where its picture lies and what its Again buttons mean. */
export interface Outgoing extends Pick<OutboundMessage, 'kind' | 'file'> {
  readonly text: readonly SpokenSpan[];
  readonly buttons: readonly (readonly SpokenButton[])[];
  readonly picture: {
    readonly jpeg: Uint8Array;
    readonly alt: Text;
    readonly stored: { readonly run: string; readonly name: string } | null;
  } | null;
  readonly again: Readonly<Record<string, string>>;
  /** Other buttons that are to work after a restart. */
  readonly ofRun?: Readonly<Record<string, RunButton>>;
}

/** In the language of its reader. */
interface Said extends OutboundMessage {
  readonly stored: { readonly run: string; readonly name: string } | null;
  readonly again: Outgoing['again'];
  readonly ofRun: NonNullable<Outgoing['ofRun']>;
}

/** A message that was handed in; `posted` resolves to null when it can never arrive. */
export interface Posting {
  readonly delivery: string;
  readonly thread: Thread;
  readonly posted: Promise<PostedMessage | null>;
}

export interface Live {
  /** Shows this within a few seconds; the latest wins. */
  update(message: Outgoing): void;
  /** The last word of this message; certain to arrive. */
  end(message: Outgoing): void;
}

export interface Outbox {
  /**
   * A new message; certain to arrive, unless the chat is gone for good. With `settles` it is the last word on that command: noted in
   * one event, so that no crash comes between the end of a command and its being told.
   */
  post(thread: Thread, message: Outgoing, settles?: string): Posting;
  /** Replaces a posted message for the last time; certain to arrive. */
  close(posting: Posting, message: Outgoing): void;
  /** A message that goes on changing. */
  live(thread: Thread, first: Outgoing): Live;
  /** After a restart: sends what never arrived, and gives what was left open its last words. */
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
  /** A sentence for the log: something could not be delivered. */
  readonly warn: (problem: string) => void;
}

/** Edits of a live message count as sends for every platform's flood control. */
const LIVE_INTERVAL_MS = 2500;
const RETRY_CAP_MS = 60_000;
const PRIORITY = { question: 0, end: 1, reply: 2, status: 3 } as const;

interface Job {
  readonly priority: number;
  /** Still wanted when its turn comes? A newer edit of the same live message makes it pointless. */
  readonly isWanted: () => boolean;
  readonly send: (signal: AbortSignal) => Promise<Delivery>;
  /** Called once with the end of it: sent or lost. */
  readonly finish: (message: PostedMessage | null) => void;
}

export function createOutbox(ports: OutboxPorts, signal: AbortSignal): Outbox {
  const { inbox, clock } = ports;
  const lanes = new Map<Platform, Lane>();
  for (const [platform, chat] of ports.chats) lanes.set(platform, createLane(chat.platform, ports, signal));

  const enqueue = (thread: Thread, job: Job): void => {
    const lane = lanes.get(thread.platform);
    if (lane === undefined) {
      ports.warn(`A message for ${thread.platform} waits: that chat is not running.`);
      return;
    }
    lane.push(job);
  };

  const chatOf = (thread: Thread): Chat | undefined => ports.chats.get(thread.platform);

  const sendNew = (thread: Thread, message: OutboundMessage) => (cancel: AbortSignal) =>
    chatOf(thread)?.post(thread, message, cancel) ?? Promise.resolve<Delivery>({ result: 'lost', why: 'no such chat' });

  const sendEdit = (posted: PostedMessage, message: OutboundMessage) => (cancel: AbortSignal) =>
    chatOf(posted.thread)?.edit(posted, message, cancel) ??
    Promise.resolve<Delivery>({ result: 'lost', why: 'no such chat' });

  /** An edit takes its place in the lane only once there is something to edit: before, it would wait for what stands behind it. */
  const editWhenPosted = (posting: Posting, edit: (posted: PostedMessage) => void, giveUp: () => void): void => {
    posting.posted.then((posted) => (posted === null ? giveUp() : edit(posted))).catch(() => undefined);
  };

  const deliver = (
    delivery: string,
    thread: Thread,
    priority: number,
    send: Job['send'],
  ): Promise<PostedMessage | null> =>
    new Promise((resolve) => {
      enqueue(thread, {
        priority,
        isWanted: () => true,
        send,
        finish: (message) => {
          noteDone(ports, delivery, message);
          resolve(message);
        },
      });
    });

  const sayTo = (thread: Thread, message: Outgoing): Said => sayIn(ports.languageOf(thread), message);

  const postSaid = (thread: Thread, message: Said, settles: string | null = null): Posting => {
    const delivery = noteQueued(ports, thread, store(message, null), settles);
    const posted = deliver(delivery, thread, PRIORITY[message.kind], sendNew(thread, strip(message)));
    return { delivery, thread, posted };
  };

  const post: Outbox['post'] = (thread, message, settles) => postSaid(thread, sayTo(thread, message), settles);

  const close = (posting: Posting, outgoing: Outgoing): void => {
    const message = sayTo(posting.thread, outgoing);
    const delivery = noteQueued(ports, posting.thread, store(message, posting.delivery), null);
    editWhenPosted(
      posting,
      (posted) => void deliver(delivery, posting.thread, PRIORITY.end, sendEdit(posted, strip(message))),
      () => noteDone(ports, delivery, null),
    );
  };

  return {
    post,
    close,
    live(thread, first) {
      const posting = post(thread, first);
      let latest = 0;
      let isEnded = false;
      let isScheduled = false;
      let lastSentAt = clock.elapsed();
      let waiting: Outgoing | null = null;
      const flush = async (): Promise<void> => {
        await clock.sleep(Math.max(0, lastSentAt + LIVE_INTERVAL_MS - clock.elapsed()), signal);
        isScheduled = false;
        if (isEnded || waiting === null) return;
        const message = sayTo(thread, waiting);
        waiting = null;
        latest += 1;
        const mine = latest;
        lastSentAt = clock.elapsed();
        const edit = (posted: PostedMessage): void =>
          enqueue(thread, {
            priority: PRIORITY.status,
            isWanted: () => !isEnded && mine === latest,
            send: sendEdit(posted, strip(message)),
            finish: () => undefined,
          });
        editWhenPosted(posting, edit, () => undefined);
      };
      return {
        update(message) {
          if (isEnded) return;
          waiting = message;
          if (isScheduled) return;
          isScheduled = true;
          flush().catch(() => undefined);
        },
        end(message) {
          if (isEnded) return;
          isEnded = true;
          close(posting, message);
        },
      };
    },
    resume(lastWords) {
      const undelivered = inbox.undelivered();
      for (const left of inbox.leftOpen()) {
        const posting = { delivery: left.delivery, thread: left.posted.thread, posted: Promise.resolve(left.posted) };
        close(posting, lastWords(left.message));
      }
      for (const { delivery, thread, message } of undelivered) resend(delivery, thread, message);
    },
    async drain(ms) {
      const deadline = clock.elapsed() + ms;
      while ([...lanes.values()].some((lane) => lane.isBusy()) && clock.elapsed() < deadline) {
        await clock.sleep(20, new AbortController().signal);
      }
    },
  };

  function resend(delivery: string, thread: Thread, message: StoredDelivery): void {
    // A question from an earlier life has nobody left to answer to.
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
      const whole = await restore(message, ports.languageOf(thread), ports);
      return target === null ? sendNew(thread, whole)(cancel) : sendEdit(target, whole)(cancel);
    });
  }
}

interface Lane {
  push(job: Job): void;
  isBusy(): boolean;
}

/** One sender per platform: a rate limit or an outage of one never holds up another. */
function createLane(platform: Platform, ports: OutboxPorts, signal: AbortSignal): Lane {
  const jobs: Job[] = [];
  let isWorking = false;

  const takeNext = (): Job | undefined => {
    const urgent = jobs.reduce<Job | undefined>(
      (best, job) => (best === undefined || job.priority < best.priority ? job : best),
      undefined,
    );
    if (urgent !== undefined) jobs.splice(jobs.indexOf(urgent), 1);
    return urgent;
  };

  const work = async (): Promise<void> => {
    let failures = 0;
    for (let job = takeNext(); job !== undefined && !signal.aborted; job = takeNext()) {
      if (!job.isWanted()) continue;
      const delivery = await attempt(job, signal);
      if (delivery.result === 'sent') {
        failures = 0;
        job.finish(delivery.message);
      } else if (delivery.result === 'lost') {
        ports.warn(`A message to ${platform} could not be delivered: ${delivery.why}`);
        job.finish(null);
      } else {
        failures += 1;
        if (job.isWanted()) jobs.unshift(job);
        await ports.clock.sleep(
          Math.min(RETRY_CAP_MS, Math.max(delivery.retryAfterMs, 250 * 2 ** Math.min(failures, 6))),
          signal,
        );
      }
    }
  };

  const start = (): void => {
    if (isWorking || signal.aborted) return;
    isWorking = true;
    work()
      .catch((error: unknown) => {
        if (!signal.aborted) ports.warn(`Sending to ${platform} broke off: ${String(error)}`);
      })
      .finally(() => {
        isWorking = false;
        if (jobs.length > 0) start();
      });
  };

  return {
    push(job) {
      jobs.push(job);
      start();
    },
    isBusy: () => isWorking || jobs.length > 0,
  };
}

async function attempt(job: Job, signal: AbortSignal): Promise<Delivery> {
  try {
    return await job.send(signal);
  } catch (error) {
    return { result: 'later', retryAfterMs: 1000, why: String(error) };
  }
}

/** A full disk must not keep a message from a person: it is sent all the same, only not remembered. */
function noteQueued(ports: OutboxPorts, thread: Thread, message: StoredDelivery, settles: string | null): string {
  try {
    return ports.inbox.queueDelivery(thread, message, settles);
  } catch (error) {
    if (settles !== null) ports.inbox.refuse(settles, 'it was told so');
    ports.warn(`A message is sent without being kept: ${String(error)}`);
    return '';
  }
}

function noteDone(ports: OutboxPorts, delivery: string, posted: PostedMessage | null): void {
  if (delivery === '') return;
  try {
    ports.inbox.finishDelivery(delivery, posted);
  } catch (error) {
    ports.warn(`A delivered message could not be noted and may come twice: ${String(error)}`);
  }
}

function sayIn(language: Language, { text, buttons, kind, file, picture, again, ofRun = {} }: Outgoing): Said {
  return {
    text: speakSpans(text, language),
    buttons: speakButtons(buttons, language),
    kind,
    file,
    picture: picture?.jpeg ?? null,
    pictureAlt: picture === null ? '' : speak(picture.alt, language),
    stored: picture?.stored ?? null,
    again,
    ofRun,
  };
}

function strip({ text, buttons, kind, file, picture, pictureAlt }: Said): OutboundMessage {
  return { text, buttons, kind, file, picture, pictureAlt };
}

function store(message: Said, edits: string | null): StoredDelivery {
  const { stored, pictureAlt } = message;
  return {
    text: [...message.text],
    buttons: message.buttons.map((row) => [...row]),
    kind: message.kind,
    picture: stored === null ? null : { ...stored, alt: pictureAlt },
    file: message.file?.name ?? null,
    again: { ...message.again },
    ...(Object.keys(message.ofRun).length === 0 ? {} : { of_run: { ...message.ofRun } }),
    edits,
  };
}

async function restore(message: StoredDelivery, language: Language, ports: OutboxPorts): Promise<OutboundMessage> {
  const { buttons, kind, picture } = message;
  const jpeg = picture === null ? null : await ports.readPicture(picture.run, picture.name);
  const text = message.file === null ? message.text : [...message.text, { quiet: speak(FILE_GONE, language) }];
  return { text, buttons, kind, file: null, picture: jpeg, pictureAlt: jpeg === null ? '' : (picture?.alt ?? '') };
}

const FILE_GONE = say`\nThe file was not sent before Deskhand was restarted, and is not kept; ask for it once more.`;
