/** The menu behind `/`: only people who are allowed see one. Nothing depends on it, so failures are only logged. */

import type { Api } from 'grammy';
import { z } from 'zod';
import type { Log } from '../../../src/ports/chat-needs.ts';
import { describeFailure } from './answer.ts';
import type { TelegramClient } from './client.ts';
import type { Menu, Pacing } from './options.ts';

export interface MenuRegistry {
  /** Takes the menu from everybody and gives it to these people. Never rejects. */
  register(userIds: readonly string[]): Promise<void>;
  /** Gives it to somebody who just wrote for the first time: before that, Telegram knows no such chat. Never rejects. */
  ensure(userId: string): Promise<void>;
}

export function createMenuRegistry(
  client: TelegramClient,
  menus: readonly Menu[],
  log: Log,
  pacing: Pacing,
  stop: AbortSignal,
): MenuRegistry {
  /** The last try for each person, and whether it worked. */
  const tries = new Map<string, Promise<boolean>>();
  const triedTwice = new Set<string>();

  /** Whether it worked. */
  async function call(send: (api: Api) => Promise<unknown>): Promise<boolean> {
    try {
      const answer = await client.call(send, z.boolean(), pacing.callTimeoutMs, stop);
      if (!answer.ok) {
        log.info({ chat: 'telegram', problem: describeFailure(answer.failure) }, 'A menu could not be registered.');
      }
      return answer.ok;
    } catch {
      return false;
    }
  }

  async function give(userId: string): Promise<boolean> {
    const scope = { type: 'chat', chat_id: Number(userId) } as const;
    for (const { language, commands } of menus) {
      const also = language === '' ? { scope } : { scope, language_code: language };
      if (!(await call((api) => api.setMyCommands(commands, also)))) return false;
    }
    return true;
  }

  function tryToGive(userId: string): Promise<boolean> {
    const giving = give(userId);
    tries.set(userId, giving);
    return giving;
  }

  return {
    async register(userIds) {
      await call((api) => api.deleteMyCommands());
      for (const userId of userIds) await tryToGive(userId);
    },
    async ensure(userId) {
      // Each person is tried twice at most: a menu refused twice stays refused, and every message would ask again.
      if ((await tries.get(userId)) === true || triedTwice.has(userId)) return;
      triedTwice.add(userId);
      await tryToGive(userId);
    },
  };
}
