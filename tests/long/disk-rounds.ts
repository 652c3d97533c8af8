/** Kills real bots before each operation on their journals, the first to the last, and in the middle of writes; then audits. */
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnBot } from '../support/bot.ts';
import { until } from '../support/until.ts';
import { type Audit, auditPlace } from './audit.ts';
import type { CrashPlace } from './crash-place.ts';
import { isSettled, untilReady } from './kill-rounds.ts';
import { createScriptedPerson, type ScriptedPerson } from './scripted-person.ts';

export interface DiskReport extends Audit {
  /** Operations a life was ended at. */
  readonly boundaries: number;
  readonly commands: number;
  readonly broken: readonly string[];
}

export interface DiskOptions {
  /** At every n-th operation a life is ended before one, and another in the middle of one. */
  readonly every: number;
  readonly tearEvery: number;
  readonly random: () => number;
  readonly say: (line: string) => void;
}

/** A life that lasted this long and had nothing left to do makes no further operations. */
const LIFE_MS = 30_000;

export async function killAtEachOperation(place: CrashPlace, options: DiskOptions): Promise<DiskReport> {
  const person = createScriptedPerson(place.owner, options.random);
  const broken: string[] = [];
  let boundaries = 0;
  try {
    const last = await liveUntilKilled(place, person, ['1000000', 'die'], broken);
    options.say(`a life of two commands has ${last} operations`);
    for (const [what, every] of [
      ['die', options.every],
      ['tear', options.tearEvery],
    ] as const) {
      for (let at = 1; every > 0; at += every) {
        const done = await liveUntilKilled(place, person, [String(at), what], broken);
        if (done !== null) break;
        boundaries += 1;
        // Now and then the next life is ended during its own recovery.
        await liveUntilKilled(place, person, [String(1 + (at % 12)), 'die'], broken, 0);
        await liveUntilKilled(place, person, ['1000000', 'die'], broken, 0);
        if (boundaries % 10 === 0) options.say(`${what} at ${at}: ${person.sent.length} commands`);
      }
    }
  } finally {
    person.stop();
  }
  return { ...auditPlace(place, person.sent), boundaries, commands: person.sent.length, broken };
}

/** null when the process was killed; its number of operations when it had nothing left to do. */
async function liveUntilKilled(
  place: CrashPlace,
  person: ScriptedPerson,
  fault: readonly [string, string],
  broken: string[],
  commands = 2,
): Promise<number | null> {
  const bot = spawnBot({ env: place.env, program: ['tests/long/fatal-disk-bot.ts', ...fault] });
  const isKilled = (): boolean => bot.child.signalCode === 'SIGKILL';
  if ((await untilReady(bot)) === null) {
    if (!isKilled()) broken.push(`a bot was not ready: ${bot.stderr().slice(-500)}`);
    await bot.kill();
    return null;
  }
  for (let count = 0; count < commands; count += 1) person.send();
  const open = () => person.sent.filter((command) => !isSettled(place, [command])).map(({ goal }) => goal);
  const isOver = () => isKilled() || isSettled(place, person.sent) || sleep(50, false);
  const what = () => `a bot to finish ${open().join(', ')}: ${bot.stderr().slice(-500)}`;
  await until(isOver, what, LIFE_MS).catch((error: unknown) => broken.push(String(error)));
  const code = await bot.stop();
  if (isKilled()) return null;
  if (code !== 0) broken.push(`a bot ended with ${code}: ${bot.stderr().slice(-500)}`);
  return Number(/operations (\d+)/.exec(bot.stdout())?.[1] ?? 0);
}
