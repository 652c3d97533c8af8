/** Records what an act put on the clipboard: text that the run wrote, or what it made an application copy. */
import { parseKeys } from '../../action/keys.ts';
import type { Action } from '../../action/schema.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Desktop } from '../../ports/desktop.ts';
import { identityOf, kindOfApp } from '../../safety/apps/app-names.ts';
import type { Observation } from '../../screen/observe.ts';
import type { RunControl } from '../control.ts';
import type { TypedText } from '../typed-text.ts';

export interface NoteClipboardNeeds {
  readonly desktop: Pick<Desktop, 'clipboardCopy'>;
  readonly clock: Pick<Clock, 'elapsed' | 'sleep'>;
  readonly control: Pick<RunControl, 'signal'>;
  readonly typed: Pick<TypedText, 'noteClipboard'>;
}

/** Longest time an application may take to copy; where nothing is selected, nothing is copied and this time is spent in vain. */
const COPY_MS = 1000;
const LOOK_MS = 40;

/** Token of the last copy that was not made by Deskhand, before an act that copies; null for other acts, or when unknown. */
export async function copyBefore(
  action: Action,
  observation: Observation,
  run: NoteClipboardNeeds,
): Promise<string | null> {
  return isCopy(action, observation) ? await run.desktop.clipboardCopy(run.control.signal) : null;
}

/** Called after the act. Only content that the act put there has a known origin; anything older may come from anybody. */
export async function noteClipboard(
  { action, ok, isSecret }: { readonly action: Action; readonly ok: boolean; readonly isSecret: boolean },
  before: string | null,
  observation: Observation,
  run: NoteClipboardNeeds,
): Promise<void> {
  const { desktop, control, typed, clock } = run;
  if (action.action === 'clipboard_write') {
    const copy = await desktop.clipboardCopy(control.signal);
    return typed.noteClipboard(ok ? { copiedIn: null, copy } : null);
  }
  if (!isCopy(action, observation)) return;
  typed.noteClipboard(null);
  if (!ok || isSecret || before === null) return;
  const { front, address } = observation;
  const startedAt = clock.elapsed();
  while (clock.elapsed() - startedAt < COPY_MS) {
    const copy = await desktop.clipboardCopy(control.signal);
    if (copy !== null && copy !== before) {
      typed.noteClipboard({ copiedIn: { ...identityOf(front), ...(address === undefined ? {} : { address }) }, copy });
      return;
    }
    await clock.sleep(LOOK_MS, control.signal);
  }
}

/** Copying and cutting by keys. In a terminal Control-C without Shift interrupts the program instead. */
function isCopy(action: Action, { front }: Observation): boolean {
  if (action.action !== 'key') return false;
  const parsed = parseKeys(action.keys);
  if (!parsed.ok) return false;
  const { modifiers, key } = parsed.combo;
  const isShift = modifiers.includes('shift');
  const isCommand = modifiers.includes('cmd') || modifiers.includes('ctrl') || modifiers.includes('control');
  if (kindOfApp(identityOf(front), []) === 'terminal')
    return key === 'c' && (modifiers.includes('cmd') || (isCommand && isShift));
  return (isCommand && !isShift && ['c', 'x', 'insert'].includes(key)) || (isShift && !isCommand && key === 'delete');
}
