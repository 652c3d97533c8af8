/** One paste by Shift+Insert, followed until the program that has the focus has fetched it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { XPrograms } from './programs.ts';
import type { Offered } from './selection-loan.ts';
import type { Selections } from './selections.ts';
import { tapStroke } from './strokes.ts';
import type { TypingParts } from './typing-parts.ts';

const INSERT_KEYSYM = 0xff63;
/** After this time without a fetch the paste may not be wanted; the focus then decides whether to wait on. */
const SOON_MS = 300;
/** A program that has asked for nothing within this time has no field for text in front. */
const ASK_TIMEOUT_MS = 1200;
/**
 * A program that has asked for the formats fetches the text within this time, or has nowhere to put it. Chromium waits 1 s for a lost
 * answer.
 */
const FETCH_TIMEOUT_MS = 2500;
/** Programs may ask several times for one paste; the next key waits until nobody has for this long. */
const QUIET_MS = 15;
/** The same for LibreOffice, whose second connection is read every 100 ms; its second request was seen 160 ms after the first. */
const QUIET_ELSEWHERE_MS = 300;
const POLL_MS = 2;

/** The `waitsOn` for a paste that is waited for as long as it may take. */
export const always = async (): Promise<boolean> => true;

/** True once the program of the window has fetched the text; false when it does not want it. `waitsOn`: asked once, when it is slow. */
export async function paste(
  offered: Offered,
  waitsOn: () => Promise<boolean>,
  focus: number,
  parts: TypingParts,
  signal: AbortSignal,
): Promise<boolean> {
  const insert = parts.keymap.findAnywhere(INSERT_KEYSYM);
  if (insert === null) return false;
  // Clipboard managers ask too; only the program that has the focus proves that the text arrived.
  const watch = watchRequests(focus, parts.selections, parts.programs);
  const waitUntil = async (limitMs: () => number, since: number): Promise<void> => {
    while (!watch.hasFetched() && performance.now() - since < limitMs()) await sleep(POLL_MS, undefined, { signal });
  };
  try {
    tapStroke({ ...insert, needsShift: true }, parts);
    await parts.connection.sync();
    const pressedAt = performance.now();
    await waitUntil(() => SOON_MS, pressedAt);
    if (!watch.hasFetched() && (await waitsOn()))
      await waitUntil(() => (watch.hasAsked() ? FETCH_TIMEOUT_MS : ASK_TIMEOUT_MS), pressedAt);
    if (!watch.hasFetched()) return false;
    offered.fetched();
    const quietMs = watch.isElsewhere() ? QUIET_ELSEWHERE_MS : QUIET_MS;
    while (performance.now() - watch.lastAt() < quietMs) await sleep(POLL_MS);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    watch.stop();
  }
}

interface RequestWatch {
  hasAsked(): boolean;
  hasFetched(): boolean;
  /** Whether the requests came by another connection than the one that has the focus. */
  isElsewhere(): boolean;
  /** `performance.now()` of the last time the program asked. */
  lastAt(): number;
  stop(): void;
}

function watchRequests(focus: number, selections: Selections, programs: XPrograms): RequestWatch {
  let asked = 0;
  let fetched = 0;
  let isElsewhere = false;
  let lastAt = performance.now();
  const stop = selections.onRequest(async (requestor, isText) => {
    if (!(await programs.isSame(requestor, focus))) return;
    asked += 1;
    isElsewhere ||= programs.isOtherConnection(requestor, focus);
    if (isText) fetched += 1;
    lastAt = performance.now();
  });
  return {
    hasAsked: () => asked > 0,
    hasFetched: () => fetched > 0,
    isElsewhere: () => isElsewhere,
    lastAt: () => lastAt,
    stop,
  };
}
