/** One model call for one step: the reply, or why there is none. */
import { parseReply, type Reply } from '../../action/reply.ts';
import { REPLY_SCHEMA } from '../../action/wire-schema.ts';
import { isNothing } from '../../journal/usage.ts';
import type { ModelRequest, ModelResponse } from '../../ports/model.ts';
import type { Observation } from '../../screen/observe.ts';
import type { ScreenWatch } from '../../screen/watch.ts';
import { hasRoomAfter } from '../limits/spent.ts';
import { choosePictures } from '../prompt/choose-pictures.ts';
import { renderStateText } from '../prompt/state-text.ts';
import type { StepState } from '../prompt/step-state.ts';
import type { ActiveRun, RunPorts } from '../run-ports.ts';
import { tellComingAction } from './reply-preview.ts';

export type Decision =
  | { readonly kind: 'reply'; readonly reply: Reply }
  /** `detail`: the provider's own reason for the person (it declined, it was cut off); '' when the reply made no sense. */
  | { readonly kind: 'malformed'; readonly detail: string }
  /** The call was given up: the screen changed meanwhile. */
  | { readonly kind: 'overtaken' }
  /** The provider cannot be reached now. */
  | { readonly kind: 'unavailable'; readonly detail: string }
  /** Trying again is no use. */
  | { readonly kind: 'rejected'; readonly detail: string };

export interface DecisionInput {
  readonly state: StepState;
  readonly observation: Observation;
  readonly system: string;
  readonly watch: ScreenWatch | null;
}

/** Enough for thinking and a long text to type; the reply itself is small. */
const MAX_TOKENS = 4096;
/** What of an unusable reply is kept for /why. */
const KEPT_CHARACTERS = 2000;

export async function decide(
  input: DecisionInput,
  run: ActiveRun,
  ports: Pick<RunPorts, 'clock' | 'pictures' | 'dayCostUsd'>,
): Promise<Decision> {
  const { state, observation, system, watch } = input;
  const startedAt = ports.clock.elapsed();
  const { pictures, note } = await choosePictures(observation, run, ports);
  const { signal } = run.control;
  const request: ModelRequest = {
    purpose: 'step',
    system,
    text: renderStateText({ ...state, lookNote: [state.lookNote, note].filter((part) => part !== '').join(' ') }),
    pictures,
    schema: REPLY_SCHEMA,
    state,
    maxTokens: MAX_TOKENS,
    tier: run.session.mind.tier,
    ...(run.session.mind.effort === null ? {} : { effort: run.session.mind.effort }),
    mayAskAgain: (usage, costUsd) => hasRoomAfter({ usage, cost_usd: costUsd }, run, ports),
    onDelay: (why) => {
      run.session.modelDelay = why;
      run.refresh();
    },
    onText: tellComingAction(state.elements, (coming) => {
      run.session.coming = coming;
      run.session.modelDelay = '';
      run.refresh();
    }),
  };
  const response = await run.model
    .ask(request, watch === null ? signal : AbortSignal.any([signal, watch.overtaken]))
    .catch((error: unknown) => {
      if (watch?.overtaken.aborted === true && !signal.aborted) return null;
      throw error;
    });
  run.session.modelDelay = '';
  run.session.coming = '';
  if (response === null) return { kind: 'overtaken' };
  // A reply that arrives after a stop is worth nothing, whatever the provider's client made of the abort.
  signal.throwIfAborted();
  if (pictures.length > 0 && response.stop === 'complete')
    run.session.sent = {
      fingerprint: observation.frame.fingerprint,
      tier: run.session.mind.tier,
      front: observation.front,
    };
  const { iteration } = state;
  const spent = {
    usage: response.usage,
    cost_usd: response.costUsd,
    model: response.model,
  };
  const noteMalformed = (reason: string, detail: string): Decision => {
    run.record({ type: 'reply.malformed', iteration, reason, text: response.text.slice(0, KEPT_CHARACTERS), ...spent });
    return { kind: 'malformed', detail };
  };
  if (response.stop === 'unavailable' || response.stop === 'rejected') {
    if (!isNothing(response.usage)) run.record({ type: 'call.cut', ...spent });
    return { kind: response.stop, detail: response.detail };
  }
  if (response.stop !== 'complete') return noteMalformed(describeStop(response), response.detail);
  const parsed = parseReply(response.text);
  if (!parsed.ok) return noteMalformed(parsed.reason, '');
  const { reply } = parsed;
  run.record({
    type: 'reply.received',
    iteration,
    screen: reply.screen,
    intent: reply.intent,
    action: reply.action,
    follow_ups: [...reply.then],
    note: reply.note,
    ms: Math.round(ports.clock.elapsed() - startedAt),
    ...spent,
  });
  return { kind: 'reply', reply };
}

function describeStop({ stop, detail }: ModelResponse): string {
  if (stop === 'truncated') return `the reply was cut off: ${detail}`;
  return `the model declined: ${detail}`;
}
