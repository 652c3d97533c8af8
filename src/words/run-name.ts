/** Names of runs and counts of their steps. Run ids are six digits on disk; people say "run 12". */
import { plural, say, type Text } from './say.ts';

/** Id of an act by hand, which belongs to no run. */
export const NO_RUN = '0';

export function sayRun(runId: string): Text {
  return say`run ${String(Number(runId))}`;
}

/** The same for internal texts: notes, prompts. */
export function nameRun(runId: string): string {
  return `run ${Number(runId)}`;
}

/** The id a person means by "run 12" or "12"; null for anything else. */
export function readRunId(words: string): string | null {
  const [, digits] = /^(?:run\s+)?#?(\d{1,6})$/i.exec(words.trim()) ?? [];
  return digits === undefined ? null : digits.padStart(6, '0');
}

/** The earlier run that `/resume run 12` or `/run again 12` wants to continue; null for any other message. */
export function readContinued(message: string): string | null {
  const [, run] = /^\/(?:resume|run\s+(?:again|noch\s*einmal))\s+([\s\S]*)$/i.exec(message.trim()) ?? [];
  return run === undefined ? null : readRunId(run);
}

/** A step is one iteration, a look and the decision on it; an action is one act, of which a step may have several. */
export function saySteps(steps: number): Text {
  return plural(steps, say`${steps} step`, say`${steps} steps`);
}
