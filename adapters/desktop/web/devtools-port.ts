/** Where a running browser listens for the DevTools protocol, if it was started so: told by its own command line. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** null when it does not listen. Never opened by Deskhand: whoever reaches that port has the whole browser. */
export async function findDevtoolsPort(pid: number): Promise<number | null> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return await portOf(line);
}

/** Chromium writes its own command line anew, with blanks between the words. */
export async function portOf(commandLine: string): Promise<number | null> {
  const words = commandLine.split(/[\0 ]+/);
  const flagValue = (flag: string): string | undefined =>
    words.find((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1);
  const port = Number(flagValue('--remote-debugging-port') ?? Number.NaN);
  if (!Number.isInteger(port)) return null;
  if (port > 0 && port < 65_536) return port;
  // 0: any free one, which it has written into its profile.
  const profile = flagValue('--user-data-dir');
  if (profile === undefined) return null;
  const file = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
  const written = Number(file.split('\n')[0] || Number.NaN);
  return Number.isInteger(written) && written > 0 ? written : null;
}
