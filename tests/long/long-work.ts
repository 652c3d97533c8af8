/**
 * `npm run test:long-work -- [RUNS] [SEED] [REGEX]`: twelve long tasks by a model that forgets, misreads, guesses and says done too early, with the ledger and
 * without, side by side. A line of words and one of JSON a run, a JSON summary at the end; exit 0 only when with the ledger every end tells the truth, no wish is lost
 * and there is at most one question in ten steps, however often the model wants to ask.
 */
import { ensureLongWorkPrograms } from '../../src/bin/ensure-programs.ts';
import { type LongResult, startLongBench } from '../long-work/bench.ts';
import { LONG_TASKS } from '../long-work/tasks.ts';
import { RATES } from '../long-work/worker.ts';

await ensureLongWorkPrograms();
const [runs = '3', seed = '1', wanted = ''] = process.argv.slice(2);
const tasks = LONG_TASKS.filter(({ name }) => new RegExp(wanted).test(name));
const cleanups: (() => void)[] = [];
const say = (line: string): void => void process.stdout.write(`${line}\n`);
say(`rates ${JSON.stringify(RATES)}`);

async function runAll(hasLedger: boolean): Promise<readonly LongResult[]> {
  const bench = await startLongBench({ after: (act) => cleanups.push(act) }, hasLedger);
  const results: LongResult[] = [];
  try {
    for (const task of tasks)
      for (let index = 0; index < Number(runs); index += 1) {
        const result = await bench.run(task, Number(seed) + index);
        results.push(result);
        const { outcome, steps, questions, done, wishes, undone, lies, lost } = result;
        say(
          `${hasLedger ? 'ledger' : 'without'} ${task.name} ${result.seed}: ${outcome}, ${steps} steps, ${questions} questions, ${done}/${wishes} done, ${lies.length} lies, ${lost.length} lost${undone.map((wish) => `\n  not done: ${wish}`).join('')}${lies.map((lie) => `\n  ${lie}`).join('')}`,
        );
        say(JSON.stringify(rowOf(result)));
      }
  } finally {
    await bench.close();
  }
  return results;
}

/** Figures alone. */
function rowOf({ undone: _undone, lies, lost, ...figures }: LongResult) {
  return { ...figures, lies: lies.length, lost: lost.length };
}

function sum(results: readonly LongResult[]) {
  const total = (of: (result: LongResult) => number): number => results.reduce((all, result) => all + of(result), 0);
  return {
    runs: results.length,
    truthful: results.filter(({ lies }) => lies.length === 0).length,
    lost: total(({ lost }) => lost.length),
    wishes: total(({ wishes }) => wishes),
    done: total(({ done }) => done),
    steps: total(({ steps }) => steps),
    questions: total(({ questions }) => questions),
    slips: total(({ slips }) => slips.forgot + slips.misread + slips.guessed + slips.early),
  };
}

try {
  const [kept, without] = [sum(await runAll(true)), sum(await runAll(false))];
  say(JSON.stringify({ ledger: kept, without }));
  process.exitCode =
    kept.runs > 0 && kept.truthful === kept.runs && kept.lost === 0 && kept.questions * 10 <= kept.steps ? 0 : 1;
} finally {
  for (const clean of cleanups) clean();
}
