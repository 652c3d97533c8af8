/** The buttons below the end of a run: its report, whether it was good, keeping it as a skill. */

import type { RunButton } from '../../inbox/inbox-events.ts';
import type { RunState } from '../../journal/run-state.ts';
import type { Buttons } from '../../outbound/buttons.ts';
import type { SpokenButton } from '../../outbound/spoken.ts';
import { say, type Text } from '../../words/say.ts';

export interface Offered {
  readonly row: readonly SpokenButton[];
  /** Actions of the buttons, kept so that they work after a restart. */
  readonly kept: Readonly<Record<string, RunButton>>;
}

/** The row of buttons below every end. */
export function offerAfterRun(runId: string, buttons: Buttons): Offered {
  return offer(
    runId,
    [
      ['report', say`Report`],
      ['good', '👍'],
      ['bad', '👎'],
    ],
    buttons,
  );
}

/**
 * The button that repeats the run; an interrupted run with a ledger goes on from it. Left out where a tap would turn a program's words into the
 * person's own.
 */
export function offerAgain(
  { runId, goal, isByProgram, values, wishes }: Pick<RunState, 'runId' | 'goal' | 'isByProgram' | 'values' | 'wishes'>,
  isInterrupted: boolean,
  buttons: Buttons,
): {
  readonly row: readonly SpokenButton[];
  readonly kept: Readonly<Record<string, string>>;
  /** The run to continue, by the button's id. */
  readonly from: Readonly<Record<string, string>>;
} {
  if (isByProgram || Object.keys(values).length > 0) return { row: [], kept: {}, from: {} };
  const from = isInterrupted && wishes.length > 0 ? { continues: runId } : {};
  const data = buttons.register({ kind: 'again', goal, ...from });
  return {
    row: [{ label: say`Again`, data, style: 'plain' }],
    kept: { [data]: goal },
    from: 'continues' in from ? { [data]: runId } : {},
  };
}

/** Offers to keep a run as a skill that can repeat it. */
export function offerSkill(runId: string, buttons: Buttons): Offered {
  return offer(runId, [['skill', say`Save as skill`]], buttons);
}

/** Offers to undo the mending of the skill that the run followed. */
export function offerUnmend(runId: string, buttons: Buttons): Offered {
  return offer(runId, [['unmend', say`Undo`]], buttons);
}

function offer(
  runId: string,
  kinds: readonly (readonly [kind: RunButton['kind'], label: Text])[],
  buttons: Buttons,
): Offered {
  const kept: Record<string, RunButton> = {};
  const row = kinds.map(([kind, label]): SpokenButton => {
    const meaning: RunButton = { kind, of: runId };
    const data = buttons.register(meaning);
    kept[data] = meaning;
    return { label, data, style: 'plain' };
  });
  return { row, kept };
}
