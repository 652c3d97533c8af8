/** What typed checks look at, and how far they may look: the gate decides what is safe to read. */
import type { Clock } from '../ports/clock.ts';
import type { Machine } from '../ports/machine.ts';
import type { Gate } from '../safety/gate.ts';
import type { Observation } from '../screen/observe.ts';
import type { CheckPorts } from './expect.ts';
import type { Limits } from './proposed-checks.ts';

export function checkPorts(
  ports: { readonly machine: Machine; readonly clock: Clock; readonly gate: Pick<Gate, 'judge'> },
  { front, elements }: Pick<Observation, 'front' | 'elements'>,
): CheckPorts & Limits {
  // Where a check looks need not be in the person's words: it only looks, and tells whether it holds.
  const context = { cwd: ports.machine.home };
  return {
    machine: ports.machine,
    clock: ports.clock,
    screen: { title: front.title, elements },
    hasElements: elements.length > 0,
    isSafePath: (path) =>
      ports.gate.judge({ action: 'file_view', path, line: 1, amount: 200 }, context).risk === 'safe',
    isSafeCommand: (command) => ports.gate.judge({ action: 'shell', command, timeout_s: 30 }, context).risk === 'safe',
  };
}
