/** Buttons below a message, as far as the Bot API server understands them: colors and dead buttons came with Bot API 10.3. */

import type { InlineKeyboardButton, InlineKeyboardMarkup } from 'grammy/types';
import type { Button } from '../../../src/ports/chat.ts';
import { type Answer, isRefused } from './answer.ts';

/** Below the 64 that Telegram takes, as the port promises. */
const MAX_DATA_BYTES = 63;
const STYLES = { plain: null, good: 'success', danger: 'danger' } as const;
const REFUSED_KEYBOARD = /button|keyboard/i;

interface Features {
  readonly hasStyles: boolean;
  readonly hasDisabled: boolean;
}

export type ButtonRows = readonly (readonly Button[])[];

export interface Keyboards {
  /**
   * Sends with the best keyboard the server takes, falling back and remembering. `undefined` = no keyboard; in an edit that takes
   * the old one away. Throws on data that breaks the port's limit.
   */
  send<T>(
    rows: ButtonRows,
    attempt: (markup: InlineKeyboardMarkup | undefined) => Promise<Answer<T>>,
  ): Promise<Answer<T>>;
}

export function createKeyboards(): Keyboards {
  let known: Features = { hasStyles: true, hasDisabled: true };

  return {
    async send(rows, attempt) {
      checkData(rows);
      const first = await attempt(buildMarkup(rows, known));
      if (!isRefused(first, REFUSED_KEYBOARD)) return first;
      for (const fewer of fallBacks(known, rows)) {
        const answer = await attempt(buildMarkup(rows, fewer));
        if (isRefused(answer, REFUSED_KEYBOARD)) continue;
        // A fallback is remembered only when it helped: otherwise the refusal has another cause.
        if (answer.ok) known = fewer;
        return answer;
      }
      return first;
    },
  };
}

/** The keyboards to fall back to: without one feature each, then without both, as far as the rows use them. */
function fallBacks(known: Features, rows: ButtonRows): readonly Features[] {
  const usesDisabled = known.hasDisabled && rows.flat().some((button) => button.data === null);
  const usesStyles = known.hasStyles && rows.flat().some((button) => STYLES[button.style] !== null);
  return [
    ...(usesDisabled ? [{ ...known, hasDisabled: false }] : []),
    ...(usesStyles ? [{ ...known, hasStyles: false }] : []),
    ...(usesDisabled && usesStyles ? [{ hasStyles: false, hasDisabled: false }] : []),
  ];
}

function buildMarkup(rows: ButtonRows, features: Features): InlineKeyboardMarkup | undefined {
  const keyboard = rows
    .map((row) => row.flatMap((button) => buildButton(button, features)))
    .filter((row) => row.length > 0);
  return keyboard.length === 0 ? undefined : { inline_keyboard: keyboard };
}

/** The button; a disabled one is left out where the server does not know disabled buttons. */
function buildButton({ label, data, style }: Button, features: Features): readonly InlineKeyboardButton[] {
  const wanted = STYLES[style];
  const look = features.hasStyles && wanted !== null ? { text: label, style: wanted } : { text: label };
  if (data !== null) return [{ ...look, callback_data: data }];
  return features.hasDisabled ? [{ ...look, disabled: {} }] : [];
}

function checkData(rows: ButtonRows): void {
  for (const { label, data } of rows.flat()) {
    if (data === null) continue;
    const bytes = Buffer.byteLength(data);
    if (bytes < 1 || bytes > MAX_DATA_BYTES) {
      throw new Error(`the button "${label}" carries ${bytes} bytes; 1 to ${MAX_DATA_BYTES} are possible`);
    }
  }
}
