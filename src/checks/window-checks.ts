/** Typed checks of the window in front that may still be coming up: the page that was asked for, and a mail that waits to be sent. Pure. */
import type { CheckResult } from '../journal/acted.ts';
import type { Check } from '../ledger/check.ts';
import type { UiElement } from '../ports/desktop.ts';
import { bareHost, isOfSite } from '../safety/places/same-site.ts';
import { oneLine, shorten } from '../words/amounts.ts';
import { say } from '../words/say.ts';

/** The window in front as it is now. */
export interface WindowLook {
  readonly title: string;
  readonly elements: readonly Pick<UiElement, 'role' | 'name' | 'value' | 'isSecure'>[];
  /** Of the document in it; left out where there is none, or nobody can tell. */
  readonly address?: string | undefined;
}

type Found = Pick<CheckResult, 'passed' | 'isUntold' | 'text'>;

const SHOWN = 80;
/** What an address bar shows: a host with a dot, maybe a port and a path. */
const BARE_ADDRESS = /^(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+\.?(?::\d+)?(?:[/?#]\S*)?$/u;

/** A site may send its visitor on, to other languages and to other pages: where it ended is told, and is neither right nor wrong. */
export function checkPage({ address }: Extract<Check, { readonly check: 'page' }>, look: WindowLook): Found {
  const asked = readAddress(address);
  const shown = (look.address === undefined ? barIn(look.elements) : readAddress(look.address)) ?? null;
  if (asked === null || shown === null) return untold(say`I can't tell which page the browser shows`);
  if (isSamePage(asked, shown)) return { passed: true, text: say`${address} is open` };
  return untold(say`the browser shows ${shorten(oneLine(nameOf(shown)), SHOWN)} instead of ${shorten(address, SHOWN)}`);
}

function untold(text: Found['text']): Found {
  return { passed: false, isUntold: true, text };
}

/** With or without a scheme; null for what is no page of the web. */
function readAddress(text: string): URL | null {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /^about:/i.test(text) ? text : `https://${text}`);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url : null;
}

/** The address bar, where the browser tells no address of the document: the only field that holds nothing but an address. */
function barIn(elements: WindowLook['elements']): URL | null {
  const bars = elements.filter(
    ({ role, value, isSecure }) => role === 'field' && !isSecure && BARE_ADDRESS.test(value),
  );
  return bars.length === 1 ? readAddress(bars[0]?.value ?? '') : null;
}

function isSamePage(asked: URL, shown: URL): boolean {
  const isSite = bareHost(asked.host) === bareHost(shown.host) || isOfSite(shown.hostname, asked.hostname);
  if (!isSite || asked.port !== shown.port) return false;
  const [path, other] = [plainPath(asked), plainPath(shown)];
  // Whoever names a site alone means wherever it begins.
  if (path === '' && asked.search === '') return true;
  return path === other && (asked.search === '' || asked.search === shown.search);
}

function plainPath({ pathname }: URL): string {
  return pathname
    .toLowerCase()
    .replace(/^\/[a-z]{2}(?:[-_][a-z]{2})?(?=\/|$)/, '')
    .replace(/\/(?:index\.html?)?$/, '');
}

function nameOf({ host, pathname }: URL): string {
  return pathname === '/' ? host : `${host}${pathname}`;
}

/**
 * A window came up since the run began that has the subject in its title or alone in a field, and the receiver somewhere. A list of mails
 * has neither of the first, so that a mail program that only shows its inbox is not taken for a draft.
 */
export function checkDraft(
  { to, subject }: Extract<Check, { readonly check: 'draft' }>,
  { title, elements }: WindowLook,
  firstTitle: string | null,
): Found {
  const isNew = firstTitle !== null && title !== firstTitle;
  const open = elements.filter(({ isSecure }) => !isSecure);
  const hasSubject =
    hasWords(title, subject) || open.some(({ role, value }) => role === 'field' && plain(value) === plain(subject));
  const hasReceiver = open.some(({ name, value }) => hasWords(name, to) || hasWords(value, to));
  if (isNew && hasSubject && hasReceiver) return { passed: true, text: say`the draft to ${to} is open` };
  return untold(say`I can't tell whether the draft to ${to} is open`);
}

function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Not within a longer word or address. */
function hasWords(text: string, words: string): boolean {
  const [whole, part] = [plain(text), plain(words)];
  for (let at = whole.indexOf(part); part !== '' && at >= 0; at = whole.indexOf(part, at + 1))
    if (!/[\p{L}\p{N}]$/u.test(whole.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(whole.slice(at + part.length)))
      return true;
  return false;
}
