/** Text on a Mac: as characters, whatever the layout; what holds newlines or tabs within is pasted, for as keys they would do something else. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Input, MOST_UNITS_AN_EVENT } from './native/input.ts';
import { NAMED_KEY_CODES } from './native/key-codes.ts';
import type { Pasteboard } from './native/pasteboard.ts';

export interface MacTyping {
  /** `isTerminalInFront`: a newline there is the Return key, as a pasted one may be held back. */
  type(text: string, isTerminalInFront: boolean, signal: AbortSignal): Promise<void>;
  /** Once what was lent is back. */
  settle(): Promise<void>;
}

/** Nothing tells when an application has taken a paste; Apple's own automation waits about as long. */
const PASTE_MS = 200;
/** Applications fall behind text that comes faster. */
const BETWEEN_EVENTS_MS = 5;

export function createMacTyping(
  input: Input,
  pasteboard: Pick<Pasteboard, 'lend' | 'giveBack'>,
  /** Presses Command-V on the layout of this moment. */
  pressPaste: () => Promise<void>,
): MacTyping {
  let back: Promise<void> = Promise.resolve();

  const tap = (key: 'enter' | 'tab'): void => {
    const code = NAMED_KEY_CODES[key];
    if (typeof code !== 'number') return;
    input.key(code, true);
    input.key(code, false);
  };
  const paste = async (text: string, signal: AbortSignal): Promise<void> => {
    await back;
    signal.throwIfAborted();
    pasteboard.lend(text);
    // A stop must not hand the application the person's own clipboard: it comes back when the paste has had its time.
    const returned = (async () => {
      try {
        await pressPaste();
        await sleep(PASTE_MS);
      } finally {
        pasteboard.giveBack();
      }
    })();
    back = returned.catch(() => undefined);
    await untilAborted(returned, signal);
  };

  return {
    settle: () => back,
    type: async (text, isTerminalInFront, signal) => {
      for (const piece of splitForTyping(text, isTerminalInFront)) {
        signal.throwIfAborted();
        if (piece === '\n') tap('enter');
        else if (piece === '\t') tap('tab');
        else if (/[\t\n]/.test(piece)) await paste(piece, signal);
        else {
          for (const part of splitForEvents(piece)) {
            signal.throwIfAborted();
            input.text(part);
            await sleep(BETWEEN_EVENTS_MS);
          }
        }
      }
      signal.throwIfAborted();
    },
  };
}

/** In a terminal line by line; elsewhere as a whole, with the last newlines (or nothing but tabs and newlines) as keys. */
export function splitForTyping(text: string, isTerminalInFront: boolean): readonly string[] {
  if (isTerminalInFront) return text.split(/([\t\n])/).filter((piece) => piece !== '');
  const ending = /^[\t\n]+$/.test(text) ? text : (/\n*$/.exec(text)?.[0] ?? '');
  return [text.slice(0, text.length - ending.length), ...ending].filter((piece) => piece !== '');
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Pieces that one event can carry; what a person sees as one character stays together where that is short enough. */
export function splitForEvents(text: string): readonly string[] {
  const parts: string[] = [];
  let part = '';
  const units = Array.from(graphemes.segment(text), ({ segment }) => segment).flatMap((one) =>
    one.length <= MOST_UNITS_AN_EVENT ? [one] : Array.from(one),
  );
  for (const unit of units) {
    if (part.length + unit.length > MOST_UNITS_AN_EVENT) {
      parts.push(part);
      part = '';
    }
    part += unit;
  }
  return part === '' ? parts : [...parts, part];
}

async function untilAborted(done: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const stop = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([done, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
