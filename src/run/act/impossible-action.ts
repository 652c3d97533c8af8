/** Actions that cannot be carried out whatever the screen shows: they are refused without asking anybody. */
import { parseKeys } from '../../action/keys.ts';
import type { Action } from '../../action/schema.ts';
import { checkApplicationName } from '../../ports/application-name.ts';
import { isCorner, type Place } from '../../ports/desktop.ts';
import type { Machine, MachineFacts } from '../../ports/machine.ts';
import { whyUntypeable } from '../../ports/typeable.ts';
import type { ActionGate } from '../../safety/gate.ts';
import { SENT } from '../../safety/places/files.ts';
import type { Judgement } from '../../safety/risk.ts';
import { wantsScript } from '../../skills/skill-scripts.ts';
import type { Toolbox } from '../../tools/toolbox.ts';
import { say, type Text } from '../../words/say.ts';
import type { RunControl } from '../control.ts';
import type { Rights } from '../parts/rights.ts';
import { whyNotSendable } from '../perform/sendable-file.ts';
import { pathIn, sayHome, type WorkingFolder } from '../perform/working-folder.ts';

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
  readonly gate: Pick<ActionGate, 'judge'>;
  readonly machine: Pick<Machine, 'home'> & { readonly facts: Pick<MachineFacts, 'path'> };
  readonly folder: Pick<WorkingFolder, 'path'>;
  readonly control: Pick<RunControl, 'signal'>;
  /** Rights of a part of a plan, by its role; all rights for a run of its own. */
  readonly rights: Pick<Rights, 'whyNot'>;
}

/** Why, in words the model or a person can act on; null when it can be tried. `place`: where it points. */
export async function whyImpossible(
  action: Action,
  place: Place | null,
  needs: WhyImpossibleNeeds,
): Promise<Text | null> {
  const { tools, rights } = needs;
  const forbidden = rights.whyNot(action);
  if (forbidden !== null) return forbidden;
  if (action.action === 'tool') return await tools.whyNot(action);
  if (action.action === 'shell' && wantsScript(action.command)) return NO_SCRIPT;
  if (place !== null && isCorner(place)) return CORNER;
  if (action.action === 'send_file') return await whyNotSent(action.path, needs);
  if (action.action === 'open_app') {
    const name = checkApplicationName(action.app);
    return name.ok ? null : name.text;
  }
  if (action.action === 'type') return whyUntypeable(action.text);
  if (!('keys' in action)) return null;
  const parsed = parseKeys(action.keys);
  return parsed.ok ? null : parsed.reason;
}

/** Checks only files that may be read without asking: whether a secret exists is not told to those who may not read it. */
async function whyNotSent(given: string, { gate, machine, folder, control }: WhyImpossibleNeeds): Promise<Text | null> {
  const path = pathIn(folder, given);
  const isPlain = gate.judge({ action: 'send_file', path }, { cwd: folder.path() }).rule === SENT;
  return isPlain ? await whyNotSendable(path, sayHome(path, machine.home), machine.facts, control.signal) : null;
}
