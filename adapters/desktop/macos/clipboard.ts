/**
 * A Mac's clipboard where macOS may ask its person before what another program copied is read. A question there would stay open while they
 * hold a phone, so none is provoked knowingly; where nothing is decided yet, a process that may wait tries it once.
 */
import { z } from 'zod';
import { Refused } from '../../../src/ports/desktop.ts';
import { say } from '../../../src/words/say.ts';
import type { AxHelper } from './ax-helper.ts';
import type { Pasteboard } from './native/pasteboard.ts';

export interface MacClipboard extends Pick<Pasteboard, 'write' | 'copies' | 'giveBack'> {
  /** The clipboard's text. Rejects with `Refused` where macOS would ask its person, or says no. */
  read(signal: AbortSignal): Promise<string>;
  /** Puts text on the clipboard for one paste; what was there before is kept, unless it may not be read. */
  lend(text: string, signal: AbortSignal): Promise<void>;
}

export interface MacClipboardParts {
  readonly pasteboard: Pasteboard;
  /** A helper process for the clipboard alone, since it answers nothing while macOS's question is open. */
  readonly helper: AxHelper;
  /** The program that macOS holds responsible for us. */
  readonly program: () => string;
}

/** The longest wait for a try; a question of macOS that is open longer is not answered in time. */
const TRY_MS = 1500;
/** Tries for a process that is slow to start; a question of macOS that was shown ends them. */
const TRIES = 3;
const triedSchema = z.object({ is: z.literal('clipboard'), isRead: z.boolean() });

export function createMacClipboard({ pasteboard, helper, program }: MacClipboardParts): MacClipboard {
  /** Whether trying has shown that reading works; null: not tried yet. */
  let tried: boolean | null = null;

  const tryReading = async (signal: AbortSignal): Promise<boolean> => {
    if (tried !== null) return tried;
    try {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const answer = triedSchema.safeParse(await helper.ask({ do: 'clipboard' }, TRY_MS, signal)).data;
        // The first question that macOS ever shows changes the access from `undecided`; an answer to it allows only that one read.
        const isShown = pasteboard.access() !== 'undecided';
        if (isShown || answer?.isRead === true) tried = !isShown;
        if (isShown || answer !== undefined) return !isShown;
      }
      return false;
    } finally {
      // Ending the helper process also closes macOS's question.
      helper.close();
    }
  };
  const mayRead = async (signal: AbortSignal): Promise<boolean> => {
    const access = pasteboard.access();
    return access === 'undecided' ? await tryReading(signal) : access === 'open';
  };

  return {
    write: pasteboard.write,
    copies: pasteboard.copies,
    giveBack: pasteboard.giveBack,
    read: async (signal) => {
      if (await mayRead(signal)) return pasteboard.read();
      throw new Refused(
        say`this Mac doesn't let me read what another application copied: allow ${program()} in System Settings › Privacy & Security › Paste from Other Apps`,
      );
    },
    lend: async (text, signal) => {
      const isReadable = await mayRead(signal);
      signal.throwIfAborted();
      pasteboard.lend(text, isReadable);
    },
  };
}
