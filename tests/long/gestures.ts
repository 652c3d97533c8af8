/**
 * `npm run test:gestures -- [REGEX]`: gestures in an editor, a file manager, an image editor and programs of a terminal, through the
 * whole bot, by a model that knows the answers. A line a gesture, a JSON summary at the end; exit 0 only when all are done.
 */
import { ensureGesturePrograms } from '../../src/bin/ensure-programs.ts';
import { startGestureBench } from '../gestures/bench.ts';
import { GESTURES } from '../gestures/gestures.ts';

await ensureGesturePrograms();
const wanted = new RegExp(process.argv[2] ?? '');
const cleanups: (() => void)[] = [];
const bench = await startGestureBench({ after: (act) => cleanups.push(act) });
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
process.exit(failed.length === 0 && gestures.length > 0 ? 0 : 1);
