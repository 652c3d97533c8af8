/** Deletes the server's data of a removed machine: its consumer, its commands, its presence. */
import { credsOf, makeUser, signUser } from '../../../adapters/fleet/authority.ts';
import { openFleet } from '../../../adapters/fleet/open-fleet.ts';
import { PRESENCE_STREAM, subjectsOf, WORK_STREAM } from '../../fleet/subjects.ts';
import type { OpenFleet } from './fleet-place.ts';

const PATIENCE_MS = 10_000;

/** Missing data, or a missing stream, counts as deleted. */
export async function dropFromServer(name: string, { fleet, keys, authority }: OpenFleet): Promise<void> {
  const { consumer, work, presence } = subjectsOf(name);
  const asked: readonly (readonly [string, object])[] = [
    [`CONSUMER.DELETE.${WORK_STREAM}.${consumer}`, {}],
    [`STREAM.PURGE.${WORK_STREAM}`, { filter: work }],
    [`STREAM.PURGE.${PRESENCE_STREAM}`, { filter: presence }],
  ];
  const own = makeUser();
  const publish = asked.map(([call]) => `$JS.API.${call}`);
  const jwt = await signUser(keys, 'fleet remove', own.publicKey, {
    publish,
    subscribe: ['_INBOX_fleet.>'],
    answers: false,
  });
  const connection = await openFleet({ address: fleet.here, authority }, credsOf(jwt, own.seed), '_INBOX_fleet');
  try {
    for (const [call, body] of asked)
      await connection.request(`$JS.API.${call}`, JSON.stringify(body), { timeout: PATIENCE_MS });
  } finally {
    await connection.close();
  }
}
