/** Opens the socket for programs of this computer, with their tokens and the owner's approval of ways in. */
import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { Control } from '../ports/control.ts';
import { anySignal } from '../ports/waits/abort-signals.ts';
import type { RunHandle } from '../run/life/run-handle.ts';
import type { Text } from '../words/say.ts';
import { type AskOwnerPorts, askOwner } from './ask-owner.ts';
import { type CallerDesk, type CallerDeskPorts, createCallerDesk } from './caller-desk.ts';
import { type ControlDeskPorts, createControlDesk } from './control-desk.ts';

export type ProgramsPorts = Omit<ControlDeskPorts & CallerDeskPorts & AskOwnerPorts, 'askOwner'>;

export interface Programs {
  readonly control: Omit<Control, 'pairing' | 'page' | 'mayChangeSettings' | 'mayUpdate'>;
  readonly callers: Pick<CallerDesk, 'mayCall' | 'noteStopped'>;
  /** A run was begun for this command, whoever asked for it. */
  noteBegun(command: QueuedCommand, handle: RunHandle): void;
  /** Resolves once the owner has allowed what somebody at the computer wants to open; rejects with `ControlRefusal`. */
  askOwner(what: Text, signal: AbortSignal, lead?: Text): Promise<void>;
}

export function openPrograms(ports: ProgramsPorts, life: AbortSignal): Programs {
  const askHere: Programs['askOwner'] = (what, signal, lead) => askOwner(what, ports, anySignal(signal, life), lead);
  const callers = createCallerDesk({ ...ports, askOwner: askHere }, life);
  const control = createControlDesk({ ...ports, askOwner: askHere });
  return {
    control: { ...control, callers },
    callers,
    noteBegun(command, handle) {
      control.noteBegun(command.update, handle);
      callers.noteBegun(command, handle);
    },
    askOwner: askHere,
  };
}
