/** Whether a model sees pictures: it is shown one with two colors and asked for both. */
import { z } from 'zod';
import type { Model } from '../../src/ports/model.ts';
import { say, type Text } from '../../src/words/say.ts';

/** Yellow on the left, green on the right, 112×112. */
const TWO_COLORS =
  '/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCABwAHADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAcG/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABcBAQEBAQAAAAAAAAAAAAAAAAAFBgf/xAAYEQEAAwEAAAAAAAAAAAAAAAAABUKBwf/aAAwDAQACEQMRAD8A2IDnimAAAAJyoycqUdbOoc1TeACmhAAAAKMAzTcgAAACcqMnKlHWzqHNU3gApoQAAACjAM03IAAAAnKjJypR1s6hzVN4AKaEAAAAowDNNyAAAAJyoycqUdbOoc1TeACmhAAAAKMAzTcgAAACcqMnKlHWzqHNU3gApoQAAACjAM03IAAAAnKjJypR1s6hzVN4AKaEAAAAowDNNyAAAAJyoycqUdbOoc1TeACmhAAAAP/Z';
const COLORS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'black', 'white'];
const color = { type: 'string', enum: COLORS } as const;
const SCHEMA = {
  type: 'object',
  properties: { left: color, right: color },
  required: ['left', 'right'],
  additionalProperties: false,
} as const;
const answerSchema = z.object({ left: z.string(), right: z.string() });

/** What keeps the model from seeing, for the person; null: it sees, or that cannot be told now. Rejects with the signal's reason. */
export async function findBlindness(model: Model, signal: AbortSignal): Promise<Text | null> {
  const { stop, detail, text } = await model.ask(
    {
      purpose: 'verify',
      tier: 'main',
      system: 'You look at a picture and name colors.',
      text: `Which color is the left half of the picture, and which the right? Answer with JSON like {"left":"red","right":"blue"}; the colors are ${COLORS.join(', ')}.`,
      pictures: [Buffer.from(TWO_COLORS, 'base64')],
      schema: SCHEMA,
      maxTokens: 2048,
    },
    signal,
  );
  if (stop === 'rejected') return detail;
  // The model did not answer; a run will report that.
  if (stop !== 'complete') return null;
  const answer = answerSchema.safeParse(parse(text));
  const sees = answer.success && /yellow/i.test(answer.data.left) && /green/i.test(answer.data.right);
  return sees
    ? null
    : say`${model.name} does not see pictures: it could not name two colors it was shown. Set MODEL_MAIN to a model that does.`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
