/** `npm run -s bench`: every performance figure as one JSON line; exit 0 only when all are ok and correct. */
import type { Figure } from '../../../bench/figure.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { findReading } from '../extra-packages.ts';
import { OWN_FILES } from '../own-files.ts';

const READING = { program: OWN_FILES.readingChild, packages: () => findReading('') };

/** Each group is loaded when it runs, so that its modules do not affect the other groups. */
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
  const names = wanted === undefined ? Object.keys(GROUPS) : [wanted];
  let isGood = true;
  for (const name of names) {
    const measure = GROUPS[name];
    if (measure === undefined) {
      throw new ExitError(
        EXIT.configuration,
        `There is no group ${name}; there are ${Object.keys(GROUPS).join(', ')}.`,
      );
    }
    for (const figure of await measure()) {
      process.stdout.write(`${JSON.stringify(figure)}\n`);
      isGood &&= figure.ok && figure.correct;
    }
  }
  return isGood ? EXIT.clean : EXIT.failure;
});
