/** What has the focus, as its application tells it: whether it takes text, and whether a text stands in it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatePlan } from './date-text.ts';

export type FocusTold =
  /** Nobody can tell, or not in time. */
  | { readonly kind: 'unknown' }
  /** All of the window is known, and nothing in it that is listed. */
  | { readonly kind: 'nothing' }
  /** A button, a link and the like: keys press it. */
  | { readonly kind: 'pressed'; readonly role: string }
  /** It takes text as a whole. */
  | { readonly kind: 'text'; readonly field: ReadableField | null; readonly isOneLine: boolean }
  /** It takes keys one by one: a part of a date, a list that is searched by letters, a canvas. */
  | { readonly kind: 'keys'; readonly field: ReadableField | null; readonly date?: DateField };

/** A field for a date or a time, made of parts. */
export interface DateField {
  /** null where this text is no date as the standard writes it, or one for other parts. */
  plan(text: string): Promise<DatePlan | null>;
  /** Whether its parts say so now; null: they do not say. */
  check(plan: DatePlan): Promise<{ readonly isThere: boolean; readonly shown: string } | null>;
}

export interface ReadableField {
  /** The same for the same field, whatever stands in it. */
  readonly id: string;
  /** Whether this text stands in it now, waiting a moment for that; otherwise what does. null: it does not say. */
  check(text: string): Promise<{ readonly isThere: boolean; readonly shown: string } | null>;
}

/** Roles, in the words all desktops share, of what keys press. */
export const PRESSED_ROLES: readonly string[] = [
  'button',
  'toggle',
  'switch',
  'check box',
  'radio button',
  'link',
  'tab',
  'menu item',
];

const READ_MS = 400;
const POLL_MS = 20;

/** `read` gives what stands there, null for nothing known; it is asked again until `isThere`, or the moment is over. */
export async function waitForText(
  read: (until: number) => Promise<string | null>,
  isThere: (shown: string) => boolean,
): Promise<{ readonly isThere: boolean; readonly shown: string } | null> {
  const until = performance.now() + READ_MS;
  let last: string | null = null;
  do {
    const shown = await read(until);
    if (shown !== null && isThere(shown)) return { isThere: true, shown };
    last = shown ?? last;
    await sleep(POLL_MS);
  } while (performance.now() < until);
  return last === null ? null : { isThere: false, shown: last };
}

/**
 * Ends of lines and blanks are kept differently by different programs, and a field may set signs of its own between those that were
 * typed, as in “(555) 123-4567”. What is missing is missing.
 */
export function holdsText(shown: string, text: string): boolean {
  if (squeeze(shown).includes(squeeze(text))) return true;
  const typed = lettersOf(text);
  return typed !== '' && lettersOf(shown).includes(typed) && signsOf(text).every((sign) => shown.includes(sign));
}

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
const signsOf = (text: string): readonly string[] => text.match(/[^\p{L}\p{M}\p{N}\s]/gu) ?? [];

function squeeze(text: string): string {
  return text.replaceAll(/[\s\u00a0\ufffc]+/g, ' ').trim();
}
