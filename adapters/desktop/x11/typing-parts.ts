/** What typing works with. */
import type { FocusTold } from '../focus-told.ts';
import type { XConnection } from './connection.ts';
import type { Keymap } from './keymap.ts';
import type { XPrograms } from './programs.ts';
import type { XProperties } from './properties.ts';
import type { SelectionLoan } from './selection-loan.ts';
import type { Selections } from './selections.ts';
import type { KeyInput } from './xtest.ts';

export interface TypingParts {
  readonly connection: XConnection;
  readonly properties: XProperties;
  readonly programs: XPrograms;
  readonly selections: Selections;
  readonly loan: SelectionLoan;
  readonly input: KeyInput;
  readonly keymap: Keymap;
  readonly askFocus: (signal: AbortSignal) => Promise<FocusTold>;
}
