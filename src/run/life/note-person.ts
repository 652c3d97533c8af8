/**
 * While a run is paused: records what the person does at the computer and tells the run. That is clicks, windows, and that they type, but never which
 * keys.
 */
import type { RunEvent } from '../../journal/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Desktop, FrontWindow, Place, UiElement } from '../../ports/desktop.ts';
import { withLimit } from '../../ports/waits/abort-signals.ts';
import { isOwnConversation } from '../../safety/conversation.ts';
import type { LastAct } from '../../screen/screen-memory.ts';
import { elementAt } from '../../screen/target-of.ts';
import type { PauseForPersonNeeds } from './pause-for-person.ts';

type PersonActed = Extract<RunEvent, { readonly type: 'person.acted' }>;

type Needs = Pick<PauseForPersonNeeds, 'control' | 'screen' | 'underWay' | 'parts' | 'record'> & {
  readonly clock: Clock;
  readonly desktop: Desktop;
};

const POLL_MS = 120;
/** Delay, ms, within which a report of input may still be of our own. */
const OURS_MS = 700;
const AWAY_POLL_MS = 500;
/** Limit of events in one pause; nobody reads more. */
const MOST_EVENTS = 100;
const ELEMENTS_MS = 800;
/** A list is asked for no more often than this. */
const LIST_EVERY_MS = 1000;
const LISTS_TRIED = 5;

/** Watches until `signal` aborts; never rejects. */
export async function notePerson(run: Needs, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (run.control.isPaused()) await notePause(run, signal).catch(() => undefined);
    await run.clock.sleep(AWAY_POLL_MS, signal).catch(() => undefined);
  }
}

/** One pause, from its beginning to its end. */
async function notePause(run: Needs, signal: AbortSignal): Promise<void> {
  const { clock, desktop, control, screen, underWay } = run;
  let noted = 0;
  let last = '';
  let front = await desktop.front(signal);
  let listed = await list(front, desktop, signal);
  let listedAt = clock.elapsed();
  let oursAt = lastActAt(screen.lastAct);
  const note = (event: Omit<PersonActed, 'type'>): void => {
    // Several keys in a row, or the window that the person is in already, are recorded once.
    const same = event.did === 'click' ? '' : JSON.stringify([event.app, event.window, event.did]);
    if (noted >= MOST_EVENTS || (same !== '' && same === last)) return;
    noted += 1;
    last = same;
    (run.parts.onDesktop() ?? run).record({ type: 'person.acted', ...event });
  };
  await desktop.presses(signal);
  while (control.isPaused() && !signal.aborted) {
    await clock.sleep(POLL_MS, signal);
    const pressed = await desktop.presses(signal);
    if (pressed === null) return;
    if (underWay.now() !== null) oursAt = clock.elapsed();
    oursAt = Math.max(oursAt, lastActAt(screen.lastAct));
    const isOurs = clock.elapsed() - oursAt < OURS_MS;
    if (!control.isPaused()) return;
    if (!isOurs) for (const place of pressed.clicks) note(await clickedOn(place, front, listed, desktop, signal));
    const now = await desktop.front(signal);
    const isOther = now.app !== front.app || now.title !== front.title;
    if (isOther && !isOurs && !isOwn(now) && now.app !== '') note({ did: 'window', app: now.app, window: now.title });
    if (!isOurs && pressed.keys > 0 && !isOwn(now)) note({ did: 'keys', app: now.app, window: now.title });
    front = now;
    const isOld = isOther || pressed.clicks.length > 0 || clock.elapsed() - listedAt >= LIST_EVERY_MS;
    if (!isOld) continue;
    const next = await list(front, desktop, signal);
    // With an incomplete list the earlier elements are kept, as they may still be there.
    const kept = next.isWhole || isOther ? [] : listed.elements;
    listed = { ...next, elements: [...next.elements, ...kept] };
    listedAt = clock.elapsed();
  }
}

function lastActAt(act: LastAct | null): number {
  return act?.atMs ?? Number.NEGATIVE_INFINITY;
}

/** Whether a window shows the conversation with Deskhand, where input is no work at the computer. */
function isOwn({ app, title }: FrontWindow): boolean {
  return isOwnConversation({ app, window: title });
}

interface Listed {
  readonly front: FrontWindow;
  readonly isWhole: boolean;
  readonly elements: readonly UiElement[];
}

/** The element under a click, in the look before it: a button that opened something may be gone. */
async function clickedOn(
  place: Place,
  front: FrontWindow,
  listed: Listed,
  desktop: Desktop,
  signal: AbortSignal,
): Promise<Omit<PersonActed, 'type'>> {
  const there = (await desktop.windowAt(place, signal)) ?? front;
  const window = { app: there.app, window: there.title };
  if (isOwn(there) || there.app !== listed.front.app) return { did: 'click', ...window };
  let element = elementAt(place, listed.elements);
  // After an incomplete list the next ones are searched, too: the element may still be there.
  for (let tries = 0, isWhole = listed.isWhole; element === null && !isWhole && tries < LISTS_TRIED; tries += 1) {
    const next = await list(front, desktop, signal);
    element = elementAt(place, next.elements);
    isWhole = next.isWhole;
  }
  return {
    did: 'click',
    ...window,
    ...(element === null ? {} : { element: { role: element.role, name: element.name } }),
  };
}

async function list(front: FrontWindow, desktop: Desktop, signal: AbortSignal): Promise<Listed> {
  const { displays } = await desktop.describe(signal);
  const display = displays.find(({ index }) => index === front.display) ?? displays[0];
  if (display === undefined) return { front, isWhole: true, elements: [] };
  const limit = withLimit(ELEMENTS_MS, signal);
  const found = await desktop.elements({ app: null, display }, limit).catch(() => null);
  return { front, isWhole: found !== null && found.coverage !== 'partial', elements: found?.elements ?? [] };
}
