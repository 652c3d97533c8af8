/** Files that came with a goal: told to the model by their paths, and to people by how many there are. Pure. */
import { oneLine } from './amounts.ts';

/** The goal with what belongs to it, as the model and the journal read it. */
export function withFiles(goal: string, paths: readonly string[]): string {
  if (paths.length === 0) return goal;
  return `${goal}\n(${paths.length === 1 ? 'File' : 'Files'} sent with it: ${paths.join(', ')})`;
}

const TAIL = /\n\((Files?) sent with it: ([^\n]*)\)$/;

/** What the person wrote themselves. */
export function withoutFiles(goal: string): string {
  return goal.replace(TAIL, '');
}

/** The goal on one line, as people are shown it: a paper clip for the files, and how many where there are several. */
export function goalLine(goal: string): string {
  const [, noun, paths = ''] = TAIL.exec(goal) ?? [];
  const words = oneLine(withoutFiles(goal));
  if (noun === undefined) return words;
  return noun === 'File' ? `${words} 📎` : `${words} 📎 ${paths.split(/, (?=\/)/).length}`;
}
