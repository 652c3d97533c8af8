/** A small share of `npm run bench:gate`: nothing is done twice, nothing without a yes for exactly what is there, and a valid tap works. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  blinkWhileAsked,
  CHANGE_NAMES,
  changeBeforeAct,
  type Round,
  raceTaps,
  replayTap,
  runRounds,
} from '../../support/approval-rounds.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';

const wrong = (rounds: readonly Round[]): readonly Round[] => rounds.filter(({ acts, allowed }) => acts !== allowed);

test('taps that race do it once, at the first question', async () => {
  const rounds = await runRounds(WITH_REPEATS ? 12 : 4, raceTaps);
  assert.deepEqual(wrong(rounds), []);
  assert.ok(rounds.every(({ asked }) => asked === 1));
});

test('a tap that comes again a hundred times does it once', async () => {
  assert.deepEqual(wrong([await replayTap(100)]), []);
});

test('whatever changes between the question and the act, nothing is done without another yes', async () => {
  const rounds = await runRounds(CHANGE_NAMES.length, changeBeforeAct);
  assert.deepEqual(wrong(rounds), []);
  for (const { what, asked } of rounds)
    assert.ok(asked === 2 || what === 'target renamed', `${what}: asked ${asked} times`);
});

test('a blinking caret does not ask again', async () => {
  const rounds = await runRounds(WITH_REPEATS ? 8 : 3, blinkWhileAsked);
  assert.deepEqual(wrong(rounds), []);
  assert.ok(
    rounds.every(({ asked }) => asked === 1),
    JSON.stringify(rounds),
  );
});
