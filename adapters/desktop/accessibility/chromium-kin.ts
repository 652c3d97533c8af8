/** Tells programs that are made of Chromium: they build their tree of elements only when told to at their start. */
import { readFile } from 'node:fs/promises';
import { say, type Text } from '../../../src/words/say.ts';

/** Names for programs whose process cannot be inspected: in a sandbox it has another number than on the screen. */
const KNOWN_NAMES = /chrom|electron|brave|edge|vivaldi|opera|slack|discord|spotify|^code$|visual studio code/i;
const MOST_CHILDREN = 50;

/** Whether a program is made of Chromium: by its name, else by the helper processes that only Chromium has. */
export async function isChromium(pid: number | null, name: string): Promise<boolean> {
  if (KNOWN_NAMES.test(name)) return true;
  if (pid === null) return false;
  const children = (await readProc(`/proc/${pid}/task/${pid}/children`)).split(' ').filter((child) => child !== '');
  const lines = await Promise.all(children.slice(0, MOST_CHILDREN).map((child) => readProc(`/proc/${child}/cmdline`)));
  // Some helper processes overwrite their command line, with blanks instead of zeros.
  return lines.some((line) => line.split(/[\0 ]/).includes('--type=zygote'));
}

export function explainChromium(app: Text): Text {
  return say`${app} was started without its elements, so the picture is all there is to go by. To turn them on, close all its windows and let me open it, or start it with ACCESSIBILITY_ENABLED=1 and --force-renderer-accessibility.`;
}

function readProc(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
