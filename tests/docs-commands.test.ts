/** The commands of the pages for readers are run as they stand there: each takes the words and options that it is told with. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { COMMANDS_OF_THE_PACKAGE } from '../src/bin/command-list.ts';
import { ENTRY } from './support/programs.ts';
import { WITH_REPEATS } from './support/repeats.ts';
import { makeTempFolder } from './support/temp-folder.ts';
import { bundleServer } from './support/tool-servers.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/*.md', { cwd: ROOT })];
const AT_ONCE = 3;

/** Commands that keep running, install, remove or ask a registry, with the tests that run them. */
const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  start: 'tests/support/bot.ts',
  demo: 'tests/scenarios/demo.test.ts',
  update: 'tests/long/update.ts',
  uninstall: 'tests/scenarios/uninstall.test.ts',
  service: 'tests/bin/supervised.test.ts',
  extras: 'tests/scenarios/package.test.ts',
  'check-mac': 'tests/adapters/desktop/macos/check.test.ts',
  'mcp add': 'tests/docs-commands.test.ts',
  'plugin add': 'tests/scenarios/plugin-server.test.ts',
  'mcp serve': 'tests/scenarios/mcp-server.test.ts',
};

/** What these tests run with the same words; `npm run test:repeats` runs each as it stands there, too. */
const RUN_ALIKE: Readonly<Record<string, string>> = {
  setup: 'tests/scenarios/setup.test.ts',
  pair: 'tests/scenarios/pairing.test.ts',
  link: 'tests/scenarios/pairing.test.ts',
  doctor: 'tests/scenarios/doctor.test.ts',
  status: 'tests/scenarios/command-line.test.ts',
  run: 'tests/scenarios/command-line.test.ts',
  stop: 'tests/scenarios/command-line.test.ts',
  screenshot: 'tests/scenarios/command-line.test.ts',
  fleet: 'tests/bin/fleet.test.ts',
  risk: 'tests/bin/risk.test.ts',
  index: 'tests/bin/index.test.ts',
  'mcp token': 'tests/scenarios/mcp-callers.test.ts',
  'mcp list': 'tests/docs-commands.test.ts',
  'mcp remove': 'tests/docs-commands.test.ts',
};

/** Commands that a sentence names without their arguments. */
const NAMES_ALONE = ['trigger', 'mcp confirm'];

/** The commands of a page: in a code block or between backticks, run by npm or by the installed name. */
function readCommands(): readonly string[][] {
  const known = new Set(COMMANDS_OF_THE_PACKAGE.map(({ name }) => name));
  const told = PAGES.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    return [
      ...text.matchAll(/(?:npm run (?:-s )?|`deskhand )([a-z][^`\n|…]*)/g),
      ...text.matchAll(/^ *deskhand ([a-z].*)$/gm),
    ].map(([, line]) => (line ?? '').replace(/\\|#.*$/g, '').trim());
  });
  return [...new Set(told)].flatMap((line) => {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
    const [name = '', ...rest] = words;
    const command = name.replace(':', '-');
    return known.has(command) ? [[command, ...(rest[0] === '--' ? rest.slice(1) : rest)]] : [];
  });
}

const isElsewhere = ([name = '', first = '']: readonly string[]): boolean =>
  [name, `${name} ${first}`].some((one) => one in RUN_ELSEWHERE);

const runAlike = ([name = '', first = '']: readonly string[]): string | undefined =>
  RUN_ALIKE[name] ?? RUN_ALIKE[`${name} ${first}`];

const isForRun = (words: readonly string[]): boolean => !isElsewhere(words) && !NAMES_ALONE.includes(words.join(' '));

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** Deskhand's entry in a home of its own where nothing is set up and nobody is at a terminal. */
function openHome(t: TestContext) {
  const home = makeTempFolder(t);
  const data = join(home, 'data');
  mkdirSync(data, { mode: 0o700 });
  const env = { PATH: process.env.PATH, TMPDIR: home, HOME: home, DATA_DIR: data };
  const run = async (...words: readonly string[]): Promise<Ended> => {
    const child = spawn(process.execPath, [ENTRY, ...words], { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] });
    t.after(() => void child.kill('SIGKILL'));
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        said += part;
      });
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, said };
  };
  return { home, run };
}

const isRefused = ({ code, said }: Ended): boolean =>
  code === null ||
  code > 3 ||
  /Unknown option|Unexpected argument|takes one of|There is no command|\bUse:|\n\s+at /.test(said);

test('each command is taken as the pages have it', async (t) => {
  const { run } = openHome(t);
  const found = readCommands().filter(isForRun);
  assert.ok(found.length > 20, `only ${found.length} were found`);
  const waiting = WITH_REPEATS ? found : found.filter((words) => runAlike(words) === undefined);
  const wrong: string[] = [];
  const work = async (): Promise<void> => {
    for (let words = waiting.shift(); words !== undefined; words = waiting.shift()) {
      const ended = await run(...words);
      if (isRefused(ended)) wrong.push(`${words.join(' ')}: ${ended.code} ${ended.said}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  assert.deepEqual(wrong, []);
});

test('what is not run here is run where it is said', () => {
  const lost = Object.entries(RUN_ELSEWHERE).filter(
    ([command, file]) =>
      !existsSync(join(ROOT, file)) ||
      !readFileSync(join(ROOT, file), 'utf8').includes(command.split(' ').at(-1) ?? command),
  );
  assert.deepEqual(lost, []);
});

test('what another test runs alike is run there with each subcommand and option that the pages name', () => {
  const odd = readCommands()
    .filter(isForRun)
    .flatMap((words) => {
      const file = runAlike(words);
      const text = file === undefined ? null : readFileSync(join(ROOT, file), 'utf8');
      const [, first = '', ...more] = words;
      const fixed = [...(/^[a-z-]+$/.test(first) ? [first] : []), ...more.filter((word) => word.startsWith('-'))];
      return fixed.flatMap((word) => (text?.includes(`'${word}'`) === false ? [`${words.join(' ')}: ${word}`] : []));
    });
  assert.deepEqual(odd, []);
});

test('a tool server is added, listed and taken away by the words of the page about tools, with a server that is here', async (t) => {
  const { home, run } = openHome(t);
  const notes = join(home, 'notes');
  mkdirSync(notes);
  const server = ['node', await bundleServer('plain-server', home)];
  const unseen = await run('mcp', 'add', 'files', '--write', notes, '--', ...server);
  assert.equal(unseen.code, 2);
  assert.match(unseen.said, /Nothing was kept: nobody is there to confirm it\./);
  const options = ['--write', notes, '--host', 'api.weather.example', '--env', 'KEY=secret-of-mine', '--yes'];
  const added = await run('mcp', 'add', 'files', ...options, '--', ...server);
  assert.equal(added.code, 0, added.said);
  const listed = await run('mcp', 'list');
  assert.match(listed.said, /files {2}confirmed, \d+ tools\n.*\n.*reaches api\.weather\.example; sees .*notes/);
  assert.ok(!`${added.said}${listed.said}`.includes('secret-of-mine'));
  assert.equal((await run('mcp', 'remove', 'files')).code, 0);
  assert.match((await run('mcp', 'list')).said, /There is no tool server/);
});
