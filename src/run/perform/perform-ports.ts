/** The ports that an action is carried out with. */
import type { ActionOf } from '../../action/schema.ts';
import type { RunMemory } from '../../memory/run-memory.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Desktop } from '../../ports/desktop.ts';
import type { Machine, MachineResult } from '../../ports/machine.ts';
import type { Vault } from '../../ports/vault.ts';
import type { Observation } from '../../screen/observe.ts';
import type { Text } from '../../words/say.ts';
import type { HeldInput } from './held.ts';
import type { LookMarks } from './look-marks.ts';
import type { SecretAnswers } from './secret-answers.ts';
import type { ShellPorts } from './shell.ts';
import type { ToolPorts } from './tools.ts';
import type { WorkingFolder } from './working-folder.ts';

export interface PerformPorts extends ToolPorts {
  readonly desktop: Desktop;
  readonly machine: Machine;
  readonly vault: Vault;
  readonly clock: Clock;
  /** Asks the person and resolves to the answer, or to the reason why there is none. */
  readonly askPerson: (question: ActionOf<'ask_user'>) => Promise<string | { readonly refused: Text }>;
  /** Sends a file to the person's thread. */
  readonly sendFile: (path: string, signal: AbortSignal) => Promise<MachineResult>;
  /** Whether the person was asked about this very action and approved it. */
  readonly isApproved: boolean;
  /** What an unapproved command gets in the confined place. */
  readonly place: ShellPorts['place'];
  /** Whether the rules have proven that it only reads. */
  readonly isProven: boolean;
  /** Origin written into a note's properties, unless the person approved its text; '' when there is none to name. */
  readonly noteOrigin: string;
  readonly memory: Pick<RunMemory, 'recall'>;
  /** Reads a text of the run's skill; null: it has none of this name. */
  readonly skillText: (name: string) => string | null;
}

/** Notes as the run last read them, to merge with when it writes. Unicode spellings of the same letters count as the same path. */
export interface KnownNotes {
  /** null: not known. */
  textOf(path: string): string | null;
  note(path: string, text: string): void;
}

/** State kept from one act to the next. */
export interface ActState {
  readonly marks: LookMarks;
  readonly held: HeldInput;
  readonly folder: WorkingFolder;
  readonly notes: KnownNotes;
  readonly secrets: SecretAnswers;
}

export interface PerformContext extends ActState {
  /** The look the action was decided on, to which its numbers and points refer. */
  readonly observation: Observation;
}
