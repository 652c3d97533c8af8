/** Finds the Deskhand running on the person's data folder, for commands that need it. */
import { connectControl } from '../../adapters/files/control-socket.ts';
import { type Control, ControlRefusal } from '../ports/control.ts';
import { say } from '../words/say.ts';
import { call } from './call.ts';
import { findDataFolder } from './data-folder.ts';
import { EXIT, ExitError } from './exit.ts';
import { controlSocketPath } from './parts/open-data.ts';
import { loadSettings, secretsOf } from './settings.ts';

/** Asks `work` of it. Rejects with `ExitError` when none runs, when it refuses, and when it ends meanwhile. */
export async function askDeskhand<T>(
  hide: (secrets: readonly string[]) => void,
  work: (control: Control) => Promise<T>,
): Promise<T> {
  const settings = loadSettings(process.env);
  hide(secretsOf(settings, process.env));
  const control = await connectControl(controlSocketPath(findDataFolder(settings.DATA_DIR)));
  if (control === null)
    throw new ExitError(EXIT.failure, say`Deskhand does not run. Start it with ${call('start')}, and run this again.`);
  try {
    return await work(control);
  } catch (error) {
    if (error instanceof ControlRefusal) throw new ExitError(error.exit, error.text, { cause: error });
    throw error;
  }
}

/** The arguments as `parse` reads them; rejects with exit code 2 and how the command is used. */
export function readArguments<T>(parse: () => T, usage: string): T {
  try {
    return parse();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ExitError(EXIT.configuration, say`${why}\nUse: ${usage}`);
  }
}
