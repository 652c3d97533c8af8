/** A chat behind its door, with the lock of its token while it is open. */
import type { Lock } from '../../adapters/files/lock.ts';
import { type ChatDoor, createChatDoor } from '../inbound/chat-door.ts';
import type { Chat, Platform } from '../ports/chat.ts';
import { lockToken } from './lock-token.ts';

export interface LockedDoorOptions {
  readonly platform: Platform;
  readonly token: string;
  /** Where the token counts. */
  readonly apiRoot: string;
  /** Somebody may use the chat, or is about to be let in. */
  readonly isWanted: () => boolean;
  /** The chat, not started. */
  readonly make: () => Promise<Chat>;
  /** One sentence: another Deskhand, of that process, has the token. */
  readonly sayTaken: (pid: number) => string;
  readonly warn: (problem: string) => void;
}

export type OpenedDoor =
  | { readonly ok: true; readonly door: ChatDoor; readonly isOpen: boolean; release(): void }
  | { readonly ok: false; readonly why: string };

/** Not ok when it is wanted now and another Deskhand on this computer has the token. */
export async function openLockedDoor(options: LockedDoorOptions): Promise<OpenedDoor> {
  const { platform, isWanted } = options;
  let lock: Extract<Lock, { readonly ok: true }> | null = null;
  const takeLock = async (): Promise<string> => {
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
    if (why !== '') throw new Error(why);
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
