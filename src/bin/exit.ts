/** How a command ends: a sentence on standard error and the exit code of the contract (design, section 4). */

export const EXIT = { clean: 0, failure: 1, configuration: 2, lacking: 3 } as const;

/** An end that is understood: its message is all a person needs. */
export class ExitError extends Error {
  override readonly name = 'ExitError';
  readonly code: number;
  constructor(code: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Runs a command to its end; whatever it throws becomes a sentence and an exit code. */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    process.exitCode = error instanceof ExitError ? error.code : EXIT.failure;
    const text = error instanceof ExitError ? error.message : describe(error);
    process.stderr.write(`${text}\n`);
  }
}

function describe(error: unknown): string {
  return `Deskhand ended with an error it did not expect: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
