/** `deskhand mcp add | confirm | list | remove`: tool servers, each shown before it is used and kept as it was shown. */
import { mkdir, realpath, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { acquireLock } from '../../../adapters/files/lock.ts';
import { type InstalledServer, installServer, readNpx } from '../../../adapters/tools/install-server.ts';
import { openServer } from '../../../adapters/tools/open-server.ts';
import { hashOfProgram } from '../../../adapters/tools/program-hash.ts';
import { hashOfEntry, type Pin, type ServerEntry } from '../../../adapters/tools/server-files.ts';
import { SignInNeeded } from '../../../adapters/tools/sign-in/signed-in.ts';
import { hashOfTools } from '../../../adapters/tools/tool-list.ts';
import { textOf } from '../../words/said-error.ts';
import { say, slash } from '../../words/say.ts';
import { showHidden } from '../../words/visible.ts';
import { call } from '../call.ts';
import { EXIT, ExitError } from '../exit.ts';
import { versionOfDeskhand } from '../own-files.ts';
import { withoutSettings } from '../settings.ts';
import { untilSignal } from '../signals.ts';
import { askYes, tell, YES } from '../terminal/tell.ts';
import { openServerFiles, openSignIns, openToolPlace, openTools } from './open-tools.ts';
import { PUBLIC_WEB } from './public-web.ts';
import { type Asked, readOptions } from './server-options.ts';
import { describeServer } from './server-review.ts';
import { signInAtTerminal } from './sign-in.ts';

/** `args`: arguments after `mcp`. */
export async function manageServers(
  args: readonly string[],
  dataFolder: string,
  learn: (secrets: readonly string[]) => void,
): Promise<number> {
  const asked = readOptions(args);
  if (asked.word === 'list') return list(dataFolder);
  const files = openServerFiles(dataFolder);
  const { root } = files.folderOf(asked.name);
  await mkdir(resolve(root, '..'), { recursive: true, mode: 0o700 });
  const lock = await acquireLock(resolve(root, '..'));
  if (!lock.ok) throw new ExitError(EXIT.configuration, say`Another ${call('mcp')} is at work; wait for it.`);
  try {
    if (asked.word === 'remove') {
      const { entries, pins } = files.read();
      if (!entries.has(asked.name) && !pins.has(asked.name)) throw unknownServer(asked.name);
      await openSignIns({ dataFolder, env: process.env, learn }).forget(asked.name);
      await files.setEntry(asked.name, null);
      await files.setPin(asked.name, null);
      await rm(root, { recursive: true, force: true });
      tell(say`${asked.name} is taken away, with what it kept in its folder.`);
      return EXIT.clean;
    }
    return await review(asked, dataFolder, learn);
  } finally {
    lock.release();
  }
}

function unknownServer(name: string): ExitError {
  return new ExitError(EXIT.failure, say`There is no server ${showHidden(name)}. ${call('mcp', 'list')} shows them.`);
}

function list(dataFolder: string): number {
  const files = openServerFiles(dataFolder);
  const { problem, pins } = files.read();
  if (problem !== '') tell(problem);
  const servers = openTools({ home: homedir(), dataFolder, env: process.env, learn: () => undefined }).servers();
  for (const { name, what, state, detail, tools } of servers) {
    const pin = pins.get(name);
    tell(say`${name}  ${state === 'ready' ? say`confirmed, ${tools.length} tools` : detail}`);
    tell(`  ${what}${pin?.package == null ? '' : ` (${pin.package.version})`}`);
    if (pin !== undefined && pin.words.length > 0)
      tell(
        say`  reaches ${pin.hosts.join(', ') || say`no host`}; sees its own folder${pin.folders.map(({ path }) => `, ${path}`).join('')}`,
      );
  }
  if (servers.length === 0 && problem === '') tell(say`There is no tool server.`);
  tell(say`In ${files.path}`);
  return EXIT.clean;
}

/** Installs the server if needed, starts it once with only the granted access, shows it, and stores it after a confirmation. */
async function review(asked: Asked, dataFolder: string, learn: (secrets: readonly string[]) => void): Promise<number> {
  const { name } = asked;
  const { signal } = untilSignal();
  const files = openServerFiles(dataFolder);
  const { entries, pins } = files.read();
  if (asked.word === 'add' && entries.has(name))
    throw new ExitError(
      EXIT.failure,
      say`There is a server ${name} already. ${call('mcp', `remove ${name}`)} takes it away.`,
    );
  const entry = asked.entry ?? entries.get(name);
  if (entry === undefined) throw unknownServer(name);
  const before = pins.get(name) ?? null;
  const place = openToolPlace({ home: homedir(), dataFolder, env: process.env });
  let isKept = false;
  try {
    const started = await prepare(entry, asked, before, dataFolder, signal);
    const folders =
      asked.folders.length > 0 ? await Promise.all(asked.folders.map(readFolder)) : (before?.folders ?? []);
    const hosts =
      'url' in entry ? [new URL(entry.url).host] : asked.hosts.length > 0 ? asked.hosts : (before?.hosts ?? []);
    const code = 'url' in entry ? '' : await hashOfProgram(started.words, place);
    const signIns = openSignIns({ dataFolder, env: process.env, learn });
    const enter = (): ReturnType<typeof signInAtTerminal> =>
      signInAtTerminal({ name, entry, clientId: asked.clientId, store: signIns }, signal);
    const wantsSignIn = asked.word === 'sign-in' || before?.changed === 'issuer';
    const signIn = wantsSignIn ? await enter() : before?.signIn;
    const draft = { ...started, code, hosts: [...hosts], folders };
    const folder = files.folderOf(name).files;
    const open = (given: Pin['signIn']): ReturnType<typeof openServer> =>
      openServer(
        {
          name,
          entry,
          pin: { ...draft, ...(given === undefined ? {} : { signIn: given }) },
          folder,
          place,
          signIns,
          web: PUBLIC_WEB,
          version: versionOfDeskhand(),
        },
        signal,
      );
    let signedIn = signIn;
    const connection = await open(signIn).catch(async (error: unknown) => {
      if (!(error instanceof SignInNeeded) || wantsSignIn || !process.stdin.isTTY) throw error;
      signedIn = await enter();
      return await open(signedIn);
    });
    const tools = await connection.list(signal).finally(() => connection.close());
    const pin: Pin = {
      ...draft,
      ...(signedIn === undefined ? {} : { signIn: signedIn }),
      declared: hashOfEntry(entry),
      tools: tools.map((tool) => ({ ...tool })),
      confirmedAt: new Date().toISOString(),
    };
    if (asked.word === 'sign-in' && before !== null && isSameOffer(before, pin)) {
      await files.setPin(name, pin);
      return EXIT.clean;
    }
    const what = 'url' in entry ? entry.url : [entry.command, ...entry.args].join(' ');
    for (const line of describeServer(name, what, pin, before)) tell(line);
    tell(say`\nEvery tool asks before it is used, until you let it run by itself: ${slash('tools')} in your chat.`);
    if (!asked.isSure && !(await confirm(signal))) {
      tell(say`Nothing was kept.`);
      return EXIT.failure;
    }
    isKept = true;
    if (asked.entry !== null) await files.setEntry(name, entry);
    await files.setPin(name, pin);
    tell(say`${name} is confirmed. A Deskhand that runs can use it from its next run on.`);
    return EXIT.clean;
  } catch (error) {
    if (error instanceof ExitError) throw error;
    throw new ExitError(EXIT.failure, say`${name} was not confirmed: ${textOf(error)}`, { cause: error });
  } finally {
    if (!isKept && before === null && asked.word === 'add') {
      await rm(files.folderOf(name).root, { recursive: true, force: true });
      await openSignIns({ dataFolder, env: process.env, learn }).forget(name);
    }
  }
}

/** Whether the server is the confirmed one, so that it need not be shown again. */
function isSameOffer(before: Pin, now: Pin): boolean {
  const isOn = before.changed === undefined || before.changed === 'issuer';
  return isOn && before.declared === now.declared && hashOfTools(before.tools) === hashOfTools(now.tools);
}

async function prepare(
  entry: ServerEntry,
  asked: Asked,
  before: Pin | null,
  dataFolder: string,
  signal: AbortSignal,
): Promise<Pick<Pin, 'words' | 'package'>> {
  if ('url' in entry) return { words: [], package: null };
  const words = [entry.command, ...entry.args];
  const wanted = readNpx(words);
  if (wanted === null) return { words, package: null };
  const isSame = before !== null && before.declared === hashOfEntry(entry) && before.package !== null;
  if (isSame && before.changed !== 'code' && !asked.isUpdate) return { words: before.words, package: before.package };
  // The version that was confirmed, from the registry again.
  const spec =
    isSame && !asked.isUpdate && before.package !== null
      ? `${before.package.name}@${before.package.version}`
      : wanted.spec;
  const npm = process.env.npm_execpath === undefined ? ['npm'] : [process.execPath, process.env.npm_execpath];
  const folder = openServerFiles(dataFolder).folderOf(asked.name).package;
  tell(say`Fetching ${spec}; nothing of it runs meanwhile.`);
  const installed: InstalledServer = await installServer(
    { ...wanted, spec },
    folder,
    { npm, env: withoutSettings(process.env) },
    signal,
  );
  const { start, name, version, integrity } = installed;
  return { words: [...start, ...wanted.args], package: { name, version, integrity } };
}

async function readFolder({ path, isWritable }: Asked['folders'][number]): Promise<Asked['folders'][number]> {
  const whole = resolve(process.env.INIT_CWD ?? process.cwd(), path.replace(/^~(?=\/|$)/, homedir()));
  const real = await realpath(whole).catch(() => whole);
  const stats = await stat(real).catch(() => null);
  if (stats?.isDirectory() !== true) throw new ExitError(EXIT.configuration, say`${path} is no folder.`);
  if (real === '/' || real === homedir())
    throw new ExitError(EXIT.configuration, say`${path} is too much to grant; name a folder in it.`);
  return { path: real, isWritable };
}

async function confirm(signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new ExitError(
      EXIT.configuration,
      say`Nothing was kept: nobody is there to confirm it. Add --yes to mean it.`,
    );
  return await askYes(say`Use it? Type ${YES}:`, signal);
}
