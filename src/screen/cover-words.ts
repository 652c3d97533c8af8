/** Names what is blacked out in a picture and why, and what may show because nobody could look. */
import type { CoverFacts } from '../ports/desktop.ts';
import { say, type Text } from '../words/say.ts';

const MOST = 3;

/** One sentence each; none when there is nothing to say. */
export function sayCover({ covered, unsure }: CoverFacts): readonly Text[] {
  const doubtful = unsure.includes('') ? say`all windows` : listApps(unsure);
  return [
    ...(covered.length === 0 ? [] : [say`Covered, because it keeps secrets: ${listApps(covered)}.`]),
    ...(unsure.length === 0 ? [] : [say`Could not be searched for password fields, so one may show: ${doubtful}.`]),
  ];
}

function listApps(names: readonly string[]): Text {
  const single = [...new Set(names)].filter((name) => name !== '').map((name) => name.slice(0, 60));
  const more = single.length - MOST;
  const first = single.slice(0, MOST).join(', ');
  return more > 0 ? say`${first} and ${more} more` : first;
}
