/** `deskhand fleet join LINE`: makes this computer a machine of a fleet. `fleet leave` takes that back. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomically } from '../../../adapters/files/atomic-write.ts';
import { makeUser } from '../../../adapters/fleet/authority.ts';
import { findAuthority } from '../../../adapters/fleet/find-authority.ts';
import { FLEET_FILES } from '../../../adapters/fleet/fleet-folder.ts';
import { askToJoin } from '../../../adapters/fleet/join-client.ts';
import { keepSecrets } from '../../../adapters/secrets/secret-store.ts';
import { readJoinLine } from '../../fleet/join-line.ts';
import { say } from '../../words/say.ts';
import { call } from '../call.ts';
import { EXIT, ExitError } from '../exit.ts';
import { secretPlace } from '../secrets.ts';
import { untilSignal } from '../signals.ts';
import { tell } from '../terminal/tell.ts';
import type { FleetPlace } from './fleet-place.ts';

export const USE_OF_JOIN = 'join LINE';
export const USE_OF_LEAVE = 'leave';

/** Key of an unfinished join, which is used again when the command is repeated. */
const joiningSchema = z.object({ user: z.string(), seed: z.string() });

export async function joinFleet(words: readonly string[], place: FleetPlace): Promise<number> {
  if (words.length === 0) throw new ExitError(EXIT.configuration, say`Use: ${call('fleet', USE_OF_JOIN)}`);
  const read = readJoinLine(words.join(''));
  if (!read.ok) throw new ExitError(EXIT.configuration, read.why);
  const { line } = read;
  const { folder, dataFolder } = place;
  refuseOther(folder, line.seed);
  const { signal } = untilSignal();
  tell(say`Joining the fleet at ${line.address} as ${line.name}…`);
  const authority = await findAuthority(line.address, line.pin, signal);
  const write = (name: string, text: string): Promise<void> =>
    writeAtomically(join(folder, name), text, { mode: 0o600, isExclusive: false });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Written before any request: if the key were lost, the line would be used up in vain.
  const seed = await keepSeed(folder, line.seed, write);
  // An interrupted join already had its answer, and the other side may no longer wait.
  const hadAnswer = existsSync(join(folder, FLEET_FILES.worker));
  const joining = await askToJoin(line, seed, authority).catch((error: unknown) => {
    if (!hadAnswer) throw error;
    return null;
  });
  try {
    if (joining !== null) {
      await write(FLEET_FILES.authority, authority);
      await write(FLEET_FILES.worker, joining.creds);
    }
    const settings = {
      NATS_URL: `tls://${line.address}`,
      NATS_CREDS: join(folder, FLEET_FILES.worker),
      MACHINE_NAME: line.name,
      DESKHAND_ROLE: 'worker',
    };
    keepSecrets(settings, secretPlace(dataFolder));
    await rm(join(folder, FLEET_FILES.joining), { force: true });
    await joining?.confirm();
  } catch (error) {
    // Run again with the same line, it gets the same answer.
    await rm(join(folder, FLEET_FILES.worker), { force: true });
    throw error;
  } finally {
    await joining?.close();
  }
  tell(say`This computer is ${line.name} in the fleet now. Start Deskhand, or restart it: ${call('start')}`);
  tell(say`For critical steps on it, set up a code on your phone: ${call('fleet', 'code')}`);
  return EXIT.clean;
}

/** `deskhand fleet leave`: forgets the fleet; the machine stays known there until it is removed. */
export async function leaveFleet(words: readonly string[], { folder, dataFolder }: FleetPlace): Promise<number> {
  if (words.length > 0) throw new ExitError(EXIT.configuration, say`Use: ${call('fleet', USE_OF_LEAVE)}`);
  if (!existsSync(join(folder, FLEET_FILES.worker)))
    throw new ExitError(EXIT.failure, say`This computer is in no fleet, so there is nothing to leave.`);
  const settings = { NATS_URL: '', NATS_CREDS: '', MACHINE_NAME: '', DESKHAND_ROLE: '' };
  keepSecrets(settings, secretPlace(dataFolder));
  await rm(folder, { recursive: true });
  tell(
    say`This computer has left the fleet. Restart Deskhand; and on the gateway remove it: ${call('fleet', 'remove NAME')}`,
  );
  return EXIT.clean;
}

/** `user`: of the line; a join with it that was cut off is gone on with. */
function refuseOther(folder: string, user: string): void {
  if (existsSync(join(folder, FLEET_FILES.worker)) && readBegun(folder)?.user !== user)
    throw new ExitError(
      EXIT.configuration,
      say`This computer is a machine of a fleet already. Leave that first: ${call('fleet', 'leave')}`,
    );
  if (existsSync(join(folder, FLEET_FILES.keys)))
    throw new ExitError(
      EXIT.configuration,
      say`This computer is the gateway of a fleet, and a machine in it without joining. Run this on the other computer.`,
    );
}

async function keepSeed(
  folder: string,
  user: string,
  write: (name: string, text: string) => Promise<void>,
): Promise<string> {
  const begun = readBegun(folder);
  if (begun?.user === user) return begun.seed;
  const { seed } = makeUser();
  await write(FLEET_FILES.joining, JSON.stringify({ user, seed }));
  return seed;
}

function readBegun(folder: string): z.infer<typeof joiningSchema> | undefined {
  const path = join(folder, FLEET_FILES.joining);
  return existsSync(path) ? joiningSchema.safeParse(readJson(readFileSync(path, 'utf8'))).data : undefined;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
