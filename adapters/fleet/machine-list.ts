/** The machines of this gateway, and who may work each: a file that joining and removing change, looked at again and again. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { machineNameSchema } from '../../src/config/machine-name.ts';
import type { Clock } from '../../src/ports/clock.ts';

export interface ListedMachine {
  readonly name: string;
  /** Sender ids of the people who may use the machine; null: everybody who may use this bot. */
  readonly people: readonly string[] | null;
}

const fileSchema = z.object({
  machines: z.array(z.object({ name: machineNameSchema, people: z.array(z.string()).nullable() })),
});

const AGAIN_MS = 1_000;

/** The machines in the file now. While the file cannot be read, the last known ones stay, and a warning is given once. */
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
