/** The fleet of this computer, for commands at a terminal: its folder, its content, and changes that exclude each other. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { writeAtomically } from '../../../adapters/files/atomic-write.ts';
import { acquireLock } from '../../../adapters/files/lock.ts';
import type { FleetKeys } from '../../../adapters/fleet/authority.ts';
import {
  FLEET_FILES,
  type Fleet,
  fleetFolder,
  readFleet,
  readKeys,
  renderFleet,
} from '../../../adapters/fleet/fleet-folder.ts';
import { machineNameSchema } from '../../config/machine-name.ts';
import { FleetTrouble } from '../../fleet/fleet-trouble.ts';
import { diskTrouble } from '../../words/disk-trouble.ts';
import { say } from '../../words/say.ts';
import { call } from '../call.ts';
import { findDataFolder } from '../data-folder.ts';
import { EXIT, ExitError } from '../exit.ts';
import { loadSettings, secretsOf } from '../settings.ts';

export interface FleetPlace {
  /** DATA_DIR. */
  readonly dataFolder: string;
  /** `state/fleet` in it. */
  readonly folder: string;
}

export function findFleetPlace(hide: (secrets: readonly string[]) => void): FleetPlace {
  const settings = loadSettings(process.env);
  hide(secretsOf(settings, process.env));
  const dataFolder = findDataFolder(settings.DATA_DIR);
  return { dataFolder, folder: fleetFolder(dataFolder) };
}

export interface OpenFleet {
  readonly fleet: Fleet;
  readonly keys: FleetKeys;
  /** PEM. */
  readonly authority: string;
}

/** Rejects with exit code 2 where this computer is not the gateway of a fleet. */
export async function needFleet({ folder }: FleetPlace): Promise<OpenFleet> {
  if (existsSync(join(folder, FLEET_FILES.worker)))
    throw new ExitError(
      EXIT.configuration,
      say`This computer is a machine of a fleet, and the fleet is managed on the computer that has the chats: run this there.`,
    );
  const fleet = await readFleet(folder);
  if (fleet === null)
    throw new ExitError(EXIT.configuration, say`There is no fleet here yet. Set one up with ${call('fleet', 'init')}.`);
  const keys = await readKeys(folder);
  return { fleet, keys, authority: await readFile(join(folder, FLEET_FILES.authority), 'utf8') };
}

const LOCK_TRIES = 40;
const LOCK_EVERY_MS = 250;

/** Reads, changes and writes the fleet's file, one command at a time. `change` returns the content to write; null: nothing. */
export async function changeFleet<T>(
  place: FleetPlace,
  change: (open: OpenFleet, write: (fleet: Fleet) => Promise<void>) => Promise<T>,
): Promise<T> {
  await needFleet(place);
  const lock = await lockFleet(place.folder, LOCK_TRIES);
  try {
    const write = (fleet: Fleet): Promise<void> =>
      writeAtomically(join(place.folder, FLEET_FILES.fleet), renderFleet(fleet), { mode: 0o600, isExclusive: false });
    return await change(await needFleet(place), write);
  } finally {
    lock.release();
  }
}

async function lockFleet(folder: string, tries: number): Promise<{ release(): void }> {
  const lock = await acquireLock(folder);
  if (lock.ok) return lock;
  if (tries <= 1)
    throw new FleetTrouble(
      say`Another command (process ${`${lock.pid}`}) is changing the fleet. Wait for it, and run this again.`,
    );
  await setTimeout(LOCK_EVERY_MS);
  return await lockFleet(folder, tries - 1);
}

/** Rejects with exit code 2 and the form. */
export function readMachineName(given: string): string {
  const name = machineNameSchema.safeParse(given.toLowerCase());
  if (name.success) return name.data;
  throw new ExitError(
    EXIT.configuration,
    say`“${given}” cannot be a machine’s name: 1 to 32 of a–z, 0–9 and -, beginning with a letter, like studio or mac-mini-2. The words all, any, gateway, here, join and local mean something else.`,
  );
}

/** Expected errors become a sentence and an exit code; a disk error adds that nothing was left half done. */
export async function whileFleet<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ExitError) throw error;
    if (error instanceof FleetTrouble) throw new ExitError(EXIT.failure, error.text, { cause: error });
    const trouble = diskTrouble(error);
    if (trouble === null) throw error;
    throw new ExitError(EXIT.failure, say`It could not be written: ${trouble}. Then run this again.`, { cause: error });
  }
}
