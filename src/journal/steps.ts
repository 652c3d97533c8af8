/** The steps of a run, folded from its journal: each with its acts whole. Timeline, report, digest and recording all render these. */
import type { NamedElement } from '../action/describe.ts';
import { isActing, isLooking } from '../action/kinds.ts';
import type { Action } from '../action/schema.ts';
import type { Stamp } from '../ports/journal.ts';
import type { Effect } from './acted.ts';
import type { RunEvent } from './events.ts';

export type StampedEvent = RunEvent & Stamp;
/** An event of this type. */
export type Of<Type extends RunEvent['type']> = Extract<StampedEvent, { readonly type: Type }>;

/** One turn of the loop: a look at the screen, and everything until the next one. */
export interface Step {
  /** null: events before the first look. */
  readonly seen: Of<'observation.taken'> | null;
  /** In the order they began. */
  readonly items: readonly StepItem[];
  /** All that was written down in it, as it stands there, the look first. */
  readonly events: readonly StampedEvent[];
}

/** An event that is no act: a decision, a person's words, a cap, the check at the end. Senders have names if they are known. */
export type Happening = Of<
  | 'reply.received'
  | 'reply.malformed'
  | 'plan.made'
  | 'part.begun'
  | 'part.ended'
  | 'part.skipped'
  | 'scope.asked'
  | 'scope.granted'
  | 'scope.revoked'
  | 'wish.noted'
  | 'wish.evidenced'
  | 'wish.waived'
  | 'hint.received'
  | 'answer.received'
  | 'run.paused'
  | 'run.resumed'
  | 'person.acted'
  | 'mind.changed'
  | 'budget.reached'
  | 'verification.done'
  | 'run.ended'
  | 'run.recovered'
>;

export type StepItem = Act | Happening;

/** One action from its judgement to its check; by the model, or by hand while the run was paused. */
export interface Act {
  readonly type: 'act';
  /** ISO 8601: time of its judgement, or else of its intent. */
  readonly at: string;
  /** Step id as in the events: "iteration.index". */
  readonly step: string;
  readonly action: Action;
  readonly element: NamedElement | undefined;
  readonly by: 'model' | 'person';
  /** The application in front, and the title of its window; ''. */
  readonly app: string;
  readonly window: string;
  readonly judged: Of<'risk.judged'> | null;
  /** null: nobody was asked. */
  readonly asked: { readonly answer: Of<'confirmation.answered'> | Of<'confirmation.expired'> | null } | null;
  /** null: it was never begun. */
  readonly intended: Of<'action.intended'> | null;
  /** null: it was never begun, or the run's journal ends there. */
  readonly result: Of<'action.performed'> | Of<'action.unknown'> | null;
  /** null: nobody knows whether it happened. */
  readonly ok: boolean | null;
  /** Effect on the screen, corrected when it showed after the wait. */
  readonly effect: Effect;
  readonly checked: Of<'action.checked'> | null;
}

/** Pure. A run that has only begun is one step without a look. */
export function readSteps(events: readonly StampedEvent[]): readonly Step[] {
  const nameOf = nameSenders(events);
  const steps: { readonly seen: Step['seen']; readonly items: StepItem[]; readonly events: StampedEvent[] }[] = [
    { seen: null, items: [], events: [] },
  ];
  /** Position of the newest act of each step id; later events with that id belong to it. */
  const places = new Map<string, { readonly items: StepItem[]; readonly index: number }>();
  const stepOfConfirmation = new Map<string, string>();
  let front = { app: '', window: '' };
  let lastActed = '';

  const add = (item: StepItem): void => void steps.at(-1)?.items.push(item);
  const actOf = (step: string): Act | null => {
    const place = places.get(step);
    const item = place?.items[place.index];
    return item?.type === 'act' ? item : null;
  };
  const amend = (step: string, change: Partial<Act>): void => {
    const place = places.get(step);
    const act = actOf(step);
    if (place !== undefined && act !== null) place.items[place.index] = { ...act, ...change };
  };
  const begin = (event: Of<'risk.judged'> | Of<'action.intended'>): void => {
    const items = steps.at(-1)?.items ?? [];
    places.set(event.step, { items, index: items.length });
    const { at, step, action, element } = event;
    const judged = event.type === 'risk.judged' ? event : null;
    items.push({ ...BEGUN, ...front, type: 'act', at, step, action, element, judged });
  };
  const answer = (event: Of<'confirmation.answered'> | Of<'confirmation.expired'>): void =>
    amend(stepOfConfirmation.get(event.confirmation) ?? '', { asked: { answer: event } });

  for (const event of events) {
    switch (event.type) {
      case 'observation.taken':
        front = { app: event.app, window: event.window };
        if (event.answered_late === true) amend(lastActed, { effect: 'changed' });
        steps.push({ seen: event, items: [], events: [] });
        break;
      case 'risk.judged': {
        const act = actOf(event.step);
        // An act judged again before anything else happened keeps only the newer judgement.
        if (act !== null && act.asked === null && act.intended === null)
          amend(event.step, { action: event.action, element: event.element, judged: event });
        else begin(event);
        break;
      }
      case 'confirmation.asked':
        stepOfConfirmation.set(event.confirmation, event.step);
        amend(event.step, { asked: { answer: null } });
        break;
      case 'confirmation.answered':
        answer({ ...event, by: nameOf(event.by) });
        break;
      case 'confirmation.expired':
        answer(event);
        break;
      case 'action.intended': {
        const judged = actOf(event.step);
        if (judged === null || judged.intended !== null) begin(event);
        const { action, element, by, app = front.app } = event;
        amend(event.step, { action, element, by, app, intended: event });
        break;
      }
      case 'action.performed':
      case 'action.unknown': {
        const act = actOf(event.step);
        if (act === null || act.intended === null || act.result !== null) break;
        const came = event.type === 'action.performed' ? { ok: event.ok, effect: event.effect } : {};
        amend(event.step, { result: event, ...came });
        if (isActing(act.action)) lastActed = event.step;
        break;
      }
      case 'action.checked':
        amend(event.step, { checked: event });
        break;
      case 'hint.received':
      case 'answer.received':
      case 'part.skipped':
      case 'run.resumed':
      case 'scope.granted':
      case 'scope.revoked':
      case 'wish.noted':
      case 'wish.waived':
        add({ ...event, by: nameOf(event.by) });
        break;
      case 'run.created':
        // The next of several runs: its steps are counted from the beginning.
        places.clear();
        break;
      case 'run.started':
      case 'call.cut':
      // The event that the plan was made shows it.
      case 'plan.agreed':
      // The end shows it.
      case 'scope.compared':
      case 'arrival.noted':
      // Its act shows it.
      case 'tool.called':
      case 'tool.answered':
        break;
      default:
        add(event);
    }
    steps.at(-1)?.events.push(event);
  }
  return steps;
}

/** All acts of a run, in order. */
export function listActs(steps: readonly Step[]): readonly Act[] {
  return listItems(steps).filter((item) => item.type === 'act');
}

/** Acts that worked, in order: without failures, without looking around, and without tries that had no effect before the same was done again. */
export function chooseWorking(acts: readonly Act[]): readonly Act[] {
  const done = acts.filter(({ ok, action }) => ok === true && !isLooking(action));
  return done.filter(({ effect, action }, index) => {
    const next = done[index + 1];
    return effect !== 'unchanged' || next === undefined || JSON.stringify(next.action) !== JSON.stringify(action);
  });
}

/** Everything that happened in a run, in order, without the looks. */
export function listItems(steps: readonly Step[]): readonly StepItem[] {
  return steps.flatMap(({ items }) => items);
}

const BEGUN = {
  by: 'model',
  asked: null,
  intended: null,
  result: null,
  ok: null,
  effect: 'unknown',
  checked: null,
} as const;

/** The one who asked for the run has a name; others are known by their id. */
function nameSenders(events: readonly StampedEvent[]): (id: string) => string {
  const [created] = events;
  if (created?.type !== 'run.created' || created.sender.name === '') return (id) => id;
  return (id) => (id === created.sender.id ? created.sender.name : id);
}
