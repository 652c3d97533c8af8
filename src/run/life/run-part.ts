/** One part of a plan as a run of its own: its own journal and looks, the same stop, the same caps. */

import { buildRecording } from '../../journal/report/recording.ts';
import { asMessage } from '../../journal/said.ts';
import type { Model } from '../../ports/model.ts';
import { isAdviceOnly } from '../../skills/skill.ts';
import type { Text } from '../../words/say.ts';
import { makeDecider } from '../decide/make-decider.ts';
import { countCuts } from '../limits/count-cuts.ts';
import { runLoop } from '../loop/loop.ts';
import { kindOfPart } from '../plan/intent.ts';
import { learnTier } from '../plan/learn-tier.ts';
import type { PartEnd, PartRequest } from '../plan/run-plan.ts';
import type { PlanParts } from '../plan-parts.ts';
import { createRunLog } from '../run-log.ts';
import { repeatOnSecond } from '../second-model.ts';
import { type AssembledRun, assembleRun, type RunIdentity } from './assemble-run.ts';
import { type Owners, renewOwners } from './owners.ts';
import type { RunPorts } from './run-ports.ts';

export interface WholePlan {
  readonly run: AssembledRun;
  readonly owners: Owners;
  readonly parts: PlanParts;
  /** The configured model; null without one. */
  readonly model: Model | null;
  /** Called whenever there is something new to show. */
  readonly changed: () => void;
}

/** Rejects with `JournalFailed` when the part cannot be written down. */
export async function runPart(request: PartRequest, plan: WholePlan, ports: RunPorts): Promise<PartEnd> {
  const { part, index, total, context } = request;
  const { run: whole, owners, parts, model } = plan;
  const { control, activity, thread, sender, goal, said, values } = whole;
  const { runId, journal } = await ports.recordings.create();
  const log = createRunLog(runId, { journal, control, changed: plan.changed });
  const tell = (text: Text): void => ports.tell(thread, [text]);
  const identity: RunIdentity = {
    ...log,
    goal,
    thread,
    sender,
    control,
    activity,
    said,
    values,
    // Advice holds for each part; a skill that leads has no plan.
    skill: whole.skill !== null && isAdviceOnly(whole.skill.skill) ? whole.skill : null,
    model: model === null ? null : countCuts(repeatOnSecond(model, tell), log.record),
    caps: ports.settings.caps,
    whole: whole.state,
    terms: whole.terms,
    caller: whole.caller,
  };
  const run = assembleRun(identity, renewOwners(owners, ports), ports);
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
      command: `${whole.state().command}#${index}`,
      skill: null,
      params: {},
      model: model?.name ?? '',
      ...(whole.state().isRecorded ? {} : { recorded: false }),
      ...(Object.keys(values).length === 0 ? {} : { values: { ...values } }),
      part: { of: whole.runId, index, total, check: part.check, context },
    });
    const desktop = await ports.desktop.describe(control.signal).then(
      ({ name }) => name,
      () => '',
    );
    run.record({
      type: 'run.started',
      desktop,
      intent: { kind, by: 'rules' },
      ...(learned === null ? {} : { learned }),
    });
    await run.sync();
    const end = await runLoop({ ...run, decider: makeDecider('model', [], { ...run, effort: run.escalation }) });
    run.record({ type: 'run.ended', ...end, ...asMessage(end.message) });
    await run.sync();
    const events = (await ports.recordings.read(runId)) ?? [];
    await ports.recordings.saveRecording(runId, buildRecording(events, new Date(ports.clock.now()).toISOString()));
    return { end, state: run.state() };
  } finally {
    parts.end(run.state());
    journal.close();
  }
}
