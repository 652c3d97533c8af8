/**
 * A strict Slack on loopback, for tests: it refuses what Slack refuses, in Slack's own words.
 *
 * What it refuses, and where to read it:
 * - wrong, swapped or revoked tokens, missing scopes, unknown methods and arguments                          exchange.ts
 * - blocks that break a rule of Block Kit, pictures not ready yet, texts too long, injected mentions         block-rules.ts, chat-methods.ts
 * - conversations the app is not in, archived, unknown; threads and messages that are not there              chat-methods.ts
 * - uploads without their three steps in order, empty files, files completed twice                           file-methods.ts
 * - streams without a thread or a recipient, chunks that break a rule, too long, for a stream that is over     stream-methods.ts
 * - more messages than the pace allows: 429 with Retry-After                                                 chat-methods.ts
 * - a socket's address used twice; acknowledgements twice, unasked, or with what they may not carry          socket-hub.ts
 * Events come again until they are acknowledged; commands and presses do not.
 * Source: docs.slack.dev (reference/methods, reference/block-kit, apis/events-api/using-socket-mode).
 *
 * Trouble can be scripted (the faults and the wire of the Telegram server beside it); people type, press and look (people.ts).
 */

import { createFaults, type Fault } from '../telegram/faults.ts';
import { listenOnLoopback } from '../telegram/http-listener.ts';
import { createAccountMethods, type SessionChange } from './account-methods.ts';
import { createChannelRules, createChatMethods, type Pace } from './chat-methods.ts';
import { createExchange, type SeenCall, type Tokens } from './exchange.ts';
import { createFileMethods } from './file-methods.ts';
import { createPerson, type Person } from './people.ts';
import { createSocketHub, type Delivered, type HubOptions } from './socket-hub.ts';
import { createStreamMethods, STREAM_LIFETIME_MS } from './stream-methods.ts';
import { createWorld } from './world.ts';

export const TEAM = 'T00000001';
export const BOT_USER = 'UDESKHAND';

export interface SlackServerOptions {
  readonly botToken: string;
  readonly appToken: string;
  readonly port?: number;
  /** Scopes of the bot token; by default all that are ever asked for. */
  readonly scopes?: readonly string[];
  readonly appScopes?: readonly string[];
  /** The rate limit of each conversation; null = no limit. */
  readonly pace?: Pace | null;
  /** Methods this workspace does not have, with what they are refused with: `chat.startStream` → `unknown_method`. */
  readonly lacks?: Readonly<Record<string, string>>;
  readonly streamLifetimeMs?: number;
  readonly hub?: Partial<HubOptions>;
}

export interface SlackServer {
  /** For SLACK_API_URL. */
  readonly apiUrl: string;
  person(id: string, about?: { readonly name?: string; readonly teamId?: string; readonly locale?: string }): Person;
  channel(id: string, about?: { readonly hasBot?: boolean; readonly isArchived?: boolean }): void;
  /** Sends any envelope of any kind. */
  inject(type: string, payload: unknown): Delivered;
  redeliver(envelopeId: string): Delivered;
  /** What Slack says to every call with that token from now on; '' = it is valid. */
  setTrouble(token: 'bot' | 'app', code: string): void;
  setScopes(scopes: readonly string[]): void;
  setMute(isMute: boolean): void;
  refresh(): void;
  cut(): number;
  garble(text: string): void;
  connections(): number;
  /** Sockets greeted so far. */
  opened(): number;
  /** What the agent view was told, oldest first. */
  sessions(): readonly SessionChange[];
  calls(method?: string): readonly SeenCall[];
  fail(method: string, fault: Fault, times?: number): void;
  clearFaults(): void;
  faultsLeft(): number;
  /** What the client did that Slack's protocol does not allow. */
  protocolFaults(): readonly string[];
  goDown(): Promise<void>;
  comeUp(): Promise<void>;
  leaveHalfOpen(): number;
  stop(): Promise<void>;
}

/** The scopes of an app made from the manifest. */
export const ALL_SCOPES = [
  'app_mentions:read',
  'assistant:write',
  'channels:history',
  'chat:write',
  'commands',
  'files:read',
  'files:write',
  'groups:history',
  'im:history',
  'im:write',
  'users:read',
];

export async function startSlackServer(options: SlackServerOptions): Promise<SlackServer> {
  const world = createWorld();
  const sessions: SessionChange[] = [];
  const faults = createFaults();
  let isMute = false;
  let tokens: Tokens = {
    bot: options.botToken,
    app: options.appToken,
    trouble: { bot: '', app: '' },
    scopes: options.scopes ?? ALL_SCOPES,
    appScopes: options.appScopes ?? ['connections:write'],
  };
  const hub = createSocketHub({
    ackMs: 3_000,
    retryMs: [0, 100, 500],
    pingMs: 5_000,
    isMute: () => isMute,
    ...options.hub,
  });
  const files = createFileMethods(world, BOT_USER);
  const account = { teamId: TEAM, botUserId: BOT_USER };
  const rules = createChannelRules(world, options.pace ?? null);
  const lifetimeMs = options.streamLifetimeMs ?? STREAM_LIFETIME_MS;
  const methods = {
    ...createAccountMethods(world, account, hub.ticket, sessions),
    ...createChatMethods(world, BOT_USER, rules),
    ...createStreamMethods({ world, rules, botUserId: BOT_USER, lifetimeMs, sessions }),
    ...files.methods,
  };
  const exchange = createExchange(() => tokens, methods, files, faults, options.lacks ?? {});
  const listener = await listenOnLoopback(exchange.handle, options.port, hub.upgrade);
  const people = { world, hub, sessions, teamId: TEAM, botUserId: BOT_USER };

  return {
    apiUrl: `http://127.0.0.1:${listener.port}/api/`,
    person(id, about = {}) {
      const user = { id, teamId: about.teamId ?? TEAM, name: about.name ?? id, locale: about.locale ?? 'en-US' };
      world.users.set(id, user);
      const known = [...world.channels.values()].find((channel) => channel.userId === id);
      const dm = known ?? { id: world.nextId('D'), userId: id, hasBot: true, isArchived: false };
      world.channels.set(dm.id, dm);
      return createPerson(people, user, dm);
    },
    channel(id, about = {}) {
      world.channels.set(id, { id, userId: null, hasBot: about.hasBot ?? true, isArchived: about.isArchived ?? false });
    },
    inject: hub.deliver,
    redeliver: hub.redeliver,
    setTrouble(token, code) {
      tokens = { ...tokens, trouble: { ...tokens.trouble, [token]: code } };
    },
    setScopes(scopes) {
      tokens = { ...tokens, scopes };
    },
    setMute(to) {
      isMute = to;
    },
    refresh: hub.refresh,
    cut: hub.cut,
    garble: hub.garble,
    connections: hub.connections,
    opened: hub.opened,
    sessions: () => sessions,
    calls: exchange.calls,
    fail: faults.fail,
    clearFaults: faults.clear,
    faultsLeft: faults.left,
    protocolFaults: hub.faults,
    goDown: listener.goDown,
    comeUp: listener.comeUp,
    leaveHalfOpen: listener.leaveHalfOpen,
    async stop() {
      hub.stop();
      await listener.stop();
    },
  };
}
