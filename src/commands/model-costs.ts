/** `/cost models`: by model and kind of goal, what a run cost and whether it was checked; and which model begins the next one, and why. */

import { sayLearned } from '../journal/describe-learned.ts';
import { COMPLEXITIES, type Complexity, effortFor } from '../journal/effort.ts';
import { ENOUGH_RUNS, FAILING_SHARE, learnModel, RELIABLE_SHARE } from '../journal/learned-model.ts';
import { groupRecords, type ModelRecord, type RunRecord } from '../journal/model-records.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { ModelOfRun } from '../run/model-of-run.ts';
import { mayLearn, offeredBy } from '../run/plan/learn-tier.ts';
import { join, plural, say, slash, type Text } from '../words/say.ts';

const KINDS: Readonly<Record<Complexity, Text>> = {
  simple: say`simple goals`,
  'multi-step': say`goals of several steps`,
  complex: say`complex goals`,
};

export interface NextRun {
  /** The asking person's model; null: none is configured. */
  readonly model: ModelOfRun | null;
  /** The most that the next run may cost, USD. */
  readonly maxUsd: number;
}

/** `records`: oldest first. Pure. */
export function renderModelCosts(records: readonly RunRecord[], next: NextRun): readonly SpokenSpan[] {
  if (records.length === 0) return [say`No run has used a model yet.`];
  const past = groupRecords(records).flatMap(({ model, goals }): readonly SpokenSpan[] => [
    { bold: model },
    '\n',
    ...goals.map((goal): SpokenSpan => ({ quiet: join(['  ', describe(goal), '\n'], '') })),
  ]);
  return [...past, ...renderNext(records, next)];
}

function describe({ kind, runs, checked, knownUsd, pricedRuns }: ModelRecord['goals'][number]): Text {
  const counted = plural(runs, say`1 run`, say`${runs} runs`);
  const each: Text = pricedRuns === 0 ? say`cost unknown` : say`${{ usd: knownUsd / pricedRuns }} a run`;
  return say`${KINDS[kind]}: ${counted}, ${checked} done and checked, ${each}`;
}

function renderNext(records: readonly RunRecord[], { model: used, maxUsd }: NextRun): readonly SpokenSpan[] {
  if (used?.model.offers === undefined) return [];
  const { model, chosen } = used;
  const offered = offeredBy(model, used);
  const lines = COMPLEXITIES.map((kind): SpokenSpan => {
    const usual = effortFor(kind).tier;
    const learned = mayLearn(kind, used) ? learnModel({ kind, usual, offered, records, maxUsd }) : null;
    const id = offered.find(({ tier }) => tier === usual)?.id ?? model.name;
    const isChosen = chosen[usual] !== undefined;
    const who: Text = learned !== null ? sayLearned(learned) : isChosen ? join([id, say`(your choice)`], ' ') : id;
    return { quiet: join(['  ', KINDS[kind], ': ', who, '\n'], '') };
  });
  return [{ bold: say`Your next run` }, '\n', ...lines, { quiet: HOW }];
}

const HOW = say`Another of your models begins once it got ${RELIABLE_SHARE * 100} % of at least ${ENOUGH_RUNS} such goals done and checked for less, or once the usual one failed at ${FAILING_SHARE * 100} % of them. ${slash('model main ID')} chooses one for good.`;
