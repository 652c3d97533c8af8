/** Questions to a person: one card, one answer, and no working buttons afterwards. */
import { randomBytes } from 'node:crypto';
import type { Sender, Thread } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import { anySignal } from '../ports/waits/abort-signals.ts';
import { say, type Text } from '../words/say.ts';
import type { Buttons } from './buttons.ts';
import type { Outbox, Posting } from './outbox.ts';
import type { Outgoing } from './outgoing.ts';
import { unlessAborted, whenDelivered, whenLost } from './question-waits.ts';

export interface Choice {
  readonly label: Text;
  readonly value: string;
  readonly style: 'plain' | 'good' | 'danger';
}

export interface Question {
  readonly thread: Thread;
  /** Only this sender's answer counts. */
  readonly of: Sender['id'];
  readonly text: Outgoing['text'];
  readonly picture?: Outgoing['picture'];
  readonly file?: Outgoing['file'];
  readonly choices: readonly (readonly Choice[])[];
  /** A choice that does not answer: the card shows this text from then on and stays open. */
  readonly tells?: { readonly value: string; readonly text: Outgoing['text'] };
  /** A choice that answers nothing: the card changes to this picture, and back with the next tap, when its button is called `back`. */
  readonly shows?: { readonly value: string; readonly picture: NonNullable<Outgoing['picture']>; readonly back: Text };
  /** The person's next plain message in the thread is an answer; left out, only a choice is. */
  readonly acceptsText?: boolean;
  /** Words of this form are meant for this question, whatever else is open; other words go first to other listeners. */
  readonly expects?: (text: string) => boolean;
  /** The answer is used once and never written down; left out, it is as open as any. */
  readonly isSecret?: boolean;
  /** No answer after this long is `expired`. */
  readonly timeoutMs: number;
  /** Whether a question that cannot be delivered ends at once; left out, it expires like one without an answer. */
  readonly mustArrive?: boolean;
  /** Lets the question answer itself when nobody objects within a time after its delivery. */
  readonly countdown?: Countdown;
  /** The choice that a stop in its thread counts as; left out, the stop ends the question together with its asker. */
  readonly stopMeans?: string;
  /** The card's text once it is decided. */
  readonly closing: (end: Answer | { readonly kind: 'stopped' }) => Outgoing['text'];
}

export interface Countdown {
  readonly ms: number;
  /** Asked when the time is over; false: it ends as expired. */
  readonly mayElapse: () => boolean;
}

export type Answer =
  | { readonly kind: 'choice'; readonly value: string; readonly by: Sender }
  | { readonly kind: 'text'; readonly text: string; readonly by: Sender }
  /** `isUnreachable`: the question could never arrive; nobody saw it. `isCountedDown`: it arrived, and nobody objected in time. */
  | { readonly kind: 'expired'; readonly isUnreachable?: boolean; readonly isCountedDown?: boolean };

export interface Questions {
  /** Rejects with the signal's reason when it aborts; the card then says that it was stopped. */
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
  /** Called whenever a question is posted, and when one is over. */
  follow(listener: () => void): void;
  /** A tap on a choice; the toast for the person. */
  choose(question: string, value: string, by: Sender): Text;
  /** A plain message; true when it answered an open question of that thread and person. */
  tell(thread: Thread, by: Sender, text: string): boolean;
  /** A stop by this person in this thread; true when it decided a question. */
  stop(thread: Thread, by: Sender): boolean;
  /** A stop of everything: how many questions it decided, wherever and to whomever they were put. */
  stopAll(by: Sender): number;
  /** What these plain words of this person in this thread would answer. */
  listening(thread: Thread, by: Sender, text: string): 'nothing' | 'question' | 'secret question';
}

/** A person who may answer, and the thread of their card. */
export interface Place {
  readonly thread: Thread;
  readonly of: Sender['id'];
}

interface Open {
  readonly question: Question;
  readonly places: readonly Place[];
  readonly settle: (answer: Answer) => void;
  /** Changes every card after a choice that answers nothing; the toast, or null for a choice that answers. */
  readonly turn: (value: string) => Text | null;
}

export function createQuestions(ports: {
  readonly outbox: Outbox;
  readonly buttons: Buttons;
  readonly clock: Clock;
  /** The person's other chats, where they can be asked, too. */
  readonly findOthers: (place: Place) => readonly Place[];
  /** Whether the chat of this thread is connected now. */
  readonly isConnected: (thread: Thread) => boolean;
}): Questions {
  const open = new Map<string, Open>();
  const listeners: (() => void)[] = [];
  const tellListeners = (): void => {
    for (const listener of listeners) listener();
  };

  const findOpen = (thread: Thread, by: Sender, text: string): readonly [string, Open] | undefined => {
    const listening = [...open].filter(
      ([, { question, places }]) =>
        question.acceptsText === true &&
        places.some((place) => place.of === by.id && isSameThread(place.thread, thread)),
    );
    return (
      listening.find(([, { question }]) => question.expects?.(text) === true) ??
      listening.find(([, { question }]) => question.expects === undefined) ??
      listening[0]
    );
  };

  /** Rejects when the signal aborts. */
  const countDown = async (
    { ms, mayElapse }: Countdown,
    postings: readonly Posting[],
    signal: AbortSignal,
  ): Promise<Answer> => {
    const late = ports.clock.sleep(DELIVERY_MS, signal).then((): Thread | null => null);
    const first = await Promise.race([whenDelivered(postings), late]);
    signal.throwIfAborted();
    if (first === null) return { kind: 'expired', isUnreachable: true };
    const startedAt = ports.clock.now();
    await ports.clock.sleep(ms, signal);
    signal.throwIfAborted();
    // A computer that slept gave nobody the time to object.
    const hasSlept = ports.clock.now() - startedAt > ms + SLEPT_MS;
    return !hasSlept && ports.isConnected(first) && mayElapse()
      ? { kind: 'expired', isCountedDown: true }
      : { kind: 'expired' };
  };

  return {
    follow: (listener) => void listeners.push(listener),
    async ask(question, signal) {
      signal.throwIfAborted();
      const id = randomBytes(16).toString('base64url');
      const rows = question.choices.map((row) =>
        row.map(({ label, value, style }) => ({
          label,
          style,
          data: ports.buttons.register({ kind: 'choice', question: id, value }),
        })),
      );
      const card: Outgoing = {
        kind: 'question',
        text: question.text,
        picture: question.picture ?? null,
        buttons: rows,
        file: question.file ?? null,
        again: {},
      };
      const places = [question, ...ports.findOthers(question)];
      const postings = places.map(({ thread }) => ports.outbox.post(thread, card));
      // Aborts the countdown when a person asks for more, since they have not decided yet.
      const asksForMore = new AbortController();
      let isTold = false;
      let isWhole = false;
      const { tells, shows } = question;
      const turn = (value: string): Text | null => {
        const isTurned = value === shows?.value;
        if (!isTurned && value !== tells?.value) return null;
        asksForMore.abort();
        if (isTurned) isWhole = !isWhole;
        else isTold = true;
        const turned: Outgoing = {
          ...card,
          file: null,
          text: isTold && tells !== undefined ? tells.text : card.text,
          ...(isWhole && shows !== undefined
            ? { picture: shows.picture, buttons: relabel(rows, shows, question) }
            : {}),
        };
        for (const posting of postings) ports.outbox.change(posting, turned, () => open.has(id));
        return isTurned ? say`I'm still waiting for your answer.` : TOLD;
      };
      const answered = new Promise<Answer>((settle) => open.set(id, { question, places, settle, turn }));
      tellListeners();
      const timer = new AbortController();
      const expiry = ports.clock
        .sleep(question.timeoutMs, anySignal(signal, timer.signal))
        .then((): Answer => ({ kind: 'expired' }));
      const { countdown } = question;
      const counting =
        countdown === undefined
          ? []
          : [countDown(countdown, postings, anySignal(signal, timer.signal, asksForMore.signal))];
      for (const one of counting) one.catch(() => undefined);
      let end: Answer | { readonly kind: 'stopped' } = { kind: 'stopped' };
      try {
        end = await Promise.race([
          answered,
          expiry,
          ...counting.map(unlessAborted),
          ...(question.mustArrive === true ? [whenLost(postings)] : []),
        ]);
        return end;
      } finally {
        open.delete(id);
        timer.abort();
        expiry.catch(() => undefined);
        ports.buttons.forget(rows.flat().map((button) => button.data));
        const closed: Outgoing = {
          ...card,
          file: null,
          text: question.closing(end),
          buttons: rows.map((row) => row.map((button) => ({ ...button, data: null }))),
        };
        for (const posting of postings) ports.outbox.close(posting, closed);
        tellListeners();
      }
    },
    choose(id, value, by) {
      const asked = open.get(id);
      if (asked === undefined) return say`This was already answered.`;
      if (!asked.places.some(({ of }) => of === by.id)) return say`Only the person who started this run can answer.`;
      const toast = asked.turn(value);
      if (toast !== null) return toast;
      open.delete(id);
      asked.settle({ kind: 'choice', value, by });
      return '';
    },
    tell(thread, by, text) {
      const found = findOpen(thread, by, text);
      if (found === undefined) return false;
      const [id, asked] = found;
      open.delete(id);
      asked.settle({ kind: 'text', text, by });
      return true;
    },
    stop(thread, by) {
      const found = findOpen(thread, by, '');
      const value = found?.[1].question.stopMeans;
      if (found === undefined || value === undefined) return false;
      const [id, asked] = found;
      open.delete(id);
      asked.settle({ kind: 'choice', value, by });
      return true;
    },
    stopAll(by) {
      const stopped = [...open].flatMap(([id, { question, settle }]) =>
        question.stopMeans === undefined ? [] : [{ id, value: question.stopMeans, settle }],
      );
      for (const { id, value, settle } of stopped) {
        open.delete(id);
        settle({ kind: 'choice', value, by });
      }
      return stopped.length;
    },
    listening(thread, by, text) {
      const found = findOpen(thread, by, text);
      if (found === undefined) return 'nothing';
      return found[1].question.isSecret === true ? 'secret question' : 'question';
    },
  };
}

const TOLD = say`It's on the card now. I'm still waiting for your answer.`;

/** The same rows, with the name that the button has while the other picture shows. */
function relabel(
  rows: Outgoing['buttons'],
  shows: NonNullable<Question['shows']>,
  { choices }: Pick<Question, 'choices'>,
): Outgoing['buttons'] {
  return rows.map((row, at) =>
    row.map((button, index) =>
      choices[at]?.[index]?.value === shows.value ? { ...button, label: shows.back } : button,
    ),
  );
}

/** Time for a card to be delivered; without a delivery nothing is done by countdown. */
const DELIVERY_MS = 30_000;
const SLEPT_MS = 5000;

export function isSameThread(first: Thread, second: Thread): boolean {
  return first.platform === second.platform && first.key === second.key;
}
