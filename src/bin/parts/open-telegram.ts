/** Telegram behind its door: for everybody who is set or paired, with the lock of its token while it is open. */

import type { Logger } from 'pino';
import { isMenuLanguage } from '../../../adapters/chat/telegram/options.ts';
import { listCommands } from '../../commands/parse-command.ts';
import type { Settings } from '../../config/schema.ts';
import type { Pairing } from '../../inbound/pairing.ts';
import type { Chat } from '../../ports/chat.ts';
import type { Clock } from '../../ports/clock.ts';
import { knownLanguages } from '../../words/languages.ts';
import { say, type Text } from '../../words/say.ts';
import { letIn } from '../let-in.ts';
import { type OpenedDoor, openLockedDoor } from '../locked-door.ts';

export interface OpenTelegramOptions {
  readonly token: string;
  readonly settings: Pick<Settings, 'TELEGRAM_API_ROOT' | 'TELEGRAM_ALLOWED_USERS' | 'LANGUAGE'>;
  readonly pairing: Pairing;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Not ok when it is wanted now and another Deskhand on this computer has the token. */
export function openTelegram(options: OpenTelegramOptions): Promise<OpenedDoor> {
  const { token, settings, pairing, log } = options;
  return openLockedDoor({
    platform: 'telegram',
    token,
    apiRoot: settings.TELEGRAM_API_ROOT,
    isWanted: () => allowedIds(options).length > 0 || pairing.isOpen(),
    make: () => makeTelegram(options),
    sayTaken,
    warn: (problem) => log.warn(problem),
  });
}

function allowedIds({ settings, pairing }: OpenTelegramOptions): readonly string[] {
  const paired = pairing.list().flatMap(({ id }) => /^telegram:(\d+)$/.exec(id)?.[1] ?? []);
  return [...new Set([...settings.TELEGRAM_ALLOWED_USERS, ...paired])];
}

async function makeTelegram(options: OpenTelegramOptions): Promise<Chat> {
  const { token, settings, pairing, clock, log } = options;
  const { createTelegramChat } = await import('../../../adapters/chat/telegram/telegram-chat.ts');
  const chat: Chat = createTelegramChat({
    token,
    apiRoot: settings.TELEGRAM_API_ROOT,
    clock,
    log,
    isAllowed: (id) => settings.TELEGRAM_ALLOWED_USERS.includes(id) || pairing.isPaired(`telegram:${id}`),
    allowedIds: () => allowedIds(options),
    // The menu without a language is for all other languages.
    menus: (
      [
        '',
        ...knownLanguages()
          .filter((code) => code !== 'en')
          .filter(isMenuLanguage),
      ] as const
    ).map((language) => ({
      language,
      commands: listCommands(language || 'en').map(({ word, text }) => ({ command: word, description: text })),
    })),
    pairing: letIn(() => chat, options),
  });
  return chat;
}

function sayTaken(pid: number): Text {
  return say`Telegram is not started: another Deskhand, process ${String(pid)}, works with this bot already. Use that one, end it first (kill ${String(pid)}), or give this one a bot of its own (TELEGRAM_BOT_TOKEN).`;
}
