/** What the process that opens a document says of it. */
import { z } from 'zod';

/** Why a document cannot be read: `form`: of no known format; `damaged`; `size`: too large; `locked`: it has a password. */
export const UNREADABLE = ['form', 'damaged', 'size', 'locked'] as const;

export const documentReply = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sheets'),
    sheets: z.array(z.object({ name: z.string(), cells: z.record(z.string(), z.array(z.string())) })),
  }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('pdf'), text: z.string(), pages: z.number() }),
  z.object({ kind: z.literal('picture'), width: z.number(), height: z.number() }),
  z.object({ kind: z.literal('calendar'), entries: z.array(z.object({ title: z.string(), day: z.string() })) }),
  z.object({ kind: z.literal('unreadable'), why: z.enum(UNREADABLE) }),
]);
export type DocumentReply = z.infer<typeof documentReply>;
