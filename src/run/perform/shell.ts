/** Shell action: unapproved commands run in the confined place, where the system has one, and report what was refused to them. */
import type { ActionOf } from '../../action/schema.ts';
import type { Machine, MachineResult, PlaceRequest, ShellResult } from '../../ports/machine.ts';
import { readMachineReader } from '../../safety/shell/machine-readers.ts';
import { pathsIn } from '../../safety/shell/shown-paths.ts';
import { type CommandFacts, sayCommand } from '../../words/printed.ts';
import { join, say } from '../../words/say.ts';
import type { WorkingFolder } from './working-folder.ts';

export interface ShellPorts {
  readonly machine: Machine;
  /** Whether the person approved this very command. */
  readonly isApproved: boolean;
  /** What the command may use in the confined place. */
  readonly place: Omit<PlaceRequest, 'isProven'>;
  /** Whether the rules have proven that it only reads; then the files it names are visible to it. */
  readonly isProven: boolean;
}

export async function useShell(
  { command, timeout_s }: ActionOf<'shell'>,
  folder: WorkingFolder,
  { machine, isApproved, place, isProven }: ShellPorts,
  signal: AbortSignal,
): Promise<MachineResult> {
  const reader = isProven && !isApproved ? readMachineReader(command, machine.home) : null;
  const shown = [...place.shown, ...(isProven ? pathsIn(command, machine.home) : [])];
  const result = await machine.shell(
    {
      command: reader === null ? command : reader.rest,
      cwd: folder.path(),
      timeoutMs: timeout_s * 1000,
      isApproved,
      ...(isApproved ? {} : { place: { ...place, shown, isProven } }),
      ...(reader === null ? {} : { reader: reader.argv }),
    },
    signal,
  );
  folder.enter(result.cwd);
  return describe(result, timeout_s);
}

function describe(result: ShellResult, timeoutS: number): MachineResult {
  const { output, leftOut, notes = [], refusal, isTimedOut, exitCode, confined } = result;
  const facts: CommandFacts = {
    exitCode,
    notes,
    ...(isTimedOut ? { endedAfterS: timeoutS } : {}),
    ...(leftOut === undefined ? {} : { leftOut }),
  };
  return {
    ok: !isTimedOut && exitCode === 0,
    ...(refusal === undefined
      ? { text: sayCommand(output, facts), command: { ...facts, output: output.trimEnd() } }
      : { text: join([refusal, say`Exit code ${exitCode ?? 0}.`], '\n') }),
    ...(confined === undefined ? {} : { confined }),
  };
}
