/**
 * Takes updates from the socket to the gateway: in the order they came, each acknowledged once it is noted, and in any case before Slack
 * gives up on it. A stop waits for nothing.
 */

import type { InboundContent, InboundMessage, Receipt, Sender, Thread } from '../../../src/ports/chat.ts';
import { withLimit } from '../../../src/ports/waits/abort-signals.ts';
import { isStop } from '../shared/is-stop.ts';
import { keepNewest } from '../shared/keep-newest.ts';
import type { ApiCalls } from './api-calls.ts';
import type { Envelope } from './identity.ts';
import { cutToOne, toFallback } from './markup.ts';
import type { Pacing, SlackChatOptions } from './options.ts';
import type { People } from './people.ts';
import { type Reading, type ReadingContext, readUpdate, type Said, type Wanted } from './read-update.ts';
import type { SessionStatus } from './session-status.ts';
import type { StepStreams } from './step-streams.ts';
import { toAddress, toThread } from './thread.ts';
import { isRun, type ThreadRouting } from './thread-routing.ts';

export interface InboundPorts extends Pick<SlackChatOptions, 'log' | 'clock' | 'isAllowed' | 'pairing'> {
  readonly api: ApiCalls;
  readonly people: People;
  readonly routing: ThreadRouting;
  readonly sessions: Pick<SessionStatus, 'noteStopped'>;
  readonly steps: Pick<StepStreams, 'noteSpeaker'>;
  readonly pacing: Pacing;
}

/** The app as Slack knows it. */
export interface BotAccount {
  readonly teamId: string;
  readonly userId: string;
  readonly isOrgInstall: boolean;
}

type Acknowledge = (answer?: Readonly<Record<string, unknown>>) => void;
type Receive = (message: InboundMessage) => Promise<Receipt>;
type WantedReading = Extract<Reading, { readonly kind: 'wanted' }>;
/** Called when somebody allowed opens the app's home. */
export type LookedAtHome = (sender: Sender, thread: Thread) => void;

export interface Inbound {
  /** The function that takes the updates. It never rejects. */
  listen(
    bot: BotAccount,
    receive: Receive,
    lookedAtHome: LookedAtHome,
  ): (envelope: Envelope, acknowledge: Acknowledge) => void;
  /** Takes no further updates; resolves when those already taken are noted. */
  settle(): Promise<void>;
}

const MAX_ROOT = 1_000;
const MAX_CODE = 20;
const REMEMBERED_COMMANDS = 200;
/** How many messages of people are remembered as they were taken, to compare later edits with. */
const SAID_KEPT = 500;

export function createInbound(ports: InboundPorts, stop: AbortSignal): Inbound {
  const { api, people, routing, log, pacing, clock } = ports;
  const underWay = new Set<Promise<void>>();
  /** The threads opened for slash commands: a command that is delivered twice gets one thread. */
  const opened = new Map<string, Promise<Thread>>();
  /** People's messages as they were taken, by their update. */
  const said = new Map<string, Said>();
  let isOpen = true;
  /** Resolves when the previous update was handed on. */
  let before: Promise<void> = Promise.resolve();
  /** Aborted by a stop: updates that are still being prepared are then handed on without the rest of it. */
  let hurry = new AbortController();

  function contextOf(bot: BotAccount): ReadingContext {
    return {
      teamId: bot.teamId,
      botUserId: bot.userId,
      isOrgInstall: bot.isOrgInstall,
      isAllowed: ports.isAllowed,
      isPairing: () => ports.pairing?.isOpen() ?? false,
      isOurThread: routing.isOurThread,
      findSaid: (updateId) => said.get(updateId) ?? null,
    };
  }

  /** A slash command leaves no message, so a run gets a message of its own to hang its thread on. */
  async function openThread(userId: string, teamId: string, text: string, signal: AbortSignal): Promise<Thread> {
    const direct = api.knownConversation(userId);
    const plain = toThread({ teamId, channelId: direct ?? userId, rootTs: null });
    if (!isRun(text)) return plain;
    const words = cutToOne([text.replace(/^\s*\/?run\s*/i, '')], MAX_ROOT) ?? [];
    const to = { teamId, channelId: direct ?? userId, rootTs: null };
    const body = {
      fallback: `<@${userId}>: ${toFallback(words)}`,
      blocks: [
        {
          type: 'rich_text' as const,
          elements: [
            {
              type: 'rich_text_section' as const,
              elements: [
                { type: 'user' as const, user_id: userId },
                { type: 'text' as const, text: `: ${words.map((piece) => piece.text).join('')}` },
              ],
            },
          ],
        },
      ],
    };
    try {
      const answer = await api.post(to, body, signal);
      return answer.ok ? toThread({ teamId, channelId: answer.value.channelId, rootTs: answer.value.ts }) : plain;
    } catch {
      return plain;
    }
  }

  function findThread({ identity, wanted, updateId }: WantedReading): Thread | Promise<Thread> {
    const { teamId, userId } = identity;
    switch (wanted.kind) {
      case 'content':
        return routing.threadOf(teamId, wanted.place, wanted.content);
      case 'tap':
        return toThread({ teamId, channelId: wanted.place.channelId, rootTs: wanted.place.rootTs });
      case 'command': {
        const known = opened.get(updateId);
        if (known !== undefined) return known;
        const patience = withLimit(pacing.threadWithinMs, hurry.signal, stop);
        const opening = openThread(userId, teamId, wanted.text, patience);
        keepNewest(opened, updateId, opening, REMEMBERED_COMMANDS);
        return opening;
      }
    }
  }

  async function take(reading: WantedReading, acknowledge: Acknowledge, receive: Receive): Promise<void> {
    const { identity, wanted, updateId } = reading;
    if (isUrgent(wanted)) {
      hurry.abort();
      hurry = new AbortController();
    }
    const handedOn = Promise.withResolvers<void>();
    const turn = before;
    before = handedOn.promise;
    try {
      const found = findThread(reading);
      const thread = found instanceof Promise ? await found : found;
      ports.steps.noteSpeaker(thread, identity.senderId);
      await turn;
      const receiving = receive({
        updateId,
        thread,
        sender: people.describe(identity.senderId, wanted.kind === 'content' ? '' : wanted.name),
        sentAt: reading.sentAt ?? clock.now(),
        content: contentOf(wanted),
      });
      handedOn.resolve();
      const { toast, isSecret } = await receiving;
      noteSaid(reading, isSecret === true);
      acknowledge();
      if (contentOf(wanted).kind === 'stop') ports.sessions.noteStopped(thread);
      if (toast !== '') whisper(thread, identity.userId, toast);
    } finally {
      handedOn.resolve();
    }
  }

  function noteSaid({ updateId, wanted }: WantedReading, isSecret: boolean): void {
    if (wanted.kind !== 'content') return;
    const { content } = wanted;
    const of = content.kind === 'edited' ? content.of : updateId;
    if (of !== null && 'text' in content) keepNewest(said, of, { text: isSecret ? null : content.text }, SAID_KEPT);
  }

  function whisper(thread: Thread, userId: string, text: string): void {
    const to = toAddress(thread);
    if (to === null) return;
    const [words = []] = [cutToOne([text], MAX_ROOT) ?? []];
    api
      .whisper(to, userId, toFallback(words), stop)
      .then((answer) => {
        if (!answer.ok) log.info({ chat: 'slack' }, 'A tap could not be answered.');
      })
      .catch(() => undefined);
  }

  /** Acknowledges an update within Slack's 3 s even when it is not noted yet, so that Slack does not send it again meanwhile. */
  function takeInTime(reading: WantedReading, acknowledge: Acknowledge, receive: Receive): void {
    let isAcknowledged = false;
    const once: Acknowledge = (answer) => {
      if (isAcknowledged) return;
      isAcknowledged = true;
      acknowledge(answer);
    };
    const timer = setTimeout(once, pacing.ackWithinMs);
    const taking = take(reading, once, receive)
      .catch((error: unknown) => {
        log.error(
          { chat: 'slack', problem: String(error) },
          'A message from Slack could not be stored; Slack sends it again.',
        );
      })
      .finally(() => {
        clearTimeout(timer);
        underWay.delete(taking);
      });
    underWay.add(taking);
  }

  /** Tries a stranger's words as a pairing code. The owner sees who is let in by name, which is looked up only for what can be a code. */
  async function tryCode(senderId: string, thread: Thread, text: string): Promise<void> {
    if (text.length > MAX_CODE) return;
    await people.lookUp([senderId], stop);
    await ports.pairing?.tryCode(people.describe(senderId, ''), thread, text);
  }

  return {
    listen(bot, receive, lookedAtHome) {
      const context = contextOf(bot);
      return (envelope, acknowledge) => {
        if (!isOpen) return;
        const reading = readUpdate(envelope, context);
        const { identity } = reading;
        if (reading.kind === 'wanted') return takeInTime(reading, acknowledge, receive);
        acknowledge();
        if (reading.kind === 'home') {
          const thread = toThread({ teamId: identity.teamId, channelId: identity.userId, rootTs: null });
          lookedAtHome(people.describe(reading.identity.senderId, ''), thread);
          return;
        }
        if (reading.kind === 'stranger') {
          const { channelId, ts, rootTs } = reading.place;
          const thread = toThread({ teamId: identity.teamId, channelId, rootTs: rootTs ?? ts });
          void tryCode(reading.identity.senderId, thread, reading.text);
          return;
        }
        log.info({ chat: 'slack', from: identity.senderId, kind: identity.kind }, `Dropped an update: ${reading.why}.`);
      };
    },
    async settle() {
      isOpen = false;
      await Promise.all(underWay);
    },
  };
}

function contentOf(wanted: Wanted): InboundContent {
  switch (wanted.kind) {
    case 'content':
      return wanted.content;
    case 'command':
      return { kind: 'text', text: wanted.text };
    case 'tap':
      return { kind: 'tap', data: wanted.data, messageId: wanted.place.ts };
  }
}

function isUrgent(wanted: Wanted): boolean {
  const content = contentOf(wanted);
  return content.kind === 'tap' || content.kind === 'stop' || ('text' in content && isStop(content.text));
}
