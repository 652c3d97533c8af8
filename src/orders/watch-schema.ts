/** The conditions of watches. */
import { z } from 'zod';

const app = z.string().nullable();

export const watchSchema = z.discriminatedUnion('kind', [
  /** A text that shows, or one that does not show. `app` null: in whatever is in front. */
  z.object({ kind: z.enum(['text', 'gone']), text: z.string(), app }),
  /** A change, except regular ticking. `place`: one element's box, in pixels of its display; null: the whole display, or the window of `app`. */
  z.object({
    kind: z.literal('change'),
    place: z
      .object({
        name: z.string(),
        display: z.number(),
        x: z.number(),
        y: z.number(),
        width: z.number(),
        height: z.number(),
      })
      .nullable(),
    app,
  }),
  /** A file that was not there before, by a pattern with `*` and `?`. */
  z.object({
    kind: z.literal('file'),
    pattern: z.string(),
    folder: z.string(),
    /** Names that fitted when it was set; absent: those of the first look. */
    there: z.array(z.string()).optional(),
  }),
  z.object({ kind: z.literal('url'), url: z.string(), wants: z.enum(['answers', 'changes']) }),
  /** A program that runs no longer, by its name. */
  z.object({ kind: z.literal('process'), name: z.string() }),
]);
export type Watch = Readonly<z.infer<typeof watchSchema>>;
