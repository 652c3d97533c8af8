/** `npm run plugin -- add FOLDER|PACKAGE|TARBALL`, `list`, `enable NAME`, `disable NAME`, `remove NAME`: skills that others wrote; `export SKILL`: one of ours for them. */
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
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
import { createSkillFiles, readSkillFolder } from '../../../adapters/files/skill-files.ts';
import { AGENT_SKILL } from '../../skills/agent-skill.ts';
import { isAdviceOnly, isForeign } from '../../skills/skill.ts';
import { nameKey } from '../../skills/skill-name.ts';
import { SCRIPTS } from '../../skills/skill-scripts.ts';
import { writeAgentSkill } from '../../skills/write-agent-skill.ts';
import { SaidError, textOf } from '../../words/said-error.ts';
import { plural, say, slash, type Text } from '../../words/say.ts';
import { showHidden } from '../../words/visible.ts';
import { call } from '../call.ts';
import { findDataFolder } from '../data-folder.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { addServers, nameOfServer, removeServers, turnServers } from '../mcp/plugin-servers.ts';
import { PROJECT_ROOT } from '../own-files.ts';
import { loadSettings, withoutSettings } from '../settings.ts';
import { untilSignal } from '../signals.ts';
import { askYes, tell, YES } from '../terminal/tell.ts';

const USE = say`Use: ${call('plugin', 'add FOLDER|PACKAGE|TARBALL [--yes] | list | enable NAME | disable NAME | remove NAME | export SKILL [FOLDER]')}`;

await runCommand(async () => {
  const { word, what, into, isSure } = readOptions();
  const settings = loadSettings(process.env);
  const folder = join(findDataFolder(settings.DATA_DIR), 'plugins');
  if (word === 'list') return await list(folder);
  if (word === 'export') return await exportSkill(what, into, dirname(folder));
  const lock = await acquireLock(folder);
  if (!lock.ok) throw new ExitError(EXIT.configuration, say`Another ${call('plugin')} is at work; wait for it.`);
  try {
    if (word === 'add') return await add(what, folder, isSure);
    const servers = await serversOf(folder, what);
    if (word === 'remove') {
      await removeServers(servers, dirname(folder));
      return tellDone(await removePlugin(folder, what), what, say`${what} is taken away.`);
    }
    await turnServers(servers, word === 'enable', dirname(folder));
    return tellDone(
      await setPluginEnabled(folder, what, word === 'enable'),
      what,
      word === 'enable' ? say`${what} is turned on.` : say`${what} is turned off.`,
    );
  } finally {
    lock.release();
  }
});

function readOptions(): {
  readonly word: string;
  readonly what: string;
  readonly into: string;
  readonly isSure: boolean;
} {
  try {
    const { values, positionals } = parseArgs({
      options: { yes: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [word = '', what = '', into = '', ...more] = positionals;
    const isKnown =
      word === 'list' ? what === '' : ['add', 'remove', 'enable', 'disable', 'export'].includes(word) && what !== '';
    if (!isKnown || more.length > 0 || (into !== '' && word !== 'export'))
      throw new SaidError(say`That is not understood.`);
    return { word, what, into, isSure: values.yes };
  } catch (error) {
    throw new ExitError(EXIT.configuration, say`${wordsOf(error)}\n${USE}`);
  }
}

/** Names of the tool servers that a plugin brought; none where there is no such plugin. */
async function serversOf(folder: string, name: string): Promise<readonly string[]> {
  const { plugins } = await readInstalled(folder);
  return Object.hasOwn(plugins, name) ? (plugins[name]?.servers ?? []) : [];
}

async function list(folder: string): Promise<number> {
  const { plugins } = await readInstalled(folder);
  const { problems } = await readPlugins(folder, []);
  for (const [name, { version, source, permissions, isEnabled }] of Object.entries(plugins))
    tell(
      say`${[name, version].join(' ').trim()}  ${isEnabled ? say`on` : say`off`}, ${permissions === null ? say`names no permissions` : say`may use ${permissions.join(', ') || say`nothing`}`}, from ${source}`,
    );
  if (Object.keys(plugins).length === 0) tell(say`No plugin is added.`);
  for (const problem of problems) tell(problem);
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
    if (!inspected.ok) throw new ExitError(EXIT.failure, say`Nothing was added. ${inspected.reason}.`);
    const { draft } = inspected;
    show(draft);
    if (!isSure && !(await confirm(signal))) {
      tell(say`Nothing was added.`);
      return EXIT.failure;
    }
    const before = await serversOf(folder, draft.manifest.name);
    const names = draft.servers.map(({ name }) => nameOfServer(draft.manifest.name, name));
    await addServers(draft, before, dirname(folder));
    await installPlugin(folder, draft, what, names);
    for (const name of names)
      tell(
        say`The tool server ${name} is not used until you have seen what it offers: ${call('mcp', `confirm ${name}`)}`,
      );
    tell(
      say`${draft.manifest.name} is added. A Deskhand that runs uses it within a second; ${slash('skills')} lists its skills.`,
    );
    return EXIT.clean;
  } finally {
    await fetched.close();
  }
}

/** Writes an Agent Skill into a folder of its name; an existing folder stays as it is. */
async function exportSkill(name: string, into: string, dataFolder: string): Promise<number> {
  const own = join(dataFolder, 'skills', 'own');
  const folders = { shipped: join(PROJECT_ROOT, 'skills'), plugins: join(dataFolder, 'plugins'), own };
  const { skills } = await (await createSkillFiles(folders)).read();
  const platform = process.platform === 'darwin' ? 'macos' : 'linux';
  const named = skills.filter((one) => nameKey(one.name) === nameKey(name));
  const skill = named.findLast(({ platforms }) => platforms?.includes(platform) !== false) ?? named.at(-1);
  if (skill === undefined)
    throw new ExitError(EXIT.failure, say`There is no skill ${showHidden(name)}. ${slash('skills')} lists them.`);
  const isOthers = typeof skill.source === 'object' && ('folder' in skill.source || 'plugin' in skill.source);
  if (isOthers)
    throw new ExitError(EXIT.failure, say`${showHidden(skill.name)} is somebody else's; share it as you got it.`);
  const written = writeAgentSkill(skill);
  if (written === null)
    throw new ExitError(
      EXIT.failure,
      say`${showHidden(skill.name)} is too large: its triggers, playbook and checks take more than 32 KB.`,
    );
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), into, written.name);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, AGENT_SKILL), written.text, { flag: 'wx' });
  } catch (error) {
    throw new ExitError(
      EXIT.failure,
      say`Nothing was written: ${join(folder, AGENT_SKILL)}: ${textOf(error)}. Take it away, or name another folder.`,
      { cause: error },
    );
  }
  tell(say`${skill.name} is written as an Agent Skill: ${join(folder, AGENT_SKILL)}`);
  return EXIT.clean;
}

async function find(what: string, signal: AbortSignal): Promise<{ readonly folder: string; close(): Promise<void> }> {
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), what);
  const kind = await stat(path).catch(() => null);
  const isTarball = kind?.isFile() === true && /\.(?:tgz|tar\.gz)$/.test(path);
  const isFolder = kind?.isDirectory() === true;
  if (!isFolder && !isTarball && !isPackageName(what))
    throw new ExitError(EXIT.configuration, say`${what} is no folder, no .tgz file and no name of a package.\n${USE}`);
  const npm = process.env.npm_execpath === undefined ? ['npm'] : [process.execPath, process.env.npm_execpath];
  try {
    if (isFolder) return await openFolder(path);
    return isTarball
      ? await openTarball(path)
      : await fetchPackage(what, { npm, env: withoutSettings(process.env) }, signal);
  } catch (error) {
    throw new ExitError(EXIT.failure, say`Nothing was added. ${wordsOf(error)}`, {
      cause: error,
    });
  }
}

/** Shows everything the person needs to decide: permissions, triggers and actions. */
function show({ manifest, skills, leftOut, notes, servers }: PluginDraft): void {
  tell(
    `${[manifest.name, manifest.version].join(' ').trim()}${manifest.description === '' ? '' : `: ${manifest.description}`}`,
  );
  tell(
    manifest.permissions === null
      ? say`It names no permissions: each of its steps is judged like any other, and it can never ask for less than you are asked now.`
      : say`It may use: ${manifest.permissions.join(', ') || say`nothing`}. Everything else asks, and it can never ask for less than you are asked now.`,
  );
  for (const skill of skills) {
    const { name, description, triggers, permissions, playbook } = skill;
    tell(`\n  ${name}: ${description}`);
    if (isForeign(skill))
      tell(say`    an Agent Skill: advice for a model, taken where its description speaks of the goal`);
    const scripts = [...(skill.references?.keys() ?? [])].filter((path) => path.startsWith(SCRIPTS));
    if (scripts.length > 0) tell(say`    brings ${scripts.join(', ')}, which run confined or ask, as any command`);
    if (isAdviceOnly(skill)) continue;
    tell(
      say`    may use ${permissions?.join(', ') || say`nothing`}; ${playbook === null ? say`guides a model` : plural(playbook.length, say`1 step without a model`, say`${playbook.length} steps without a model`)}`,
    );
    for (const { pattern } of triggers) tell(say`    answers to ${pattern}`);
  }
  for (const server of servers)
    tell(
      say`\n  ${nameOfServer(manifest.name, server.name)}: a tool server, ${'url' in server ? server.url : [server.command, ...server.args].join(' ')}\n    runs confined, reaches no host, and is confirmed by itself`,
    );
  for (const note of notes) tell(say`\n${note}`);
  if (leftOut.length > 0) tell(say`\nNot taken: ${leftOut.slice(0, 20).join(', ')}${leftOut.length > 20 ? ', …' : ''}`);
}

async function confirm(signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new ExitError(
      EXIT.configuration,
      say`Nothing was added: nobody is there to confirm it. Add --yes to mean it.`,
    );
  return await askYes(say`Add it? Type ${YES}:`, signal);
}

function tellDone(isDone: boolean, name: string, done: Text): number {
  if (!isDone)
    throw new ExitError(
      EXIT.failure,
      say`There is no plugin ${showHidden(name)}. ${call('plugin', 'list')} shows them.`,
    );
  tell(done);
  return EXIT.clean;
}

/** A sentence of Deskhand's, or a library's words. */
function wordsOf(error: unknown): Text {
  if (error instanceof SaidError) return error.text;
  return error instanceof Error ? error.message : String(error);
}
