/** Telegram as a chat: updates in by long polling, messages out, through grammY. */

import type { Chat, InboundMessage, Receipt, Thread } from '../../../src/ports/chat.ts';
import { say } from '../../../src/words/say.ts';
import { createHealth } from '../shared/health.ts';
import { keepNewest } from '../shared/keep-newest.ts';
import { createRedact, createRedactedLog } from '../shared/redact.ts';
import { untilFirstNews } from '../shared/start-chat.ts';
import { watchForWake } from '../shared/watch-for-wake.ts';
import { createApiCalls } from './api-calls.ts';
import { createClient } from './client.ts';
import { createDrafts } from './drafts.ts';
import { createEdit } from './edit.ts';
import { createFetchFile } from './fetch-file.ts';
import { createKeyboards } from './keyboard.ts';
import { createMenuRegistry } from './menu-registry.ts';
import { DEFAULT_PACING, type TelegramChatOptions } from './options.ts';
import { createPoller, type RawUpdate } from './poller.ts';
import { createPost } from './post.ts';
import { type ReadMessage, readUpdate, type Taken } from './read-update.ts';
import { createRenderedMessages, findButton } from './rendered-messages.ts';
import { createRunTopics } from './run-topics.ts';
import { createTapAnswers } from './tap-answers.ts';
import { isSameChat, toDirectThread, toThread } from './thread.ts';

/** How long a stop waits for taps to be answered. */
const LAST_ANSWERS_MS = 1_000;

/** Messages of people that are remembered as they were taken, for when they are edited. */
const TAKEN_KEPT = 500;

/** Telegram's code for another program that polls. */
const TAKEN = '409';

type Receive = (message: InboundMessage) => Promise<Receipt>;

/** A chat that is not started yet. The token never appears in what it logs, says or throws. */
export function createTelegramChat(options: TelegramChatOptions): Chat {
  const { token, apiRoot, clock, isAllowed } = options;
  const pacing = { ...DEFAULT_PACING, ...options.pacing };
  const redact = createRedact([token, token.slice(token.indexOf(':') + 1)]);
  const log = createRedactedLog(options.log, redact);
  const stop = new AbortController();
  const health = createHealth('Telegram', clock, TAKEN);
  let contactAt = clock.elapsed();
  const client = createClient({ token, apiRoot, redact }, () => {
    contactAt = clock.elapsed();
    health.noteContact();
  });
  const poller = createPoller({ client, clock, log, health, pacing }, stop.signal);
  const menus = createMenuRegistry(client, options.menus, log, pacing, stop.signal);
  const taps = createTapAnswers(client, log, pacing);
  const api = createApiCalls(client, pacing);
  const keyboards = createKeyboards();
  const rendered = createRenderedMessages();
  const post = createPost(api, keyboards, rendered);
  const edit = createEdit(api, keyboards, rendered);
  const drafts = createDrafts({ client, clock, log, pacing }, stop.signal);
  const topics = createRunTopics(client, clock, log, pacing, stop.signal);
  const taken = new Map<string, Taken>();
  let running: Promise<void> | null = null;

  const findPosted = (thread: Thread, messageId: string, label: string): string | null =>
    findButton(rendered.find({ thread, messageId }), label);

  /** Waits for nothing but `receive`, and a moment for a run's topic: the next update, perhaps a stop, must not stand behind an answer on its way. */
  async function handle(update: RawUpdate, botName: string, receive: Receive): Promise<void> {
    const isPairing = (): boolean => options.pairing?.isOpen() ?? false;
    const findTaken = (chatId: number, messageId: number): Taken | null => taken.get(`${chatId}:${messageId}`) ?? null;
    const context = { botName, isAllowed, isPairing, now: clock.now, findButton: findPosted, findTaken };
    const reading = readUpdate(update, context);
    if (reading.kind === 'stranger') {
      await options.pairing?.tryCode(reading.sender, reading.thread, reading.text);
      return;
    }
    if (reading.kind === 'dropped') {
      log.info({ chat: 'telegram', from: reading.senderId }, `Dropped an update: ${reading.why}.`);
      if (reading.callbackId !== null) taps.answer(reading.callbackId, '');
      return;
    }
    const { toast, isSecret } = await receive(await inItsTopic(reading));
    if (reading.said !== undefined) {
      const { chatId, messageId, text } = reading.said;
      const first = findTaken(chatId, messageId)?.update ?? reading.message.updateId;
      keepNewest(taken, `${chatId}:${messageId}`, { update: first, text: isSecret ? null : text }, TAKEN_KEPT);
    }
    if (reading.callbackId !== null) taps.answer(reading.callbackId, toast);
    if (!reading.message.thread.isGroup) void menus.ensure(String(reading.senderId));
  }

  async function inItsTopic({ message, topicFor }: ReadMessage): Promise<InboundMessage> {
    if (topicFor === undefined) return message;
    const { chatId, goal } = topicFor;
    const own = await topics.open(chatId, message.updateId, goal);
    if (own === null) return message;
    const { topicId, name, link } = own;
    return {
      ...message,
      thread: toThread({ chatId, topicId }, true),
      movedFrom: { thread: message.thread, name, link },
    };
  }

  async function run(receive: Receive): Promise<void> {
    const watch = { contactAt: () => contactAt, onWake: renewAfterSleep, onSilence: renewAfterSilence };
    void watchForWake(clock, pacing, watch, stop.signal);
    try {
      const botName = await poller.connect();
      void menus.register(options.allowedIds());
      await poller.run((update) => handle(update, botName, receive));
    } catch (error) {
      if (!stop.signal.aborted) log.error({ chat: 'telegram', problem: String(error) }, 'Telegram broke off.');
    }
  }

  function renewAfterSleep(missingMs: number): void {
    log.info({ chat: 'telegram', missingMs }, 'The computer slept or its clock jumped; connecting to Telegram anew.');
    poller.renew(say`the computer slept`);
  }

  function renewAfterSilence(): void {
    log.warn({ chat: 'telegram' }, `Nothing came from Telegram for ${pacing.silenceMs / 1000} s; connecting anew.`);
    poller.renew(say`nothing arrived for a long time`);
  }

  return {
    platform: 'telegram',
    async start(receive) {
      if (stop.signal.aborted || running !== null) return;
      running = run(receive);
      await untilFirstNews(health, running, clock, pacing.startPatienceMs);
    },
    direct: toDirectThread,
    isSameChat,
    async post(thread, message, signal) {
      const delivery = await post(thread, message, signal);
      if (delivery.result === 'sent') drafts.note(thread, message, false);
      return delivery;
    },
    async edit(posted, message, signal) {
      const delivery = await edit(posted, message, signal);
      if (delivery.result === 'sent') drafts.note(posted.thread, message, true);
      return delivery;
    },
    fetch: createFetchFile(client, pacing),
    health: health.current,
    label: () => 'telegram',
    async stop() {
      stop.abort(new Error('Telegram was stopped'));
      await running;
      await taps.settle(LAST_ANSWERS_MS);
      health.noteStopped();
    },
  };
}
