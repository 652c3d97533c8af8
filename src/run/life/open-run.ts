/** A run as it begins: its journal, its control, all it works with; nothing is done yet. */

import type { Caps } from '../../config/caps.ts';
import { combineStates } from '../../journal/combine.ts';
import type { RunEvent } from '../../journal/events.ts';
import type { Journal } from '../../ports/journal.ts';
import { textsOf } from '../../skills/act-skill.ts';
import { isForeign, type Skill } from '../../skills/skill.ts';
import { SCRIPTS } from '../../skills/skill-scripts.ts';
import type { Text } from '../../words/say.ts';
import { createActivity } from '../activity.ts';
import { createRunControl } from '../control.ts';
import type { Decider } from '../decide/decider.ts';
import { makeDecider } from '../decide/make-decider.ts';
import { countCuts } from '../limits/count-cuts.ts';
import { AS_CONFIGURED, repeatOnSecond } from '../model-of-run.ts';
import { createAskOnce, createTurns } from '../parts/turns.ts';
import type { PartEnd, PartRequest } from '../plan/run-tree.ts';
import { createPlanParts, type PlanParts } from '../plan-parts.ts';
import { createRunLog } from '../run-log.ts';
import type { RunTerms } from '../run-terms.ts';
import { createSaidWords } from '../said-words.ts';
import { yieldToPerson } from '../yield-to-person.ts';
import { type AssembledRun, assembleRun, type RunIdentity, type SharedQuestions } from './assemble-run.ts';
import { createOwners } from './owners.ts';
import type { MatchedSkill, RunOutlets, RunStart } from './run-handle.ts';
import { runPart } from './run-part.ts';
import type { RunPorts } from './run-ports.ts';

export interface OpenedRun {
  readonly run: AssembledRun;
  readonly decider: Decider;
  readonly parts: PlanParts;
  readonly runPart: (request: PartRequest) => Promise<PartEnd>;
  readonly journal: Journal<RunEvent>;
}

/** Resolves when the journal exists. `changed`: called whenever there is something new to show. */
export async function openRun(start: RunStart, ports: RunPorts, changed: () => void): Promise<OpenedRun> {
  const { command, skill, decided, model, continued, terms } = start;
  const { goal, thread, sender } = command;
  const { runId, journal } = await ports.recordings.create();
  const control = createRunControl(ports.clock, changed);
  const log = createRunLog(runId, { journal, control, changed });
  const parts = createPlanParts();
  const turns = createTurns();
  const shared: SharedQuestions = { cap: createAskOnce(), model: createAskOnce() };
  const tell = (text: Text): void => ports.tell(thread, [text]);
  const counted = model === null ? null : countCuts(repeatOnSecond(model, tell), log.record);
  const identity: RunIdentity = {
    ...log,
    state: () => combineStates(log.state(), parts.all()),
    goal,
    thread,
    sender,
    skill,
    control,
    model: counted === null || terms === null ? counted : yieldToPerson(counted, terms, ports.clock),
    modelUse: model ?? AS_CONFIGURED,
    caps: tightenCaps(ports.settings.caps, skill, terms),
    terms,
    activity: createActivity(changed),
    said: createSaidWords(goal, command.isByProgram === true),
    values: command.values ?? {},
    caller: command.caller?.name ?? null,
  };
  const owners = createOwners(ports);
  owners.taint.noteSent(identity.values);
  if (skill !== null && isForeign(skill.skill)) owners.taint.noteSkill(skill.skill.name, textsOfSkill(skill.skill));
  if (command.caller !== undefined)
    owners.taint.noteSent({ goal, ...(command.caller.act === undefined ? {} : textsOf(command.caller.act)) });
  const run = assembleRun(identity, owners, ports);
  const before = continued?.performed.map(({ action }) => action) ?? [];
  return {
    run,
    decider: makeDecider(decided, before, { ...run, effort: run.escalation }),
    parts,
    runPart: (request) => runPart(request, { run, owners, parts, turns, shared, model, changed }, ports),
    journal,
  };
}

/** All texts of a skill that may be typed, run or opened. */
function textsOfSkill({ description, steps, playbook, references }: Skill): string {
  const scripts = [...(references ?? [])].flatMap(([path, text]) => (path.startsWith(SCRIPTS) ? [text] : []));
  return [
    description,
    steps,
    ...scripts,
    ...(playbook === null ? [] : Object.values(textsOf(JSON.stringify(playbook)))),
  ].join('\n');
}

/**
 * Notes the start both in the journal and in the inbox before the first act: when one is lost, the other still keeps the command from starting twice.
 */
export async function noteBeginning(
  { run, decider }: Pick<OpenedRun, 'run' | 'decider'>,
  { command, skill, continued, isRecorded }: RunStart,
  { inbox }: Pick<RunOutlets, 'inbox'>,
): Promise<void> {
  inbox.begin(command.update, run.runId);
  run.record({
    type: 'run.created',
    run: run.runId,
    goal: command.goal,
    thread: command.thread,
    sender: command.sender,
    command: command.update,
    skill: skill?.skill.name ?? null,
    params: { ...skill?.params },
    model: decider.name,
    ...(continued === null ? {} : { continues: continued }),
    ...(isRecorded ? {} : { recorded: false }),
    ...(command.isByProgram === true ? { by_program: true } : {}),
    ...(command.caller === undefined ? {} : { caller: command.caller.name }),
    ...(Object.keys(command.values ?? {}).length === 0 ? {} : { values: { ...command.values } }),
  });
  await Promise.all([run.sync(), inbox.sync()]);
}

/** A skill and a standing order only ever take away. */
function tightenCaps(caps: Caps, skill: MatchedSkill | null, terms: RunTerms | null): Caps {
  const {
    maxIterations = caps.maxIterations,
    timeLimitMs = caps.timeLimitMs,
    costLimitUsd = caps.costLimitUsd,
  } = terms?.caps ?? {};
  return {
    ...caps,
    maxIterations: Math.min(caps.maxIterations, skill?.skill.maxIterations ?? caps.maxIterations, maxIterations),
    timeLimitMs: Math.min(caps.timeLimitMs, timeLimitMs),
    costLimitUsd: Math.min(caps.costLimitUsd, costLimitUsd),
  };
}
