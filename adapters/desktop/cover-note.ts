/** The note that stands in for the elements of an application that keeps secrets: their names and values would tell them. */
import type { ElementList } from '../../src/ports/desktop.ts';
import { say } from '../../src/words/say.ts';

export function hiddenElements(app: string): ElementList {
  const reason = say`${app.slice(0, 60)} keeps secrets: its window is covered and its elements are not told.`;
  return { elements: [], coverage: 'unavailable', reason };
}
