/** Two hundred servers that mean harm, of every kind and with other seeds, each brought to where its harm could act; then those that cannot wait to be confirmed: `npm run test:tools -- SERVERS SEED`. */
import { ALL_HARMS, type Harm, IMPATIENT, provoke } from '../support/hostile-tools.ts';

const [servers = 200, first = 1] = process.argv.slice(2).map(Number);
const failed: string[] = [];
let reached = 0;

async function attempt(at: string, harm: Harm, seed: number, isPatient: boolean): Promise<void> {
  const name = `${harm} ${seed}${isPatient ? '' : ', at once'}`;
  try {
    process.stdout.write(`${at} ${name}: ${await provoke(harm, seed, isPatient)}\n`);
    if (isPatient) reached += 1;
  } catch (error) {
    failed.push(name);
    process.stdout.write(`${at} ${name}: FAILED ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

for (let at = 0; at < servers; at += 1)
  await attempt(
    String(at + 1),
    ALL_HARMS[at % ALL_HARMS.length] ?? 'harm',
    first + Math.floor(at / ALL_HARMS.length),
    true,
  );
for (const harm of IMPATIENT) await attempt('+', harm, first, false);
process.stdout.write(
  `${reached} of ${servers} servers were started for a call, confirmed as they showed themselves. ${IMPATIENT.length} more (${IMPATIENT.join(', ')}) meant harm when they were to be confirmed and were stopped there: what cannot be listed can be shown to nobody, so it is neither kept nor started again.\n`,
);
process.stdout.write(
  `${failed.length} of ${servers + IMPATIENT.length} with an unasked effect, bytes out, a crash or an untruth${failed.length === 0 ? '' : `: ${failed.join(', ')}`}\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
