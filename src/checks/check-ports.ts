/** What typed checks look at, and their limits: the gate decides what is safe to read. */
import { traitsOf } from '../action/kinds.ts';
import type { Action } from '../action/schema.ts';
import type { LastAction } from '../journal/acted.ts';
import type { Check } from '../ledger/check.ts';
import type { Clock } from '../ports/clock.ts';
import type { Desktop } from '../ports/desktop.ts';
import type { Machine } from '../ports/machine.ts';
import type { ActionGate } from '../safety/gate.ts';
import { frontOn, listElements, type Observation } from '../screen/observe.ts';
import { readsText } from '../screen/shown-text.ts';
import type { Text } from '../words/say.ts';
import type { CheckPorts } from './expect.ts';
import type { Limits } from './proposed-checks.ts';

export interface CheckingPorts {
  readonly machine: Machine;
  readonly desktop: Pick<Desktop, 'titles' | 'see' | 'capture' | 'front' | 'elements' | 'clipboardRead'>;
  readonly clock: Clock;
  readonly gate: ActionGate;
}

/** Called before the gate is asked about these checks: looks up what it needs. */
export async function prepareChecks(
  checks: readonly Check[],
  { machine, gate }: { readonly machine: Pick<Machine, 'home'>; readonly gate: Pick<ActionGate, 'prepare'> },
  signal: AbortSignal,
): Promise<void> {
  for (const check of checks)
    if (check.check === 'exit_code') await gate.prepare(commandOf(check.command), { cwd: machine.home }, signal);
}

function commandOf(command: string): Action {
  return { action: 'shell', command, timeout_s: 30 };
}

type LookingPorts = Pick<CheckingPorts, 'machine' | 'desktop' | 'clock'> & { readonly gate: Pick<ActionGate, 'judge'> };

export function checkPorts(
  ports: LookingPorts,
  { front, elements, frame }: Pick<Observation, 'front' | 'elements' | 'frame'>,
): CheckPorts & Limits {
  return {
    ...blindPorts(ports),
    screen: {
      title: front.title,
      elements,
      reads: (text, signal) => readsText(text, frame.display, ports.desktop, signal),
      again: async (signal) => {
        const now = await frontOn(frame.display, ports.desktop, signal);
        return { title: now.title, ...(await listElements(frame.display, ports.desktop, signal)) };
      },
    },
    hasElements: elements.length > 0,
  };
}

/** Without the screen, for all other checks. */
export function blindPorts(ports: LookingPorts): CheckPorts & Limits {
  // A checked place need not be in the person's words, as a check only reads and tells whether it holds.
  const context = { cwd: ports.machine.home };
  return {
    machine: ports.machine,
    desktop: ports.desktop,
    clock: ports.clock,
    screen: { title: '', elements: [] },
    answer: null,
    firstTitle: null,
    hasElements: false,
    opensDocuments: ports.machine.facts.document !== undefined,
    isSafePath: (path) =>
      ports.gate.judge({ action: 'file_view', path, line: 1, amount: 200 }, context).risk === 'safe',
    isSafeCommand: (command) => ports.gate.judge(commandOf(command), context).risk === 'safe',
  };
}

/** The last act's output, if it succeeded and has one. */
export function answerOf(last: LastAction | null): Text | null {
  if (last === null || !last.result.ok) return null;
  return traitsOf(last.action).answers === true || last.action.action === 'send_file' ? last.result.text : null;
}
