/** The version of this Deskhand, as package.json has it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from '../own-files.ts';

export function readVersion(): string {
  const json: unknown = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(json).version;
}
