/** What has the focus, as its application tells it: whether it takes text, and whether a text stands in it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatePlan } from './date-text.ts';

export type FocusTold =
  /** What has the focus is not known, or not in time. */
  | { readonly kind: 'unknown' }
  /** The whole window is known, and nothing listed in it has the focus. */
  | { readonly kind: 'nothing' }
  /** It is a button, a link or the like: keys press it. */
  | { readonly kind: 'pressed'; readonly role: string }
  /** It takes text as a whole. */
  | { readonly kind: 'text'; readonly field: ReadableField | null; readonly isOneLine: boolean }
  /** It takes keys one by one: a part of a date, a list that is searched by letters, a canvas. */
  | { readonly kind: 'keys'; readonly field: ReadableField | null; readonly date?: DateField };

/** A field for a date or a time, made of parts. */
export interface DateField {
  /** null where `text` is no date in the standard form, or has other parts than the field. */
  plan(text: string): Promise<DatePlan | null>;
  /** Whether the parts show the planned values now; null: they do not tell. */
  check(plan: DatePlan): Promise<{ readonly isThere: boolean; readonly shown: string } | null>;
}

export interface ReadableField {
  /** The same for the same field, whatever its content. */
  readonly id: string;
  /** Waits a moment until `text` stands in the field; `shown` is what stands there. null: the field does not tell. */
  check(text: string): Promise<{ readonly isThere: boolean; readonly shown: string } | null>;
}

/** Roles that keys press, in the words all desktops share. */
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

/** `read` gives the field's content, null for unknown; it is asked again until `isThere` or the end of the time. */
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
 * Whether the text stands in what is shown. Programs keep line ends and blanks differently, and a field may set characters between the
 * typed ones, as in “(555) 123-4567”; no typed character may be missing.
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
