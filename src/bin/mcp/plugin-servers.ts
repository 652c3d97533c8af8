/** Tool servers of a plugin as unconfirmed entries of mcp.json: their code is copied, and nothing is started. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { acquireLock } from '../../../adapters/files/lock.ts';
import type { PluginDraft } from '../../../adapters/files/plugin-install.ts';
import { isServerName } from '../../../adapters/tools/server-files.ts';
import { placeServer } from '../../skills/plugin-servers.ts';
import { say } from '../../words/say.ts';
import { call } from '../call.ts';
import { EXIT, ExitError } from '../exit.ts';
import { openServerFiles, openSignIns } from './open-tools.ts';

/** The server's name among all servers: no two plugins can have the same, nor a plugin and the person's own server without a dot in its name. */
export function nameOfServer(plugin: string, server: string): string {
  return `${plugin}.${server}`;
}

type Brought = Pick<PluginDraft, 'manifest' | 'servers' | 'code'>;

/** Rejects with a sentence when a name belongs to another server; `before`: names from this plugin's last version. */
export async function addServers(
  { manifest, servers, code }: Brought,
  before: readonly string[],
  dataFolder: string,
): Promise<void> {
  await withServers(dataFolder, async (files) => {
    const { entries } = files.read();
    const named = servers.map((server) => ({ server, name: nameOfServer(manifest.name, server.name) }));
    const long = named.find(({ name }) => !isServerName(name));
    if (long !== undefined)
      throw new ExitError(EXIT.failure, say`${long.name} is no name of a server: it has more than 64 characters.`);
    const taken = named.find(({ name }) => entries.has(name) && !before.includes(name));
    if (taken !== undefined)
      throw new ExitError(
        EXIT.failure,
        say`There is a server ${taken.name} already. ${call('mcp', `remove ${taken.name}`)} takes it away.`,
      );
    await forget(before, files, dataFolder);
    for (const { server, name } of named) {
      const folder = files.folderOf(name);
      // In the folder of packages, all of it is shown to the server, and pinned.
      const root = join(folder.package, 'node_modules', manifest.name);
      if (!('url' in server)) await writeCode(root, code);
      await files.setEntry(name, placeServer(server, { root, data: folder.files, has: (path) => code.has(path) }));
    }
  });
}

export async function removeServers(names: readonly string[], dataFolder: string): Promise<void> {
  if (names.length > 0) await withServers(dataFolder, (files) => forget(names, files, dataFolder));
}

export async function turnServers(names: readonly string[], isEnabled: boolean, dataFolder: string): Promise<void> {
  if (names.length === 0) return;
  await withServers(dataFolder, async (files) => {
    const { entries } = files.read();
    for (const name of names) {
      const entry = entries.get(name);
      if (entry !== undefined) await files.setEntry(name, { ...entry, disabled: !isEnabled });
    }
  });
}

type Files = ReturnType<typeof openServerFiles>;

async function forget(names: readonly string[], files: Files, dataFolder: string): Promise<void> {
  const signIns = openSignIns({ dataFolder, env: process.env, learn: () => undefined });
  for (const name of names) {
    // First: where the keychain is shut, the server stays, and can be taken away again later.
    await signIns.forget(name);
    await files.setEntry(name, null);
    await files.setPin(name, null);
    await rm(files.folderOf(name).root, { recursive: true, force: true });
  }
}

async function writeCode(root: string, code: ReadonlyMap<string, Uint8Array>): Promise<void> {
  await rm(root, { recursive: true, force: true });
  for (const [path, bytes] of code) {
    await mkdir(dirname(join(root, path)), { recursive: true, mode: 0o700 });
    // The file may be a program.
    await writeFile(join(root, path), bytes, { mode: 0o700, flag: 'wx' });
  }
}

/** Excludes simultaneous `deskhand mcp` commands. */
async function withServers(dataFolder: string, act: (files: Files) => Promise<void>): Promise<void> {
  const files = openServerFiles(dataFolder);
  const folder = resolve(files.folderOf('x').root, '..');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = await acquireLock(folder);
  if (!lock.ok) throw new ExitError(EXIT.configuration, say`Another ${call('mcp')} is at work; wait for it.`);
  try {
    await act(files);
  } finally {
    lock.release();
  }
}
