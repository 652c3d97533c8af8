/** A real nats-server with TLS on loopback, whose users may do what `permissionsOf` says: its own certificate, a seed file for each. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { MOST_DISK_BYTES, MOST_MEMORY_BYTES } from '../../adapters/fleet/authority.ts';
import { SERVER_ENV } from '../../adapters/fleet/server-service.ts';
import { gatewayPermissions, type Permissions, permissionsOf } from '../../src/fleet/subjects.ts';
import { FLEET_TLS_NAME } from '../../src/fleet/tls-name.ts';
import { makeSmallDisk, type SmallDisk } from './small-disk.ts';
import { until } from './until.ts';

export interface FleetServer {
  readonly port: number;
  readonly url: string;
  /** The credentials file of this machine, or of the gateway. */
  credsOf(name: string): string;
  readonly folder: string;
  pid(): number;
  /** The server's disk, where `diskMb` was given. */
  readonly disk: SmallDisk | null;
  /** Kills the server with -9. */
  kill(): Promise<void>;
  /** Ends the server in order, with all its data on the disk. */
  end(): Promise<void>;
  /** Starts the server again on its data. */
  start(): Promise<void>;
  /** Revokes this user at once. */
  shutOut(name: string): Promise<void>;
  /** Ends the server and removes its folder. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/** `diskMb`: the size of a disk of its own for the server's data. */
export async function startFleetServer(machines: readonly string[], diskMb?: number): Promise<FleetServer> {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-nats-'));
  const port = await findPort();
  makeCertificate(folder);
  const users = ['gateway', ...machines].map((name) => {
    const pair = nkeys.createUser();
    writeFileSync(join(folder, `${name}.creds`), new TextDecoder().decode(pair.getSeed()), { mode: 0o600 });
    const allowed = name === 'gateway' ? gatewayPermissions() : permissionsOf(name);
    return { name, nkey: pair.getPublicKey(), permissions: permit(allowed) };
  });
  const configure = (of: typeof users) => ({
    host: HOST,
    port,
    jetstream: {
      store_dir: join(folder, 'store'),
      max_memory_store: MOST_MEMORY_BYTES,
      max_file_store: MOST_DISK_BYTES,
    },
    tls: { cert_file: join(folder, 'server.pem'), key_file: join(folder, 'server-key.pem'), timeout: 10 },
    authorization: { users: of.map(({ nkey, permissions }) => ({ nkey, permissions })) },
  });
  const write = (of: typeof users): void => writeFileSync(join(folder, 'server.json'), JSON.stringify(configure(of)));
  write(users);
  mkdirSync(join(folder, 'store'));
  const disk = diskMb === undefined ? null : await makeSmallDisk(join(folder, 'store'), diskMb);
  let running: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    const args = ['-c', join(folder, 'server.json')];
    const [program, words] = disk?.enter('nats-server', args) ?? ['nats-server', args];
    const child = spawn(program, words, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...SERVER_ENV },
    });
    let said = '';
    child.stderr.on('data', (bytes: Buffer) => {
      said = (said + bytes.toString()).slice(-4000);
    });
    running = child;
    await until(() => {
      if (child.exitCode !== null) throw new Error(`nats-server ended: ${said}`);
      return said.includes('Server is ready');
    }, 'nats-server ready');
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const child = running;
    running = null;
    if (child === null || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  };
  await start();
  return {
    port,
    url: `tls://${HOST}:${port}`,
    folder,
    credsOf: (name) => join(folder, `${name}.creds`),
    pid: () => running?.pid ?? 0,
    disk,
    kill: () => end('SIGKILL'),
    end: () => end('SIGTERM'),
    async shutOut(name) {
      write(users.filter((user) => user.name !== name));
      running?.kill('SIGHUP');
    },
    start,
    async close() {
      await end('SIGKILL');
      await disk?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function permit({ publish, subscribe, answers }: Permissions): object {
  return {
    publish: { allow: publish },
    subscribe: { allow: subscribe },
    ...(answers ? { allow_responses: { max: 1, expires: '2m' } } : {}),
  };
}

function makeCertificate(folder: string): void {
  const [key, cert] = [join(folder, 'server-key.pem'), join(folder, 'server.pem')];
  const subject = ['-subj', `/CN=${FLEET_TLS_NAME}`, '-addext', `subjectAltName=DNS:${FLEET_TLS_NAME}`];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
  execFileSync('cp', [cert, join(folder, 'ca.pem')]);
}

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}
