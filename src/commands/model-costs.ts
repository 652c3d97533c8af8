/** `/cost models`: by model and kind of goal, what a run cost and whether it was checked. */
import { type GoalCost, type ModelRecord, readModelRecords } from '../journal/model-records.ts';
import type { Recordings } from '../journal/recordings.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import { join, plural, say, type Text } from '../words/say.ts';

const KINDS: Readonly<Record<GoalCost['kind'], Text>> = {
  simple: say`simple goals`,
  'multi-step': say`goals of several steps`,
  complex: say`complex goals`,
};

export async function renderModelCosts(recordings: Recordings): Promise<readonly SpokenSpan[]> {
  const records = await readModelRecords(recordings);
  if (records.length === 0) return [say`No run has been decided by a model yet.`];
  return records.flatMap(({ model, goals }): readonly SpokenSpan[] => [
    { bold: model },
    '\n',
    ...goals.map((goal): SpokenSpan => ({ quiet: join(['  ', describe(goal), '\n'], '') })),
  ]);
}

function describe({ kind, runs, checked, knownUsd, pricedRuns }: ModelRecord['goals'][number]): Text {
  const counted = plural(runs, say`1 run`, say`${runs} runs`);
  const each: Text = pricedRuns === 0 ? say`cost unknown` : say`${{ usd: knownUsd / pricedRuns }} a run`;
  return say`${KINDS[kind]}: ${counted}, ${checked} done and checked, ${each}`;
}
