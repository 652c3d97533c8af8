/** Slack behind its door: for everybody who is set or paired, with the lock of its token while it is open. */

import type { Logger } from 'pino';
import { readPlainWord } from '../../commands/plain-words.ts';
import type { Settings } from '../../config/schema.ts';
import type { Pairing } from '../../inbound/pairing.ts';
import type { Chat } from '../../ports/chat.ts';
import type { Clock } from '../../ports/clock.ts';
import { say, type Text } from '../../words/say.ts';
import { letIn } from '../let-in.ts';
import { type OpenedDoor, openLockedDoor } from '../locked-door.ts';

export interface OpenSlackOptions {
  readonly botToken: string;
  readonly appToken: string;
  readonly settings: Pick<Settings, 'SLACK_API_URL' | 'SLACK_ALLOWED_USERS' | 'LANGUAGE'>;
  readonly pairing: Pairing;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Not ok when it is wanted now and another Deskhand on this computer has the token. */
export function openSlack(options: OpenSlackOptions): Promise<OpenedDoor> {
  const { botToken, settings, pairing, log } = options;
  return openLockedDoor({
    platform: 'slack',
    token: botToken,
    apiRoot: settings.SLACK_API_URL,
    isWanted: () => allowedIds(options).length > 0 || pairing.isOpen(),
    make: () => makeSlack(options),
    sayTaken,
    warn: (problem) => log.warn(problem),
  });
}

function allowedIds({ settings, pairing }: OpenSlackOptions): readonly string[] {
  const set = settings.SLACK_ALLOWED_USERS.map((id) => `slack:${id}`);
  const paired = pairing.list().flatMap(({ id }) => (id.startsWith('slack:') ? [id] : []));
  return [...new Set([...set, ...paired])];
}

async function makeSlack(options: OpenSlackOptions): Promise<Chat> {
  const { botToken, appToken, settings, pairing, clock, log } = options;
  const { createSlackChat } = await import('../../../adapters/chat/slack/slack-chat.ts');
  const set = new Set(settings.SLACK_ALLOWED_USERS.map((id) => `slack:${id}`));
  const chat: Chat = createSlackChat({
    botToken,
    appToken,
    apiUrl: settings.SLACK_API_URL,
    clock,
    log,
    isAllowed: (id) => set.has(id) || pairing.isPaired(id),
    allowedIds: () => allowedIds(options),
    isCommand: (text) => readPlainWord(text) !== null,
    pairing: letIn(() => chat, options),
  });
  return chat;
}

function sayTaken(pid: number): Text {
  return say`Slack is not started: another Deskhand, process ${String(pid)}, works with this app already. Use that one, end it first (kill ${String(pid)}), or give this one an app of its own (SLACK_BOT_TOKEN and SLACK_APP_TOKEN).`;
}
