/** `deskhand mcp add | confirm | list | remove`: tool servers, each shown before it is used and kept as it was shown. */
import { mkdir, realpath, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { acquireLock } from '../../../adapters/files/lock.ts';
import { type InstalledServer, installServer, readNpx } from '../../../adapters/tools/install-server.ts';
import { openServer } from '../../../adapters/tools/open-server.ts';
import { hashOfProgram } from '../../../adapters/tools/program-hash.ts';
import { hashOfEntry, isServerName, type Pin, type ServerEntry } from '../../../adapters/tools/server-files.ts';
import { textOf } from '../../words/said-error.ts';
import { english } from '../../words/speak.ts';
import { showHidden } from '../../words/visible.ts';
import { call } from '../call.ts';
import { EXIT, ExitError } from '../exit.ts';
import { versionOfDeskhand } from '../own-files.ts';
import { withoutSettings } from '../settings.ts';
import { untilSignal } from '../signals.ts';
import { openServerFiles, openToolPlace, openTools } from './open-tools.ts';
import { describeServer } from './server-review.ts';

export const USE_OF_SERVERS = [
  'add NAME [--host HOST]… [--folder DIR]… [--write DIR]… [--env NAME=VALUE]… -- COMMAND…',
  'add NAME URL [--header "NAME: VALUE"]…',
  'confirm NAME [--update]',
  'list',
  'remove NAME',
] as const;

export const SERVER_WORDS: readonly string[] = ['add', 'confirm', 'list', 'remove'];

const USE = `Use:\n${USE_OF_SERVERS.map((line) => `  ${call('mcp', line)}`).join('\n')}`;

/** `args`: what stands behind `mcp`. */
export async function manageServers(args: readonly string[], dataFolder: string): Promise<number> {
  const asked = readOptions(args);
  if (asked.word === 'list') return list(dataFolder);
  const files = openServerFiles(dataFolder);
  const { root } = files.folderOf(asked.name);
  await mkdir(resolve(root, '..'), { recursive: true, mode: 0o700 });
  const lock = await acquireLock(resolve(root, '..'));
  if (!lock.ok) throw new ExitError(EXIT.configuration, `Another ${call('mcp')} is at work; wait for it.`);
  try {
    if (asked.word === 'remove') {
      const { entries, pins } = files.read();
      if (!entries.has(asked.name) && !pins.has(asked.name)) throw unknownServer(asked.name);
      await files.setEntry(asked.name, null);
      await files.setPin(asked.name, null);
      await rm(root, { recursive: true, force: true });
      say(`${asked.name} is taken away, with what it kept in its folder.`);
      return EXIT.clean;
    }
    return await review(asked, dataFolder);
  } finally {
    lock.release();
  }
}

interface Asked {
  readonly word: string;
  readonly name: string;
  /** null: the one in mcp.json. */
  readonly entry: ServerEntry | null;
  readonly hosts: readonly string[];
  readonly folders: readonly { readonly path: string; readonly isWritable: boolean }[];
  readonly isSure: boolean;
  readonly isUpdate: boolean;
}

function readOptions(args: readonly string[]): Asked {
  const at = args.indexOf('--');
  const [own, command] = at < 0 ? [args, []] : [args.slice(0, at), args.slice(at + 1)];
  try {
    const { values, positionals } = parseArgs({
      args: [...own],
      allowPositionals: true,
      options: {
        host: { type: 'string', multiple: true, default: [] },
        folder: { type: 'string', multiple: true, default: [] },
        write: { type: 'string', multiple: true, default: [] },
        env: { type: 'string', multiple: true, default: [] },
        header: { type: 'string', multiple: true, default: [] },
        yes: { type: 'boolean', default: false },
        update: { type: 'boolean', default: false },
      },
    });
    const [word = '', name = '', url, ...more] = positionals;
    if (!SERVER_WORDS.includes(word) || more.length > 0) throw new Error('That is not understood.');
    if (word !== 'list' && !isServerName(name))
      throw new Error(
        name === '' ? 'Name the server.' : `${name} cannot be its name: letters, digits, “.”, “_” and “-”, at most 64.`,
      );
    const hosts = values.host.map(readHost);
    const folders = [
      ...values.folder.map((path) => ({ path, isWritable: false })),
      ...values.write.map((path) => ({ path, isWritable: true })),
    ];
    const asked = { word, name, hosts, folders, isSure: values.yes, isUpdate: values.update };
    if (word !== 'add') {
      if (url !== undefined || command.length > 0) throw new Error('That is not understood.');
      return { ...asked, entry: null };
    }
    if ((url === undefined) === (command.length === 0))
      throw new Error('Say either an address, or “--” and the command that starts it.');
    if (url !== undefined)
      return {
        ...asked,
        entry: {
          url: readUrl(url),
          headers: readPairs(values.header, /^([^:\s]+):\s*(.+)$/, '--header "NAME: VALUE"'),
          disabled: false,
        },
      };
    const [program = '', ...rest] = command;
    const env = readPairs(values.env, /^([A-Za-z_]\w*)=(.*)$/s, '--env NAME=VALUE');
    return { ...asked, entry: { command: program, args: rest, env, disabled: false } };
  } catch (error) {
    throw new ExitError(EXIT.configuration, `${error instanceof Error ? error.message : String(error)}\n${USE}`, {
      cause: error,
    });
  }
}

function readHost(host: string): string {
  if (!/^(?:\*\.)?[a-z0-9][a-z0-9.-]*(?::\d{1,5})?$/i.test(host))
    throw new Error(`--host ${host} is no host; like api.example.com, *.example.com or example.com:8443.`);
  return host.toLowerCase();
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url !== null && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url === null || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)))
    throw new Error(`${text} is no address that can be used: https://…, or http://127.0.0.1:… on this computer.`);
  if (url.username !== '' || url.password !== '')
    throw new Error('An address with a password in it is not kept; use --header.');
  return url.href;
}

function readPairs(given: readonly string[], shape: RegExp, use: string): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const [, name, value] = shape.exec(text) ?? [];
      if (name === undefined || value === undefined) throw new Error(`Use ${use}.`);
      return [name, value];
    }),
  );
}

function unknownServer(name: string): ExitError {
  return new ExitError(EXIT.failure, `There is no server ${showHidden(name)}. ${call('mcp', 'list')} shows them.`);
}

function list(dataFolder: string): number {
  const files = openServerFiles(dataFolder);
  const { problem, pins } = files.read();
  if (problem !== '') say(english(problem));
  const servers = openTools({ home: homedir(), dataFolder, env: process.env }).servers();
  for (const { name, what, state, detail, tools } of servers) {
    const pin = pins.get(name);
    say(`${name}  ${state === 'ready' ? `confirmed, ${tools.length} tools` : english(detail)}`);
    say(`  ${what}${pin?.package == null ? '' : ` (${pin.package.version})`}`);
    if (pin !== undefined && pin.words.length > 0)
      say(
        `  reaches ${pin.hosts.join(', ') || 'no host'}; sees its own folder${pin.folders.map(({ path }) => `, ${path}`).join('')}`,
      );
  }
  if (servers.length === 0 && problem === '') say('There is no tool server.');
  say(`In ${files.path}`);
  return EXIT.clean;
}

/** Installs what has to be, starts it once where it can reach only what was granted, shows it, and keeps it after a yes. */
async function review(asked: Asked, dataFolder: string): Promise<number> {
  const { name } = asked;
  const { signal } = untilSignal();
  const files = openServerFiles(dataFolder);
  const { entries, pins } = files.read();
  if (asked.word === 'add' && entries.has(name))
    throw new ExitError(
      EXIT.failure,
      `There is a server ${name} already. ${call('mcp', `remove ${name}`)} takes it away.`,
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
    const draft = { ...started, code, hosts: [...hosts], folders };
    const folder = files.folderOf(name).files;
    const connection = await openServer(
      { name, entry, pin: draft, folder, place, version: versionOfDeskhand() },
      signal,
    );
    const tools = await connection.list(signal).finally(() => connection.close());
    const pin: Pin = {
      ...draft,
      declared: hashOfEntry(entry),
      tools: tools.map((tool) => ({ ...tool })),
      confirmedAt: new Date().toISOString(),
    };
    const what = 'url' in entry ? entry.url : [entry.command, ...entry.args].join(' ');
    for (const line of describeServer(name, what, pin, before)) say(line);
    say('\nEvery tool asks before it is used, until you let it run by itself: /tools in your chat.');
    if (!asked.isSure && !(await confirm(signal))) {
      say('Nothing was kept.');
      return EXIT.failure;
    }
    isKept = true;
    if (asked.entry !== null) await files.setEntry(name, entry);
    await files.setPin(name, pin);
    say(`${name} is confirmed. A Deskhand that runs can use it from its next run on.`);
    return EXIT.clean;
  } catch (error) {
    if (error instanceof ExitError) throw error;
    throw new ExitError(EXIT.failure, `${name} was not confirmed: ${english(textOf(error))}`, { cause: error });
  } finally {
    if (!isKept && before === null && asked.word === 'add')
      await rm(files.folderOf(name).root, { recursive: true, force: true });
  }
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
  say(`Fetching ${spec}; nothing of it runs meanwhile.`);
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
  if (stats?.isDirectory() !== true) throw new ExitError(EXIT.configuration, `${path} is no folder.`);
  if (real === '/' || real === homedir())
    throw new ExitError(EXIT.configuration, `${path} is too much to grant; name a folder in it.`);
  return { path: real, isWritable };
}

async function confirm(signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new ExitError(EXIT.configuration, 'Nothing was kept: nobody is there to confirm it. Add --yes to mean it.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question('Use it? Type yes: ', { signal }).catch(() => '');
  terminal.close();
  return /^\s*y(?:es)?\s*$/i.test(answer);
}

/** What a server says of itself is shown on a terminal. */
function say(line: string): void {
  process.stdout.write(`${line.split('\n').map(showHidden).join('\n')}\n`);
}
