/** Makes the configured chats, and says who may use them. */
import type { Logger } from 'pino';
import type { WebChat } from '../../adapters/chat/web/web-chat.ts';
import type { Settings } from '../config/schema.ts';
import { COMMAND_HELP } from '../gateway/parse-command.ts';
import type { Chat, Platform } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import { EXIT, ExitError } from './exit.ts';
import { lockToken } from './lock-token.ts';

export interface OpenChats {
  readonly byPlatform: ReadonlyMap<Platform, Chat>;
  /** null when the web chat is off. */
  readonly web: WebChat | null;
  isAllowed(senderId: string): boolean;
  /** For the ready line: `telegram, web http://127.0.0.1:7780`. */
  labels(): string;
  /** Lets another copy have the tokens; the chats themselves are stopped before. */
  close(): void;
}

/** Ends with exit code 2 when no chat is left to start. */
export async function openChats(settings: Settings, clock: Clock, log: Logger): Promise<OpenChats> {
  const byPlatform = new Map<Platform, Chat>();
  const allowed = new Set<string>();
  const closed: string[] = [];
  const locks: { release(): void }[] = [];
  const warn = (problem: string): void => log.warn(problem);
  if (settings.TELEGRAM_BOT_TOKEN !== undefined) {
    const ids = settings.TELEGRAM_ALLOWED_USERS;
    for (const id of ids) allowed.add(`telegram:${id}`);
    const lock =
      ids.length === 0 ? null : await lockToken(settings.TELEGRAM_BOT_TOKEN, settings.TELEGRAM_API_ROOT, warn);
    if (lock === null) {
      closed.push(
        'Telegram is not started: nobody may use it yet. Set TELEGRAM_ALLOWED_USERS to your numeric id (@userinfobot tells you).',
      );
    } else if (lock.ok) {
      locks.push(lock);
      byPlatform.set('telegram', await makeTelegram(settings.TELEGRAM_BOT_TOKEN, settings, clock, log));
    } else {
      closed.push(
        `Telegram is not started: another Deskhand, process ${lock.pid}, works with this bot already. Use that one, end it first (kill ${lock.pid}), or give this one a bot of its own (TELEGRAM_BOT_TOKEN).`,
      );
    }
  }
  if (settings.SLACK_BOT_TOKEN !== undefined) {
    closed.push('Slack is not started: it comes with a later version of Deskhand.');
  }
  const isOnlyChat = settings.TELEGRAM_BOT_TOKEN === undefined && settings.SLACK_BOT_TOKEN === undefined;
  const wantsWeb = settings.WEB_CHAT === 'on' || (settings.WEB_CHAT === 'auto' && isOnlyChat);
  const web = wantsWeb ? await makeWeb(settings, clock, log) : null;
  if (web !== null) {
    byPlatform.set('web', web);
    allowed.add('web:owner');
  }
  if (byPlatform.size === 0) {
    throw new ExitError(
      EXIT.configuration,
      [...closed, 'No chat is left to start. Mend that, or set WEB_CHAT=on.'].join('\n'),
    );
  }
  for (const line of closed) log.warn(line);
  return {
    byPlatform,
    web,
    isAllowed: (senderId) => allowed.has(senderId),
    labels: () => [...byPlatform.values()].map((chat) => chat.label()).join(', '),
    close() {
      for (const lock of locks.splice(0)) lock.release();
    },
  };
}

async function makeTelegram(token: string, settings: Settings, clock: Clock, log: Logger): Promise<Chat> {
  const { createTelegramChat } = await import('../../adapters/chat/telegram/telegram-chat.ts');
  const ids = settings.TELEGRAM_ALLOWED_USERS;
  return createTelegramChat({
    token,
    apiRoot: settings.TELEGRAM_API_ROOT,
    clock,
    log,
    isAllowed: (id) => ids.includes(id),
    allowedIds: () => ids,
    menus: [{ language: '', commands: COMMAND_HELP.map(([command, , description]) => ({ command, description })) }],
  });
}

async function makeWeb(settings: Settings, clock: Clock, log: Logger): Promise<WebChat> {
  const { createWebChat } = await import('../../adapters/chat/web/web-chat.ts');
  const commands = COMMAND_HELP.map(([name, parameters, help]) => ({ name, parameters, help }));
  return createWebChat({ port: settings.WEB_CHAT_PORT, clock, log, commands });
}
