/** Tool servers of a test: bundled into one file each, confirmed as a person would confirm them, in their confined place. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { acquireLock } from '../../adapters/files/lock.ts';
import { createToolPlace } from '../../adapters/machine/tool-place.ts';
import { createSignInStore } from '../../adapters/secrets/sign-in-store.ts';
import { openServer } from '../../adapters/tools/open-server.ts';
import { hashOfProgram } from '../../adapters/tools/program-hash.ts';
import { createServerFiles, hashOfEntry, type ServerEntry } from '../../adapters/tools/server-files.ts';
import type { PublicWeb } from '../../adapters/tools/sign-in/guarded-fetch.ts';
import type { SignInPin } from '../../adapters/tools/sign-in/signed-in.ts';
import { createToolServers } from '../../adapters/tools/tool-servers.ts';
import type { GrantedFolder } from '../../src/ports/tool-place.ts';
import type { AskForServer } from '../../src/ports/tools.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A server of tests/servers/mcp as one file that needs no packages. */
export async function bundleServer(name: string, folder: string): Promise<string> {
  const outfile = join(folder, 'code', `${name}.mjs`);
  await build({
    entryPoints: [join(ROOT, 'tests/servers/mcp', `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return outfile;
}

export const NO_ANSWER: AskForServer = async () => null;
/** No host is public. */
export const NO_WEB: PublicWeb = {
  isPublic: async () => false,
  connect: async () => assert.fail('nothing is public here'),
};
export const NEVER = new AbortController().signal;

export function openTestTools(folder: string) {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  const files = createServerFiles(join(dataDir, 'state', 'mcp'), acquireLock);
  const place = createToolPlace({
    platform: process.platform === 'darwin' ? 'macos' : 'linux',
    home: join(folder, 'home'),
    root: ROOT,
    dataDir,
    path: `${dirname(process.execPath)}:/usr/bin:/bin`,
  });
  const learned: string[] = [];
  const signIns = createSignInStore({
    folder: join(dataDir, 'state', 'mcp', 'sign-ins'),
    child: join(ROOT, 'adapters/secrets/keychain-child.ts'),
    environment: {},
    lock: acquireLock,
    learn: (secrets) => void learned.push(...secrets),
  });
  const tools = createToolServers({ files, place, signIns, web: NO_WEB, version: '1.0.0' });
  const confirm = async (
    name: string,
    entry: ServerEntry,
    { hosts = [], folders = [], signIn }: { hosts?: string[]; folders?: GrantedFolder[]; signIn?: SignInPin } = {},
  ): Promise<void> => {
    const words = 'url' in entry ? [] : [entry.command, ...entry.args];
    const code = 'url' in entry ? '' : await hashOfProgram(words, place);
    const pin = {
      words,
      code,
      hosts,
      folders: folders.map((one) => ({ ...one })),
      ...(signIn === undefined ? {} : { signIn: { issuer: signIn.issuer, origins: [...signIn.origins] } }),
    };
    const connection = await openServer(
      { name, entry, pin, folder: files.folderOf(name).files, place, signIns, web: NO_WEB, version: '1.0.0' },
      NEVER,
    );
    const offered = await connection.list(NEVER).finally(() => connection.close());
    await files.setEntry(name, entry);
    await files.setPin(name, {
      ...pin,
      package: null,
      declared: hashOfEntry(entry),
      tools: offered.map((tool) => ({ ...tool })),
      confirmedAt: '2026-01-01T00:00:00.000Z',
    });
  };
  return { files, place, signIns, learned, tools, confirm };
}

export function nodeServer(file: string, ...args: readonly string[]): ServerEntry {
  return { command: 'node', args: [file, ...args], env: {}, disabled: false };
}
