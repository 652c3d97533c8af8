/** How long a plan takes whose parts work side by side, against the same plan in turn, with the answers of a model that is far away. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelRequest } from '../src/ports/model.ts';
import type { FakeAnswer } from '../tests/fakes/model.ts';
import { realMachine } from '../tests/long/part-rounds.ts';
import { startTestDeskhand } from '../tests/support/deskhand.ts';
import { beside, endOf, openTree, part, treeModel } from '../tests/support/tree.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';

const ROUNDS = 5;
const GOAL = 2;
/** A quick answer of a hosted model. */
const ANSWER_MS = 400;
const PARTS = [1, 2, 3] as const;

export async function measureParts(): Promise<readonly Figure[]> {
  const home = await mkdtemp(join(tmpdir(), 'deskhand-bench-'));
  const times: { readonly ours: number[]; readonly theirs: number[] } = { ours: [], theirs: [] };
  let correct = true;
  try {
    for (const number of PARTS) {
      mkdirSync(join(home, `p${number}`));
      writeFileSync(join(home, `p${number}`, 'word.txt'), `word${number}\n`);
    }
    await runPlan(home, true);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const isInTurn of [false, true]) {
        const { ms, isRight } = await runPlan(home, isInTurn);
        (isInTurn ? times.theirs : times.ours).push(ms);
        correct &&= isRight;
      }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
  const [ours, theirs] = [median(times.ours), median(times.theirs)];
  const ratio = Math.round((theirs / ours) * 100) / 100;
  return [
    {
      figure: 'three parts side by side',
      unit: 'ms',
      better: 'lower',
      ours: Math.round(ours),
      theirs: Math.round(theirs),
      ratio,
      goal: GOAL,
      ok: ratio >= GOAL,
      correct,
      n: ROUNDS,
    },
  ];
}

/** The time from Go to the end. It was right if each part has read its own word and knew no other part's. */
async function runPlan(home: string, isInTurn: boolean): Promise<{ readonly ms: number; readonly isRight: boolean }> {
  const plan = PARTS.map((number) =>
    part(`Read word ${number}.`, { needs: isInTurn && number > 1 ? [number - 1] : [] }),
  );
  const play = async (goal: string, index: number, { text }: ModelRequest): Promise<FakeAnswer> => {
    await sleep(ANSWER_MS);
    const number = /word (\d)/.exec(goal)?.[1] ?? '';
    if (index === 0) return beside({ action: 'shell', text: `cd ~/p${number} && cat word.txt` });
    if (index === 1)
      return beside(
        { action: 'think', text: 'read' },
        /word\d/.exec(text.split('from="result"')[1] ?? '')?.[0] ?? 'none',
      );
    const [word = 'none'] = /(?<=- )word\d/.exec(text) ?? [];
    return beside({ action: 'done', text: `It says ${word}.`, facts: [{ name: 'word', value: word }] });
  };
  const bot = await startTestDeskhand({
    model: treeModel({ plans: [plan], play, costUsd: 0 }),
    machine: realMachine(home),
  });
  const startedAt = performance.now();
  await openTree(bot);
  const { text } = await endOf(bot);
  const ms = performance.now() - startedAt;
  const results = bot
    .events()
    .flatMap((event) => (event.type === 'part.ended' ? [[event.part, event.result.facts.word]] : []));
  await bot.close();
  const isRight = results.length === PARTS.length && results.every(([number, word]) => word === `word${number}`);
  return { ms, isRight: isRight && /Done and checked/.test(text) };
}
