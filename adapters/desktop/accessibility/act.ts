/** Acts on one element of an earlier look, unless it is no longer what that look saw. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ACTION_COUNT,
  actionName,
  CHARACTER_COUNT,
  CURRENT_VALUE,
  doAction,
  EXTENTS,
  GRAB_FOCUS,
  hasState,
  NAME,
  ROLE,
  STATE,
  STATES,
  type States,
  setCurrentValue,
  setText,
  textUpTo,
} from './atspi.ts';
import { type Answer, type BusConnection, readValue } from './dbus-connection.ts';
import type { RawElement } from './read-elements.ts';

/**
 * `impossible`: the element cannot be used in this way; nothing was changed, or a value did not stay. `stale`: the element is not what it
 * was at the look; nothing was sent. `hanging`: the application does not answer; nothing was sent. `unanswered`: the call was sent and may
 * still be carried out.
 */
export type Outcome = 'done' | 'impossible' | 'stale' | 'hanging' | 'unanswered';

const CHECK_MS = 500;
const ACT_MS = 1000;
const POLL_MS = 20;
/** Chromium rounds to whole pixels anew at each layout. */
const SLACK_PX = 3;
const MAX_ACTIONS = 16;
const WHOLE_TEXT = textUpTo(-1);

/** Each act rejects with the signal's reason when it aborts before anything was sent. */
export async function pressElement(bus: BusConnection, raw: RawElement, signal: AbortSignal): Promise<Outcome> {
  const { target, role } = raw;
  if (role.press.length === 0) return 'impossible';
  const states = await check(bus, raw);
  if (typeof states === 'string') return states;
  if (!isEnabled(states)) return 'impossible';
  const until = performance.now() + ACT_MS;
  const count = readValue(await bus.ask(target, ACTION_COUNT, until)) ?? 0;
  const indexes = Array.from({ length: Math.min(count, MAX_ACTIONS) }, (_, index) => index);
  const names = await Promise.all(indexes.map((index) => bus.ask(target, actionName(index), until)));
  const known = names.map((name) => readValue(name)?.toLowerCase() ?? '');
  const wanted = role.press.find((name) => known.includes(name));
  if (wanted === undefined) return 'impossible';
  signal.throwIfAborted();
  return outcomeOf(await bus.ask(target, doAction(known.indexOf(wanted)), performance.now() + ACT_MS));
}

/** `done` once it has the focus. */
export async function focusElement(bus: BusConnection, raw: RawElement, signal: AbortSignal): Promise<Outcome> {
  const { target } = raw;
  const states = await check(bus, raw);
  if (typeof states === 'string') return states;
  if (hasState(states, STATE.focused)) return 'done';
  signal.throwIfAborted();
  const until = performance.now() + ACT_MS;
  const outcome = outcomeOf(await bus.ask(target, GRAB_FOCUS, until));
  if (outcome === 'impossible') return outcome;
  return waitUntil(async () => {
    const now = readValue(await bus.ask(target, STATES, until));
    return now !== null && hasState(now, STATE.focused);
  }, until);
}

/** `done` once the value has been read back, or, of a secure element, its length. */
export async function setElement(
  bus: BusConnection,
  raw: RawElement,
  text: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const { target, role } = raw;
  const states = await check(bus, raw);
  if (typeof states === 'string') return states;
  if (!isEnabled(states)) return 'impossible';
  const number = Number(text);
  if (!hasState(states, STATE.editable) && (role.reads !== 'number' || text.trim() === '' || Number.isNaN(number)))
    return 'impossible';
  signal.throwIfAborted();
  const until = performance.now() + ACT_MS;
  const isText = hasState(states, STATE.editable);
  const sent = outcomeOf(await bus.ask(target, isText ? setText(text) : setCurrentValue(number), until));
  if (sent === 'impossible') return sent;
  return waitUntil(async () => {
    if (!isText) return readValue(await bus.ask(target, CURRENT_VALUE, until)) === number;
    if (role.kind !== 'secure') return readValue(await bus.ask(target, WHOLE_TEXT, until)) === text;
    return readValue(await bus.ask(target, CHARACTER_COUNT, until)) === [...text].length;
  }, until);
}

/** The element's states now, if it still shows as the same thing in the same place of a window that is still in front. */
async function check(bus: BusConnection, raw: RawElement): Promise<States | 'stale' | 'hanging'> {
  const until = performance.now() + CHECK_MS;
  const { activeWindow } = raw;
  const [states, role, name, extents, window] = await Promise.all([
    bus.ask(raw.target, STATES, until),
    bus.ask(raw.target, ROLE, until),
    bus.ask(raw.target, NAME, until),
    bus.ask(raw.placedBy, EXTENTS, until),
    activeWindow === null ? null : bus.ask(activeWindow, STATES, until),
  ]);
  if ([states, role, name, extents, window].some(isSilent)) return 'hanging';
  if (!states.ok || !role.ok || !name.ok || !extents.ok) return 'stale';
  const hasMoved = extents.value.some((now, side) => Math.abs(now - (raw.extents[side] ?? 0)) > SLACK_PX);
  const isSame = role.value === raw.roleNumber && name.value === raw.name && !hasMoved;
  const isInFront = window === null || (window.ok && hasState(window.value, STATE.active));
  return isSame && isInFront && hasState(states.value, STATE.showing) ? states.value : 'stale';
}

async function waitUntil(isSo: () => Promise<boolean>, until: number): Promise<Outcome> {
  while (performance.now() < until) {
    if (await isSo()) return 'done';
    await sleep(POLL_MS);
  }
  return 'impossible';
}

function isEnabled(states: States): boolean {
  return hasState(states, STATE.enabled) || hasState(states, STATE.sensitive);
}

function isSilent(answer: Answer<unknown> | null): boolean {
  return answer !== null && !answer.ok && answer.why === 'silent';
}

function outcomeOf(answer: Answer<boolean>): Outcome {
  if (answer.ok) return answer.value ? 'done' : 'impossible';
  return answer.why === 'silent' ? 'unanswered' : 'impossible';
}
