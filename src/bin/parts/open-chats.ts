/** Makes the configured chats, and says who may use them. */
import type { Logger } from 'pino';
import type { WebChat } from '../../../adapters/chat/web/web-chat.ts';
import { listCommands } from '../../commands/parse-command.ts';
import type { Settings } from '../../config/schema.ts';
import type { ChatDoor } from '../../inbound/chat-door.ts';
import type { Pairing } from '../../inbound/pairing.ts';
import { createRunHistory } from '../../journal/history/recorded-history.ts';
import type { Recordings } from '../../journal/recordings.ts';
import type { Chat, Platform } from '../../ports/chat.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StateStore } from '../../ports/state-store.ts';
import { join, say, type Text } from '../../words/say.ts';
import { english } from '../../words/speak.ts';
import { call } from '../call.ts';
import { EXIT, ExitError } from '../exit.ts';
import type { OpenedDoor } from '../locked-door.ts';
import { OWN_FILES } from '../own-files.ts';
import { openSlack } from './open-slack.ts';
import { openTelegram } from './open-telegram.ts';

export interface OpenChats {
  readonly byPlatform: ReadonlyMap<Platform, Chat>;
  /** null when the web chat is off. */
  readonly web: WebChat | null;
  /** Evaluated at each call, so pairing and removal take effect at once. */
  isAllowed(senderId: string): boolean;
  /** Sender ids of all that are allowed now. */
  people(): readonly string[];
  /** Opens chats that are needed now, for a paired person or an open code, and closes the others. */
  checkDoors(): Promise<void>;
  /** Ends with exit code 2 when no chat is left whose token is taken. */
  needOne(): void;
  /** For the ready line: `telegram, web http://127.0.0.1:7780`. */
  labels(): string;
  /** Lets another copy have the tokens; the chats themselves are stopped before. */
  close(): Promise<void> | void;
}

/** Ends with exit code 2 when no chat is left to start. */
export async function openChats(
  settings: Settings,
  { pairing, ...own }: OwnData & { readonly pairing: Pairing },
  clock: Clock,
  log: Logger,
): Promise<OpenChats> {
  const byPlatform = new Map<Platform, Chat>();
  const allowed = new Set<string>();
  const closed: Text[] = [];
  const locks: { release(): void }[] = [];
  const doors: ChatDoor[] = [];
  let isAnyOpen = false;
  const note = (platform: Platform, opened: OpenedDoor, sayNobody: Text): void => {
    if (!opened.ok) {
      closed.push(opened.why);
      return;
    }
    byPlatform.set(platform, opened.door);
    doors.push(opened.door);
    locks.push(opened);
    isAnyOpen ||= opened.isOpen;
    if (!opened.isOpen) closed.push(sayNobody);
  };
  const { TELEGRAM_BOT_TOKEN: telegramToken, SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken } = settings;
  if (telegramToken !== undefined) {
    for (const id of settings.TELEGRAM_ALLOWED_USERS) allowed.add(`telegram:${id}`);
    const telegram = await openTelegram({ token: telegramToken, settings, pairing, clock, log });
    note(
      'telegram',
      telegram,
      say`Telegram is not started: nobody may use it yet. Run ${call('pair')} and send the code it shows to your bot, or set TELEGRAM_ALLOWED_USERS to your numeric id (@userinfobot tells you).`,
    );
  }
  if (botToken !== undefined && appToken !== undefined) {
    for (const id of settings.SLACK_ALLOWED_USERS) allowed.add(`slack:${id}`);
    const slack = await openSlack({ botToken, appToken, settings, pairing, clock, log });
    note(
      'slack',
      slack,
      say`Slack is not started: nobody may use it yet. Run ${call('pair')} and send the code it shows to the app as a direct message, or set SLACK_ALLOWED_USERS to TEAM:USER, your workspace's id and yours (your profile in Slack, "Copy member ID").`,
    );
  }
  const isOnlyChat = telegramToken === undefined && botToken === undefined;
  const wantsWeb = settings.WEB_CHAT === 'on' || (settings.WEB_CHAT === 'auto' && isOnlyChat);
  const web = wantsWeb ? await makeWeb(settings, own, clock, log) : null;
  if (web !== null) {
    byPlatform.set('web', web);
    isAnyOpen = true;
    allowed.add('web:owner');
  }
  if (!isAnyOpen) {
    throw new ExitError(
      EXIT.configuration,
      join([...closed, say`No chat is left to start. Fix that, or set WEB_CHAT=on.`], '\n'),
    );
  }
  for (const line of closed) log.warn(english(line));
  return {
    byPlatform,
    web,
    isAllowed: (senderId) => allowed.has(senderId) || pairing.isPaired(senderId),
    people: () => [...new Set([...allowed, ...pairing.list().map(({ id }) => id)])],
    async checkDoors() {
      for (const door of doors) await door.check();
    },
    needOne() {
      const open = [...byPlatform.values()].filter((chat) => chat.label() !== '');
      if (open.length === 0 || open.some((chat) => chat.health().isRejected !== true)) return;
      const why = open.map((chat) => chat.health().detail);
      throw new ExitError(
        EXIT.configuration,
        join([...why, say`No chat is left. Fix that, or set WEB_CHAT=on.`], '\n'),
      );
    },
    labels: () =>
      [...byPlatform.values()]
        // A token that is refused makes no chat that can be used.
        .filter((chat) => chat.health().isRejected !== true)
        .map((chat) => chat.label())
        .filter((label) => label !== '')
        .join(', '),
    close() {
      for (const lock of locks.splice(0)) lock.release();
    },
  };
}

/** Data that the page shows and stores. */
interface OwnData {
  readonly recordings: Recordings;
  readonly state: StateStore;
  readonly page: StateStore;
  /** Takes secrets out of a text. */
  readonly mask: (text: string) => string;
}

async function makeWeb(settings: Settings, own: OwnData, clock: Clock, log: Logger): Promise<WebChat> {
  const { createWebChat } = await import('../../../adapters/chat/web/web-chat.ts');
  return createWebChat({
    port: settings.WEB_CHAT_PORT,
    page: OWN_FILES.page,
    clock,
    log,
    commands: (language) =>
      listCommands(language).map(({ word, rest, text }) => ({ name: word, parameters: rest, help: text })),
    history: createRunHistory(own.recordings),
    state: own.state,
    kept: own.page,
    mask: own.mask,
    language: settings.LANGUAGE,
  });
}
