/** Who may connect to the fleet's server: an operator, the server's own account, Deskhand's account and its users, as signed JWTs. */
import {
  createAccount,
  createOperator,
  createUser,
  encodeAccount,
  encodeOperator,
  encodeUser,
  fmtCreds,
  fromSeed,
  type OperatorLimits,
} from '@nats-io/jwt';
import { z } from 'zod';
import type { Permissions } from '../../src/fleet/subjects.ts';

/** Seeds: whoever has them lets anybody in. */
export const fleetKeysSchema = z.object({ operator: z.string(), system: z.string(), account: z.string() });
export type FleetKeys = Readonly<z.infer<typeof fleetKeysSchema>>;

/** Public key of a user → seconds since 1970: what was signed for that user until then no longer counts. */
export type Revocations = Readonly<Record<string, number>>;

/** All of Deskhand is one account: what its machines may keep on the server's disk together, bytes. */
export const MOST_DISK_BYTES = 10 * 1024 ** 3;
/** Memory of the account on the server, bytes; only presence is kept in memory. */
export const MOST_MEMORY_BYTES = 64 * 1024 ** 2;
/** A reply to a request is late after that, nanoseconds. */
const REPLY_TTL_NS = 10 * 60 * 1e9;

const UNLIMITED: OperatorLimits = {
  subs: -1,
  data: -1,
  payload: -1,
  imports: -1,
  exports: -1,
  wildcards: true,
  conn: -1,
  leaf: 0,
};

const pairOf = (seed: string) => fromSeed(new TextEncoder().encode(seed));
const seedOf = (pair: { getSeed(): Uint8Array }): string => new TextDecoder().decode(pair.getSeed());

export function makeKeys(): FleetKeys {
  return { operator: seedOf(createOperator()), system: seedOf(createAccount()), account: seedOf(createAccount()) };
}

/** A new identity; the seed stays with whoever made it. */
export function makeUser(): { readonly seed: string; readonly publicKey: string } {
  const user = createUser();
  return { seed: seedOf(user), publicKey: user.getPublicKey() };
}

export function publicKeyOf(seed: string): string {
  return pairOf(seed).getPublicKey();
}

export async function signOperator(keys: FleetKeys): Promise<string> {
  const system = publicKeyOf(keys.system);
  return await encodeOperator('Deskhand', pairOf(keys.operator), { system_account: system });
}

export async function signSystemAccount(keys: FleetKeys): Promise<string> {
  return await encodeAccount('System', pairOf(keys.system), { limits: UNLIMITED }, signedBy(keys.operator));
}

export async function signAccount(keys: FleetKeys, revocations: Revocations): Promise<string> {
  const limits: OperatorLimits = {
    ...UNLIMITED,
    mem_storage: MOST_MEMORY_BYTES,
    disk_storage: MOST_DISK_BYTES,
    streams: -1,
    consumer: -1,
  };
  return await encodeAccount(
    'Deskhand',
    pairOf(keys.account),
    { limits, ...(Object.keys(revocations).length === 0 ? {} : { revocations: { ...revocations } }) },
    signedBy(keys.operator),
  );
}

/** What a user of Deskhand's account may do, and nothing beyond. */
export async function signUser(
  keys: FleetKeys,
  name: string,
  publicKey: string,
  { publish, subscribe, answers }: Permissions,
): Promise<string> {
  // NATS reads an empty list as “everything is allowed”.
  if (publish.length === 0 || subscribe.length === 0) throw new Error('a user without permissions would have all');
  return await encodeUser(name, publicKey, pairOf(keys.account), {
    pub: { allow: [...publish] },
    sub: { allow: [...subscribe] },
    ...(answers ? { resp: { max: 1, ttl: REPLY_TTL_NS } } : {}),
    allowed_connection_types: ['STANDARD'],
  });
}

/** A user of the server's own account, for the moment in which an account is changed. */
export async function makeSystemCreds(keys: FleetKeys): Promise<string> {
  const user = createUser();
  return credsOf(await encodeUser('fleet', user, pairOf(keys.system)), seedOf(user));
}

/** The file that clients read (`nsc` writes the same). */
export function credsOf(jwt: string, seed: string): string {
  return new TextDecoder().decode(fmtCreds(jwt, pairOf(seed)));
}

function signedBy(operatorSeed: string) {
  return { signer: pairOf(operatorSeed) };
}
