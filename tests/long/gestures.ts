/**
 * `npm run test:gestures -- [REGEX]`: gestures in an editor, a file manager, an image editor and programs of a terminal, through the
 * whole bot, by a model that knows the answers. A line a gesture, a JSON summary at the end; exit 0 only when all are done. `--untold`:
 * no application tells its elements, the model aims at what was read of them, and at least 95 % are done.
 */
import { parseArgs } from 'node:util';
import { ensureGesturePrograms } from '../../src/bin/ensure-programs.ts';
import { startGestureBench } from '../gestures/bench.ts';
import { GESTURES } from '../gestures/gestures.ts';

await ensureGesturePrograms();
const { values, positionals } = parseArgs({
  options: { untold: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const wanted = new RegExp(positionals[0] ?? '');
const LEAST_UNTOLD = 0.95;
const cleanups: (() => void)[] = [];
const bench = await startGestureBench({ after: (act) => cleanups.push(act) }, { isUntold: values.untold });
const failed: string[] = [];
let [calls, oracle, cards] = [0, 0, 0];
const gestures = GESTURES.filter(({ name }) => wanted.test(name));
try {
  for (const gesture of gestures) {
    const result = await bench.run(gesture);
    process.stdout.write(
      `${result.isDone ? 'done' : 'FAILED'} ${result.name}: ${result.calls} calls for ${result.oracle}, ${result.cards} cards${result.why && `\n  ${result.why}`}\n`,
    );
    if (!result.isDone) failed.push(result.name);
    calls += result.calls;
    oracle += result.oracle;
    cards += result.cards;
  }
} finally {
  await bench.close();
  for (const clean of cleanups) clean();
}
process.stdout.write(`${JSON.stringify({ gestures: gestures.length, failed, calls, oracle, cards })}\n`);
const share = (gestures.length - failed.length) / Math.max(1, gestures.length);
process.exit(share >= (values.untold ? LEAST_UNTOLD : 1) ? 0 : 1);
