/** Files attached to a goal: named to the model by path, to people by name. Pure. */
import { oneLine, shorten } from './amounts.ts';

/** The goal with its files, for the model and the journal. */
export function withFiles(goal: string, paths: readonly string[]): string {
  if (paths.length === 0) return goal;
  return `${goal}\n(${paths.length === 1 ? 'File' : 'Files'} sent with it: ${paths.join(', ')})`;
}

const TAIL = /\n\((Files?) sent with it: ([^\n]*)\)$/;

/** The person's own words, without the files. */
export function withoutFiles(goal: string): string {
  return goal.replace(TAIL, '');
}

/** The name alone, as people know it. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Longer names say nothing more on a phone. */
const NAME_LENGTH = 30;

/** The goal on one line for people: a paper clip with the first file’s name, and the number of others. */
export function goalLine(goal: string): string {
  const [, noun, paths = ''] = TAIL.exec(goal) ?? [];
  const words = oneLine(withoutFiles(goal));
  if (noun === undefined) return words;
  const [first = '', ...more] = noun === 'File' ? [paths] : paths.split(/, (?=\/)/);
  return `${words} 📎 ${shorten(fileName(first), NAME_LENGTH)}${more.length === 0 ? '' : ` +${more.length}`}`;
}
