/** Inputs that others collected, kept beside the project and never inside it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'shared', 'corpora');

/** The lines of a .jsonl corpus; null where it is not there: skip the test with a message. */
export function readCorpus<T>(name: string, line: z.ZodType<T>): readonly T[] | null {
  const text = readIfThere(join(FOLDER, name));
  if (text === null) return null;
  return text
    .split('\n')
    .filter((one) => one !== '')
    .map((one) => line.parse(JSON.parse(one)));
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
