/** Reads a Messages API answer: its text, why it stopped, what it cost in tokens. */
import { z } from 'zod';
import type { ModelStop, Usage } from '../../src/ports/model.ts';

const tokens = z
  .number()
  .min(0)
  .nullish()
  .transform((count) => count ?? 0);

const answerSchema = z.object({
  model: z.string(),
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullable(),
  stop_details: z.object({ explanation: z.string().nullish(), category: z.string().nullish() }).nullish(),
  usage: z.object({
    input_tokens: tokens,
    output_tokens: tokens,
    cache_read_input_tokens: tokens,
    cache_creation_input_tokens: tokens,
  }),
});

/** `paused`: the server wants to be asked again; the port does not know that word. */
export type AnswerStop = ModelStop | 'paused';

export interface Answer {
  readonly text: string;
  readonly stop: AnswerStop;
  /** One sentence for the person when `stop` is not `complete`. */
  readonly detail: string;
  readonly usage: Usage;
  readonly model: string;
}

/** The answer was no Messages API message: a proxy's page, a cut body. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

/** Throws `UnreadableAnswer`. Blocks are told apart by type: thinking may come before the text. */
export function readAnswer(message: unknown): Answer {
  const parsed = answerSchema.safeParse(message);
  if (!parsed.success) throw new UnreadableAnswer('an answer that is not a message', { cause: parsed.error });
  const { content, model, stop_reason: reason, stop_details: details, usage } = parsed.data;
  return {
    text: content.flatMap((block) => (block.type === 'text' ? [block.text ?? ''] : [])).join(''),
    ...readStop(reason, details?.explanation ?? details?.category ?? ''),
    usage: {
      input: usage.input_tokens,
      output: usage.output_tokens,
      cacheRead: usage.cache_read_input_tokens,
      cacheWrite: usage.cache_creation_input_tokens,
    },
    model,
  };
}

function readStop(reason: string | null, explanation: string): Pick<Answer, 'stop' | 'detail'> {
  switch (reason) {
    case 'refusal':
      return {
        stop: 'refused',
        detail: `The model declined to go on${explanation === '' ? '' : `: ${explanation.slice(0, 300).replace(/[.\s]+$/, '')}`}. Word the goal differently, or do this step by hand.`,
      };
    case 'max_tokens':
      return { stop: 'truncated', detail: 'The reply was cut off twice because it got too long. Try a smaller goal.' };
    case 'model_context_window_exceeded':
      return { stop: 'truncated', detail: 'What the model was shown did not fit its context. Try a smaller goal.' };
    case 'pause_turn':
      return { stop: 'paused', detail: 'The model paused its turn twice without answering. Try again.' };
    default:
      return { stop: 'complete', detail: '' };
  }
}
