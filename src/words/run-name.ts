/** Names of runs and counts of their steps. Run ids are six digits on disk; people say "run 12". */
import { plural, say, type Text } from './say.ts';

/** Stands for an act by hand, which is of no run. */
export const NO_RUN = '0';

export function sayRun(runId: string): Text {
  return say`run ${String(Number(runId))}`;
}

/** The same for what is not said to anybody: notes, prompts. */
export function nameRun(runId: string): string {
  return `run ${Number(runId)}`;
}

/** The id a person means by "run 12" or "12"; null for anything else. */
export function readRunId(words: string): string | null {
  const [, digits] = /^(?:run\s+)?#?(\d{1,6})$/i.exec(words.trim()) ?? [];
  return digits === undefined ? null : digits.padStart(6, '0');
}

/** The earlier run that `/resume run 12` or `/run again 12` asks to go on from; null when a message asks for something else. */
export function readContinued(message: string): string | null {
  const [, run] = /^\/(?:resume|run\s+(?:again|noch\s*einmal))\s+([\s\S]*)$/i.exec(message.trim()) ?? [];
  return run === undefined ? null : readRunId(run);
}

/** A step is one turn of the loop, a look and what was decided on it; an action is one act, of which a step may hold several. */
export function saySteps(steps: number): Text {
  return plural(steps, say`${steps} step`, say`${steps} steps`);
}
