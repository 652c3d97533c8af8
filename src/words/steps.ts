/** How far a run went, in one measure: a step is one turn of the loop, a look and what was decided on it; an action is one act, of which a step may hold several. */
import { plural, say, type Text } from './say.ts';

export function saySteps(steps: number): Text {
  return plural(steps, say`${steps} step`, say`${steps} steps`);
}
