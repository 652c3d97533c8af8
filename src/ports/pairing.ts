/** Somebody who was let in by a code, and how the opening of a code ended: as it is said over the socket, and kept. */
import { z } from 'zod';
import { textSchema } from '../words/text-schema.ts';

export const pairedSchema = z.object({
  /** `telegram:123` */
  id: z.string(),
  name: z.string(),
  /** ISO 8601. */
  at: z.string(),
});

/** Somebody who was let in by a code. */
export type Paired = z.infer<typeof pairedSchema>;

export const pairingEndSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paired'), person: pairedSchema }),
  /** The time was over, the tries were used up, somebody ended it, or the disk did not take it. */
  z.object({ kind: z.enum(['expired', 'tried', 'cancelled']) }),
  /** `said`: the reason as a text; nothing from an older Deskhand. */
  z.object({ kind: z.literal('failed'), why: z.string(), said: textSchema.optional().catch(undefined) }),
]);
export type PairingEnd = z.infer<typeof pairingEndSchema>;
export const pairedListSchema = z.array(pairedSchema);

export interface OpenCode {
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly ended: Promise<PairingEnd>;
}
