/** Events of runs for tests that read journals: one act a line, as the loop writes them. */
import { type RunEvent, runEventSchema } from '../../src/journal/events.ts';

export interface ToldAct {
  readonly app?: string;
  readonly window?: string;
  readonly action: object;
  /** The name of the target. */
  readonly on?: string;
  readonly ok?: boolean;
  readonly effect?: 'changed' | 'unchanged' | 'unknown';
  readonly asked?: 'approve' | 'deny' | 'expired';
  readonly late?: boolean;
  readonly ms?: number;
  readonly by?: 'model' | 'person';
}

/** A whole run with these acts, one for each step. */
export function runOfActs(run: string, acts: readonly ToldAct[]): readonly RunEvent[] {
  const steps = acts.flatMap((act, index) => stepOf(act, index + 1, acts[index - 1]?.late === true));
  const created = {
    type: 'run.created',
    run,
    goal: 'do the work in Editor',
    thread: { platform: 'web', key: 'k', isGroup: false },
    sender: { id: 'web:owner', name: 'Ann', language: 'en' },
    command: `u${run}`,
    skill: null,
    params: {},
    model: 'big',
  };
  const ended = { type: 'run.ended', outcome: 'verified', reason: 'checked', message: 'Done.', score: 90 };
  return [created, ...steps, ended].map((event) => runEventSchema.parse(event));
}

function stepOf(act: ToldAct, iteration: number, isLate: boolean): readonly object[] {
  const { app = 'Editor', window = 'notes.txt', ok = true, effect = 'changed', asked, ms = 100, by = 'model' } = act;
  const step = `${iteration}.0`;
  const confirmation = `q${iteration}`;
  const action = { button: 'left', count: 1, repeat: 1, timeout_s: 30, target: { element: 1 }, ...act.action };
  const judged = { risk: 'safe', reason: 'r', rule: 'test' };
  const element = act.on === undefined ? {} : { element: { number: 1, role: 'button', name: act.on } };
  const question =
    asked === undefined
      ? []
      : [
          { type: 'confirmation.asked', step, confirmation, action, ...judged, bound_to: 'x', expires_at: 'y' },
          asked === 'expired'
            ? { type: 'confirmation.expired', confirmation }
            : { type: 'confirmation.answered', confirmation, answer: asked, by: 'web:owner', text: '' },
        ];
  const looked = { iteration, frame: null, app, window, width: 1, height: 1, elements: 0, note: '' };
  return [
    { type: 'observation.taken', ...looked, ...(isLate ? { answered_late: true } : {}) },
    { type: 'risk.judged', step, action, ...element, ...judged },
    ...question,
    ...(asked === 'deny' || asked === 'expired'
      ? []
      : [
          { type: 'action.intended', step, action, ...element, app, by },
          { type: 'action.performed', step, ok, text: '', effect, ms },
        ]),
  ];
}
