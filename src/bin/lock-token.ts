/** One Deskhand per bot token and person on this computer: two of them would take each other's messages. */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, rmdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { acquireLock, type Lock } from '../../adapters/files/lock.ts';

const HASH_LENGTH = 16;

/**
 * `apiRoot`: the same token at another server is another bot. The lock lies in a folder of the person's own below the one for temporary
 * files, whatever their data folders are; where that cannot be had there is no lock, `warn` says so, and the chat platform's own
 * complaint about two copies remains.
 */
export async function lockToken(token: string, apiRoot: string, warn: (problem: string) => void): Promise<Lock> {
  const hash = createHash('sha256').update(`${apiRoot}\n${token}`).digest('hex').slice(0, HASH_LENGTH);
  const own = join(tmpdir(), `deskhand-${userInfo().uid}`);
  const folder = join(own, `token-${hash}`);
  try {
    mkdirSync(own, { recursive: true, mode: 0o700 });
    // In a folder everybody may write to, somebody else may have been first.
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
    // It stays, and serves the next one.
  }
}
