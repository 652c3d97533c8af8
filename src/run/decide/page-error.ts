/** Tells whether a browser shows an error page of its own in place of the page that was to open. */
import { say, type Text } from '../../words/say.ts';
import type { StepState } from '../prompt/step-state.ts';

/** Chromium and its kin name each failure by a code, in every language. */
const CODE = /\b(?:ERR|DNS_PROBE)_[A-Z][A-Z_]+\b/;

/** Titles of Firefox and Safari, in the languages of Deskhand. */
const TITLE =
  /^(?:Problem loading page|Server Not Found|Seiten-Ladefehler|Fehler: Server nicht gefunden|Failed to open page|Seite kann nicht geöffnet werden)\b/i;

/** What the person is told; null when no error shows. `url`: the address that was opened. */
export function findPageError(url: string, { front, elements }: Pick<StepState, 'front' | 'elements'>): Text | null {
  for (const { name, value, isSecure } of elements) {
    const code = CODE.exec(name)?.[0] ?? (isSecure ? undefined : CODE.exec(value)?.[0]);
    if (code !== undefined) return say`The page didn't load (${code}).`;
  }
  return TITLE.test(front.title) || isHostAlone(front.title, url) ? say`The page didn't load.` : null;
}

/** Chromium titles an error with the host, and a page without a title with its whole address: at the root they look the same. */
function isHostAlone(title: string, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { host, pathname, search } = new URL(url);
  return (pathname !== '/' || search !== '') && (title === host || title.startsWith(`${host} - `));
}
