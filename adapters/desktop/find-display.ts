/** Finds a display to work on. */
import { DesktopLost } from '../../src/ports/desktop.ts';
import { connectDisplay } from './x11/connection.ts';
import type { DisplayEnvironment } from './x11/display-name.ts';
import { createProperties } from './x11/properties.ts';

export type FoundDisplay =
  | { readonly ok: true; readonly name: string; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly reason: string };

/** Connects to the X display the environment names and leaves again; the reason is a sentence for people. */
export async function findDisplay(env: DisplayEnvironment): Promise<FoundDisplay> {
  try {
    const connection = await connectDisplay(env);
    try {
      return { ok: true, name: connection.name, ...(await createProperties(connection).rootSize()) };
    } finally {
      connection.close();
    }
  } catch (error) {
    if (error instanceof DesktopLost) return { ok: false, reason: error.message };
    throw error;
  }
}
