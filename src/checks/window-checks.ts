/** Typed checks of a front window that may still be opening: a requested page, and a mail draft. Pure. */
import type { CheckResult } from '../journal/acted.ts';
import type { Check } from '../ledger/check.ts';
import type { UiElement } from '../ports/desktop.ts';
import { bareHost, isOfSite } from '../safety/places/same-site.ts';
import { oneLine, shorten } from '../words/amounts.ts';
import { say } from '../words/say.ts';

/** The front window now. */
export interface WindowLook {
  readonly title: string;
  readonly elements: readonly Pick<UiElement, 'role' | 'name' | 'value' | 'isSecure'>[];
  /** Address of its document; left out when there is none or it is unknown. */
  readonly address?: string | undefined;
}

type Found = Pick<CheckResult, 'passed' | 'isUntold' | 'text'>;

const SHOWN = 80;
/** Content of an address bar: a host with a dot, possibly a port and a path. */
const BARE_ADDRESS = /^(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+\.?(?::\d+)?(?:[/?#]\S*)?$/u;

/** A site may redirect to other languages and pages: the final address is reported, and counts neither for nor against. */
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

/** With or without a scheme; null when it is not a web page. */
function readAddress(text: string): URL | null {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /^about:/i.test(text) ? text : `https://${text}`);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url : null;
}

/** The address bar, when the browser does not report the address: the only field whose content is nothing but an address. */
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
  // A site named without a path stands for all its pages.
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
 * Whether a window opened since the run began that has the subject in its title or alone in a field, and the recipient somewhere. A list of mails has
 * neither, so a mail program's inbox does not count as a draft.
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

/** Not as a part of a longer word or address. */
function hasWords(text: string, words: string): boolean {
  const [whole, part] = [plain(text), plain(words)];
  for (let at = whole.indexOf(part); part !== '' && at >= 0; at = whole.indexOf(part, at + 1))
    if (!/[\p{L}\p{N}]$/u.test(whole.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(whole.slice(at + part.length)))
      return true;
  return false;
}
