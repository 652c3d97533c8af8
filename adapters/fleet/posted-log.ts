/** Which messages of machines were posted, for when a machine asks again because the answer got lost: the newest, also after a restart. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { PostedMessage } from '../../src/ports/chat.ts';

export interface PostedLog {
  find(key: string): PostedMessage | null;
  note(key: string, posted: PostedMessage): void;
}

const KEPT = 2_000;
const lineSchema = z.tuple([
  z.string(),
  z.object({
    thread: z.object({ platform: z.enum(['telegram', 'slack', 'web']), key: z.string(), isGroup: z.boolean() }),
    messageId: z.string(),
  }),
]);

/** The log is best effort: without its file a message may come twice, but none is lost. */
export function openPostedLog(path: string, warn: (problem: string) => void): PostedLog {
  const known = new Map<string, PostedMessage>(
    existsSync(path) ? readFileSync(path, 'utf8').split('\n').flatMap(readLine).slice(-KEPT) : [],
  );
  const attempt = (write: () => void): void => {
    try {
      write();
    } catch (error) {
      warn(`What was posted for other machines could not be noted: ${String(error)}`);
    }
  };
  attempt(() => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, [...known].map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
  });
  return {
    find: (key) => known.get(key) ?? null,
    note(key, posted) {
      known.set(key, posted);
      const oldest = known.keys().next();
      if (known.size > KEPT && !oldest.done) known.delete(oldest.value);
      attempt(() => appendFileSync(path, `${JSON.stringify([key, posted])}\n`, { mode: 0o600 }));
    },
  };
}

/** The entry of a line; none for a torn line. */
function readLine(line: string): readonly [string, PostedMessage][] {
  try {
    const read = lineSchema.safeParse(JSON.parse(line));
    return read.success ? [read.data] : [];
  } catch {
    return [];
  }
}
