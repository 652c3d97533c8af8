/** The folder of the fleet on the gateway's disk: which machines are in, and the keys that let them in. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { machineNameSchema } from '../../src/config/machine-name.ts';
import { FleetTrouble } from '../../src/fleet/fleet-trouble.ts';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { say } from '../../src/words/say.ts';
import { type FleetKeys, fleetKeysSchema } from './authority.ts';

const fleetSchema = z.object({
  v: z.literal(1),
  /** Where machines reach the server: `host:port`. */
  address: z.string(),
  /** Where this computer reaches the server. */
  here: z.string(),
  machines: z.array(
    z.object({
      name: machineNameSchema,
      /** The public key of the machine's user. */
      key: z.string(),
      since: z.string(),
      /** Sender ids of the people who may use the machine; null: everybody who may use this bot. */
      people: z.array(z.string()).nullable(),
    }),
  ),
  /** Revoked users, and since when (seconds since 1970). */
  revoked: z.record(z.string(), z.number()),
});
export type Fleet = Readonly<z.infer<typeof fleetSchema>>;
export type FleetMachine = Fleet['machines'][number];

/** Names below the fleet's folder. */
export const FLEET_FILES = {
  keys: 'keys.json',
  fleet: 'fleet.json',
  authority: 'ca.pem',
  gateway: 'gateway.creds',
  worker: 'worker.creds',
  joining: 'joining.json',
  server: 'server',
  config: 'server/server.conf',
  unit: 'server/deskhand-nats.service',
  agent: 'server/app.deskhand.nats.plist',
} as const;

/** null: there is none here. */
export async function readFleet(folder: string): Promise<Fleet | null> {
  const text = await readOrNull(join(folder, FLEET_FILES.fleet));
  return text === null ? null : understand(fleetSchema, text, join(folder, FLEET_FILES.fleet));
}

export function fleetFolder(dataFolder: string): string {
  return join(dataFolder, 'state', 'fleet');
}

export async function readKeys(folder: string): Promise<FleetKeys> {
  const path = join(folder, FLEET_FILES.keys);
  const text = await readOrNull(path);
  if (text === null)
    throw new FleetTrouble(
      say`${path} is not there, so nobody can be let in or shut out. Bring it back from a backup.`,
    );
  return understand(fleetKeysSchema, text, path);
}

/** As it stands in `fleet.json`. */
export function renderFleet(fleet: Fleet): string {
  return `${JSON.stringify(fleet, null, 2)}\n`;
}

function understand<T>(schema: z.ZodType<T>, text: string, path: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new FleetTrouble(
      say`${path} cannot be understood. Bring it back from a backup, or take it away and set the fleet up anew.`,
      {
        cause: error,
      },
    );
  }
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}
