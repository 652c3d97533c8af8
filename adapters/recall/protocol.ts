/** What the main thread and the worker of the recall index say to each other. */
import { z } from 'zod';
import { textSchema } from '../../src/words/text-schema.ts';

export const workerDataSchema = z.object({
  /** The folder of runs. */
  recordings: z.string(),
  /** Where the weights of the model may lie. */
  models: z.string(),
  mayDownload: z.boolean(),
  /** Where transformers can be imported from, a URL; null when it is not installed. */
  library: z.string().nullable(),
  /** The folder of Node's compile cache; '' for none. */
  compileCache: z.string(),
});
export type WorkerData = z.infer<typeof workerDataSchema>;

export const requestSchema = z.discriminatedUnion('kind', [
  z.object({ id: z.number(), kind: z.literal('query'), text: z.string() }),
  z.object({ id: z.number(), kind: z.literal('refresh') }),
  z.object({ id: z.number(), kind: z.literal('rebuild') }),
]);
export type Request = z.infer<typeof requestSchema>;

const embedder = z.object({ embedder: z.enum(['minilm', 'lexical']), detail: textSchema });

export const responseSchema = z.union([
  z.object({
    id: z.number(),
    ok: z.literal(true),
    found: z.array(z.object({ runId: z.string(), request: z.string(), similarity: z.number() })),
    count: z.number(),
    state: embedder,
  }),
  z.object({ id: z.number(), ok: z.literal(false), why: textSchema }),
]);
export type Response = z.infer<typeof responseSchema>;
