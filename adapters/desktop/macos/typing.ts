/**
 * Text on a Mac: as characters, whatever the layout. What holds newlines or tabs within is pasted, for as keys they would do something else;
 * what takes keys one by one, and another computer's screen, get the keys of the layout. What arrived is read back where that can be.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Refused, type Typed } from '../../../src/ports/desktop.ts';
import { say } from '../../../src/words/say.ts';
import type { FocusTold } from '../focus-told.ts';
import { isRemoteApp } from '../remote-apps.ts';
import { isTerminalApp } from '../terminal-apps.ts';
import type { MacClipboard } from './clipboard.ts';
import type { AskFocus } from './focus.ts';
import { type Input, MOST_UNITS_AN_EVENT } from './native/input.ts';
import { NAMED_KEY_CODES } from './native/key-codes.ts';
import type { KeyOfLayout, Layout } from './native/layout.ts';

/** The application in front, which gets the keys. */
export interface TypingPlace {
  readonly app: string;
  readonly bundle: string;
  readonly pid: number;
}

export interface MacTyping {
  /** `place` null: the application in front is not known. */
  type(text: string, place: TypingPlace | null, signal: AbortSignal): Promise<Typed>;
  /** Resolves once a clipboard that was lent is given back. */
  settle(): Promise<void>;
}

export interface MacTypingParts {
  readonly input: Input;
  readonly layout: Pick<Layout, 'findKey'>;
  readonly clipboard: Pick<MacClipboard, 'lend' | 'giveBack'>;
  /** Presses Command-V on the layout of this moment. */
  readonly pressPaste: () => Promise<void>;
  readonly askFocus: AskFocus;
}

/** Nothing tells when an application has taken a paste; Apple's own automation waits about as long. */
const PASTE_MS = 200;
/** Applications fall behind text that comes faster. */
const BETWEEN_EVENTS_MS = 5;
const UNREAD: Typed = { arrived: 'unread' };

export function createMacTyping({ input, layout, clipboard, pressPaste, askFocus }: MacTypingParts): MacTyping {
  let back: Promise<void> = Promise.resolve();

  const tap = (key: 'enter' | 'tab'): void => {
    const code = NAMED_KEY_CODES[key];
    if (typeof code !== 'number') return;
    input.key(code, true);
    input.key(code, false);
  };
  const tapKey = ({ code, shift, alt }: KeyOfLayout): void => {
    if (shift) input.modifier('shift', true);
    if (alt) input.modifier('alt', true);
    input.key(code, true);
    input.key(code, false);
    if (alt) input.modifier('alt', false);
    if (shift) input.modifier('shift', false);
  };
  /** null: no single key of this layout types it. */
  const keyFor = (character: string): KeyOfLayout | null => {
    const found = layout.findKey(character, false);
    return found === null || found.isDead ? null : found;
  };
  const paste = async (text: string, signal: AbortSignal): Promise<void> => {
    await back;
    signal.throwIfAborted();
    await clipboard.lend(text, signal);
    // The clipboard comes back only after the paste has had its time: a stop must not paste the person's own content.
    const returned = (async () => {
      try {
        await pressPaste();
        await sleep(PASTE_MS);
      } finally {
        clipboard.giveBack();
      }
    })();
    back = returned.catch(() => undefined);
    await untilAborted(returned, signal);
  };
  const asText = async (text: string, signal: AbortSignal): Promise<void> => {
    for (const part of splitForEvents(text)) {
      signal.throwIfAborted();
      input.text(part);
      await sleep(BETWEEN_EVENTS_MS);
    }
  };
  const asKeys = async (text: string, signal: AbortSignal): Promise<void> => {
    for (const character of text) {
      signal.throwIfAborted();
      const key = keyFor(character);
      if (character === '\n') tap('enter');
      else if (character === '\t') tap('tab');
      else if (key === null) input.text(character);
      else tapKey(key);
      await sleep(BETWEEN_EVENTS_MS);
    }
  };
  const typeInto = async (told: FocusTold, text: string, signal: AbortSignal): Promise<Typed> => {
    if (told.kind === 'pressed')
      throw new Refused(
        say`${say`what has the focus takes no text; click into a field, or press keys by name`} (it is on a ${told.role})`,
      );
    const { body, ending } = splitEnding(text);
    // In a field of one line a tab moves on to the next field, so each piece is typed by itself.
    if (told.kind === 'text' && told.isOneLine && body.includes('\t')) {
      for (const piece of text.split(/([\t\n])/)) await (/[\t\n]/.test(piece) ? asKeys : asText)(piece, signal);
      return UNREAD;
    }
    if (/[\t\n]/.test(body)) await paste(body, signal);
    else await (told.kind === 'keys' ? asKeys : asText)(body, signal);
    const field = 'field' in told && body !== '' ? told.field : null;
    const read = (await field?.check(body)) ?? null;
    signal.throwIfAborted();
    // The final line break is not pressed: it would send a text that is not there.
    if (read !== null && !read.isThere) return { arrived: 'otherwise', shown: read.shown };
    await asKeys(ending, signal);
    return read === null ? UNREAD : { arrived: 'read' };
  };

  return {
    settle: () => back,
    type: async (text, place, signal) => {
      signal.throwIfAborted();
      if (place !== null && isTerminalApp(place.app, place.bundle)) {
        for (const piece of text.split(/([\t\n])/)) await (/[\t\n]/.test(piece) ? asKeys : asText)(piece, signal);
        signal.throwIfAborted();
        return UNREAD;
      }
      if (place !== null && isRemoteApp(place.app, place.bundle)) {
        if (!Array.from(text).every((character) => /[\t\n]/.test(character) || keyFor(character) !== null))
          throw new Refused(
            say`the keyboard of this computer lacks some of these characters, and a remote one takes only keys`,
          );
        await asKeys(text, signal);
        return UNREAD;
      }
      const told: FocusTold = place === null ? { kind: 'unknown' } : await askFocus(place.pid, signal);
      return await typeInto(told, text, signal);
    },
  };
}

/** Newlines at the very end (or nothing but tabs and newlines) are keys. */
export function splitEnding(text: string): { readonly body: string; readonly ending: string } {
  const ending = /^[\t\n]+$/.test(text) ? text : (/\n*$/.exec(text)?.[0] ?? '');
  return { body: text.slice(0, text.length - ending.length), ending };
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
