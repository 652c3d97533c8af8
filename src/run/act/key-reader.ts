/** Program that reads an action's keys, asked of the process table for each action. */
import { isInputBy } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import type { FrontWindow } from '../../ports/desktop.ts';
import type { KeyReader, MachineFacts } from '../../ports/machine.ts';
import { identityOf } from '../../safety/apps/app-names.ts';
import { placeOfInput } from '../../safety/input/input-place.ts';
import type { RunControl } from '../control.ts';

export interface KeyReaderNeeds {
  readonly machine: { readonly facts: Pick<MachineFacts, 'keyReader'> };
  readonly control: Pick<RunControl, 'signal'>;
}

/** null where the keys go to no terminal. */
export async function readerOf(
  action: Action,
  front: FrontWindow,
  role: string,
  { machine, control }: KeyReaderNeeds,
): Promise<KeyReader | null> {
  if (!isInputBy(action, 'keys')) return null;
  if (placeOfInput({ ...identityOf(front), window: front.title, element: { role } }) !== 'command-line') return null;
  return front.pid === null ? { kind: 'unknown' } : await machine.facts.keyReader(front.pid, control.signal);
}
