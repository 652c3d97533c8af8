/** The buttons below the end of a run: its report, whether it was good, keeping it as a skill. */

import type { RunButton } from '../inbox/inbox-events.ts';
import { say, type Text } from '../words/say.ts';
import type { Buttons } from './buttons.ts';
import type { SpokenButton } from './spoken.ts';

export interface Offered {
  readonly row: readonly SpokenButton[];
  /** What to keep so that they work after a restart. */
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

/** For a run that is worth to be done again the same way. */
export function offerSkill(runId: string, buttons: Buttons): Offered {
  return offer(runId, [['skill', say`Save as skill`]], buttons);
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
