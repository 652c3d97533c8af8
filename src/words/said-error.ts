/** Errors that say what happened as a text, so that it is put into the reader's language where it is sent; and the text of any error. */
import { diskTrouble } from './disk-trouble.ts';
import { quoted, type Text } from './say.ts';
import { english } from './speak.ts';

/** An error with words for a person; `message` is their English, for logs and for the model. */
export class SaidError extends Error {
  override readonly name: string = 'SaidError';
  readonly text: Text;
  constructor(text: Text, options?: ErrorOptions) {
    super(english(text), options);
    this.text = text;
  }
}

/** What went wrong, for a person: our own sentence, what the system's code means, or a library's own words in quotation marks. */
export function textOf(error: unknown): Text {
  if (error instanceof SaidError) return error.text;
  return diskTrouble(error) ?? quoted(error instanceof Error ? error.message : String(error));
}
