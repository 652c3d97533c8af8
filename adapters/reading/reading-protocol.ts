/** What the reader and its process say to each other. */
import { z } from 'zod';

const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

export const readingSettings = z.object({
  /** Where onnxruntime-node can be imported from, a URL. */
  runtime: z.string(),
  /** The folder of the model files, and their names in it. */
  folder: z.string(),
  files: z.object({ detection: z.string(), recognition: z.string(), alphabet: z.string() }),
});
export type ReadingSettings = z.infer<typeof readingSettings>;

export const readingRequest = z.object({
  id: z.number(),
  picture: z.object({ width: z.number(), height: z.number(), pixels: z.instanceof(Uint8Array) }),
  first: box.nullable(),
});

const word = z.object({ text: z.string(), box, confidence: z.number() });
const line = z.object({ text: z.string(), box, confidence: z.number(), words: z.array(word), contrast: z.number() });
const reading = z.object({ lines: z.array(line), unread: z.array(box), boxes: z.array(box) });

/** `part`: not all of it yet; more comes. */
export const readingReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('broken'), why: z.string() }),
  z.object({ kind: z.enum(['part', 'whole']), id: z.number(), reading }),
]);
export type ReadingReply = z.infer<typeof readingReply>;
