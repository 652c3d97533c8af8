/** What an act put on the clipboard: what the run wrote there itself, or what it had an application copy. */
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

/** An application may take so long to copy; one in which nothing is selected copies nothing. */
const COPY_MS = 1000;
const LOOK_MS = 40;

/** What stands for the clipboard before an act that may change it; null for others. */
export async function copyBefore(
  action: Action,
  observation: Observation,
  run: NoteClipboardNeeds,
): Promise<string | null> {
  return isCopy(action, observation) ? await run.desktop.clipboardCopy(run.control.signal) : null;
}

/** After the act. Only what is there because of it is known: what was there before may be anybody's. */
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

/** Copying and cutting by keys. Without Shift Control-C interrupts what runs in a terminal. */
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
