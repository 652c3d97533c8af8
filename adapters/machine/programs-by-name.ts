/** Programs in the standard folders, by their bare names. */
import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The path of a program that may be run; null when none of the folders has it. */
export async function findProgram(name: string, folders: readonly string[]): Promise<string | null> {
  for (const folder of folders) {
    const path = join(folder, name);
    if (await isProgram(path)) return path;
  }
  return null;
}

export async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** Libraries no program without a window is linked against. */
const WINDOW_LIBRARIES = ['libX11.so', 'libxcb.so', 'libgtk-', 'libQt', 'libwayland-client.so', 'libSDL'];

/** True for a binary that names a window library: `xterm`, and not `reboot` or a script. */
export async function hasWindows(path: string): Promise<boolean> {
  const bytes = await readFile(path);
  const isElf = bytes.subarray(0, 4).equals(Buffer.from([0x7f, 0x45, 0x4c, 0x46]));
  return isElf && WINDOW_LIBRARIES.some((library) => bytes.includes(library));
}
