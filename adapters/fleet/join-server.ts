/** The gateway's side of a join: makes the line, and hears what the machine with it asks. */
import { createUser, fromSeed } from '@nats-io/jwt';
import { FleetTrouble } from '../../src/fleet/fleet-trouble.ts';
import { createJoinDesk, type JoinDeskNeeds, type JoinEnd, LINE_MS } from '../../src/fleet/join-desk.ts';
import { joinClaims, joinKey, joinSubject, writeJoinLine } from '../../src/fleet/join-line.ts';
import { anySignal } from '../../src/ports/waits/abort-signals.ts';
import { say } from '../../src/words/say.ts';
import { credsOf, type FleetKeys, makeUser, publicKeyOf, signUser } from './authority.ts';
import { pinOf } from './certificates.ts';
import { type FleetAddress, openFleet } from './open-fleet.ts';

/** How much longer the server lets the join line's user connect, since the server's clock may be behind. */
const SLACK_MS = 5 * 60_000;
const PAYLOAD_BYTES = 4096;

export interface OpenJoin {
  readonly line: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly ended: Promise<JoinEnd>;
  /** Accepts no further machines; the connection is closed. */
  close(): Promise<void>;
}

/**
 * Rejects with `FleetTrouble` where the server is not reached. Only while it is open anybody answers joins, and only with this line.
 * `at`: where this computer reaches the server; `server.address`: where the machine will.
 */
export async function openJoin(
  {
    server,
    at,
    keys,
    ...desk
  }: Omit<JoinDeskNeeds, 'key'> & {
    readonly server: FleetAddress;
    readonly at: string;
    readonly keys: FleetKeys;
  },
  signal: AbortSignal,
): Promise<OpenJoin> {
  const user = createUser();
  const seed = new TextDecoder().decode(user.getSeed());
  const account = publicKeyOf(keys.account);
  const expiresAt = desk.clock.now() + LINE_MS;
  const expiresAtS = Math.ceil((expiresAt + SLACK_MS) / 1000);
  const claims = joinClaims(account, user.getPublicKey(), expiresAtS);
  const signature = fromSeed(new TextEncoder().encode(keys.account)).sign(new TextEncoder().encode(claims));
  const line = writeJoinLine({
    name: desk.name,
    address: server.address,
    pin: pinOf(server.authority),
    account,
    expiresAtS,
    seed,
    signature: Buffer.from(signature),
  });
  const subject = joinSubject(user.getPublicKey());
  const own = makeUser();
  const permissions = { publish: ['_INBOX_none'], subscribe: [subject, '_INBOX_fleet.>'], answers: true };
  const creds = credsOf(await signUser(keys, 'fleet add', own.publicKey, permissions), own.seed);
  const connection = await openFleet({ ...server, address: at }, creds, '_INBOX_fleet');
  const over = new AbortController();
  const joins = createJoinDesk({ ...desk, key: joinKey(seed) }, anySignal(signal, over.signal));
  const lost = connection.closed().then((error) => {
    throw new FleetTrouble(say`The connection to the server was lost. Run this again.`, { cause: error });
  });
  let answered: Promise<unknown> = Promise.resolve();
  connection.subscribe(subject, {
    callback: (_error, message) => {
      answered = joins.answer(parse(message.data)).then((answer) => message.respond(JSON.stringify(answer)));
    },
  });
  await connection.flush();
  let isClosing = false;
  return {
    line,
    expiresAt,
    ended: Promise.race([
      joins.ended,
      lost.catch((error: unknown) => (isClosing ? joins.ended : Promise.reject(error))),
    ]),
    async close() {
      isClosing = true;
      over.abort(new Error('closed'));
      // The machine's confirmation ends the join, so its answer is still sent before the connection is closed.
      await answered;
      await connection.drain().catch(() => connection.close());
    },
  };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return bytes.length > PAYLOAD_BYTES ? null : JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
