/** A rule of thumb for a finished goal when no model can be asked: 30 % picture, 30 % elements, 40 % words of the output. */
import { isSeenOnScreen, traitsOf } from '../../action/kinds.ts';
import { type Comparison, formatShare } from '../../checks/compare.ts';
import type { LastAction } from '../../journal/acted.ts';
import type { RunState } from '../../journal/run-state.ts';
import type { Observation } from '../../screen/observe.ts';
import { say, type Text } from '../../words/say.ts';
import { english } from '../../words/speak.ts';

export interface Evidence {
  /** The first look compared with the last. */
  readonly comparison: Comparison;
  /** What programs and the screen say at the end: results, the window's title, names of elements. None of Deskhand's own words. */
  readonly words: string;
  /** The last action was refused or did not work. */
  readonly hasFailed: boolean;
  /** What stood in the way of the last command, which may have failed for it; null: nothing known. */
  readonly obstacle: Text | null;
}

export interface Guess {
  /** 0–100. */
  readonly score: number;
  /** How the score came about, for people. */
  readonly text: Text;
}

const WEIGHTS = { picture: 30, elements: 30, words: 40 } as const;
/** A field that was filled in, a dialog that is gone: from here on a change counts whole. */
const FULL_PICTURE_CHANGE = 0.05;
const FULL_ELEMENT_CHANGE = 0.1;

const BAD =
  /\b(errors?|failed|failure|cannot|could ?n['o]t|not found|no such|denied|refused|invalid|unable|missing|timed? ?out|exit(?:ed)?(?: code)? [1-9]\d*|fehler|fehlgeschlagen|nicht gefunden)\b/i;
const GOOD =
  /\b(success(?:ful(?:ly)?)?|succeeded|done|saved|sent|created|copied|moved|installed|completed?|finished|thank you|exit(?:ed)?(?: code)? 0|erfolgreich|gespeichert|gesendet|fertig)\b/i;

/** Pure. */
export function guessScore({ comparison, words, hasFailed, obstacle }: Evidence): Guess {
  const picture = Math.min(1, comparison.picture / FULL_PICTURE_CHANGE);
  const elements = Math.min(1, (comparison.elements ?? 0) / FULL_ELEMENT_CHANGE);
  const bad = hasFailed ? say`the last action did not work` : (obstacle ?? BAD.exec(words)?.[0]);
  const good = bad === undefined ? GOOD.exec(words)?.[0] : undefined;
  const score = Math.round(
    WEIGHTS.picture * picture + WEIGHTS.elements * elements + WEIGHTS.words * (good === undefined ? 0 : 1),
  );
  const said =
    bad !== undefined
      ? say`against it: “${bad}”`
      : good !== undefined
        ? say`for it: “${good}”`
        : say`no word for or against it`;
  const listed =
    comparison.elements === null ? say`no elements` : say`elements ${formatShare(comparison.elements)} different`;
  return {
    score,
    text: say`by rule of thumb: picture ${formatShare(comparison.picture)} different, ${listed}, ${said}`,
  };
}

/** The guess from a look and the last action's result. */
export function guessFrom(
  { front, elements }: Observation,
  comparison: Comparison | null,
  { last }: Pick<RunState, 'last'>,
): Guess {
  const shown = elements.filter(({ isSecure }) => !isSecure).map(({ name, value }) => `${name} ${value}`);
  return guessScore({
    comparison: comparison ?? { picture: 0, elements: null },
    words: [printedBy(last), front.title, ...shown].join('\n'),
    obstacle: last?.result.command?.notes.flat().find(({ isObstacle }) => isObstacle === true)?.text ?? null,
    hasFailed:
      last !== null && (!last.result.ok || (last.result.effect === 'unchanged' && isSeenOnScreen(last.action))),
  });
}

/** What a program said, without what we say of it; whether another act worked is told by its result. */
function printedBy(last: LastAction | null): string {
  if (last === null || traitsOf(last.action).answers !== true) return '';
  return english(last.result.command?.output ?? last.result.text);
}
