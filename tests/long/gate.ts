/** `npm run bench:gate`: how the gate and the confirmations hold against large counts, one JSON line a figure; exit 0 only when nothing is wrong. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { openTestGate } from '../safety/open-test-gate.ts';
import {
  blinkWhileAsked,
  changeBeforeAct,
  type Round,
  raceTaps,
  replayTap,
  runRounds,
} from '../support/approval-rounds.ts';
import { judgeGenerated } from '../support/generated-acts.ts';

const ROOT = join(import.meta.dirname, '../..');
const GENERATED = 100_000;
const CHUNK = 5000;
const RACES = 500;
const REPLAYS = 1000;
const CHANGES = 500;
const BLINKS = 200;

/** Tests that print their counts: public collections, mutants, planted secrets, outsiders, hostile paths. */
const COUNTED = [
  'tests/safety/corpora.test.ts',
  'tests/safety/mutants.test.ts',
  'tests/safety/speed.test.ts',
  'tests/safety/secrets/redact.test.ts',
  'tests/safety/generated.test.ts',
  'tests/adapters/files/vault.test.ts',
  'tests/adapters/chat/telegram/authorization.test.ts',
  'tests/scenarios/secrets.test.ts',
  'tests/scenarios/pairing.test.ts',
];

let isGood = true;

function print(figure: string, n: number, wrong: number, more: object = {}): void {
  isGood &&= wrong === 0;
  process.stdout.write(`${JSON.stringify({ figure, n, wrong, ...more })}\n`);
}

function printRounds(figure: string, rounds: readonly Round[], mayAskAgain: boolean): void {
  const wrong = rounds.filter(({ acts, allowed, asked }) => acts !== allowed || (!mayAskAgain && asked !== 1));
  print(figure, rounds.length, wrong.length, wrong.length === 0 ? {} : { examples: wrong.slice(0, 5) });
}

const gate = await openTestGate();
let [judged, broken, longestMs] = [0, 0, 0];
for (let done = 0; done < GENERATED; done += CHUNK) {
  const part = judgeGenerated(gate, CHUNK, done + 1);
  judged += part.judged;
  broken += part.broken.length;
  longestMs = Math.max(longestMs, part.longestMs);
  for (const example of part.broken.slice(0, 3)) process.stderr.write(`${example}\n`);
}
print('generated actions the gate breaks on', GENERATED, broken, { judged, longestMs: Math.round(longestMs) });

printRounds('double taps in a race', await runRounds(RACES, raceTaps), false);
const replays = await runRounds(10, () => replayTap(REPLAYS / 10), 2);
print('replays of a tap', REPLAYS, replays.filter(({ acts }) => acts !== 1).length);
printRounds('changes between approval and act', await runRounds(CHANGES, changeBeforeAct), true);
printRounds('valid first taps beside a blinking caret', await runRounds(BLINKS, blinkWhileAsked), false);

for (const file of COUNTED) {
  const { code, counts } = await runTest(file);
  print(file, counts.length, code === 0 ? 0 : 1, { counts });
}
process.exit(isGood ? 0 : 1);

/** What a test file says of itself. */
function runTest(file: string): Promise<{ readonly code: number | null; readonly counts: readonly string[] }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--test', '--test-reporter=spec', file], { cwd: ROOT });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr.resume();
    child.once('error', reject);
    child.once('close', (code) => {
      const lines = output.split('\n').map((line) => line.trim());
      const counts = lines.filter((line) => /^ℹ (?!(?:suites|cancelled|todo|duration_ms) )/.test(line));
      resolve({ code, counts: counts.map((line) => line.slice(2)) });
    });
  });
}
