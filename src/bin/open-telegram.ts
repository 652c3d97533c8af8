/** Telegram behind its door: for everybody who is set or paired, with the lock of its token while it is open. */

import type { Logger } from 'pino';
import type { Lock } from '../../adapters/files/lock.ts';
import type { Settings } from '../config/schema.ts';
import { type ChatDoor, createChatDoor } from '../gateway/chat-door.ts';
import type { Paired, Pairing } from '../gateway/pairing.ts';
import { listCommands } from '../gateway/parse-command.ts';
import { renderStart } from '../gateway/replies.ts';
import { speakSpans } from '../gateway/spoken.ts';
import type { Chat, OutboundMessage, Thread } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import { say } from '../words/say.ts';
import { chooseLanguage, type Language } from '../words/speak.ts';
import { lockToken } from './lock-token.ts';

export interface OpenTelegramOptions {
  readonly token: string;
  readonly settings: Pick<Settings, 'TELEGRAM_API_ROOT' | 'TELEGRAM_ALLOWED_USERS' | 'LANGUAGE'>;
  readonly pairing: Pairing;
  readonly clock: Clock;
  readonly log: Logger;
}

export type OpenedTelegram =
  | { readonly ok: true; readonly door: ChatDoor; readonly isOpen: boolean; release(): void }
  | { readonly ok: false; readonly why: string };

/** Not ok when it is wanted now and another Deskhand on this computer has the token. */
export async function openTelegram(options: OpenTelegramOptions): Promise<OpenedTelegram> {
  const { token, settings, pairing, log } = options;
  const isWanted = (): boolean => allowedIds(options).length > 0 || pairing.isOpen();
  let lock: Extract<Lock, { readonly ok: true }> | null = null;
  const takeLock = async (): Promise<string> => {
    const taken = await lockToken(token, settings.TELEGRAM_API_ROOT, (problem) => log.warn(problem));
    if (!taken.ok) return sayTaken(taken.pid);
    lock = taken;
    return '';
  };
  const release = (): void => {
    lock?.release();
    lock = null;
  };
  const make = async (): Promise<Chat> => {
    const why = lock === null ? await takeLock() : '';
    if (why !== '') throw new Error(why);
    const chat = await makeTelegram(options);
    return {
      ...chat,
      async stop() {
        await chat.stop();
        release();
      },
    };
  };
  const isOpen = isWanted();
  const why = isOpen ? await takeLock() : '';
  if (why !== '') return { ok: false, why };
  return { ok: true, door: createChatDoor({ platform: 'telegram', make, isWanted }), isOpen, release };
}

function allowedIds({ settings, pairing }: OpenTelegramOptions): readonly string[] {
  const paired = pairing.list().flatMap(({ id }) => /^telegram:(\d+)$/.exec(id)?.[1] ?? []);
  return [...new Set([...settings.TELEGRAM_ALLOWED_USERS, ...paired])];
}

async function makeTelegram(options: OpenTelegramOptions): Promise<Chat> {
  const { token, settings, pairing, clock, log } = options;
  const { createTelegramChat } = await import('../../adapters/chat/telegram/telegram-chat.ts');
  const chat: Chat = createTelegramChat({
    token,
    apiRoot: settings.TELEGRAM_API_ROOT,
    clock,
    log,
    isAllowed: (id) => settings.TELEGRAM_ALLOWED_USERS.includes(id) || pairing.isPaired(`telegram:${id}`),
    allowedIds: () => allowedIds(options),
    menus: (['', 'de'] as const).map((language) => ({
      language,
      commands: listCommands(language || 'en').map(({ word, text }) => ({ command: word, description: text })),
    })),
    pairing: {
      isOpen: pairing.isOpen,
      tryCode: (stranger, thread, text) =>
        pairing.tryCode(stranger, text, async (person) => {
          log.info({ sender: person.id }, 'somebody was paired');
          await greet(chat, thread, { person, language: chooseLanguage(settings.LANGUAGE, stranger.language) }, clock);
        }),
    },
  });
  return chat;
}

const GREETING_TRIES = 3;

/** The person is let in whether or not this arrives. */
async function greet(
  chat: Chat,
  thread: Thread,
  { person, language }: { readonly person: Paired; readonly language: Language },
  clock: Clock,
): Promise<void> {
  const message: OutboundMessage = {
    kind: 'reply',
    text: speakSpans([{ bold: say`Paired.` }, ' ', ...renderStart(person.name)], language),
    picture: null,
    pictureAlt: '',
    buttons: [],
    file: null,
  };
  const signal = AbortSignal.timeout(10_000);
  for (let tries = 0; tries < GREETING_TRIES; tries += 1) {
    const delivery = await chat.post(thread, message, signal);
    if (delivery.result !== 'later') return;
    await clock.sleep(delivery.retryAfterMs, signal);
  }
}

function sayTaken(pid: number): string {
  return `Telegram is not started: another Deskhand, process ${pid}, works with this bot already. Use that one, end it first (kill ${pid}), or give this one a bot of its own (TELEGRAM_BOT_TOKEN).`;
}
