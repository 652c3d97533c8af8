/** `deskhand fleet init`: makes this computer the gateway of a fleet, with a server of its own to start. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FLEET_FILES } from '../../../adapters/fleet/fleet-folder.ts';
import { makeFleet } from '../../../adapters/fleet/make-fleet.ts';
import { renderServerService } from '../../../adapters/fleet/server-service.ts';
import { findProgram } from '../../../adapters/machine/programs-by-name.ts';
import { keepSecrets } from '../../../adapters/secrets/secret-store.ts';
import { machineNameSchema } from '../../config/machine-name.ts';
import { say } from '../../words/say.ts';
import { call } from '../call.ts';
import { EXIT, ExitError } from '../exit.ts';
import { readArguments } from '../reach-deskhand.ts';
import { secretPlace } from '../secrets.ts';
import { tell } from '../terminal/tell.ts';
import { type FleetPlace, readMachineName } from './fleet-place.ts';

export const USE_OF_INIT = 'init [--name NAME] [--host ADDRESS] [--port N]';
const USUAL_PORT = 4222;
const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/usr/local/sbin', '/opt/homebrew/bin'];

export async function initFleet(words: readonly string[], place: FleetPlace): Promise<number> {
  const { name, host, port } = readOptions(words);
  const { folder, dataFolder } = place;
  refuseOther(folder);
  // Removes what an abandoned join has left.
  await rm(join(folder, FLEET_FILES.joining), { force: true });
  const program = (await findProgram('nats-server', FOLDERS)) ?? '/usr/local/bin/nats-server';
  const here = `127.0.0.1:${port}`;
  await makeFleet({
    folder,
    address: `${host}:${port}`,
    here,
    listen: `0.0.0.0:${port}`,
    service: (configFile) => renderServerService(program, configFile),
    now: Date.now(),
  });
  try {
    const settings = { NATS_URL: `tls://${here}`, NATS_CREDS: join(folder, FLEET_FILES.gateway), MACHINE_NAME: name };
    keepSecrets(settings, secretPlace(dataFolder));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  tellNext(folder, name, `${host}:${port}`);
  return EXIT.clean;
}

function tellNext(folder: string, name: string, address: string): void {
  const file = (name: string): string => JSON.stringify(join(folder, name));
  tell(
    say`This computer is the gateway of your fleet now, and the machine ${name} in it. Machines will reach it at ${address}.`,
  );
  tell(
    say`\n1. Start the server (nats-server 2.9 or newer; on Debian “apt install nats-server”, on a Mac “brew install nats-server”):`,
  );
  tell(`     nats-server -c ${file(FLEET_FILES.config)}`);
  tell(say`   or let it start by itself after each login:`);
  if (process.platform === 'darwin') {
    tell(`     cp ${file(FLEET_FILES.agent)} ~/Library/LaunchAgents/`);
    tell('     launchctl bootstrap gui/$(id -u) ~/Library/LaunchAgents/app.deskhand.nats.plist');
  } else tell(`     systemctl --user enable --now ${file(FLEET_FILES.unit)}`);
  tell(say`2. Restart Deskhand here.`);
  tell(say`3. Add a computer: ${call('fleet', 'add NAME')}`);
  tell(say`\nThe keys in ${folder} let machines in: keep a copy where nobody else has access.`);
}

/** Existing files are never overwritten. */
function refuseOther(folder: string): void {
  if (existsSync(join(folder, FLEET_FILES.worker)))
    throw new ExitError(
      EXIT.configuration,
      say`This computer is a machine of another fleet. Leave that first: ${call('fleet', 'leave')}`,
    );
  if (existsSync(join(folder, FLEET_FILES.keys)) || existsSync(join(folder, FLEET_FILES.fleet)))
    throw new ExitError(
      EXIT.configuration,
      say`There is a fleet in ${folder} already, and nothing was changed. ${call('fleet', 'list')} shows it. To begin anew, stop its server and move that folder away; its machines must join again then.`,
    );
}

function readOptions(words: readonly string[]): {
  readonly name: string;
  readonly host: string;
  readonly port: number;
} {
  const { values } = readArguments(
    () =>
      parseArgs({
        args: [...words],
        options: { name: { type: 'string' }, host: { type: 'string' }, port: { type: 'string' } },
      }),
    call('fleet', USE_OF_INIT),
  );
  const port = Number(values.port ?? USUAL_PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new ExitError(EXIT.configuration, say`--port takes a number from 1 to 65535.`);
  const host = values.host ?? ownAddress();
  if (!/^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9a-fA-F:]+\])$/.test(host) || host.length > 200)
    throw new ExitError(
      EXIT.configuration,
      say`--host takes the name or address at which other computers reach this one, without a port, like studio.local or 192.168.1.20.`,
    );
  return { name: values.name === undefined ? ownName() : readMachineName(values.name), host, port };
}

/** A name that other computers can resolve, else the first address on a network. */
function ownAddress(): string {
  const name = hostname();
  if (name.includes('.')) return name;
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? name;
}

/** `Annas-MacBook.local` → `annas-macbook`. */
function ownName(): string {
  const name = (hostname().split('.')[0] ?? '').toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const short = name
    .replaceAll(/^[^a-z]+/g, '')
    .slice(0, 32)
    .replaceAll(/-+$/g, '');
  return machineNameSchema.safeParse(short).success ? short : 'desk';
}
