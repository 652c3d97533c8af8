/** Errors with a text, which is put into the reader's language when it is sent; and the text of any error. */
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

/** The error for a person: Deskhand's own sentence, the explanation of the system's code, or a library's quoted message. */
export function textOf(error: unknown): Text {
  if (error instanceof SaidError) return error.text;
  return diskTrouble(error) ?? quoted(error instanceof Error ? error.message : String(error));
}
