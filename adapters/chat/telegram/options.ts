/** What the Telegram chat is made of and how patient it is. */

import type { LanguageCode } from 'grammy/types';
import type { Log, StrangerPairing } from '../../../src/ports/chat-needs.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { TroublePacing } from '../shared/trouble.ts';
import type { WakePacing } from '../shared/watch-for-wake.ts';

/** An entry of the menu behind `/`. */
export interface MenuCommand {
  /** Without the slash: lower-case letters, digits and `_`, at most 32. */
  readonly command: string;
  /** At most 256 characters. */
  readonly description: string;
}

/** The menu in one language; `language` is two letters, '' for everybody else. */
export interface Menu {
  readonly language: '' | LanguageCode;
  readonly commands: readonly MenuCommand[];
}

export interface TelegramChatOptions {
  /** From @BotFather. Never leaves this adapter. */
  readonly token: string;
  /** `https://api.telegram.org`, or a server of one's own. */
  readonly apiRoot: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether the person with this numeric id may use Deskhand; asked for every update. */
  readonly isAllowed: (userId: string) => boolean;
  /** Numeric ids of everybody allowed, as it is now: they get the menu. */
  readonly allowedIds: () => readonly string[];
  readonly menus: readonly Menu[];
  /** Pairing: while a code is open, a stranger's direct message to the bot may hold it. Nothing else of strangers is read. */
  readonly pairing?: StrangerPairing;
  readonly pacing?: Partial<Pacing>;
}

export interface Pacing extends WakePacing, TroublePacing {
  /** How long Telegram may hold a poll; at most 50. */
  readonly pollSeconds: number;
  /** A poll without an answer this long after `pollSeconds` is dead. */
  readonly pollGraceMs: number;
  /** How old the poll under way may get at a stop: the poll confirms to Telegram what was taken. */
  readonly confirmMs: number;
  readonly callTimeoutMs: number;
  readonly uploadTimeoutMs: number;
  /** The longest wait for a run's own topic. A stop said after the run's message waits as long. */
  readonly topicWithinMs: number;
  /** Pauses while another copy of the bot polls. */
  readonly conflictFirstMs: number;
  readonly conflictCapMs: number;
  /** How long a start waits for news of the connection; it goes on by itself. */
  readonly startPatienceMs: number;
  /** How old a draft gets before it is renewed; Telegram forgets it after 30 s. */
  readonly draftMs: number;
}

/** A poll that goes half open is given up after 40 s and the next one starts half a second later. */
export const DEFAULT_PACING: Pacing = {
  pollSeconds: 30,
  pollGraceMs: 10_000,
  confirmMs: 500,
  callTimeoutMs: 20_000,
  uploadTimeoutMs: 60_000,
  topicWithinMs: 1_500,
  retryFirstMs: 500,
  retryCapMs: 3_000,
  conflictFirstMs: 2_000,
  conflictCapMs: 15_000,
  tokenRetryMs: 60_000,
  floodCapMs: 30_000,
  wakeCheckMs: 5_000,
  wakeJumpMs: 15_000,
  silenceMs: 120_000,
  startPatienceMs: 3_000,
  draftMs: 20_000,
};

/** Telegram takes menus for languages of two letters. */
export function isMenuLanguage(code: string): code is LanguageCode {
  return /^[a-z]{2}$/.test(code);
}
