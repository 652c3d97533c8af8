/** The schema of a text, for where it is read back from a journal or comes from another process. */
import { z } from 'zod';
import type { Part, Text } from './say.ts';

const part: z.ZodType<Part> = z.lazy(() => z.union([z.number(), textSchema]));

/** Accepts every form of a text and refuses everything else. */
export const textSchema: z.ZodType<Text> = z.lazy(() =>
  z.union([
    z.string(),
    z.object({ say: z.string(), parts: z.array(part) }),
    z.object({ capital: textSchema }),
    z.object({ joined: z.array(textSchema), by: z.string() }),
    z.object({ short: textSchema, limit: z.number() }),
    z.object({ clause: textSchema }),
    z.object({ command: textSchema, isListed: z.boolean().optional() }),
    z.object({ usd: z.number().nullable() }),
    z.object({ ms: z.number() }),
    z.object({ tokens: z.number() }),
    z.object({ clock: z.number(), said: z.number().optional() }),
    z.object({ moment: z.number() }),
    z.object({ due: z.number(), zone: z.string() }),
  ]),
);
