/** `/cost`: today, this run, the last seven days, each by model. Unknown prices are named as unknown. */

import type { Caps } from '../config/caps.ts';
import { type CostSum, type CountedCall, groupCalls, midnightBefore, readCalls, sumCalls } from '../journal/costs.ts';
import type { Recordings } from '../journal/recordings.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { Clock } from '../ports/clock.ts';
import { sayRun } from '../words/run-name.ts';
import { capital, join, plural, say, type Text } from '../words/say.ts';

export interface CostReportFacts {
  readonly recordings: Recordings;
  readonly clock: Clock;
  /** The runs under way or last ended: one, or those of one plan; empty when there was none. */
  readonly runs: readonly string[];
  readonly caps: Pick<Caps, 'costLimitUsd' | 'dayCostLimitUsd'>;
}

/** Today and the six days before. */
const DAYS = 7;

export async function renderCostReport({
  recordings,
  clock,
  runs,
  caps,
}: CostReportFacts): Promise<readonly SpokenSpan[]> {
  const now = clock.now();
  const week = await readCalls(recordings, midnightBefore(now, DAYS - 1));
  const today = week.filter(({ at }) => at >= midnightBefore(now));
  const ofRun = week.filter(({ runId }) => runs.includes(runId));
  const [first] = runs;
  return [
    ...renderSum(say`Today`, today, caps.dayCostLimitUsd),
    ...(first === undefined ? [] : renderSum(capital(sayRun(first)), ofRun, caps.costLimitUsd)),
    ...renderSteps(ofRun),
    ...renderSum(say`Last ${DAYS} days`, week, null),
  ];
}

function renderSum(title: Text, calls: readonly CountedCall[], limitUsd: number | null): readonly SpokenSpan[] {
  const sum = sumCalls(calls);
  const head: SpokenSpan = { bold: join([title, ': '], '') };
  if (sum.calls === 0) return [head, say`no model calls`, '\n'];
  return [
    head,
    describe(sum, limitUsd),
    '\n',
    ...groupCalls(calls, ({ model }) => model).map(
      ([model, one]): SpokenSpan => ({
        quiet: join([`  ${model}: `, describe(one), ' · ', describeTokens(one), '\n'], ''),
      }),
    ),
  ];
}

/** Cost of each step, one line per run; its tokens when a price is unknown. */
function renderSteps(calls: readonly CountedCall[]): readonly SpokenSpan[] {
  const byRun = [...Map.groupBy(calls, ({ runId }) => runId)];
  return byRun.flatMap(([runId, ofRun]): SpokenSpan[] => {
    const steps = [
      ...Map.groupBy(
        ofRun.filter(({ iteration }) => iteration > 0),
        ({ iteration }) => iteration,
      ),
    ];
    if (steps.length < 2) return [];
    const title = byRun.length > 1 ? say`${sayRun(runId)}, step by step:` : say`step by step:`;
    const told = join(
      steps.map(([iteration, ofStep]) => join([`${iteration}\u00a0`, describeStep(sumCalls(ofStep))], '')),
      ' · ',
    );
    return [{ quiet: join(['  ', title, ' ', told, '\n'], '') }];
  });
}

function describeStep({ knownUsd, unknownCalls, usage }: CostSum): Text {
  if (unknownCalls === 0) return { usd: knownUsd };
  return say`${{ tokens: usage.input + usage.output + usage.cacheRead + usage.cacheWrite }} tokens`;
}

/** "$0.12 of at most $1.00, 14 calls", with unknown costs mentioned. */
function describe({ calls, knownUsd, unknownCalls }: CostSum, limitUsd: number | null = null): Text {
  const counted = plural(calls, say`1 call`, say`${calls} calls`);
  const limit: readonly Text[] = limitUsd === null ? [] : [say`of at most ${{ usd: limitUsd }}`];
  const known = { usd: knownUsd };
  if (unknownCalls === 0) return say`${join([known, ...limit], ' ')}, ${counted}`;
  const sum =
    unknownCalls === calls
      ? say`unknown (no price is known), ${counted}`
      : say`${known} and an unknown part (no price for ${unknownCalls} of ${calls} calls)`;
  return join([sum, ...limit], ' ');
}

function describeTokens({ usage }: CostSum): Text {
  const input = { tokens: usage.input + usage.cacheWrite };
  const output = { tokens: usage.output };
  if (usage.cacheRead === 0) return say`${input} tokens in, ${output} out`;
  return say`${input} tokens in, ${{ tokens: usage.cacheRead }} from the cache, ${output} out`;
}
