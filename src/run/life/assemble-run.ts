/** Puts together what one run works with, or one part of a plan, or an act by hand. */
import { isActing } from '../../action/kinds.ts';
import type { Caps } from '../../config/caps.ts';
import type { RunState } from '../../journal/run-state.ts';
import type { Sender, Thread } from '../../ports/chat.ts';
import type { Model } from '../../ports/model.ts';
import { foldersIn } from '../../safety/shell/shown-paths.ts';
import { expandScript, wantsScript } from '../../skills/skill-scripts.ts';
import { renderTools } from '../../tools/choose-tools.ts';
import type { Text } from '../../words/say.ts';
import type { ActionRequest } from '../act/action-request.ts';
import { takeAction } from '../act/take-action.ts';
import type { Activity } from '../activity.ts';
import { type Ask, createAsk } from '../ask.ts';
import { createGoOnQuestions } from '../ask-to-go-on.ts';
import type { RunControl } from '../control.ts';
import { createEscalation } from '../escalation.ts';
import type { CapAnswer } from '../limits/ask-about-cap.ts';
import { createBudget } from '../limits/budget.ts';
import { createBriefing } from '../loop/briefing.ts';
import type { ModelUse } from '../model-of-run.ts';
import type { End } from '../outcomes.ts';
import { ALL_RIGHTS, type Rights } from '../parts/rights.ts';
import type { RoleText } from '../parts/role-text.ts';
import type { AskOnce } from '../parts/turns.ts';
import type { PartRole } from '../prompt/part-prompt.ts';
import type { RunLog } from '../run-log.ts';
import type { RunTerms } from '../run-terms.ts';
import type { SaidWords } from '../said-words.ts';
import { createActChecks } from '../verify/check-act.ts';
import { createFirstLook } from '../verify/first-look.ts';
import type { Owners } from './owners.ts';
import type { MatchedSkill } from './run-handle.ts';
import type { RunPorts } from './run-ports.ts';

/** Identity of a run: its asker, its goal, its journal. */
export interface RunIdentity extends RunLog {
  readonly goal: string;
  readonly thread: Thread;
  readonly sender: Sender;
  readonly skill: MatchedSkill | null;
  /** null: no model is configured, or the act is done by hand. */
  readonly model: Model | null;
  readonly modelUse: ModelUse;
  /** The settings' caps, tightened by the skill's. */
  readonly caps: Caps;
  /** State of the whole plan, when this run is one part of it. */
  readonly whole?: () => RunState;
  readonly control: RunControl;
  readonly activity: Activity;
  readonly said: SaidWords;
  /** Values that a program sent with the call that asked for the run: data, not words of the person. */
  readonly values: Readonly<Record<string, string>>;
  /** The other program that asks for it, by its token's name; null: none does. */
  readonly caller: string | null;
  /** null: a person asked for it, and waits for it. */
  readonly terms: RunTerms | null;
  /** Only for a part of a plan that has a role. */
  readonly asPart?: AsPart;
}

/** What only a part of a plan has, beside what every run has. */
export interface AsPart {
  readonly role: RoleText | null;
  /** Rights of a part without the desktop; null: it works the desktop. */
  readonly beside: Rights | null;
  readonly shared: SharedQuestions;
  /** Puts its question in its turn, named as its own. */
  readonly askInTurn: (ask: Ask) => Ask;
  readonly inTurn: <T>(ask: () => Promise<T>) => Promise<T>;
}

/** What parts side by side ask once for all of them. */
export interface SharedQuestions {
  readonly cap: AskOnce<CapAnswer>;
  readonly model: AskOnce<End | 'go on'>;
}

/** A script of the run's skill, in the place of its name: from here on it is a command like any other. */
function withScript(request: ActionRequest, matched: MatchedSkill | null): ActionRequest {
  const { action } = request;
  if (action.action !== 'shell' || matched === null || !wantsScript(action.command)) return request;
  const command = expandScript(action.command, matched.skill);
  return command === null ? request : { ...request, action: { ...action, command } };
}

/** Folders that the run may work in; with a ledger also those named in its goal. */
function placesOf({ state, whole = state, goal, said }: RunIdentity, home: string): readonly string[] {
  const { scope, wishes } = whole();
  const named = wishes.length === 0 || said.isByProgram ? [] : foldersIn(goal, home);
  return [...(scope?.folders ?? []), ...named];
}

function roleOf(asPart: AsPart | undefined): PartRole | null {
  if (asPart === undefined || asPart.role === null) return null;
  return { text: asPart.role.text, actions: asPart.beside?.actions ?? null };
}

export type AssembledRun = ReturnType<typeof assembleRun>;

export function assembleRun(identity: RunIdentity, owners: Owners, ports: RunPorts) {
  const { record, state, whole, caps, control, asPart } = identity;
  const rights = asPart?.beside ?? ALL_RIGHTS;
  const { displayIndex, confirmTimeoutMs, confirmStyle = 'ask' } = ports.settings;
  const budget = createBudget({
    caps,
    state,
    ...(whole === undefined ? {} : { whole }),
    workedMs: control.workedMs,
    dayCostUsd: ports.dayCostUsd,
    together: ports.together,
  });
  let toolPart: string | null = null;
  const askNow = createAsk(identity, ports.questions, confirmTimeoutMs);
  const ask = asPart === undefined ? askNow : asPart.askInTurn(askNow);
  const goOn = createGoOnQuestions({ ...identity, ask, clock: ports.clock });
  const parts = {
    ...ports,
    ...owners,
    ...identity,
    displayIndex,
    confirmTimeoutMs,
    confirmStyle,
    budget,
    ask,
    rights,
    beside: (asPart?.beside ?? null) === null ? null : rights.actions,
    role: roleOf(asPart),
    mostSteps: asPart?.role?.steps ?? Number.POSITIVE_INFINITY,
    askCapOnce: asPart?.shared.cap ?? ((_cap, ask) => ask()),
    inTurn: asPart?.inTurn ?? ((ask) => ask()),
    /** The scope of the whole plan also holds for its parts; a role that only reads was granted nothing. */
    scope: () => (rights.onlyReads ? null : (whole ?? state)().scope),
    /** The ledger of the whole plan, shown to its parts; it is proven once, when all of them have ended. */
    ledger: () => (whole ?? state)(),
    wishes: () => (whole === undefined ? state().wishes : []),
    claims: () => state().claims,
    // Lasting permissions hold for the person's own runs, not for those that a program asks for.
    always: () =>
      identity.said.isByProgram || rights.onlyReads
        ? []
        : ports.allowances.scopesFor(identity.sender.id, identity.skill?.skill ?? null),
    /** Chosen once: another byte would miss the prompt cache. */
    toolPart: () => {
      toolPart ??= identity.model === null ? '' : renderTools(ports.tools.list(), identity.goal);
      return toolPart;
    },
    goOn: {
      ...goOn,
      askForModel: (detail: Text) =>
        asPart === undefined ? goOn.askForModel(detail) : asPart.shared.model('model', () => goOn.askForModel(detail)),
    },
    escalation: createEscalation({ record, state, budget }),
    firstLook: createFirstLook(owners.screen),
  };
  const actChecks = createActChecks(parts);
  const acting = { ...parts, noteImportant: actChecks.expect };
  return {
    ...parts,
    actChecks,
    briefing: createBriefing(parts),
    async take(request: ActionRequest) {
      if (isActing(request.action))
        await owners.scopeWatch.begin(placesOf(identity, ports.machine.home), control.signal);
      return await takeAction(withScript(request, identity.skill), acting);
    },
  };
}
