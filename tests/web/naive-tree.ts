/**
 * Everything an accessibility bus has, object by object, with no limit and none of our rules: what a list of elements could have had at
 * best. Slow.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import {
  createAccessibilityBus,
  type SessionEnvironment,
} from '../../adapters/desktop/accessibility/accessibility-bus.ts';
import {
  CHILDREN,
  EXTENTS,
  type Extents,
  hasState,
  NAME,
  REGISTRY,
  STATE,
  STATES,
} from '../../adapters/desktop/accessibility/atspi.ts';
import {
  type Answer,
  type BusConnection,
  readValue,
  type Target,
} from '../../adapters/desktop/accessibility/dbus-connection.ts';
import type { Box } from '../../src/ports/desktop.ts';

const ANSWER_MS = 5000;
const MOST_LEVELS = 80;

/** The time after which a browser has told what it holds back. */
const TOLD_BY_MS = 1200;

/**
 * Whether something with this name is shown in this box, in pixels of the display; `scales`: pixels for each unit in which places may be
 * told. Rejects where an application does not answer.
 */
export async function isInTree(
  env: SessionEnvironment,
  name: string,
  box: Box,
  scales: readonly number[],
): Promise<boolean> {
  const access = createAccessibilityBus(env);
  try {
    const reached = await access.reach();
    if (!reached.ok) throw new Error('the accessibility bus cannot be reached');
    const { bus } = reached;
    const isThere = async (): Promise<boolean> =>
      (await findPlaces(bus, REGISTRY, name, 0)).some((place) => scales.some((scale) => isMeeting(place, box, scale)));
    if (await isThere()) return true;
    await sleep(TOLD_BY_MS);
    return await isThere();
  } finally {
    access.close();
  }
}

async function findPlaces(
  bus: BusConnection,
  target: Target,
  name: string,
  level: number,
): Promise<readonly Extents[]> {
  const ask = async <Value>(question: Parameters<typeof bus.ask<Value>>[1]): Promise<Value | null> =>
    readAnswer(await bus.ask(target, question, performance.now() + ANSWER_MS));
  const [called, states, place] = [await ask(NAME), await ask(STATES), await ask(EXTENTS)];
  const own = called?.trim() === name && place !== null && states !== null && hasState(states, STATE.showing);
  const children = level < MOST_LEVELS ? ((await ask(CHILDREN)) ?? []) : [];
  const below: Extents[] = [];
  for (const child of children) below.push(...(await findPlaces(bus, child, name, level + 1)));
  return own ? [place, ...below] : below;
}

/** null for what is gone, or has no such thing. */
function readAnswer<Value>(answer: Answer<Value>): Value | null {
  if (!answer.ok && answer.why === 'silent') throw new Error('an application does not answer');
  return readValue(answer);
}

function isMeeting([x, y, width, height]: Extents, box: Box, scale: number): boolean {
  return (
    x * scale < box.x + box.width &&
    y * scale < box.y + box.height &&
    (x + width) * scale > box.x &&
    (y + height) * scale > box.y
  );
}
