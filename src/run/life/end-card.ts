/** The last message of a run: how it ended, with steps, time and cost. */

import { describeAction, nameElements } from '../../action/describe.ts';
import type { Outcome } from '../../journal/events.ts';
import type { RunState } from '../../journal/run-state.ts';
import { saidOr } from '../../journal/said.ts';
import { OUTCOME_TITLES } from '../../journal/step-words.ts';
import type { SpokenSpan } from '../../outbound/spoken.ts';
import { isSameModel } from '../../ports/model-id.ts';
import type { MendedSkill } from '../../skills/mended-skills.ts';
import { shorten } from '../../words/amounts.ts';
import { sayRun, saySteps } from '../../words/run-name.ts';
import { join, mapNames, quoted, say, type Text } from '../../words/say.ts';
import { goalLine } from '../../words/sent-files.ts';
import { showHidden, showHiddenIn } from '../../words/visible.ts';
import { showValues } from '../outside-values.ts';
import { comparedSpans } from '../wishes/compare-scope.ts';
import { arrivalSpans } from '../wishes/say-arrivals.ts';
import { wishResults } from '../wishes/say-wishes.ts';
import { mendedSpans } from './mend-after-run.ts';

export interface EndDetail {
  /** The picture with it shows the screen before the run, too. */
  readonly isPair: boolean;
  /** Whether to show the score, and the models even if they are the configured ones. */
  readonly isVerbose: boolean;
  /** MODEL_MAIN as configured; null: none. The end names the models only when another one decided the run. */
  readonly configuredModel: string | null;
  /** The skill that the run has mended; null or left out: none. */
  readonly mended?: MendedSkill | null;
}

/** Pure. */
export function renderEnd(
  state: RunState,
  outcome: Outcome,
  { isPair, isVerbose, configuredModel, mended = null }: EndDetail,
): readonly SpokenSpan[] {
  const took = { ms: Date.parse(state.lastAt) - Date.parse(state.createdAt) };
  const isElsewhere = state.models.some((id) => configuredModel === null || !isSameModel(id, configuredModel));
  const facts: readonly Text[] = [
    sayRun(state.runId),
    ...(outcome.score === null || !isVerbose ? [] : [say`score ${Math.round(outcome.score)}`]),
    saySteps(state.iteration),
    took,
    state.costUsd === 0 ? say`no cost` : { usd: state.costUsd },
    ...(isVerbose || isElsewhere ? state.models : []),
  ];
  return [
    { bold: OUTCOME_TITLES[outcome.outcome] },
    '\n',
    mapNames(saidOr(outcome, outcome.message), showHidden),
    '\n',
    ...describeUnknown(state),
    ...wishResults(state.wishes),
    ...comparedSpans(state.compared),
    ...arrivalSpans(state.arrivals),
    ...mendedSpans(mended),
    '\n',
    quoted(showHidden(shorten(goalLine(state.goal), 120))),
    '\n',
    ...showValues(state.values),
    { quiet: join(facts, ' · ') },
    ...(isPair ? ['\n', { quiet: say`Above: before. Below: after.` }] : []),
  ];
}

/** Names an action whose result is unknown, so that the person looks. */
function describeUnknown(state: RunState): readonly SpokenSpan[] {
  const { last } = state;
  if (last === null || last.result.effect !== 'unknown' || last.result.ok) return [];
  return [
    say`The last action (${showHiddenIn(describeAction(last.action, nameElements(last.element)))}) may or may not have happened.\n`,
  ];
}
