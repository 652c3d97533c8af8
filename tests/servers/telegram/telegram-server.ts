/**
 * A strict Telegram Bot API on loopback, for tests: it refuses what Telegram refuses, in Telegram's own words.
 *
 * What it refuses, and where to read it:
 * - a wrong token: 401; a path or method that is not there: 404; a parameter a method does not know: 400     exchange.ts
 * - a second poll: the older one ends with 409; offsets confirm; only `allowed_updates` come                 update-queue.ts
 * - HTML that does not parse, text over 4,096 or caption over 1,024 characters, blank text                    html-entities.ts, send-methods.ts
 * - photos that do not decode, over 10 MB, with sides over 10,000 px together; files over 50 MB               photo.ts, send-methods.ts
 * - callback data over 64 bytes, buttons without data, unknown styles                                         keyboard.ts
 * - edits that change nothing, of messages that are gone, not the bot's, or of the other kind                 edit-methods.ts
 * - a tap answered twice or after a minute                                                                    callback-queries.ts
 * - chats nobody started, blocked, kicked, upgraded; topics that are closed                                   world.ts
 * - drafts without a number, or outside of private chats                                                     send-methods.ts
 * - files nobody asked getFile for, over 20 MB, unknown                                                      files.ts
 * - more than about one message a second in a chat: 429 with retry_after                                      flood.ts
 * Sources: core.telegram.org/bots/api (10.3), and the code of the original: telegram-bot-api and tdlib.
 *
 * Trouble can be scripted (faults.ts, http-listener.ts); people type, tap and look (people.ts).
 */

import { createAccountMethods, type MenuCommand, type Menus } from './account-methods.ts';
import { createCallbackQueries } from './callback-queries.ts';
import { createEditMethods } from './edit-methods.ts';
import { createExchange, type SeenCall } from './exchange.ts';
import { createFaults, type Fault } from './faults.ts';
import { createFiles } from './files.ts';
import { createFloodControl, type FloodRule } from './flood.ts';
import { listenOnLoopback } from './http-listener.ts';
import type { ButtonFeatures } from './keyboard.ts';
import { createSpeaker, type MessageExtras, type Speaker, updateOf } from './people.ts';
import { createSendMethods } from './send-methods.ts';
import { createUpdateQueue, type Update } from './update-queue.ts';
import { type Chat, chatOnWire, createWorld, type Obstacle, type User } from './world.ts';

export interface TelegramServerOptions {
  readonly token: string;
  readonly port?: number;
  readonly botName?: string;
  /** What a private chat (id > 0) or a group (id < 0) takes; null = no limit. */
  readonly flood?: (chatId: number) => FloodRule | null;
  /** What of Bot API 10.3 this server has; both by default. */
  readonly features?: ButtonFeatures;
  /** What ids of updates and messages begin with; 900000001 and 1 unless given. */
  readonly firstIds?: { readonly update: number; readonly message: number };
}

/** A person in the private chat with the bot. */
export interface Person extends Speaker {
  /** `blocked`, `deactivated`, … ; '' opens the chat again. */
  setObstacle(obstacle: Obstacle): void;
  /** The menu behind `/`, in that language; falls back as Telegram's apps do. */
  menu(language?: string): readonly MenuCommand[];
}

export interface Group {
  readonly id: number;
  as(person: Person): Speaker;
  /** Posts in the group's own name, as an anonymous admin does. */
  sendAsGroup(text: string): number | null;
  /** Becomes a supergroup with that id; the old id refuses from now on. */
  upgradeTo(id: number): void;
  setObstacle(obstacle: Obstacle): void;
}

export interface TelegramServer {
  /** For TELEGRAM_API_ROOT. */
  readonly root: string;
  readonly bot: User;
  person(id: number, about?: { readonly name?: string; readonly language?: string; readonly isBot?: boolean }): Person;
  group(
    id: number,
    about?: { readonly isForum?: boolean; readonly topics?: readonly number[]; readonly mayManageTopics?: boolean },
  ): Group;
  /** A post in a channel the bot is a member of. */
  postInChannel(channelId: number, text: string, extras?: MessageExtras): number | null;
  /** Queues any update of any kind. */
  inject(kind: string, payload: unknown): number | null;
  /** Delivers an update once more, as after a lost confirmation. */
  redeliver(updateId: number): void;
  pendingUpdates(): readonly Update[];
  allowedUpdates(): readonly string[];
  jumpUpdateIds(updateId: number): void;
  expireTaps(): number;
  /** Calls so far, oldest first; of one method when named (any case). */
  calls(method?: string): readonly SeenCall[];
  fail(method: string, fault: Fault, times?: number): void;
  clearFaults(): void;
  faultsLeft(): number;
  goDown(): Promise<void>;
  comeUp(): Promise<void>;
  leaveHalfOpen(): number;
  stop(): Promise<void>;
}

const DEFAULT_FLOOD = (chatId: number): FloodRule =>
  chatId > 0 ? { burst: 20, perSecond: 1 } : { burst: 20, perSecond: 1 / 3 };

export async function startTelegramServer(options: TelegramServerOptions): Promise<TelegramServer> {
  const bot = { id: 4_242, is_bot: true, first_name: 'Deskhand', username: options.botName ?? 'deskhand_bot' };
  const features = options.features ?? { styles: true, disabledButtons: true };
  const world = createWorld(bot, options.firstIds?.message);
  const updates = createUpdateQueue(options.firstIds?.update ?? 900_000_001);
  const queries = createCallbackQueries();
  const menus: Menus = new Map();
  const flood = createFloodControl(options.flood ?? DEFAULT_FLOOD);
  const files = createFiles();
  const methods = {
    ...createAccountMethods(world, updates, queries, menus),
    ...files.methods,
    ...createSendMethods(world, flood, features),
    ...createEditMethods(world, flood, features),
  };
  const faults = createFaults();
  const exchange = createExchange(options.token, methods, faults, files.at);
  const listener = await listenOnLoopback(exchange.handle, options.port);

  function putChat(chat: Chat): Chat {
    world.putChat(chat);
    return chat;
  }

  function setObstacle(chatId: number, obstacle: Obstacle): void {
    const chat = world.chat(chatId);
    if (chat !== undefined) world.putChat({ ...chat, obstacle });
  }

  return {
    root: `http://127.0.0.1:${listener.port}`,
    bot,
    person(id, about = {}) {
      const name = about.name ?? `Person ${id}`;
      const user = {
        id,
        is_bot: about.isBot ?? false,
        first_name: name,
        ...(about.language === undefined ? {} : { language_code: about.language }),
      };
      const known = world.chat(id);
      const chat = known ?? putChat({ ...NEW_CHAT, id, type: 'private', title: name });
      return {
        ...createSpeaker(world, updates, queries, files, chat, user),
        setObstacle: (obstacle) => setObstacle(id, obstacle),
        menu: (language = '') =>
          menus.get(`chat:${id}/${language}`) ??
          menus.get(`chat:${id}`) ??
          menus.get(`default/${language}`) ??
          menus.get('default') ??
          [],
      };
    },
    group(id, about = {}) {
      const isForum = about.isForum ?? false;
      const topics = new Set(about.topics ?? []);
      const chat = putChat({
        ...NEW_CHAT,
        id,
        type: isForum ? 'supergroup' : 'group',
        title: 'Group',
        isForum,
        topics,
        mayManageTopics: about.mayManageTopics ?? false,
      });
      return {
        id,
        as: ({ userId }) =>
          createSpeaker(world, updates, queries, files, chat, {
            id: userId,
            is_bot: false,
            first_name: `Person ${userId}`,
          }),
        sendAsGroup: (text) =>
          createSpeaker(world, updates, queries, files, chat, ANONYMOUS_ADMIN).send(text, {
            fields: { sender_chat: chatOnWire(chat) },
          }),
        upgradeTo(newId) {
          putChat({ ...chat, id: newId, type: 'supergroup' });
          putChat({ ...chat, obstacle: 'upgraded', upgradedTo: newId });
        },
        setObstacle: (obstacle) => setObstacle(id, obstacle),
      };
    },
    postInChannel(channelId, text, extras = {}) {
      const chat = putChat({ ...NEW_CHAT, id: channelId, type: 'channel', title: 'Channel' });
      const about = { message_id: 1, chat: chatOnWire(chat), sender_chat: chatOnWire(chat), date: nowSeconds(), text };
      return updates.push('channel_post', { ...about, ...extras.fields });
    },
    inject: updates.push,
    redeliver: (updateId) => updates.pushAgain(updateOf(updates, updateId)),
    pendingUpdates: updates.pending,
    allowedUpdates: updates.allowedKinds,
    jumpUpdateIds: updates.jumpTo,
    expireTaps: queries.expireAll,
    calls: exchange.calls,
    fail: faults.fail,
    clearFaults: faults.clear,
    faultsLeft: faults.left,
    goDown: listener.goDown,
    comeUp: listener.comeUp,
    leaveHalfOpen: listener.leaveHalfOpen,
    stop: listener.stop,
  };
}

const NEW_CHAT = {
  isForum: false,
  topics: new Set<number>(),
  mayManageTopics: false,
  obstacle: '',
  upgradedTo: null,
} as const;
/** Telegram's stand-in for admins who hide behind their group. */
const ANONYMOUS_ADMIN = { id: 1_087_968_824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' };

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
