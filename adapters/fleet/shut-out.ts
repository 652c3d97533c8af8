/** Revokes users on the server: it closes their open connections at once, and keeps the revocation over a restart. */
import { z } from 'zod';
import { FleetTrouble } from '../../src/fleet/fleet-trouble.ts';
import { quoted, say } from '../../src/words/say.ts';
import { type FleetKeys, makeSystemCreds, type Revocations, signAccount } from './authority.ts';
import { type FleetAddress, openFleet } from './open-fleet.ts';

const PATIENCE_MS = 10_000;
const answerSchema = z.object({
  data: z.object({ code: z.number() }).optional(),
  error: z.object({ description: z.string() }).optional(),
});

/** Rejects with `FleetTrouble`; nothing has changed then. */
export async function pushRevocations(server: FleetAddress, keys: FleetKeys, revoked: Revocations): Promise<void> {
  const connection = await openFleet(server, await makeSystemCreds(keys), '_INBOX_fleet');
  try {
    const reply = await connection.request('$SYS.REQ.CLAIMS.UPDATE', await signAccount(keys, revoked), {
      timeout: PATIENCE_MS,
    });
    const answer = answerSchema.parse(JSON.parse(reply.string()));
    if (answer.error !== undefined || answer.data?.code !== 200)
      throw new FleetTrouble(say`The server refused the change: ${quoted(answer.error?.description ?? 'no reason')}.`);
  } finally {
    await connection.close();
  }
}
