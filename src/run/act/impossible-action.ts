/** Actions that cannot be carried out whatever the screen shows: nobody is asked about them, and nothing of them is done. */
import { parseKeys } from '../../action/keys.ts';
import type { Action } from '../../action/schema.ts';
import { isCorner, type Place } from '../../ports/desktop.ts';
import { whyUntypeable } from '../../ports/typeable.ts';
import type { Judgement } from '../../safety/risk.ts';
import { wantsScript } from '../../skills/skill-scripts.ts';
import type { Toolbox } from '../../tools/toolbox.ts';
import { say, type Text } from '../../words/say.ts';
import type { Rights } from '../parts/rights.ts';

/** A person is not asked about it. */
export const IMPOSSIBLE: Judgement = {
  risk: 'safe',
  reason: say`This can't be carried out, so nothing is done`,
  rule: 'action.impossible',
};

const NO_SCRIPT = say`that is no script of this run’s skill that can be run like this: write skill:scripts/NAME and plain arguments, nothing else in the command`;

const CORNER = say`the top left corner stops everything when the pointer is pushed there; it is never a target`;

export interface WhyImpossibleNeeds {
  readonly tools: Pick<Toolbox, 'whyNot'>;
  /** Of a part of a plan, by its role; all of them otherwise. */
  readonly rights: Pick<Rights, 'whyNot'>;
}

/** Why, in words the model or a person can act on; null when it can be tried. `place`: where it points. */
export async function whyImpossible(
  action: Action,
  place: Place | null,
  { tools, rights }: WhyImpossibleNeeds,
): Promise<Text | null> {
  const forbidden = rights.whyNot(action);
  if (forbidden !== null) return forbidden;
  if (action.action === 'tool') return await tools.whyNot(action);
  if (action.action === 'shell' && wantsScript(action.command)) return NO_SCRIPT;
  if (place !== null && isCorner(place)) return CORNER;
  if (action.action === 'type') return whyUntypeable(action.text);
  if (!('keys' in action)) return null;
  const parsed = parseKeys(action.keys);
  return parsed.ok ? null : parsed.reason;
}
