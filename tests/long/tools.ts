/** Two hundred servers that mean harm, of every kind and with other seeds: `npm run test:tools -- SERVERS SEED`. */
import { ALL_HARMS, provoke } from '../support/hostile-tools.ts';

const [servers = 200, first = 1] = process.argv.slice(2).map(Number);
const failed: string[] = [];
for (let at = 0; at < servers; at += 1) {
  const harm = ALL_HARMS[at % ALL_HARMS.length] ?? 'harm';
  const seed = first + Math.floor(at / ALL_HARMS.length);
  try {
    process.stdout.write(`${at + 1} ${harm} ${seed}: ${await provoke(harm, seed)}\n`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    failed.push(`${harm} ${seed}`);
    process.stdout.write(`${at + 1} ${harm} ${seed}: FAILED ${why}\n`);
  }
}
process.stdout.write(
  `${servers} servers, ${failed.length} with an unasked effect, bytes out, a crash or an untruth${failed.length === 0 ? '' : `: ${failed.join(', ')}`}\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
