/** Which window is looked at: the one the caller means, and the menus and other small windows that float above it. */
import {
  applicationOf,
  CHILDREN,
  EXTENTS,
  type Extents,
  hasState,
  NAME,
  processOf,
  REGISTRY,
  ROLE,
  STATE,
  STATES,
  type States,
} from './atspi.ts';
import { BUS, type BusConnection, readValue, type Target } from './dbus-connection.ts';

export interface ShownWindow {
  readonly target: Target;
  readonly role: number;
  readonly states: States;
  readonly name: string;
  readonly extents: Extents | null;
}

/** What is known of the wanted window; null and '' for what is unknown. */
export interface WantedWindow {
  readonly pid: number | null;
  readonly app: string;
  readonly title: string;
  /** In pixels, without decoration. */
  readonly width: number | null;
}

/** `windows`: the wanted one first. Else what is missing; `anything`: no window is in front at all; `answer`: the application hangs. */
export type FoundWindows =
  | { readonly ok: true; readonly windows: readonly [ShownWindow, ...ShownWindow[]] }
  | { readonly ok: false; readonly missing: 'registry' | 'application' | 'window' | 'anything' | 'answer' };

/** AtspiRole. */
const FRAME = 23;
/** Menu, popup menu, tool tip, window. */
const FLOATING: readonly number[] = [33, 41, 64, 69];
/** One application that hangs must not cost the others their look. */
const PATIENCE_MS = 80;

export async function findWindows(bus: BusConnection, wanted: WantedWindow, until: number): Promise<FoundWindows> {
  const applications = await bus.ask(REGISTRY, CHILDREN, until);
  if (!applications.ok) return { ok: false, missing: 'registry' };
  const names = applications.value.map(({ name }) => name);
  const chosen = await chooseApplications(bus, names, wanted, until);
  if (chosen === null) return { ok: false, missing: 'answer' };
  if (chosen.length === 0) return { ok: false, missing: 'application' };
  const windows = await listWindows(bus, chosen, chosen.length === 1 ? until : soon(until));
  if (windows === null) return { ok: false, missing: 'answer' };
  const base = chooseWindow(windows, wanted);
  if (base === null) return { ok: false, missing: isKnown(wanted) ? 'window' : 'anything' };
  const above = windows.filter(
    (window) => window !== base && window.target.name === base.target.name && isFloating(window),
  );
  return { ok: true, windows: [base, ...above] };
}

function isKnown(wanted: WantedWindow): boolean {
  return wanted.pid !== null || wanted.app !== '';
}

/** null when it may be one that does not answer. */
async function chooseApplications(
  bus: BusConnection,
  names: readonly string[],
  wanted: WantedWindow,
  until: number,
): Promise<readonly string[] | null> {
  if (!isKnown(wanted)) return names;
  if (wanted.pid !== null) {
    const pids = await Promise.all(names.map((name) => bus.ask(BUS, processOf(name), until)));
    const same = names.filter((_, index) => readValue(pids[index]) === wanted.pid);
    if (same.length > 0 || wanted.app === '') return same;
  }
  // A sandboxed application has another process id on the bus than on the screen.
  const labels = await Promise.all(names.map((name) => bus.ask(applicationOf(name), NAME, soon(until))));
  const known = names.map((name, index) => ({ name, label: readValue(labels[index]) ?? '' }));
  const called = chooseByName(known, wanted.app);
  const isOneSilent = labels.some((label) => !label.ok && label.why === 'silent');
  return called.length === 0 && isOneSilent ? null : called;
}

/** Those called so; when there are none, those whose name is a part of it or the other way round. */
function chooseByName(
  applications: readonly { readonly name: string; readonly label: string }[],
  wanted: string,
): readonly string[] {
  const lookedFor = plainName(wanted);
  const labelled = applications
    .map(({ name, label }) => ({ name, label: plainName(label) }))
    .filter(({ label }) => label !== '');
  const equal = labelled.filter(({ label }) => label === lookedFor);
  const alike =
    lookedFor === '' ? [] : labelled.filter(({ label }) => label.includes(lookedFor) || lookedFor.includes(label));
  return (equal.length > 0 ? equal : alike).map(({ name }) => name);
}

/** "org.gnome.TextEditor", "text-editor" and "Text Editor" are the same application. */
function plainName(name: string): string {
  const last = name.includes(' ') ? name : name.slice(name.lastIndexOf('.') + 1);
  return last.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** null when the applications do not answer. */
async function listWindows(
  bus: BusConnection,
  applications: readonly string[],
  until: number,
): Promise<readonly ShownWindow[] | null> {
  const children = await Promise.all(applications.map((name) => bus.ask(applicationOf(name), CHILDREN, until)));
  const targets = children.flatMap((answer) => readValue(answer) ?? []);
  const windows = await Promise.all(targets.map((target) => readWindow(bus, target, until)));
  const isSilent = children.every((answer) => !answer.ok && answer.why === 'silent');
  if (isSilent || (targets.length > 0 && windows.every((window) => window === null))) return null;
  return windows.filter((window) => window !== null).filter(({ states }) => hasState(states, STATE.showing));
}

/** null when it does not answer before `until`, or is gone. */
export async function readWindow(bus: BusConnection, target: Target, until: number): Promise<ShownWindow | null> {
  const [role, states, name, extents] = await Promise.all([
    bus.ask(target, ROLE, until),
    bus.ask(target, STATES, until),
    bus.ask(target, NAME, until),
    bus.ask(target, EXTENTS, until),
  ]);
  if (!role.ok || !states.ok || !name.ok) return null;
  return { target, role: role.value, states: states.value, name: name.value, extents: readValue(extents) };
}

/**
 * The window with the title that the screen shows in front; where none has it, the active one. Any other window of the application
 * would be the wrong one: what is in front may be a dialog that shows no elements.
 */
function chooseWindow(windows: readonly ShownWindow[], wanted: WantedWindow): ShownWindow | null {
  const real = windows.filter((window) => !isFloating(window));
  const active = real.filter(isActive);
  const titled = real.filter(({ name }) => wanted.title !== '' && name === wanted.title);
  // While a menu is open the menu is the active window.
  const onlyOne = real.length === 1 && windows.some(isActive) ? real : [];
  const anyOfApp = wanted.app !== '' && wanted.pid === null && wanted.title === '' ? real : [];
  return titled.find(isActive) ?? titled[0] ?? active[0] ?? onlyOne[0] ?? anyOfApp[0] ?? null;
}

/** Chromium's menus and suggestions are frames without a name. */
function isFloating({ role, name }: ShownWindow): boolean {
  return FLOATING.includes(role) || (role === FRAME && name === '');
}

function soon(until: number): number {
  return Math.min(until, performance.now() + PATIENCE_MS);
}

export function isActive({ states }: ShownWindow): boolean {
  return hasState(states, STATE.active);
}
