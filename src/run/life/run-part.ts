/** One part of a plan as a run of its own: its own journal, looks, folder and role; the same stop, the same caps. */

import type { ActionOf } from '../../action/schema.ts';
import type { RunEvent } from '../../journal/events.ts';
import { buildRecording } from '../../journal/report/recording.ts';
import { asMessage } from '../../journal/said.ts';
import { isAdviceOnly } from '../../skills/skill.ts';
import { oneLine, shorten } from '../../words/amounts.ts';
import { say, type Text } from '../../words/say.ts';
import { createActivity } from '../activity.ts';
import type { Ask } from '../ask.ts';
import { makeDecider } from '../decide/make-decider.ts';
import { countCuts } from '../limits/count-cuts.ts';
import { runLoop } from '../loop/loop.ts';
import { AS_CONFIGURED, type ModelOfRun, repeatOnSecond } from '../model-of-run.ts';
import { createNoDesktop } from '../parts/no-desktop.ts';
import { rightsOf } from '../parts/rights.ts';
import type { Turns } from '../parts/turns.ts';
import { kindOfPart } from '../plan/complexity.ts';
import { learnTier } from '../plan/learn-tier.ts';
import { resultOf } from '../plan/part-result.ts';
import type { PartEnd, PartRequest } from '../plan/run-tree.ts';
import type { PlanParts } from '../plan-parts.ts';
import { createRunLog, type RunLog } from '../run-log.ts';
import { type AsPart, type AssembledRun, assembleRun, type RunIdentity, type SharedQuestions } from './assemble-run.ts';
import { type Owners, ownersBeside, renewOwners } from './owners.ts';
import type { RunPorts } from './run-ports.ts';

export interface WholePlan {
  readonly run: AssembledRun;
  readonly owners: Owners;
  readonly parts: PlanParts;
  /** Lets the parts of a plan ask one at a time. */
  readonly turns: Turns;
  readonly shared: SharedQuestions;
  /** The configured model; null without one. */
  readonly model: ModelOfRun | null;
  /** Called whenever there is something new to show. */
  readonly changed: () => void;
}

/** Rejects with `JournalFailed` when the part cannot be written down. */
export async function runPart(request: PartRequest, plan: WholePlan, allPorts: RunPorts): Promise<PartEnd> {
  const { part, total, attempt, context, control, begun } = request;
  const { run: whole, owners, parts, model } = plan;
  const { thread, sender, goal, said, values } = whole;
  const { number, role = 'act', desktop = true } = part;
  const ports = desktop
    ? allPorts
    : { ...allPorts, desktop: createNoDesktop(allPorts.desktop, () => allPorts.clock.now()) };
  const { runId, journal } = await ports.recordings.create();
  begun(runId);
  const log = withLastDone(createRunLog(runId, { journal, control, changed: plan.changed }));
  const tell = (text: Text): void => ports.tell(thread, [text]);
  const asPart: AsPart = {
    // A plan of before names no roles, and is worked on as it was.
    role: part.role === undefined ? null : await ports.roles.read(role),
    beside: desktop ? null : rightsOf(role),
    shared: plan.shared,
    ...takeTurns(request, plan.turns),
  };
  const identity: RunIdentity = {
    ...log,
    goal,
    thread,
    sender,
    control,
    activity: desktop ? whole.activity : createActivity(plan.changed),
    said,
    values,
    // Advice holds for each part; a skill that leads has no plan.
    skill: whole.skill !== null && isAdviceOnly(whole.skill.skill) ? whole.skill : null,
    model: model === null ? null : countCuts(repeatOnSecond(model, tell), log.record),
    modelUse: model ?? AS_CONFIGURED,
    caps: ports.settings.caps,
    whole: whole.state,
    terms: whole.terms,
    caller: whole.caller,
    asPart,
  };
  const run = assembleRun(identity, desktop ? renewOwners(owners, ports) : ownersBeside(owners, ports), ports);
  const kind = kindOfPart(part.goal);
  const learned = await learnTier(kind, run);
  run.escalation.begin(kind, learned?.tier);
  parts.begin(run);
  try {
    run.record({
      type: 'run.created',
      run: runId,
      goal: part.goal,
      thread,
      sender,
      command: `${whole.state().command}#${number}`,
      skill: null,
      params: {},
      model: model?.model.name ?? '',
      ...(whole.state().isRecorded ? {} : { recorded: false }),
      ...(Object.keys(values).length === 0 ? {} : { values: { ...values } }),
      part: {
        of: whole.runId,
        index: number,
        total: Math.max(total, number),
        check: part.check,
        context,
        ...(part.role === undefined ? {} : { role, desktop }),
        ...(attempt === 1 ? {} : { attempt }),
      },
    });
    const name = await ports.desktop.describe(control.signal).then(
      (known) => known.name,
      () => '',
    );
    run.record({
      type: 'run.started',
      desktop: name,
      intent: { kind, by: 'rules' },
      ...(learned === null ? {} : { learned }),
    });
    await run.sync();
    const end = await runLoop({ ...run, decider: makeDecider('model', [], { ...run, effort: run.escalation }) });
    run.record({ type: 'run.ended', ...end, ...asMessage(end.message) });
    await run.sync();
    const events = (await ports.recordings.read(runId)) ?? [];
    await ports.recordings.saveRecording(runId, buildRecording(events, new Date(ports.clock.now()).toISOString()));
    return { run: runId, end, state: run.state(), result: resultOf(end, run.state(), log.lastDone()) };
  } finally {
    parts.end(run);
    journal.close();
  }
}

/** A log that also keeps the last `done` of the part. */
function withLastDone(log: RunLog): RunLog & { readonly lastDone: () => ActionOf<'done'> | null } {
  let last: ActionOf<'done'> | null = null;
  return {
    ...log,
    record(event: RunEvent) {
      if (event.type === 'reply.received') last = event.action.action === 'done' ? event.action : null;
      return log.record(event);
    },
    lastDone: () => last,
  };
}

/** Turns and names for the questions of a part; neither is needed for a plan whose parts never work side by side. */
function takeTurns({ part, total, control }: PartRequest, turns: Turns): Pick<AsPart, 'askInTurn' | 'inTurn'> {
  const inTurn: AsPart['inTurn'] = (ask) => control.offTheClock(() => turns.take(part.number, ask, control.signal));
  if (part.role === undefined) return { askInTurn: (ask) => ask, inTurn: (ask) => ask() };
  const name = say`Part ${part.number} of ${Math.max(total, part.number)}: ${shorten(oneLine(part.goal), 80)}`;
  const named = (text: Parameters<Ask>[0]['text']): Parameters<Ask>[0]['text'] => [{ quiet: name }, '\n', ...text];
  return {
    inTurn,
    askInTurn: (ask) => (question) =>
      inTurn(() =>
        ask({
          ...question,
          text: named(question.text),
          ...(question.tells === undefined ? {} : { tells: { ...question.tells, text: named(question.tells.text) } }),
          closing: (end) => named(question.closing(end)),
        }),
      ),
  };
}
