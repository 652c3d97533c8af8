/** What an approval is bound to besides the screen: run, step, exact action, person, chat, working directory and what the command names. */
import { createHash } from 'node:crypto';
import type { Action } from '../../action/schema.ts';
import type { Sender, Thread } from '../../ports/chat.ts';
import type { Machine } from '../../ports/machine.ts';
import { say, type Text } from '../../words/say.ts';
import type { RunControl } from '../control.ts';
import type { WorkingFolder } from '../perform/working-folder.ts';
import type { ConfirmRequest } from './confirm-request.ts';

export interface Binding {
  /** SHA-256 of the whole binding, as the journal keeps it. */
  readonly hash: string;
  readonly cwd: string;
  /** State of the programs, scripts and files that the command names, as they are on the disk; '' when it names none. */
  readonly named: string;
}

export interface BindNeeds {
  readonly runId: string;
  readonly sender: Sender;
  readonly thread: Thread;
  readonly control: Pick<RunControl, 'signal'>;
  readonly folder: WorkingFolder;
  readonly machine: { readonly facts: Pick<Machine['facts'], 'named'> };
}

export async function bind(request: ConfirmRequest, run: BindNeeds): Promise<Binding> {
  const cwd = run.folder.path();
  const names = namesOf(request.action);
  const named = names === null ? '' : await run.machine.facts.named(names, cwd, run.control.signal);
  const { front } = request.observation;
  const whole = [
    run.runId,
    request.step,
    request.action,
    run.sender.id,
    run.thread,
    cwd,
    named,
    front,
    request.element,
  ];
  return { hash: createHash('sha256').update(JSON.stringify(whole)).digest('hex'), cwd, named };
}

/** The first part of a binding that differs now, for the person; '' when none does. */
export function findRebound(then: Binding, now: Binding): Text {
  if (then.cwd !== now.cwd) return say`the working directory is another one now`;
  return then.named === now.named ? '' : say`a program or file it names, or its folder, changed on the disk`;
}

function namesOf(action: Action): string | null {
  if (action.action === 'shell') return action.command;
  if (action.action === 'applescript') return action.script;
  return 'path' in action && !action.action.startsWith('vault_') ? action.path : null;
}
