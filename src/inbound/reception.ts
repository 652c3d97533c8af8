/** Receives what is not plain words: fetches files into the inbox folder, and transcribes voice notes. */

import { parseCommand } from '../commands/parse-command.ts';
import type { Inbox } from '../inbox/inbox.ts';
import type { QueuedCommand, Received } from '../inbox/queued-command.ts';
import type { Buttons } from '../outbound/buttons.ts';
import type { Outbox, Posting } from '../outbound/outbox.ts';
import { isSameThread } from '../outbound/questions.ts';
import { wordsAlone } from '../outbound/reply.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { Attachment, Chat, Fetched, Platform, Thread } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileInbox } from '../ports/file-inbox.ts';
import type { Transcriber } from '../ports/transcriber.ts';
import { withLimit } from '../ports/waits/abort-signals.ts';
import { plural, quoted, say, type Text } from '../words/say.ts';
import { fileName, withFiles } from '../words/sent-files.ts';
import { makeSafeName } from './safe-name.ts';
import type { WaitingFiles } from './waiting-files.ts';

export interface ReceptionPorts {
  readonly chats: ReadonlyMap<Platform, Chat>;
  readonly clock: Clock;
  readonly files: FileInbox;
  readonly waiting: WaitingFiles;
  readonly transcriber: Transcriber;
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly buttons: Buttons;
  /** Takes a command to its run. */
  readonly submit: (command: QueuedCommand) => void;
  /** Passes words to the open question or the run of this thread and returns the reply; '' when there is neither. */
  readonly tellRun: (command: QueuedCommand, text: string) => Text;
  /** Carries out a spoken stop and returns the reply; '' when the end of the run is the reply. */
  readonly stop: (command: QueuedCommand, all: boolean) => Text;
}

/** Words to be confirmed, in reply to this update. */
export interface Offer extends Pick<QueuedCommand, 'update' | 'thread' | 'sender'> {
  readonly text: string;
  readonly head: Text;
  /** Below the words; ''. */
  readonly why: Text;
}

export interface Reception {
  /** `goal`: of the new run; null when the message is no goal. Rejects with a sentence for people. */
  take(command: QueuedCommand, received: Received, goal: string | null): Promise<void>;
  /** Cancels what is under way for this thread (null: for all) and returns its number. */
  cancel(thread: Thread | null): number;
  /** Shows words that count only after a tap. */
  offer(offer: Offer): void;
  /** Ends the card of a voice note or of waiting files that was decided. */
  decide(buttonId: string, text: Text): void;
}

/** Telegram's limit for bots; larger files do not belong into a chat. */
const RECEIVE_LIMIT_BYTES = 20 * 1024 * 1024;
/** Five minutes of uncompressed sound, as the page records it. */
const VOICE_LIMIT_BYTES = 10 * 1024 * 1024;
const VOICE_LIMIT_S = 300;
const FETCH_TRIES = 5;
const FETCH_PAUSE_CAP_MS = 15_000;
const TAKE_MS = 10 * 60_000;

export function createReception(ports: ReceptionPorts): Reception {
  const { clock, outbox, waiting } = ports;
  const underWay = new Map<AbortController, Thread>();
  /** Cards of voice notes and of files that wait, by the ids of their buttons. */
  const cards = new Map<string, Card>();

  const reply = (command: QueuedCommand, text: readonly SpokenSpan[]): void => {
    outbox.post(command.thread, wordsAlone(text), command.update);
  };

  /** Tries again while it is worth it. */
  async function fetchBytes(thread: Thread, file: Attachment, limit: number, signal: AbortSignal) {
    const chat = ports.chats.get(thread.platform);
    let fetched: Fetched = { result: 'lost', why: say`that chat is not running` };
    for (let tries = 0; chat !== undefined && tries < FETCH_TRIES; tries += 1) {
      fetched = await chat.fetch(file, limit, signal);
      if (fetched.result !== 'later') break;
      await clock.sleep(Math.min(fetched.retryAfterMs, FETCH_PAUSE_CAP_MS), signal);
    }
    return fetched;
  }

  async function saveAll(command: QueuedCommand, files: readonly Attachment[], signal: AbortSignal) {
    const saved: { readonly name: string; readonly path: string }[] = [];
    for (const file of files) {
      const name = makeSafeName(file.name, file.mediaType);
      const fetched = await fetchBytes(command.thread, file, RECEIVE_LIMIT_BYTES, signal);
      if (fetched.result !== 'fetched') return { saved, failed: say`I couldn't receive ${name}: ${fetched.why}.` };
      saved.push({ name, path: await ports.files.save(name, fetched.bytes, signal) });
    }
    return { saved, failed: null };
  }

  async function takeFiles(
    command: QueuedCommand,
    received: Extract<Received, { readonly kind: 'files' }>,
    goal: string | null,
    signal: AbortSignal,
  ): Promise<void> {
    const { saved, failed } = await saveAll(command, received.files, signal);
    const paths = saved.map(({ path }) => path);
    if (failed !== null) return reply(command, [failed, ...(goal === null ? [] : [' ', say`Nothing was started.`])]);
    if (goal !== null) {
      const earlier = waiting.find(command.thread, command.sender);
      for (const button of waiting.drop(command.thread, command.sender)) decide(button, say`Used with your request.`);
      return ports.submit({ ...command, goal: withFiles(goal, [...earlier, ...paths]) });
    }
    const words = parseCommand(received.text);
    const said = ports.tellRun(command, withFiles(words.kind === 'plain' ? words.text : '', paths).trim());
    if (said !== '') return reply(command, [said]);
    const leaveOut = ports.buttons.register({ kind: 'leave out', thread: command.thread, of: command.sender.id });
    await waiting.add(command.thread, command.sender, paths, leaveOut);
    const ignored: readonly SpokenSpan[] =
      words.kind === 'plain'
        ? []
        : ['\n', say`${received.text.slice(0, 60)} doesn't work below a file. Send it by itself.`];
    const left: readonly SpokenSpan[] =
      received.isForwarded === true ? ['\n', say`I left out what others wrote to it.`] : [];
    const shown: readonly SpokenSpan[] = [
      ...paths.flatMap((path): readonly SpokenSpan[] => ['📎 ', { bold: fileName(path) }, '\n']),
      plural(paths.length, say`I'll use it with your next request.`, say`I'll use them with your next request.`),
      ...left,
      ...ignored,
    ];
    const buttons = [
      [{ label: plural(paths.length, say`Leave it out`, say`Leave them out`), data: leaveOut, style: 'plain' }],
    ] as const;
    const posting = outbox.post(command.thread, { ...wordsAlone(shown), buttons }, command.update);
    keep({ posting, shown, ids: [leaveOut] });
  }

  async function takeVoice(
    command: QueuedCommand,
    { audio, seconds }: Extract<Received, { readonly kind: 'voice' }>,
    signal: AbortSignal,
  ): Promise<void> {
    if ((seconds ?? 0) > VOICE_LIMIT_S) return reply(command, [TOO_LONG]);
    const fetched = await fetchBytes(command.thread, audio, VOICE_LIMIT_BYTES, signal);
    if (fetched.result !== 'fetched') return reply(command, [say`I couldn't receive your voice note: ${fetched.why}.`]);
    const heard = await ports.transcriber.transcribe(fetched.bytes, signal);
    if (!heard.ok) return reply(command, [heard.why]);
    if (heard.seconds > VOICE_LIMIT_S) return reply(command, [TOO_LONG]);
    const parsed = parseCommand(heard.text);
    // A stop is safe even when it was misheard.
    if (parsed.kind === 'command' && parsed.command.name === 'stop') {
      const told = ports.stop(command, parsed.command.all);
      if (told === '') return ports.inbox.refuse(command.update, 'the end of the run answers it');
      return reply(command, [told]);
    }
    const { update, thread, sender } = command;
    offer({ update, thread, sender, text: heard.text, head: say`I heard:`, why: '' });
  }

  /** Shows words that count only after a tap. The button to run them survives a restart. */
  function offer({ update, thread, sender, text, head, why }: Offer): void {
    const run = ports.buttons.register({ kind: 'heard', text, of: sender.id });
    const cancel = ports.buttons.register({ kind: 'unheard', of: sender.id });
    const shown: readonly SpokenSpan[] = [
      { bold: head },
      ' ',
      quoted(text),
      ...(why === '' ? [] : (['\n', why] as const)),
    ];
    const posting = outbox.post(
      thread,
      {
        ...wordsAlone(shown),
        buttons: [
          [
            { label: say`Run it`, data: run, style: 'good' },
            { label: say`Cancel`, data: cancel, style: 'plain' },
          ],
        ],
        again: { [run]: text },
      },
      update,
    );
    keep({ posting, shown, ids: [run, cancel] });
  }

  function keep(card: Card): void {
    for (const id of card.ids) cards.set(id, card);
    while (cards.size > CARD_BUTTONS_KEPT) forgetOldest(cards);
  }

  function decide(buttonId: string, text: Text): void {
    const card = cards.get(buttonId);
    if (card === undefined) return;
    for (const id of card.ids) cards.delete(id);
    ports.buttons.forget(card.ids);
    outbox.close(card.posting, wordsAlone([...card.shown, '\n', { quiet: text }]));
  }

  return {
    async take(command, received, goal) {
      const taking = new AbortController();
      underWay.set(taking, command.thread);
      const signal = withLimit(TAKE_MS, taking.signal);
      try {
        if (received.kind === 'files') await takeFiles(command, received, goal, signal);
        else await takeVoice(command, received, signal);
      } catch (error) {
        if (!taking.signal.aborted) throw error;
        ports.inbox.refuse(command.update, 'stopped');
      } finally {
        underWay.delete(taking);
      }
    },
    cancel(thread) {
      const mine = [...underWay].filter(([, from]) => thread === null || isSameThread(from, thread));
      for (const [taking] of mine) taking.abort(new Error('stopped'));
      return mine.length;
    },
    offer,
    decide,
  };
}

/** Number of buttons whose cards are remembered; older cards stay unchanged when they are decided. */
const CARD_BUTTONS_KEPT = 200;

function forgetOldest(cards: Map<string, Card>): void {
  const oldest = cards.keys().next();
  if (!oldest.done) cards.delete(oldest.value);
}

interface Card {
  readonly posting: Posting;
  readonly shown: readonly SpokenSpan[];
  readonly ids: readonly string[];
}

const TOO_LONG = say`A voice note can be ${VOICE_LIMIT_S / 60} minutes long at most. Please keep it shorter, or write it.`;
