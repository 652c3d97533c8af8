/** A model decides: one call a step, with the pictures it needs, given up when the screen changes meanwhile. */
import type { JsonObject } from '../../action/json-object.ts';
import { type ParsedReply, parseReply } from '../../action/reply.ts';
import type { ActionName } from '../../action/schema.ts';
import { partReplySchema, REPLY_SCHEMA, TOOL_REPLY_SCHEMA } from '../../action/wire-schema.ts';
import type { RunEffort } from '../../journal/effort.ts';
import type { Model, ModelRequest, ModelResponse } from '../../ports/model.ts';
import type { Pictures } from '../../ports/pictures.ts';
import { anySignal } from '../../ports/waits/abort-signals.ts';
import type { ScreenMemory } from '../../screen/screen-memory.ts';
import { say, type Text } from '../../words/say.ts';
import type { Activity } from '../activity.ts';
import type { Budget } from '../limits/budget.ts';
import { choosePictures, type ShownPicture } from '../prompt/choose-pictures.ts';
import { besideActions } from '../prompt/part-prompt.ts';
import { listElements, renderStateText } from '../prompt/state-text.ts';
import { makeWished } from '../prompt/wished-picture.ts';
import type { Decider, Decision, DecisionRequest } from './decider.ts';
import { previewReply } from './reply-preview.ts';

export interface ModelDecider extends Decider {
  /** `handover`: message of a playbook that gave up, shown to the model before everything else; ''. */
  decide(request: DecisionRequest, signal: AbortSignal, handover?: string): Promise<Decision>;
}

export interface ModelDeciderPorts {
  readonly model: Model;
  readonly pictures: Pick<Pictures, 'cut' | 'mark'>;
  readonly screen: ScreenMemory;
  /** Which model answers, and how much it may think. */
  readonly effort: { readonly now: () => Pick<RunEffort, 'tier' | 'effort'> };
  readonly budget: Pick<Budget, 'hasRoomAfter'>;
  readonly activity: Pick<Activity, 'showPreview' | 'showDelay' | 'endCall'>;
  /** Part of the prompt about tools; ''. */
  readonly toolPart: () => string;
  /** Actions of a part without a screen; null when the run has one. */
  readonly beside: readonly ActionName[] | null;
}

/** Enough for thinking and a long text to type; the reply itself is small. */
const MAX_TOKENS = 4096;

export function createModelDecider(ports: ModelDeciderPorts): ModelDecider {
  const { model, budget, activity, beside } = ports;
  const schema = (): JsonObject => {
    const hasTools = ports.toolPart() !== '';
    if (beside !== null) return partReplySchema(besideActions(beside, hasTools));
    return hasTools ? TOOL_REPLY_SCHEMA : REPLY_SCHEMA;
  };
  const read = (text: string): ParsedReply => parseReply(text, beside !== null);
  /** The screen as a model was shown it last; null before the first picture. */
  let shown: ShownPicture | null = null;

  return {
    name: model.name,
    by: 'model',
    needsScreen: true,
    async decide({ state, observation, system, watch }, signal, handover = ''): Promise<Decision> {
      const { tier, effort } = ports.effort.now();
      const now = { fingerprint: observation.frame.fingerprint, front: observation.front, tier };
      const chosen = await choosePictures({ state, observation, shown, tier }, ports, signal);
      const { part } = chosen;
      const listed = listElements(state.elements, state.display);
      const wish = model.pictureWish?.({ tier }) ?? null;
      const wished = await makeWished({ ...chosen, listed, display: state.display }, wish, ports.pictures, signal);
      const { pictures } = wished;
      const lookNote = [state.lookNote, chosen.note, wished.note].filter((note) => note !== '').join(' ');
      const text = renderStateText({ ...state, lookNote });
      const request: ModelRequest = {
        purpose: 'step',
        system,
        text: handover === '' ? text : `${handover}\n\n${text}`,
        pictures,
        schema: schema(),
        step: { run: state.runId, iteration: state.iteration },
        maxTokens: MAX_TOKENS,
        tier,
        ...(effort === null ? {} : { effort }),
        mayAskAgain: budget.hasRoomAfter,
        ...(part === null ? {} : { shows: part }),
        check: (answer) => whyUnusable(read(answer)),
        onDelay: activity.showDelay,
        onText: previewReply(state.elements, activity.showPreview),
      };
      const response = await model
        .ask(request, watch === null ? signal : anySignal(signal, watch.overtaken))
        .catch((error: unknown) => {
          if (watch?.overtaken.aborted === true && !signal.aborted) return null;
          throw error;
        });
      activity.endCall();
      if (response === null) return { kind: 'overtaken' };
      // After a stop no reply counts, whatever the provider's client made of the abort.
      signal.throwIfAborted();
      if (pictures.length > 0 && response.stop === 'complete') shown = now;
      return readResponse(response, read);
    },
  };
}

function readResponse(response: ModelResponse, read: (text: string) => ParsedReply): Decision {
  const { stop, detail, text, usage, costUsd, model, asked } = response;
  const spent = { usage, costUsd, model, ...(asked === undefined ? {} : { asked }) };
  if (stop === 'unavailable' || stop === 'rejected') return { kind: stop, detail, ...spent };
  if (stop !== 'complete') return { kind: 'malformed', reason: describeStop(response), detail, text, ...spent };
  const parsed = read(text);
  if (!parsed.ok) return { kind: 'malformed', reason: parsed.reason, detail: '', text, ...spent };
  const { reply } = parsed;
  const summary = 'summary' in reply.action ? reply.action.summary : '';
  return { kind: 'reply', by: 'model', reply, words: { intent: reply.intent, summary }, ...spent };
}

function whyUnusable(parsed: ParsedReply): Text | null {
  return parsed.ok ? null : parsed.reason;
}

function describeStop({ stop, detail }: ModelResponse): Text {
  if (stop === 'truncated') return say`the reply was cut off: ${detail}`;
  return say`the model declined: ${detail}`;
}
