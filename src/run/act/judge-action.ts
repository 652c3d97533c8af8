/** How risky an action is: rules first; where they cannot tell, the fast model looks. */
import type { NamedElement } from '../../action/describe.ts';
import type { Action } from '../../action/schema.ts';
import { noteJudged } from '../../journal/said.ts';
import type { Desktop, UiElement } from '../../ports/desktop.ts';
import type { Machine } from '../../ports/machine.ts';
import { tightenForCaller } from '../../safety/caller-rules.ts';
import type { ActionGate } from '../../safety/gate.ts';
import { readKeys } from '../../safety/input/keys.ts';
import { type GateContext, type Judgement, strictest } from '../../safety/risk.ts';
import { contentsOf } from '../../safety/seen.ts';
import { namesMissingElement } from '../../screen/target-of.ts';
import type { Skill } from '../../skills/skill.ts';
import { tightenByPermissions } from '../../skills/skill-permissions.ts';
import { oneLine, shorten } from '../../words/amounts.ts';
import { say } from '../../words/say.ts';
import type { RunLog } from '../run-log.ts';
import type { Taint } from '../taint-tracker.ts';
import type { TypedText } from '../typed-text.ts';
import type { ActionRequest } from './action-request.ts';
import type { Aim } from './aim.ts';
import { contextOf, elementOf, type GateContextNeeds } from './gate-context.ts';
import { IMPOSSIBLE, type WhyImpossibleNeeds, whyImpossible } from './impossible-action.ts';
import type { KnownElements } from './known-elements.ts';
import { type LookTwiceNeeds, lookTwice } from './look-twice.ts';
import { type SettledFocusNeeds, withSettledFocus } from './settled-focus.ts';

/** Safe, so that no person is asked about what cannot be done. */
const NOTHING_THERE: Judgement = {
  risk: 'safe',
  reason: say`There is no such element, so nothing is done`,
  rule: 'element.missing',
};

export type JudgeNeeds = GateContextNeeds &
  LookTwiceNeeds &
  SettledFocusNeeds &
  WhyImpossibleNeeds &
  Pick<RunLog, 'record'> & {
    readonly gate: ActionGate;
    readonly known: KnownElements;
    readonly typed: Pick<TypedText, 'see'>;
    readonly taint: Pick<Taint, 'see'>;
    readonly desktop: Pick<Desktop, 'clipboardCopy'>;
    readonly machine: Pick<Machine, 'platform'>;
    readonly skill: { readonly skill: Skill } | null;
    /** The other program that asks for the run, by its token's name; null: none does. */
    readonly caller: string | null;
  };

/** Records risk.judged. */
export async function judgeAction(
  request: ActionRequest,
  { observation, element, place, under, reader, read }: Aim,
  run: JudgeNeeds,
): Promise<Judgement> {
  const { action, step } = request;
  /** Judges keys by the last act's focus as well: a look that shows another focus may be out of date. The stricter judgement counts. */
  const judgeByRules = (what: Action, context: GateContext): Judgement => {
    const judged = run.gate.judge(what, context);
    const put = run.focus.of(observation.front.app)?.element ?? null;
    if (put === null || !('keys' in what)) return judged;
    return strictest(judged, run.gate.judge(what, { ...context, element: elementOf(put) }));
  };
  /** Judgement by the last complete list, when this one is late or incomplete and the target has no name; null when that says nothing. */
  const judgeAsKnown = (context: GateContext, moment: Parameters<typeof contextOf>[0]): Judgement | null => {
    if (place === null || read !== null || (element?.name ?? '') !== '' || contentsOf(observation) !== null)
      return null;
    const known = run.known.at(place, under ?? observation.front);
    if (known === null) return null;
    const { elements } = known;
    const then = contextOf(
      { ...moment, under: null, observation: { ...moment.observation, elements } },
      known.element,
      run,
    );
    const judged = judgeByRules(action, {
      ...context,
      ...(then.element === undefined ? {} : { element: then.element }),
    });
    // An element without a name in the older list as well adds nothing to the judgement.
    return judged.isUnsure === true ? null : judged;
  };
  const impossible = namesMissingElement(action, observation)
    ? NOTHING_THERE
    : (await whyImpossible(action, place, run)) === null
      ? null
      : IMPOSSIBLE;
  const settled = impossible === null ? await withSettledFocus(action, observation, run) : observation;
  run.typed.see(settled.front);
  run.known.see(observation);
  run.taint.see({ ...observation.front, address: observation.address }, observation.elements);
  const copy = await copyToPaste(action, run);
  const moment = { ...request, observation: settled, under, reader, copy, read };
  const context = contextOf(moment, element, run);
  if (impossible === null) await run.gate.prepare(action, context, run.control.signal);
  const first = impossible ?? judgeByRules(action, context);
  const second = first.isUnsure && place !== null ? await lookTwice(action, place, observation, run) : null;
  const asKnown = impossible === null ? judgeAsKnown(context, moment) : null;
  const now = second?.judgement ?? first;
  const known = asKnown === null ? now : strictest(now, asKnown);
  const judged =
    request.caution === undefined || impossible !== null ? known : strictest(known, ofProvider(request.caution));
  const permitted =
    request.by === 'person'
      ? judged
      : tightenByPermissions(judged, action, under?.app ?? observation.front.app, run.skill?.skill ?? null);
  const { risk, reason, rule, confined, offer, isUndoable } =
    run.caller === null ? permitted : tightenForCaller(permitted, action, { name: run.caller, by: request.by });
  const judgement: Judgement = {
    ...{ risk, reason, rule },
    ...(confined === true ? { confined } : {}),
    ...(offer === undefined || risk !== 'high' ? {} : { offer }),
    ...(isUndoable === true && risk === 'high' ? { isUndoable } : {}),
  };
  run.record({
    type: 'risk.judged',
    step,
    action,
    ...nameOf(element),
    ...noteJudged(judgement),
    ...(second === null ? {} : { model: second.model, usage: second.usage, cost_usd: second.costUsd }),
  });
  return judgement;
}

/** The provider's own check can raise a risk, like every text that a person did not write. */
function ofProvider(caution: string): Judgement {
  const said = shorten(oneLine(caution), 160);
  return {
    risk: 'high',
    reason: say`The model's provider asks for your approval first: ${said}`,
    rule: 'provider.caution',
  };
}

/** Token of the last copy that was not made by Deskhand, for an action that pastes; null for other actions, or when unknown. */
async function copyToPaste(action: Action, { desktop, machine, control }: JudgeNeeds): Promise<string | null> {
  const isPaste =
    'keys' in action && action.action !== 'key_up' && readKeys(action.keys, machine.platform).meaning === 'paste';
  return isPaste ? await desktop.clipboardCopy(control.signal) : null;
}

/** The target's name, for the journal. */
export function nameOf(element: UiElement | null): { readonly element?: NamedElement } {
  return element === null ? {} : { element: { number: element.number, role: element.role, name: element.name } };
}
