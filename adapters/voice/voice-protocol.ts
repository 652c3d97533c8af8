/** What the transcriber and its process say to each other. */
import { z } from 'zod';
import { textSchema } from '../../src/words/text-schema.ts';

export const voiceSettings = z.object({
  /** A folder (absolute), or a name on the Hugging Face hub; '' for none. */
  model: z.string(),
  /** Where transformers can be imported from, a URL; null when it is not installed. */
  library: z.string().nullable(),
  /** Where fetched models are kept. */
  cacheFolder: z.string(),
  /** The small form of a model (`model_quantized.onnx`) instead of the whole one. */
  isQuantized: z.boolean(),
  maxSeconds: z.number(),
  /** A folder for temporary files of converters, used by nobody else. */
  scratchFolder: z.string(),
  howToGetModel: textSchema,
});
export type VoiceSettings = z.infer<typeof voiceSettings>;

const request = z.object({ id: z.number(), audio: z.instanceof(Uint8Array) });
export const readVoiceRequest = (value: unknown): z.infer<typeof request> => request.parse(value);

const voiceReply = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), text: z.string(), seconds: z.number(), decodeMs: z.number() }),
  z.object({ ok: z.literal(false), why: textSchema }),
]);
export const voiceMessage = z.object({ id: z.number(), reply: voiceReply });
export type VoiceReply = z.infer<typeof voiceReply>;
