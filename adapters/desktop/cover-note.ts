/** Says what is black in a picture and why, and what may show because nobody could look. */
import type { ElementList } from '../../src/ports/desktop.ts';

export interface CoverFacts {
  /** Applications whose windows are covered. */
  readonly covered: readonly string[];
  /** Applications whose password fields could not be looked for. */
  readonly unsure: readonly string[];
}

const MOST = 3;

export function describeCover({ covered, unsure }: CoverFacts): string {
  const hidden = listApps(covered);
  const doubtful = listApps(unsure);
  return [
    hidden === '' ? '' : `Covered, because it keeps secrets: ${hidden}.`,
    doubtful === '' ? '' : `Could not be searched for password fields, so one may show: ${doubtful}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function listApps(names: readonly string[]): string {
  const single = [...new Set(names)].filter((name) => name !== '').map((name) => name.slice(0, 60));
  const more = single.length - MOST;
  return more > 0 ? `${single.slice(0, MOST).join(', ')} and ${more} more` : single.join(', ');
}

/** Instead of the elements of an application that keeps secrets: their names and values would tell them. */
export function hiddenElements(app: string): ElementList {
  const reason = `${app.slice(0, 60)} keeps secrets: its window is covered and its elements are not told.`;
  return { elements: [], coverage: 'unavailable', reason };
}
