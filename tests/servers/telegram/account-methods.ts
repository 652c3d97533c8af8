/** What concerns the bot itself: who it is, its updates, its menu, the topics it makes, and the taps it answers. */

import { type Call, flagOf, integerOf, isRecord, jsonOf, textOf } from './call.ts';
import type { CallbackQueries } from './callback-queries.ts';
import type { Method } from './method.ts';
import { badRequest } from './refusal.ts';
import type { UpdateQueue } from './update-queue.ts';
import type { World } from './world.ts';

export interface MenuCommand {
  readonly command: string;
  readonly description: string;
}

/** Menus by scope: `default`, or `chat:ID`; with `/LANGUAGE` behind it for one language. */
export type Menus = Map<string, readonly MenuCommand[]>;

const MAX_COMMANDS = 100;
const MAX_TOPIC_NAME = 128;

export function createAccountMethods(
  world: World,
  updates: UpdateQueue,
  queries: CallbackQueries,
  menus: Menus,
): Readonly<Record<string, Method>> {
  return {
    getme: {
      parameters: [],
      run: () => ({ ...world.bot, can_join_groups: true, can_read_all_group_messages: false }),
    },
    deletewebhook: { parameters: ['drop_pending_updates'], run: (call) => !flagOf(call, 'drop_pending_updates') },
    getupdates: {
      parameters: ['offset', 'limit', 'timeout', 'allowed_updates'],
      run: (call) =>
        updates.poll({
          offset: integerOf(call, 'offset', 0),
          limit: Math.min(100, Math.max(1, integerOf(call, 'limit', 100))),
          timeoutS: Math.max(0, integerOf(call, 'timeout', 0)),
          allowed: readKinds(jsonOf(call, 'allowed_updates')),
        }),
    },
    answercallbackquery: {
      parameters: ['callback_query_id', 'text', 'show_alert', 'cache_time'],
      run(call) {
        queries.answer(textOf(call, 'callback_query_id'), {
          text: textOf(call, 'text'),
          isAlert: flagOf(call, 'show_alert'),
        });
        return true;
      },
    },
    createforumtopic: {
      parameters: ['chat_id', 'name', 'icon_color', 'icon_custom_emoji_id'],
      run(call) {
        const chat = world.writableChat(textOf(call, 'chat_id'));
        const name = textOf(call, 'name');
        if (!chat.isForum) throw badRequest('the chat is not a forum');
        if (!chat.mayManageTopics) throw badRequest('not enough rights to create a topic');
        if (name === '' || [...name].length > MAX_TOPIC_NAME) throw badRequest('invalid topic name specified');
        const id = Math.max(0, ...chat.topics) + 1;
        world.putChat({ ...chat, topics: new Set([...chat.topics, id]) });
        return { message_thread_id: id, name, icon_color: 7_322_096 };
      },
    },
    setmycommands: {
      parameters: ['commands', 'scope', 'language_code'],
      run(call) {
        menus.set(readScope(call, world), readCommands(jsonOf(call, 'commands')));
        return true;
      },
    },
    deletemycommands: {
      parameters: ['scope', 'language_code'],
      run(call) {
        menus.delete(readScope(call, world));
        return true;
      },
    },
  };
}

function readKinds(kinds: unknown): readonly string[] | null {
  if (kinds === undefined) return null;
  if (!Array.isArray(kinds)) throw badRequest("can't parse allowed_updates: expected an Array");
  return kinds.map(String);
}

function readScope(call: Call, world: World): string {
  const language = textOf(call, 'language_code');
  if (language !== '' && !/^[a-z]{2}$/.test(language)) throw badRequest('invalid language_code specified');
  const scope = jsonOf(call, 'scope') ?? { type: 'default' };
  if (!isRecord(scope)) throw badRequest("can't parse BotCommandScope: BotCommandScope must be an Object");
  const suffix = language === '' ? '' : `/${language}`;
  if (scope.type === 'default') return `default${suffix}`;
  if (scope.type !== 'chat') throw badRequest("can't parse BotCommandScope: Unsupported type specified");
  const chat = world.chat(Number(scope.chat_id));
  if (chat === undefined || chat.obstacle === 'not started') throw badRequest('chat not found');
  return `chat:${chat.id}${suffix}`;
}

function readCommands(commands: unknown): readonly MenuCommand[] {
  if (!Array.isArray(commands)) throw badRequest('expected an Array of BotCommand');
  if (commands.length > MAX_COMMANDS) throw badRequest('BOT_COMMANDS_TOO_MUCH');
  return commands.map((entry: unknown) => {
    const [command, description] = isRecord(entry) ? [entry.command, entry.description] : [];
    if (typeof command !== 'string' || typeof description !== 'string') {
      throw badRequest("can't parse BotCommand: expected an Object");
    }
    if (!/^[a-z0-9_]{1,32}$/.test(command)) throw badRequest('BOT_COMMAND_INVALID');
    if (description.trim() === '' || [...description].length > 256) throw badRequest('BOT_COMMAND_DESCRIPTION_INVALID');
    return { command, description };
  });
}
