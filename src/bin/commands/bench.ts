/**
 * `npm run -s bench`: every performance figure as one JSON line; exit 0 only when all are ok and correct. Each group has a process of its own, as a
 * person's bot has: what the groups before left in memory would slow it down. `npm run -s bench -- GROUP` measures one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Figure } from '../../../bench/figure.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { findReading } from '../extra-packages.ts';
import { OWN_FILES } from '../own-files.ts';

const READING = { program: OWN_FILES.readingChild, packages: () => findReading('') };

const GROUPS: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  skills: async () => (await import('../../../bench/skills.ts')).measureSkills(),
  asks: async () => (await import('../../../bench/asks.ts')).measureAsks(),
  parts: async () => (await import('../../../bench/parts.ts')).measureParts(),
  gate: async () => (await import('../../../bench/gate.ts')).measureGate(OWN_FILES.bashParser),
  place: async () => (await import('../../../bench/place.ts')).measurePlace(),
  model: async () => (await import('../../../bench/model.ts')).measureModel(),
  tokens: async () => [
    ...(await (await import('../../../bench/tokens.ts')).measureTokens()),
    ...(await (await import('../../../bench/providers.ts')).measureProviders()),
  ],
  pictures: async () => (await import('../../../bench/pictures.ts')).measurePictures(),
  input: async () => (await import('../../../bench/input.ts')).measureInput(),
  steps: async () => (await import('../../../bench/steps.ts')).measureSteps(),
  elements: async () => (await import('../../../bench/elements.ts')).measureElements(),
  reading: async () => [
    ...(await (await import('../../../bench/reading.ts')).measureReading(READING)),
    await (await import('../../../bench/read-tokens.ts')).measureReadTokens(),
  ],
  settle: async () => (await import('../../../bench/settle.ts')).measureSettle(),
  work: async () => (await import('../../../bench/work.ts')).measureWork(),
  loop: async () => (await import('../../../bench/loop.ts')).measureLoop(),
  stop: async () => (await import('../../../bench/stop.ts')).measureStop(),
  memory: async () => (await import('../../../bench/memory.ts')).measureMemory(OWN_FILES.recallWorker),
  start: async () => [
    ...(await (await import('../../../bench/start.ts')).measureStart()),
    ...(await (await import('../../../bench/own-start.ts')).measureOwnStart()),
  ],
};

await runCommand(async () => {
  const wanted = process.argv[2];
  if (wanted !== undefined) return (await measureGroup(wanted)) ? EXIT.clean : EXIT.failure;
  let isGood = true;
  for (const name of Object.keys(GROUPS)) isGood = (await startGroup(name)) && isGood;
  return isGood ? EXIT.clean : EXIT.failure;
});

/** Prints the figures of a group; returns whether all are ok and correct. */
async function measureGroup(name: string): Promise<boolean> {
  const measure = GROUPS[name];
  if (measure === undefined) {
    throw new ExitError(EXIT.configuration, `There is no group ${name}; there are ${Object.keys(GROUPS).join(', ')}.`);
  }
  const figures = await measure();
  for (const figure of figures) process.stdout.write(`${JSON.stringify(figure)}\n`);
  return figures.every(({ ok, correct }) => ok && correct);
}

/** The same in a process of its own; a group that fails does not keep the others from being measured. */
async function startGroup(name: string): Promise<boolean> {
  const child = spawn(process.execPath, [OWN_FILES.entry, 'bench', name], { stdio: 'inherit' });
  const end = (): never => {
    child.kill();
    return process.exit(EXIT.failure);
  };
  process.on('SIGTERM', end);
  const [code] = await once(child, 'exit');
  process.off('SIGTERM', end);
  return code === EXIT.clean;
}
