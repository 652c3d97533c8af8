/** How tokens are counted: as the provider says, else by the size of what went and came. */
import { z } from 'zod';
import type { Usage } from '../../src/ports/model.ts';
import type { Answer, Call } from './provider.ts';

/** A count in a provider's answer; what is absent is 0. */
export const tokenCount = z
  .number()
  .min(0)
  .nullish()
  .transform((count) => count ?? 0);

const BYTES_PER_TOKEN = 3.5;
/** A picture of a whole display, as Deskhand makes them. */
const TOKENS_PER_PICTURE = 1300;

/**
 * OpenAI counts the cached part into the input; the port does not. A server that counts nothing is counted by the size of what went
 * and came, so that a run's token cap holds all the same.
 */
export function countTokens(counted: Answer['usage'], call: Call, text: string): Answer['usage'] {
  const { input, output, cacheRead, cacheWrite } = counted;
  if (input > 0 || output > 0)
    return { input: Math.max(0, input - cacheRead - cacheWrite), output, cacheRead, cacheWrite };
  return countBySize(call, text);
}

/** An estimate of the usage of a question and this much of its answer. */
export function countBySize({ request }: Call, text: string): Usage {
  const sent = Buffer.byteLength(request.system) + Buffer.byteLength(request.text);
  return {
    input: Math.ceil(sent / BYTES_PER_TOKEN) + request.pictures.length * TOKENS_PER_PICTURE,
    output: countText(text),
    cacheRead: 0,
    cacheWrite: 0,
  };
}

export function countText(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}
