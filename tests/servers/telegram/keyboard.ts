/** Inline keyboards: what the Bot API accepts below a message. */

import { type Call, isRecord, jsonOf } from './call.ts';
import { badRequest } from './refusal.ts';

/** What this server understands of Bot API 10.3; false = a server before it. */
export interface ButtonFeatures {
  readonly styles: boolean;
  readonly disabledButtons: boolean;
  /** Drafts with Stop; there unless false. */
  readonly drafts?: boolean;
}

export interface SeenButton {
  readonly text: string;
  /** null: a disabled button, or one that opens a link. */
  readonly data: string | null;
  readonly style: string;
  readonly isDisabled: boolean;
}

export type Keyboard = readonly (readonly SeenButton[])[];

const MAX_DATA_BYTES = 64;
const MAX_BUTTONS = 100;

/** The call's `reply_markup`; no keyboard = empty. */
export function readKeyboard(call: Call, features: ButtonFeatures): Keyboard {
  const markup = jsonOf(call, 'reply_markup');
  if (markup === undefined) return [];
  if (!isRecord(markup)) throw badRequest('object expected as reply markup');
  const rows = markup.inline_keyboard ?? [];
  if (!Array.isArray(rows) || !rows.every(Array.isArray)) {
    throw badRequest('Field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays');
  }
  const keyboard = rows.map((row: unknown[]) => row.map((button) => readButton(button, features)));
  if (keyboard.flat().length > MAX_BUTTONS) throw badRequest('reply markup is too long');
  if (keyboard.flat().some((button) => Buffer.byteLength(button.data ?? '') > MAX_DATA_BYTES)) {
    throw badRequest('BUTTON_DATA_INVALID');
  }
  return keyboard.filter((row) => row.length > 0);
}

function readButton(button: unknown, features: ButtonFeatures): SeenButton {
  if (!isRecord(button)) throw cannotParse('InlineKeyboardButton must be an Object');
  const text = button.text;
  if (typeof text !== 'string') throw cannotParse('Field "text" must be of type String');
  if (text.trim() === '') throw badRequest('inline keyboard button text must be non-empty');
  const style = readStyle(button.style, features);
  const data = button.callback_data;
  if (typeof data === 'string' && data !== '') return { text, data, style, isDisabled: false };
  if (typeof button.url === 'string') return { text, data: null, style, isDisabled: false };
  if (features.disabledButtons && isRecord(button.disabled)) return { text, data: null, style, isDisabled: true };
  throw cannotParse('Text buttons are unallowed in the inline keyboard');
}

function readStyle(style: unknown, features: ButtonFeatures): string {
  if (style === undefined) return '';
  // Servers before the feature ignore it; a strict one says so, that a client's fallback can be seen to work.
  if (!features.styles || !['danger', 'success', 'primary'].includes(String(style))) {
    throw cannotParse('invalid button style specified');
  }
  return String(style);
}

function cannotParse(sentence: string): Error {
  return badRequest(`can't parse inline keyboard button: ${sentence}`);
}
