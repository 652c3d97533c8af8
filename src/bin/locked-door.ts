/** A chat behind its door, with the lock of its token while it is open. */

import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, rmdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { acquireLock, type Lock } from '../../adapters/files/lock.ts';
import { type ChatDoor, createChatDoor } from '../inbound/chat-door.ts';
import type { Chat, Platform } from '../ports/chat.ts';
import { SaidError } from '../words/said-error.ts';
import type { Text } from '../words/say.ts';

export interface LockedDoorOptions {
  readonly platform: Platform;
  readonly token: string;
  /** Server that the token belongs to. */
  readonly apiRoot: string;
  /** Somebody may use the chat, or is about to be let in. */
  readonly isWanted: () => boolean;
  /** The chat, not started. */
  readonly make: () => Promise<Chat>;
  /** Sentence that another Deskhand, with this process id, has the token. */
  readonly sayTaken: (pid: number) => Text;
  readonly warn: (problem: string) => void;
}

export type OpenedDoor =
  | { readonly ok: true; readonly door: ChatDoor; readonly isOpen: boolean; release(): void }
  | { readonly ok: false; readonly why: Text };

/** Not ok when the chat is needed now and another Deskhand on this computer has the token. */
export async function openLockedDoor(options: LockedDoorOptions): Promise<OpenedDoor> {
  const { platform, isWanted } = options;
  let lock: Extract<Lock, { readonly ok: true }> | null = null;
  const takeLock = async (): Promise<Text> => {
    const taken = await lockToken(options.token, options.apiRoot, options.warn);
    if (!taken.ok) return options.sayTaken(taken.pid);
    lock = taken;
    return '';
  };
  const release = (): void => {
    lock?.release();
    lock = null;
  };
  const make = async (): Promise<Chat> => {
    const why = lock === null ? await takeLock() : '';
    if (why !== '') throw new SaidError(why);
    const chat = await options.make();
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
  return { ok: true, door: createChatDoor({ platform, make, isWanted }), isOpen, release };
}

const HASH_LENGTH = 16;

/**
 * `apiRoot`: the same token at another server is another bot. The lock is in a private folder below the temporary one, whatever the data folder.
 * Without that folder there is no lock: `warn` says so, and only the platform itself complains about two copies.
 */
async function lockToken(token: string, apiRoot: string, warn: (problem: string) => void): Promise<Lock> {
  const hash = createHash('sha256').update(`${apiRoot}\n${token}`).digest('hex').slice(0, HASH_LENGTH);
  const own = join(tmpdir(), `deskhand-${userInfo().uid}`);
  const folder = join(own, `token-${hash}`);
  try {
    mkdirSync(own, { recursive: true, mode: 0o700 });
    // In a folder that everybody may write to, another user may have created it first.
    const { uid, mode } = lstatSync(own);
    if (uid !== userInfo().uid || (mode & 0o022) !== 0) throw new Error(`${own} belongs to somebody else`);
    const lock = await acquireLock(folder);
    if (!lock.ok) return lock;
    return {
      ok: true,
      release() {
        lock.release();
        removeEmpty(folder);
      },
    };
  } catch (error) {
    warn(
      `Another copy with this bot token would not be noticed here: ${error instanceof Error ? error.message : error}`,
    );
    return { ok: true, release: () => undefined };
  }
}

/** Another copy may just be asking for the lock in it. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // A folder in use stays for the next process.
  }
}
