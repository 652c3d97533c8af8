/** The joining machine's side: its key never leaves it; what it asks for is a signature under the public half. */
import { decode } from '@nats-io/jwt';
import type { NatsConnection } from '@nats-io/transport-node';
import { FleetTrouble } from '../../src/fleet/fleet-trouble.ts';
import { type JoinRequest, joinAnswerSchema } from '../../src/fleet/join-desk.ts';
import {
  isProof,
  type JoinLine,
  joinClaims,
  joinInbox,
  joinKey,
  joinSubject,
  proofOf,
} from '../../src/fleet/join-line.ts';
import { say, type Text } from '../../src/words/say.ts';
import { credsOf, publicKeyOf } from './authority.ts';
import { isRefused, openFleet } from './open-fleet.ts';

const PATIENCE_MS = 15_000;

export interface Joining {
  /** The signed credentials of the machine's own user, checked against the name, permissions and key that were asked for. */
  readonly creds: string;
  /** Tells the gateway that the credentials are on the disk; true once it knows. Never rejects. */
  confirm(): Promise<boolean>;
  close(): Promise<void>;
}

/** `seed`: of the machine's own user. Rejects with `FleetTrouble`. */
export async function askToJoin(line: JoinLine, seed: string, authority: string): Promise<Joining> {
  const user = publicKeyOf(line.seed);
  const jwt = `${joinClaims(line.account, user, line.expiresAtS)}.${line.signature.toString('base64url')}`;
  const connection = await openFleet(
    { address: line.address, authority },
    credsOf(jwt, line.seed),
    joinInbox(user),
  ).catch((error: unknown) => {
    throw isRefused(error) ? new FleetTrouble(OVER, { cause: error }) : error;
  });
  try {
    const key = joinKey(line.seed);
    const publicKey = publicKeyOf(seed);
    const proof = proofOf(key, 'join', line.name, publicKey);
    const request: JoinRequest = { v: 1, do: 'join', name: line.name, key: publicKey, proof };
    const answer = await ask(connection, joinSubject(user), request);
    if (!answer.ok) throw new FleetTrouble(WHY[answer.why](line.name));
    if (!isProof(key, answer.proof, 'joined', answer.jwt) || !isFor(answer.jwt, publicKey, line.account))
      throw new FleetTrouble(say`The answer did not come from the computer that made this line, so nothing was kept.`);
    return {
      creds: credsOf(answer.jwt, seed),
      async confirm() {
        const kept: JoinRequest = { v: 1, do: 'kept', key: publicKey, proof: proofOf(key, 'kept', publicKey) };
        return await ask(connection, joinSubject(user), kept).then(
          ({ ok }) => ok,
          () => false,
        );
      },
      close: () => connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

const OVER = say`This line has expired or was used. Make a new one on the other computer.`;
const NOBODY = say`Nobody is waiting for this line any more. Make a new one on the other computer, and leave that command open until this one is done.`;
const WHY: Readonly<Record<'wrong' | 'used' | 'expired' | 'taken' | 'failed', (name: string) => Text>> = {
  wrong: () => say`The other computer did not accept this line. Make a new one there.`,
  used: () =>
    say`Another computer has used this line already. If that was not you, remove it there; then make a new line.`,
  expired: () => OVER,
  taken: (name) => say`Another computer is called ${name} by now. Make a new line with another name.`,
  failed: () => say`The other computer could not write down the new machine; it says why. Run this again.`,
};

async function ask(connection: NatsConnection, subject: string, request: JoinRequest) {
  const reply = await connection
    .request(subject, JSON.stringify(request), { timeout: PATIENCE_MS })
    .catch((error: unknown) => {
      throw new FleetTrouble(NOBODY, { cause: error });
    });
  const answer = joinAnswerSchema.safeParse(readJson(reply.string()));
  if (!answer.success)
    throw new FleetTrouble(say`The other computer answered something this version does not know. Update both.`);
  return answer.data;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `decode` checks the signature. */
function isFor(jwt: string, publicKey: string, account: string): boolean {
  try {
    const { sub, iss } = decode(jwt);
    return sub === publicKey && iss === account;
  } catch {
    return false;
  }
}
