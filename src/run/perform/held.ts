/** Input that a run holds between its acts: keys, and the mouse button. Acts under it are judged with it. */
import { MODIFIER_ALIASES } from '../../action/key-names.ts';
import { formatKeys, parseKeys } from '../../action/keys.ts';
import { isKeyPress, traitsOf } from '../../action/kinds.ts';
import { type Action, entryNamed, parseAction, type Target } from '../../action/schema.ts';
import type { Desktop, Place } from '../../ports/desktop.ts';
import { toPoint } from '../../screen/coordinates.ts';
import type { RunControl } from '../control.ts';

export interface Held {
  /** In the notation of `parseKeys`, in the order in which they were pressed. */
  readonly keys: readonly string[];
  /** Place where the button was pressed; null while it is up. */
  readonly pressedAt: Place | null;
}

export interface HeldInput {
  now(): Held;
  /** Notes that an act pressed or released something. */
  note(change: Partial<Held>): void;
  /** Forgets everything, after something else has released it. */
  forget(): void;
  /** Releases everything, the button where it was pressed, so that nothing is dropped elsewhere. Never rejects. */
  letGo(): Promise<void>;
}

export const NOTHING_HELD: Held = { keys: [], pressedAt: null };

const LET_GO_MS = 2000;

/** The action combined with the held keys: judged, shown, journaled and done in this form. */
export function underHeldKeys(action: Action, { keys }: Held): Action {
  if (keys.length === 0) return action;
  if (entryNamed(action.action)?.wire.modifiers !== undefined) {
    const own = 'modifiers' in action ? (action.modifiers ?? []) : [];
    return again({ ...action, modifiers: [...keys, ...own.filter((key) => !keys.includes(key))] }, action);
  }
  // One that stays down is joined with the others where it is judged: see asGesture.
  if (!isKeyPress(action) || staysDown(action)) return action;
  const held = keys.flatMap((key) => {
    const parsed = parseKeys(key);
    return parsed.ok ? [...parsed.combo.modifiers, parsed.combo.key] : [];
  });
  const joined = [...held, action.keys].join('+');
  // Only keys that can stand before another key form a combination with it.
  const parsed = parseKeys(joined);
  return parsed.ok ? again({ ...action, keys: formatKeys(parsed.combo) }, action) : action;
}

/**
 * The action as the gate judges it and a card shows it. A key pressed under held keys is their combination; releasing the button is a drag from where
 * it was pressed; pressing it is a click with the held keys.
 */
export function asGesture(
  action: Action,
  { keys, pressedAt }: Held,
  pointer: Place | null,
  end: Target | null = null,
): Action {
  if (isKeyPress(action) && staysDown(action) && keys.length > 0)
    return again({ ...action, keys: combined([...keys, action.keys]) }, action);
  const modifiers = keys.length === 0 ? {} : { modifiers: keys };
  const target = 'target' in action ? action.target : undefined;
  const there = target ?? (pointer === null ? undefined : toPoint(pointer));
  if (there === undefined) return action;
  if (action.action === 'mouse_down')
    return end === null
      ? again({ action: 'click', target: there, ...modifiers }, action)
      : again({ action: 'drag', from: there, to: end, ...modifiers }, action);
  if (action.action !== 'mouse_up' || pressedAt === null) return action;
  return again({ action: 'drag', from: toPoint(pressedAt), to: there, ...modifiers }, action);
}

function staysDown(action: Action): boolean {
  return traitsOf(action).holds === 'begins';
}

/** What keys that are down together press: the last one that is no modifier, which repeats, under all that are. */
function combined(keys: readonly string[]): string {
  const parts = keys.flatMap((key) => {
    const parsed = parseKeys(key);
    return parsed.ok ? [...parsed.combo.modifiers, parsed.combo.key] : [key];
  });
  const isModifier = (key: string): boolean => Object.hasOwn(MODIFIER_ALIASES, key);
  const modifiers = [...new Set(parts.filter(isModifier))];
  const last = parts.findLast((key) => !isModifier(key));
  return [...modifiers, ...(last === undefined ? [] : [last])].join('+');
}

/** A press with its moves up to letting go, at the beginning of these actions: how many they are, and where they end. */
export function findGesture(actions: readonly Action[]): { readonly length: number; readonly end: Target } | null {
  const [first, ...others] = actions;
  if (first?.action !== 'mouse_down') return null;
  const up = others.findIndex(({ action }) => action !== 'move');
  const ending = others[up];
  if (ending?.action !== 'mouse_up') return null;
  const end = [first, ...others.slice(0, up + 1)]
    .flatMap((one) => ('target' in one && one.target ? [one.target] : []))
    .at(-1);
  return end === undefined ? null : { length: up + 2, end };
}

export function createHeldInput(desktop: Desktop): HeldInput {
  let held = NOTHING_HELD;
  return {
    now: () => held,
    note(change) {
      held = { ...held, ...change };
    },
    forget() {
      held = NOTHING_HELD;
    },
    async letGo() {
      const { keys, pressedAt } = held;
      held = NOTHING_HELD;
      const signal = AbortSignal.timeout(LET_GO_MS);
      if (pressedAt !== null) await desktop.mouseUp(pressedAt, signal).catch(() => undefined);
      if (keys.length > 0) await desktop.keepDown([], signal).catch(() => undefined);
      if (pressedAt !== null || keys.length > 0) await desktop.releaseAll(signal).catch(() => undefined);
    },
  };
}

/** Somebody else works the computer: releases everything at once; while an act is under way, `whenResumed` does it after the act. */
export function letGoForPerson({
  held,
  underWay,
}: {
  readonly held: HeldInput;
  readonly underWay: { now(): Action | null };
}): void {
  if (underWay.now() === null) void held.letGo();
}

/** Resolves when the run is not paused; while it is, nothing is down. Rejects when it is stopped. */
export async function whenResumed({
  held,
  control,
}: {
  readonly held: Pick<HeldInput, 'letGo'>;
  readonly control: Pick<RunControl, 'isPaused' | 'whenResumed'>;
}): Promise<void> {
  if (control.isPaused()) await held.letGo();
  await control.whenResumed();
}

/** The combined action, if it is a valid one; else the action before. */
function again(value: object, before: Action): Action {
  const parsed = parseAction(value);
  return parsed.ok ? parsed.action : before;
}
