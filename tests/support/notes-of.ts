/** What stands beside a command's output, as the model is told it. */
import type { ShellResult } from '../../src/ports/machine.ts';
import { withNotes } from '../../src/words/printed.ts';
import { english } from '../../src/words/speak.ts';

export function notesOf({ notes = [] }: Pick<ShellResult, 'notes'>): string {
  return english(withNotes('', notes));
}

/** The output with what stands beside it. */
export function toldOf({ output, notes = [] }: Pick<ShellResult, 'output' | 'notes'>): string {
  return english(withNotes(output, notes));
}
