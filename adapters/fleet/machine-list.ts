/** The machines of this gateway, and who may work each: a file that joining and removing change, looked at again and again. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { machineNameSchema } from '../../src/config/machine-name.ts';
import type { Clock } from '../../src/ports/clock.ts';

export interface ListedMachine {
  readonly name: string;
  /** Sender ids of those who may work it; null: everybody who may work this bot. */
  readonly people: readonly string[] | null;
}

const fileSchema = z.object({
  machines: z.array(z.object({ name: machineNameSchema, people: z.array(z.string()).nullable() })),
});

const AGAIN_MS = 1_000;

/** What it says now. A file that cannot be read keeps what was known, and is told once. */
export function createMachineList(
  dataFolder: string,
  clock: Clock,
  warn: (problem: string) => void,
): () => readonly ListedMachine[] {
  const path = join(dataFolder, 'state', 'fleet', 'fleet.json');
  let known: readonly ListedMachine[] = [];
  let readAt: number | null = null;
  let isTold = false;
  return () => {
    if (readAt !== null && clock.elapsed() - readAt < AGAIN_MS) return known;
    readAt = clock.elapsed();
    try {
      known = existsSync(path) ? fileSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).machines : [];
      isTold = false;
    } catch (error) {
      if (!isTold) warn(`${path} cannot be read, so the machines stay as they were: ${String(error)}`);
      isTold = true;
    }
    return known;
  };
}
