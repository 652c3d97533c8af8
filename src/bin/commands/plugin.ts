/** `npm run plugin -- add FOLDER|PACKAGE|TARBALL`, `list`, `enable NAME`, `disable NAME`, `remove NAME`: skills that others wrote. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { acquireLock } from '../../../adapters/files/lock.ts';
import { readInstalled, readPlugins } from '../../../adapters/files/plugin-files.ts';
import {
  inspectPlugin,
  installPlugin,
  type PluginDraft,
  removePlugin,
  setPluginEnabled,
} from '../../../adapters/files/plugin-install.ts';
import { fetchPackage, isPackageName, openFolder, openTarball } from '../../../adapters/files/plugin-package.ts';
import { readSkillFolder } from '../../../adapters/files/skill-files.ts';
import { english } from '../../words/speak.ts';
import { showHidden } from '../../words/visible.ts';
import { call } from '../call.ts';
import { findDataFolder } from '../data-folder.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { PROJECT_ROOT } from '../own-files.ts';
import { loadSettings, withoutSettings } from '../settings.ts';
import { untilSignal } from '../signals.ts';

const USE = `Use: ${call('plugin', 'add FOLDER|PACKAGE|TARBALL [--yes] | list | enable NAME | disable NAME | remove NAME')}`;

await runCommand(async () => {
  const { word, what, isSure } = readOptions();
  const settings = loadSettings(process.env);
  const folder = join(findDataFolder(settings.DATA_DIR), 'plugins');
  if (word === 'list') return await list(folder);
  const lock = await acquireLock(folder);
  if (!lock.ok) throw new ExitError(EXIT.configuration, `Another ${call('plugin')} is at work; wait for it.`);
  try {
    if (word === 'add') return await add(what, folder, isSure);
    if (word === 'remove') return tell(await removePlugin(folder, what), what, 'is taken away');
    return tell(
      await setPluginEnabled(folder, what, word === 'enable'),
      what,
      `is turned ${word === 'enable' ? 'on' : 'off'}`,
    );
  } finally {
    lock.release();
  }
});

function readOptions(): { readonly word: string; readonly what: string; readonly isSure: boolean } {
  try {
    const { values, positionals } = parseArgs({
      options: { yes: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [word = '', what = '', ...more] = positionals;
    const isKnown =
      word === 'list' ? what === '' : ['add', 'remove', 'enable', 'disable'].includes(word) && what !== '';
    if (!isKnown || more.length > 0) throw new Error('That is not understood.');
    return { word, what, isSure: values.yes };
  } catch (error) {
    throw new ExitError(EXIT.configuration, `${error instanceof Error ? error.message : String(error)}\n${USE}`);
  }
}

async function list(folder: string): Promise<number> {
  const { plugins } = await readInstalled(folder);
  const { problems } = await readPlugins(folder, []);
  for (const [name, { version, source, permissions, isEnabled }] of Object.entries(plugins))
    say(
      `${name} ${version}  ${isEnabled ? 'on' : 'off'}, may use ${permissions.join(', ') || 'nothing'}, from ${source}`,
    );
  if (Object.keys(plugins).length === 0) say('No plugin is added.');
  for (const problem of problems) say(english(problem));
  return EXIT.clean;
}

async function add(what: string, folder: string, isSure: boolean): Promise<number> {
  const { signal } = untilSignal();
  const fetched = await find(what, signal);
  try {
    const shipped = await readSkillFolder(join(PROJECT_ROOT, 'skills'));
    const inspected = await inspectPlugin(
      fetched.folder,
      shipped.skills.map(({ name }) => name),
    );
    if (!inspected.ok) throw new ExitError(EXIT.failure, `Nothing was added. ${english(inspected.reason)}.`);
    const { draft } = inspected;
    show(draft);
    if (!isSure && !(await confirm(signal))) {
      say('Nothing was added.');
      return EXIT.failure;
    }
    await installPlugin(folder, draft, what);
    say(`${draft.manifest.name} is added. A Deskhand that runs uses it within a second; /skills lists its skills.`);
    return EXIT.clean;
  } finally {
    await fetched.close();
  }
}

async function find(what: string, signal: AbortSignal): Promise<{ readonly folder: string; close(): Promise<void> }> {
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), what);
  const kind = await stat(path).catch(() => null);
  const isTarball = kind?.isFile() === true && /\.(?:tgz|tar\.gz)$/.test(path);
  const isFolder = kind?.isDirectory() === true;
  if (!isFolder && !isTarball && !isPackageName(what))
    throw new ExitError(EXIT.configuration, `${what} is no folder, no .tgz file and no name of a package.\n${USE}`);
  const npm = process.env.npm_execpath === undefined ? ['npm'] : [process.execPath, process.env.npm_execpath];
  try {
    if (isFolder) return await openFolder(path);
    return isTarball
      ? await openTarball(path)
      : await fetchPackage(what, { npm, env: withoutSettings(process.env) }, signal);
  } catch (error) {
    throw new ExitError(EXIT.failure, `Nothing was added. ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** All a person needs to decide: what it may use, and what it will answer to and do. */
function show({ manifest, skills, leftOut }: PluginDraft): void {
  say(`${manifest.name} ${manifest.version}${manifest.description === '' ? '' : `: ${manifest.description}`}`);
  say(
    `It may use: ${manifest.permissions.join(', ') || 'nothing'}. Everything else asks, and it can never ask for less than you are asked now.`,
  );
  for (const { name, description, triggers, permissions, playbook } of skills) {
    say(`\n  ${name}: ${description}`);
    say(
      `    may use ${permissions?.join(', ') || 'nothing'}; ${playbook === null ? 'guides a model' : `${playbook.length} ${playbook.length === 1 ? 'step' : 'steps'} without a model`}`,
    );
    for (const { pattern } of triggers) say(`    answers to ${pattern}`);
  }
  if (leftOut.length > 0) say(`\nNot taken: ${leftOut.slice(0, 20).join(', ')}${leftOut.length > 20 ? ', …' : ''}`);
}

async function confirm(signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new ExitError(EXIT.configuration, 'Nothing was added: nobody is there to confirm it. Add --yes to mean it.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question('Add it? Type yes: ', { signal }).catch(() => '');
  terminal.close();
  return /^\s*y(?:es)?\s*$/i.test(answer);
}

function tell(isDone: boolean, name: string, what: string): number {
  if (!isDone)
    throw new ExitError(EXIT.failure, `There is no plugin ${showHidden(name)}. ${call('plugin', 'list')} shows them.`);
  say(`${name} ${what}.`);
  return EXIT.clean;
}

/** What a plugin says of itself is shown on a terminal. */
function say(line: string): void {
  process.stdout.write(`${showHidden(line)}\n`);
}
