/** How long the gate takes; printed, with bounds that only something badly wrong exceeds on a busy machine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { readCorpus } from '../support/corpora.ts';
import { measureProcessorMs } from '../support/processor-time.ts';
import { judgeJson, judgeShell, openTestGate } from './open-test-gate.ts';

const gate = await openTestGate();
const SIZE = 65_536;
/** Three times the figure that the bench holds it to. */
const MAX_64_KB_MS = 150;
const MAX_P99_MS = 5;

/** The machine may be busy with something else: what takes longer than it may is tried again, and the best is what the gate itself needs. */
function bestOf(count: number, enoughMs: number, run: () => void): number {
  let best = measureProcessorMs(run);
  for (let tried = 1; tried < count && best > enoughMs; tried += 1) best = Math.min(best, measureProcessorMs(run));
  return best;
}

const LARGE: Readonly<Record<string, string>> = {
  'a chain': 'ls;'.repeat(SIZE / 3),
  words: `ls ${'a '.repeat(SIZE / 2 - 2)}`,
  wildcards: `cat ${'a* '.repeat(SIZE / 3 - 2)}`,
  paths: `cat ${'/etc/hosts '.repeat(SIZE / 11 - 1)}`,
  'one string': `echo '${'a'.repeat(SIZE - 8)}'`,
  'open brackets': '('.repeat(SIZE),
  'open substitutions': `echo ${'$('.repeat(SIZE / 2 - 3)}`,
  backticks: `echo ${'`'.repeat(SIZE - 6)}`,
  'here-documents': "cat <<'E'\nx\nE\n".repeat(SIZE / 14),
  'here-documents without an end': `cat ${'<<A '.repeat(SIZE / 4 - 1)}`,
  redirects: `ls ${'2>&1 '.repeat(SIZE / 5 - 1)}`,
  sudo: 'sudo '.repeat(SIZE / 5),
  deletions: 'rm -rf x;'.repeat(SIZE / 9),
  fetching: 'curl x|'.repeat(SIZE / 7),
  functions: 'a() {'.repeat(SIZE / 5),
  quotes: '"'.repeat(SIZE),
  newlines: '\n'.repeat(SIZE),
  'lines of AppleScript': 'get name of window 1\n'.repeat(SIZE / 21),
};

/** The longest a command can be without being asked about for its length alone. */
const JUDGED = 6144;

test('64 KB of anything are judged at once: as a command, typed, and as AppleScript', (t) => {
  const best = (run: () => void): number => bestOf(4, MAX_64_KB_MS, run);
  let worst = 0;
  for (const [name, text] of Object.entries(LARGE)) {
    for (const size of [SIZE, JUDGED]) {
      const source = text.slice(0, size);
      const times = [
        best(() => judgeShell(gate, source)),
        best(() => judgeJson(gate, { action: 'type', text: `${source.slice(0, 19_000)}\n` }, { app: 'xterm' })),
        best(() => judgeJson(gate, { action: 'applescript', script: source })),
        best(() =>
          judgeJson(gate, { action: 'applescript', script: `do shell script "${source.slice(0, SIZE - 30)}"` }),
        ),
      ];
      worst = Math.max(worst, ...times);
      assert.ok(
        Math.max(...times) <= MAX_64_KB_MS,
        `${name}, ${size} characters: ${times.map((time) => time.toFixed(1)).join(' ')} ms`,
      );
    }
  }
  t.diagnostic(`worst: ${worst.toFixed(1)} ms`);
});

test('ordinary commands are judged in a fraction of a millisecond', (t) => {
  const command = z.object({ command: z.string() });
  const lines = ['dangerous_commands.jsonl', 'safe_core.jsonl', 'ask_commands.jsonl'].flatMap((name) =>
    readCorpus(name, command),
  );
  for (const line of lines) judgeShell(gate, line.command);
  const times = lines
    .map((line) => bestOf(5, MAX_P99_MS, () => judgeShell(gate, line.command)))
    .toSorted((one, other) => one - other);
  const at = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
  t.diagnostic(
    `p50 ${at(0.5).toFixed(3)} ms, p99 ${at(0.99).toFixed(3)} ms, worst ${at(1).toFixed(3)} ms of ${times.length}`,
  );
  assert.ok(at(0.99) <= MAX_P99_MS);
});
