/** How a command ends: a sentence on standard error and the exit code of the contract (design, section 4). */

import { createRedactor } from '../safety/secrets/redact.ts';
import { SaidError } from '../words/said-error.ts';
import { say, type Text } from '../words/say.ts';
import { speak } from '../words/speak.ts';
import { terminalLanguage } from './terminal/terminal-language.ts';

export const EXIT = { clean: 0, failure: 1, configuration: 2, lacking: 3 } as const;

/** An expected end: its message tells the person everything. */
export class ExitError extends SaidError {
  override readonly name = 'ExitError';
  readonly code: number;
  constructor(code: number, text: Text, options?: ErrorOptions) {
    super(text, options);
    this.code = code;
  }
}

/**
 * Runs a command to its end; every error, also an uncaught one, becomes a sentence and an exit code. Messages contain no token: `hide` is called with
 * Deskhand's own as soon as they are known.
 */
export async function runCommand(
  command: (hide: (secrets: readonly string[]) => void) => Promise<number>,
): Promise<void> {
  let redactor = createRedactor([]);
  const tell = (error: unknown): void => {
    const text = error instanceof SaidError ? error.text : describe(error);
    process.stderr.write(`${redactor.text(speak(text, terminalLanguage()))}\n`);
  };
  process.on('uncaughtException', (error) => {
    tell(error);
    process.exit(EXIT.failure);
  });
  try {
    process.exitCode = await command((secrets) => {
      redactor = createRedactor(secrets);
    });
  } catch (error) {
    process.exitCode = error instanceof ExitError ? error.code : EXIT.failure;
    tell(error);
  }
}

function describe(error: unknown): Text {
  return say`Deskhand ended with an error it did not expect: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
