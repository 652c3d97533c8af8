/** Text and clipboard on a Mac: pasted with Command-V, which is exact for every character and layout. Not run here. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Libnut } from '../libnut.ts';
import type { MacPasteboard } from './pasteboard.ts';
import type { Run } from './run.ts';

export interface MacTyping {
  /** `isTerminalInFront`: a newline there is the Return key, as a pasted one may be held back. */
  type(text: string, isTerminalInFront: boolean, signal: AbortSignal): Promise<void>;
  readClipboard(signal: AbortSignal): Promise<string>;
  writeClipboard(text: string, signal: AbortSignal): Promise<void>;
}

/** Nothing tells when an application has taken a paste; Apple's own automation waits about as long. */
const PASTE_MS = 200;
/** Without a UTF-8 locale, which launchd does not set, these programs take text for MacRoman. */
const UTF8 = ['env', 'LC_ALL=en_US.UTF-8'] as const;

export function createMacTyping(libnut: Pick<Libnut, 'keyTap'>, run: Run, pasteboard: MacPasteboard): MacTyping {
  const readClipboard = (signal: AbortSignal): Promise<string> => run([...UTF8, 'pbpaste'], '', signal);
  const writeClipboard = async (text: string, signal: AbortSignal): Promise<void> => {
    await run([...UTF8, 'pbcopy'], text, signal);
  };
  /** Where the whole clipboard cannot be kept, its text is. */
  const borrow = async (signal: AbortSignal): Promise<Pick<MacPasteboard, 'put' | 'giveBack'>> => {
    if (await pasteboard.keep(signal)) return pasteboard;
    const saved = await readClipboard(signal);
    // A stop must not keep the text from coming back.
    return { put: writeClipboard, giveBack: () => writeClipboard(saved, new AbortController().signal) };
  };

  return {
    readClipboard,
    writeClipboard,
    type: async (text, isTerminalInFront, signal) => {
      const lent = await borrow(signal);
      try {
        for (const piece of splitForPasting(text, isTerminalInFront)) {
          signal.throwIfAborted();
          if (piece === '\n') libnut.keyTap('return');
          else if (piece === '\t') libnut.keyTap('tab');
          else {
            await lent.put(piece, signal);
            signal.throwIfAborted();
            libnut.keyTap('v', ['cmd']);
            await sleep(PASTE_MS);
          }
        }
      } finally {
        await lent.giveBack();
      }
    },
  };
}

/** In a terminal line by line; elsewhere as a whole, with the last newlines (or nothing but tabs and newlines) as keys. */
export function splitForPasting(text: string, isTerminalInFront: boolean): readonly string[] {
  if (isTerminalInFront) return text.split(/([\t\n])/).filter((piece) => piece !== '');
  const ending = /^[\t\n]+$/.test(text) ? text : (/\n*$/.exec(text)?.[0] ?? '');
  return [text.slice(0, text.length - ending.length), ...ending].filter((piece) => piece !== '');
}
