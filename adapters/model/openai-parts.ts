/** What both of OpenAI's APIs call the same: a picture in a call, the shape of the reply, why an answer was not finished. */

import { say } from '../../src/words/say.ts';
import { describeRefusal, toBase64 } from './provider.ts';
import { toStrictSchema } from './strict-schema.ts';

/** A data URL. */
export function pictureUrl(jpeg: Uint8Array): string {
  return `data:image/jpeg;base64,${toBase64(jpeg)}`;
}

/** The schema that the reply must follow exactly. */
export function replyShape(schema: Parameters<typeof toStrictSchema>[0]) {
  return { name: 'reply', strict: true, schema: { ...toStrictSchema(schema) } };
}

export const FILTERED = { stop: 'refused', detail: describeRefusal(say`the provider's content filter`) } as const;
