/** A person let in by a code, and the end of an open code: as sent over the socket, and stored. */
import { z } from 'zod';
import { textSchema } from '../words/text-schema.ts';

export const pairedSchema = z.object({
  /** `telegram:123` */
  id: z.string(),
  name: z.string(),
  /** ISO 8601. */
  at: z.string(),
});

/** A person who was let in by a code. */
export type Paired = z.infer<typeof pairedSchema>;

export const pairingEndSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paired'), person: pairedSchema }),
  /** Time over, tries used up, or ended by somebody. */
  z.object({ kind: z.enum(['expired', 'tried', 'cancelled']) }),
  /** `said`: the reason as a text; absent from an older Deskhand. */
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
