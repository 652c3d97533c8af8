/** What appeared between two looks without an act of the run: a window, a higher unread count in a title, another page. Pure. */
import { traitsOf } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import type { FoundArrival } from '../../journal/arrivals.ts';
import { bareTitle } from '../../screen/surprise.ts';
import { oneLine, shorten } from '../../words/amounts.ts';

export interface SeenWindows {
  readonly app: string;
  readonly title: string;
  /** Address of the document in front; undefined when unknown. */
  readonly address: string | undefined;
  /** Titles of all windows; null when unknown. */
  readonly titles: readonly string[] | null;
}

export interface BetweenLooks {
  /** The acts of the run since the look before. */
  readonly acts: readonly Action[];
  /** Applications that it has worked in. */
  readonly apps: ReadonlySet<string>;
  /** Names of windows that appeared earlier: closing one of them is no news. */
  readonly arrived: ReadonlySet<string>;
}

const MAX_TITLE = 80;
const MOST_AT_ONCE = 3;
/** The number of unread messages, as titles of mail and chat programs show it. */
const COUNT = /^\((\d{1,4})\)|\((\d{1,4})\)(?=\s|$)|(\d{1,4})\s+(?:unread|new|ungelesene?|neue)(?!\p{L})/u;

export function findArrivals(
  before: SeenWindows | null,
  now: SeenWindows,
  between: BetweenLooks,
): readonly FoundArrival[] {
  if (before === null) return [];
  const found = [
    ...findWindow(before, now, between),
    ...findCounts(before, now, between),
    ...findPage(before, now, between),
    ...findClosed(before, now, between),
  ];
  return found.slice(0, MOST_AT_ONCE);
}

/** A new window in front, or anywhere when the run did nothing that opens one. */
function findWindow(before: SeenWindows, now: SeenWindows, { acts, apps }: BetweenLooks): readonly FoundArrival[] {
  const isTouched = acts.some(touches);
  const isNewFront = now.title !== '' && isNew(now.title, before) && (now.app !== before.app || !isTouched);
  const isForeign = now.app !== before.app && !apps.has(now.app) && !acts.some(opensOthers);
  if (isNewFront && (!isTouched || isForeign)) return [{ kind: 'window', what: name(now.title, now.app) }];
  if (isTouched || now.titles === null) return [];
  return now.titles
    .filter((title) => title !== now.title && title.trim() !== '' && isNew(title, before))
    .map((title) => ({ kind: 'window' as const, what: name(title, '') }));
}

/** A title that only counts otherwise is the same window's. */
function isNew(title: string, { title: front, titles }: SeenWindows): boolean {
  const same = skeleton(title);
  return skeleton(front) !== same && titles?.some((one) => skeleton(one) === same) !== true;
}

function skeleton(title: string): string {
  return bareTitle(title)
    .replace(/\d+/g, '#')
    .replace(/^\(#\)\s*/, '')
    .replace(/\s*\(#\)/g, '')
    .trim();
}

function findCounts(before: SeenWindows, now: SeenWindows, { acts }: BetweenLooks): readonly FoundArrival[] {
  const isTouched = acts.some(touches);
  return (now.titles ?? []).flatMap((title): readonly FoundArrival[] => {
    const count = countIn(title);
    const was = before.titles?.find((one) => skeleton(one) === skeleton(title));
    // In the window it works in, the run may have raised the count itself.
    if (count === 0 || was === undefined || countIn(was) >= count || (isTouched && title === now.title)) return [];
    return [{ kind: 'count', what: name(title, '') }];
  });
}

function countIn(title: string): number {
  const [, first, second, third] = COUNT.exec(title) ?? [];
  return Number(first ?? second ?? third ?? 0);
}

function findPage(before: SeenWindows, now: SeenWindows, { acts }: BetweenLooks): readonly FoundArrival[] {
  const isOther = before.address !== undefined && now.address !== undefined && before.address !== now.address;
  const isSameWindow = before.app === now.app && before.titles?.includes(now.title) === true;
  return isOther && isSameWindow && acts.length === 0 ? [{ kind: 'page', what: name(now.title, now.app) }] : [];
}

/** The window in front is gone, and nothing was touched since. */
function findClosed(before: SeenWindows, now: SeenWindows, { acts, arrived }: BetweenLooks): readonly FoundArrival[] {
  if ([name(before.title, before.app), name(before.title, '')].some((one) => arrived.has(one))) return [];
  if (acts.some(touches) || before.title.trim() === '' || before.titles === null || now.titles === null) return [];
  const isGone = ![now.title, ...now.titles].some((title) => skeleton(title) === skeleton(before.title));
  // Fewer titles than before: otherwise the window may only have a new title.
  return isGone && now.titles.length < before.titles.length
    ? [{ kind: 'closed', what: name(before.title, before.app) }]
    : [];
}

/** Whether an action may open a window of the application that it works in. */
function touches(action: Action): boolean {
  if (action.action === 'scroll' || action.action === 'move') return false;
  if (action.action === 'type') return action.text.includes('\n');
  const { input, opensWindow } = traitsOf(action);
  return input !== undefined || opensWindow === true || opensOthers(action);
}

/** Whether an action may open a window of any application. */
function opensOthers(action: Action): boolean {
  switch (action.action) {
    case 'click':
      return action.count > 1;
    case 'key':
      return true;
    case 'type':
      return action.text.includes('\n');
    case 'open_app':
    case 'open_url':
    case 'shell':
    case 'applescript':
    case 'tool':
      return true;
    default:
      return false;
  }
}

function name(title: string, app: string): string {
  const short = shorten(oneLine(title), MAX_TITLE);
  return app === '' ? short : `${short} (${shorten(oneLine(app), MAX_TITLE)})`;
}
