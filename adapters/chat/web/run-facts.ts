/** What a list of earlier runs says of each: its name, how it ended, when, how long, what it cost. Pure. */

import type { RunSummary } from '../../../src/journal/history/run-history.ts';
import { sayRun } from '../../../src/words/run-name.ts';
import { capital, say, type Text } from '../../../src/words/say.ts';
import { type Language, speak } from '../../../src/words/speak.ts';
import { saySteps } from '../../../src/words/steps.ts';

const OUTCOMES = {
  verified: say`done and checked`,
  unverified: say`done, not checked`,
  failed: say`failed`,
  stopped: say`stopped`,
  interrupted: say`interrupted`,
} as const;

export interface SaidRun {
  /** `Run 12`. */
  readonly name: string;
  /** In the order they matter; the first says how it ended. */
  readonly facts: readonly string[];
}

export function sayFacts(run: RunSummary, language: Language): SaidRun {
  const { outcome, startedAt, steps, ms, costUsd, score } = run;
  const facts: readonly Text[] = [
    outcome === null ? say`at work` : OUTCOMES[outcome],
    { moment: Date.parse(startedAt) },
    saySteps(steps),
    { ms },
    ...(costUsd === 0 ? [] : [{ usd: costUsd }]),
    ...(score === null ? [] : [say`score ${Math.round(score)}`]),
  ];
  return { name: speak(capital(sayRun(run.runId)), language), facts: facts.map((fact) => speak(fact, language)) };
}
