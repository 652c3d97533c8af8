/** Sets a fleet up: its keys, its server's configuration and what the gateway connects with, in one folder, whole or not at all. */
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gatewayPermissions } from '../../src/fleet/subjects.ts';
import {
  credsOf,
  makeKeys,
  makeUser,
  publicKeyOf,
  signAccount,
  signOperator,
  signSystemAccount,
  signUser,
} from './authority.ts';
import { makeCertificates } from './certificates.ts';
import { FLEET_FILES, type Fleet, renderFleet } from './fleet-folder.ts';
import { renderServerConfig } from './server-config.ts';

export interface NewFleet {
  readonly folder: string;
  readonly address: string;
  readonly here: string;
  readonly listen: string;
  /** The files that start the server with this configuration, by file name. */
  readonly service: (configFile: string) => Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Writes all of it, or nothing. Rejects with the system's error. */
export async function makeFleet({ folder, address, here, listen, service, now }: NewFleet): Promise<void> {
  const beside = `${folder}.${process.pid}.new`;
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  await rm(beside, { recursive: true, force: true });
  try {
    const keys = makeKeys();
    const certificates = makeCertificates(now);
    const system = publicKeyOf(keys.system);
    const gateway = makeUser();
    const gatewayJwt = await signUser(keys, 'gateway', gateway.publicKey, gatewayPermissions());
    const fleet: Fleet = { v: 1, address, here, machines: [], revoked: {} };
    const config = {
      folder: join(folder, FLEET_FILES.server),
      listen,
      operatorJwt: await signOperator(keys),
      systemAccount: system,
    };
    for (const one of ['', 'server', 'server/accounts', 'server/data']) await makeFolder(join(beside, one));
    const files: Readonly<Record<string, string>> = {
      [FLEET_FILES.keys]: `${JSON.stringify(keys)}\n`,
      [FLEET_FILES.fleet]: renderFleet(fleet),
      [FLEET_FILES.authority]: certificates.authority,
      [FLEET_FILES.gateway]: credsOf(gatewayJwt, gateway.seed),
      [FLEET_FILES.config]: renderServerConfig(config),
      ...service(join(folder, FLEET_FILES.config)),
      'server/server.crt': certificates.server + certificates.authority,
      'server/server.key': certificates.serverKey,
      [`server/accounts/${system}.jwt`]: await signSystemAccount(keys),
      [`server/accounts/${publicKeyOf(keys.account)}.jwt`]: await signAccount(keys, {}),
    };
    for (const [name, text] of Object.entries(files)) await writeNew(join(beside, name), text);
    await rename(beside, folder);
  } catch (error) {
    await rm(beside, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  await chmod(path, 0o700);
}

async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.chmod(0o600);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
