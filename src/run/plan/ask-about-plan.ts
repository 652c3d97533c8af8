/** Shows a plan before anything is done: Go, Edit, Cancel. */

import type { Answer, Choice } from '../../outbound/questions.ts';
import type { SpokenSpan } from '../../outbound/spoken.ts';
import { oneLine, shorten } from '../../words/amounts.ts';
import { join, quoted, say, type Text } from '../../words/say.ts';
import { goalLine } from '../../words/sent-files.ts';
import { showHidden } from '../../words/visible.ts';
import type { Ask, RunQuestion } from '../ask.ts';
import type { RunLog } from '../run-log.ts';
import { correctWishes, withDetails } from '../wishes/details.ts';
import {
  APPROVE,
  DENY,
  describeEnd as describeScopeEnd,
  EACH_STEP,
  type OfferedScope,
  scopeSpans,
} from './agree-on-scope.ts';
import type { Plan, PlannedPart } from './plan.ts';
import { MOST_AT_ONCE } from './schedule.ts';

export type PlanAnswer =
  /** `granted`: id of the person who also approved the scope; null: each step asks. */
  | { readonly kind: 'go'; readonly granted: string | null }
  | { readonly kind: 'expired' }
  | { readonly kind: 'edit'; readonly changes: string }
  | { readonly kind: 'cancel'; readonly by: string };

export interface AskAboutPlanNeeds extends Pick<RunLog, 'record' | 'state'> {
  readonly ask: Ask;
  readonly goal: string;
  readonly machine: { readonly home: string };
}

const EDIT: Choice = { label: say`Edit`, value: 'edit', style: 'plain' };

/** One card for both: the plan, and where its parts may work without asking at each step. */
export async function askAboutPlan(
  plan: Plan,
  cost: Text,
  offered: OfferedScope | null,
  run: AskAboutPlanNeeds,
): Promise<PlanAnswer> {
  const planned = renderPlan(plan, cost, run.state().goal);
  const text: readonly SpokenSpan[] =
    offered === null
      ? planned
      : [
          ...planned,
          '\n\n',
          { bold: say`May I work on this without asking at each step?` },
          ...scopeSpans(offered.scope, run.machine.home),
        ];
  const answer = await ask(
    {
      text,
      ...(offered === null ? {} : { thread: offered.thread, mustArrive: true }),
      ...withDetails(
        offered === null
          ? [
              [
                { label: say`Go`, value: 'go', style: 'good' },
                EDIT,
                { label: say`Cancel`, value: 'cancel', style: 'danger' },
              ],
            ]
          : [
              [APPROVE, DENY],
              [EACH_STEP, EDIT],
            ],
        text,
        run.state().wishes,
      ),
      closing: (end) => [...text, '\n\n', describeEnd(end)],
    },
    run,
  );
  // The card with the scope reached nobody who may grant it, so the plan alone is asked about in the run's own thread.
  if (answer.kind === 'expired' && answer.isUnreachable === true && offered !== null)
    return await askAboutPlan(plan, cost, null, run);
  if (answer.kind === 'expired') return { kind: 'expired' };
  if (answer.kind === 'text') return noteChanges(answer.by.id, answer.text, run);
  if (answer.value === 'approve') return { kind: 'go', granted: answer.by.id };
  if (answer.value === 'go' || answer.value === EACH_STEP.value) return { kind: 'go', granted: null };
  if (answer.value === 'cancel' || answer.value === DENY.value) return { kind: 'cancel', by: answer.by.name };
  const said = await ask(
    {
      text: [say`What should be different? Write it here.`],
      choices: [[{ label: say`Cancel`, value: 'cancel', style: 'danger' }]],
      closing: (end) => [end.kind === 'text' ? say`Got it. I'll make a new plan.` : describeEnd(end)],
    },
    run,
  );
  if (said.kind === 'text') return noteChanges(said.by.id, said.text, run);
  return said.kind === 'expired' ? { kind: 'expired' } : { kind: 'cancel', by: said.by.name };
}

function noteChanges(by: string, changes: string, run: AskAboutPlanNeeds): PlanAnswer {
  correctWishes({ by, text: changes }, run);
  return { kind: 'edit', changes };
}

function ask(question: RunQuestion, run: AskAboutPlanNeeds): Promise<Answer> {
  return run.ask({
    ...question,
    acceptsText: true,
  });
}

/** The parts, in the model's words as they will be worked on. */
function renderPlan(plan: Plan, cost: Text, goal: string): readonly SpokenSpan[] {
  const isInTurn = plan.every(({ role, desktop }) => role === 'act' && desktop);
  const parts = plan.flatMap((part, index): readonly SpokenSpan[] => [
    `${index + 1}. ${showHidden(oneLine(part.goal))}\n`,
    ...(isInTurn ? [] : [{ quiet: join(['    ', join(sayKind(part), ' · '), '\n'], '') }]),
    ...(part.check === '' ? [] : [{ quiet: join(['    ', say`checked by: ${showHidden(part.check)}`, '\n'], '') }]),
  ]);
  return [
    { bold: say`My plan for this` },
    ' ',
    quoted(showHidden(shorten(goalLine(goal), 200))),
    '\n',
    ...parts,
    cost,
    ' ',
    {
      quiet: isInTurn
        ? say`Each part is checked before the next one begins. Nothing has been done yet.`
        : say`Up to ${MOST_AT_ONCE} parts run side by side, and each is checked. Nothing has been done yet.`,
    },
  ];
}

/** What the part may do, and which parts it waits for. */
function sayKind({ role, desktop, needs }: PlannedPart): readonly Text[] {
  const kind =
    role === 'act'
      ? desktop
        ? say`on the screen`
        : say`without the screen`
      : role === 'research'
        ? say`only reads pages and files`
        : role === 'verify'
          ? say`only checks`
          : say`only looks`;
  return needs.length === 0 ? [kind] : [kind, say`after ${needs.join(', ')}`];
}

function describeEnd(end: Answer | { readonly kind: 'stopped' }): Text {
  if (end.kind === 'expired') return say`No answer came, so nothing was done.`;
  if (end.kind === 'stopped') return say`Stopped.`;
  if (end.kind === 'text' || end.value === 'edit') return say`To be changed.`;
  if (end.value === 'approve' || end.value === 'deny' || end.value === EACH_STEP.value) return describeScopeEnd(end);
  return end.value === 'go' ? say`Begun by ${end.by.name}.` : say`Cancelled by ${end.by.name}.`;
}
