/** Slack as a chat: updates in through Socket Mode, messages out through the Web API. */

import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type {
  Chat,
  Delivery,
  InboundMessage,
  OutboundMessage,
  PostedMessage,
  Receipt,
} from '../../../src/ports/chat.ts';
import { anySignal } from '../../../src/ports/waits/abort-signals.ts';
import { join, type Text } from '../../../src/words/say.ts';
import { english } from '../../../src/words/speak.ts';
import { createHealth } from '../shared/health.ts';
import { createRedact, createRedactedLog } from '../shared/redact.ts';
import { untilFirstNews } from '../shared/start-chat.ts';
import { createApiCalls } from './api-calls.ts';
import { buildBlocks } from './blocks.ts';
import { createClient } from './client.ts';
import { createEdit } from './edit.ts';
import { createFetchFile } from './fetch-file.ts';
import { createInbound, type LookedAtHome } from './inbound.ts';
import { SCOPES } from './manifest.ts';
import { cutToOne } from './markup.ts';
import { readMessageId, withSteps } from './message-id.ts';
import { DEFAULT_PACING, type SlackChatOptions } from './options.ts';
import { createPeople } from './people.ts';
import { createPictureStore } from './picture-store.ts';
import { createPost } from './post.ts';
import { createRenderedMessages } from './rendered-messages.ts';
import { createSessionStatus } from './session-status.ts';
import { createSocket } from './socket.ts';
import { createStepStreams } from './step-streams.ts';
import { isSameChat, toAddress, toDirectThread } from './thread.ts';
import { createThreadRouting } from './thread-routing.ts';
import { isOfToken, readTrouble, sayMissingScopes } from './trouble.ts';

/** How long a stop waits for what was just received to be noted. */
const LAST_RECEIPTS_MS = 1_000;

const account = z.object({
  team_id: z.string(),
  user_id: z.string(),
  is_enterprise_install: z.boolean().default(false),
  response_metadata: z.object({ scopes: z.array(z.string()).default([]) }).default({ scopes: [] }),
});

/** A chat that is not started yet. No token appears in what it logs, says or throws. */
export function createSlackChat(options: SlackChatOptions): Chat {
  const { botToken, appToken, apiUrl, clock } = options;
  const pacing = { ...DEFAULT_PACING, ...options.pacing };
  const redact = createRedact([botToken, appToken]);
  const log = createRedactedLog(options.log, redact);
  const stop = new AbortController();
  const health = createHealth('Slack', clock);
  let scopesLack: Text = '';
  let tokenTrouble: Text = '';
  const client = createClient({
    token: botToken,
    apiUrl,
    redact,
    onContact() {
      health.noteContact();
      if (tokenTrouble !== '') noteTokenTrouble('');
    },
    onFailure(failure) {
      if (isOfToken(failure)) noteTokenTrouble(readTrouble(failure, 'bot', 1, pacing).detail);
    },
  });
  const people = createPeople(client, log, pacing);
  const api = createApiCalls(client, pacing);
  const pictures = createPictureStore(api, stop.signal);
  const rendered = createRenderedMessages();
  const routing = createThreadRouting(options.isCommand);
  const sessions = createSessionStatus(client, log, pacing, stop.signal);
  const steps = createStepStreams({ client, clock, log, pacing }, stop.signal);
  const messagePorts = { api, pictures, clock, pacing };
  const post = createPost(messagePorts, rendered);
  const edit = createEdit(messagePorts, rendered);
  const inbound = createInbound({ ...options, log, api, people, routing, sessions, steps, pacing }, stop.signal);
  let running: Promise<void> | null = null;

  /** Goes on trying until Slack says who we are. Rejects only when stopped. */
  async function introduce(): Promise<z.infer<typeof account>> {
    for (let failures = 1; ; failures += 1) {
      const answer = await client.call((web) => web.auth.test(), account, pacing.callTimeoutMs, stop.signal);
      if (answer.ok) return answer.value;
      const { kind, delayMs, detail, isRejected } = readTrouble(answer.failure, 'bot', failures, pacing);
      if (health.noteTrouble(kind, detail, isRejected)) log.warn({ chat: 'slack' }, english(detail));
      await clock.sleep(delayMs, stop.signal);
    }
  }

  /** Notes trouble with the bot token: events come by the app token, so the connection says nothing of this one. */
  function noteTokenTrouble(detail: Text): void {
    if (isDeepStrictEqual(detail, tokenTrouble)) return;
    tokenTrouble = detail;
    // Before it is connected, `introduce` reports the same trouble.
    if (detail !== '' && health.current().isConnected) log.warn({ chat: 'slack' }, english(detail));
    const lacks = [scopesLack, detail].filter((lack) => lack !== '');
    health.noteLack(lacks.length === 0 ? '' : join(lacks, ' '));
  }

  async function run(
    receive: (message: InboundMessage) => Promise<Receipt>,
    lookedAtHome: LookedAtHome,
  ): Promise<void> {
    try {
      const self = await introduce();
      scopesLack = sayMissingScopes(self.response_metadata.scopes, SCOPES);
      health.noteLack(scopesLack);
      if (scopesLack !== '') log.warn({ chat: 'slack' }, english(scopesLack));
      void people.lookUp(options.allowedIds(), stop.signal);
      const bot = { teamId: self.team_id, userId: self.user_id, isOrgInstall: self.is_enterprise_install };
      const handle = inbound.listen(bot, receive, lookedAtHome);
      await createSocket({ appToken, apiUrl, clock, log, health, pacing, redact, handle }, stop.signal).run();
    } catch (error) {
      if (!stop.signal.aborted) log.error({ chat: 'slack', problem: String(error) }, 'Slack broke off.');
    }
  }

  /** The live message of a run gets the list of its steps below it, where there is such a thing. */
  async function addSteps(delivery: Delivery, { progress }: OutboundMessage, signal: AbortSignal): Promise<Delivery> {
    if (delivery.result !== 'sent' || progress === undefined) return delivery;
    const { thread, messageId } = delivery.message;
    // The message counts as posted even when its list of steps fails.
    const ts = await steps.begin(thread, progress, signal).catch(() => null);
    return ts === null ? delivery : { result: 'sent', message: { thread, messageId: withSteps(messageId, ts) } };
  }

  function followSteps(posted: PostedMessage, { buttons, progress }: OutboundMessage): void {
    const ts = readMessageId(posted)?.stepsTs ?? null;
    // A live message without buttons is final.
    if (ts !== null) steps.follow(posted.thread, ts, progress ?? null, buttons.length === 0);
  }

  return {
    platform: 'slack',
    async start(receive, lookedAtHome = () => undefined) {
      if (stop.signal.aborted || running !== null) return;
      running = run(receive, lookedAtHome);
      await untilFirstNews(health, running, clock, pacing.startPatienceMs);
    },
    direct: toDirectThread,
    isSameChat,
    async post(thread, message, signal) {
      signal.throwIfAborted();
      // The thread counts as ours before the first answer in it can arrive.
      if (toAddress(thread) !== null) routing.noteSaid(thread, message.kind);
      const delivery = await post(thread, message, signal);
      if (delivery.result === 'sent') sessions.note(thread, message, false);
      return addSteps(delivery, message, signal);
    },
    async edit(posted, message, signal) {
      const delivery = await edit(posted, message, signal);
      if (delivery.result === 'sent') sessions.note(posted.thread, message, true);
      // The list of steps ends even when somebody deleted the live message above it.
      if (delivery.result !== 'later') followSteps(posted, message);
      return delivery;
    },
    async showHome(senderId, { text, buttons }, signal) {
      const to = toDirectThread(senderId);
      const userId = to === null ? undefined : toAddress(to)?.channelId;
      if (userId === undefined) return;
      const blocks = buildBlocks(cutToOne(text) ?? [], null, buttons);
      const answer = await api.publishHome(userId, blocks, anySignal(signal, stop.signal)).catch(() => null);
      if (answer?.ok === false)
        log.info(
          { chat: 'slack', problem: english(readTrouble(answer.failure, 'bot', 1, pacing).detail) },
          'The home could not be shown.',
        );
    },
    fetch: createFetchFile(client, pacing),
    health: health.current,
    label: () => 'slack',
    async stop() {
      const settled = Promise.all([inbound.settle(), steps.settle()]);
      await Promise.race([settled, delay(LAST_RECEIPTS_MS, undefined, { ref: false })]);
      stop.abort(new Error('Slack was stopped'));
      await running;
      health.noteStopped();
    },
  };
}
