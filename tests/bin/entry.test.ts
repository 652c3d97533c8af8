/** The entry of every command, as Nodes see it that cannot read the rest. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { GERMAN_UPDATES } from '../../src/words/german/updates.ts';
import { languageFileSchema } from '../../src/words/languages.ts';
import { ENTRY as BUILT_ENTRY } from '../support/programs.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const ENTRY = join(ROOT, 'src/bin/entry.mjs');
const SPANISH = join(ROOT, 'languages/es.json');
const MAJOR = '24';

function majorOf(node: string): number {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? Number.NaN);
}

const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
const old = [...new Set(places)].map((place) => join(place, 'node')).find((node) => majorOf(node) < 24) ?? '';
const skip = old === '' ? 'there is no older Node on this computer' : false;

test('an older Node is told which one is needed, whatever it lacks', { skip }, (t) => {
  const alone = join(makeTempFolder(t), 'src/bin');
  mkdirSync(alone, { recursive: true });
  cpSync(ENTRY, join(alone, 'entry.mjs'));
  const { status, stdout, stderr } = spawnSync(old, [join(alone, 'entry.mjs'), 'start'], { encoding: 'utf8' });
  assert.equal(stderr.split('\n').length, 2, stderr);
  assert.match(stderr, /^Deskhand needs Node 24 or newer; this is v\d+/);
  assert.equal(status, 3);
  assert.equal(stdout, '');
});

test('what an older Node says is in the language of the terminal, word for word as the catalogs have it', {
  skip,
}, (t) => {
  const [english, german] = Object.entries(GERMAN_UPDATES).find(([key]) => key.startsWith('Deskhand needs Node')) ?? [
    '',
    '',
  ];
  const say = (sentence: string): string =>
    [MAJOR, spawnSync(old, ['--version'], { encoding: 'utf8' }).stdout.trim(), MAJOR].reduce(
      (said, part, at) => said.replace(`{${at}}`, part),
      sentence,
    );
  for (const [language, sentence] of [
    ['C', english],
    ['de_DE.UTF-8', german],
    ['es_ES.UTF-8', languageFileSchema.parse(JSON.parse(readFileSync(SPANISH, 'utf8'))).sentences[english] ?? ''],
  ] as const) {
    // Where no newer Node came along.
    const folder = makeTempFolder(t);
    mkdirSync(join(folder, 'src/bin'), { recursive: true });
    cpSync(ENTRY, join(folder, 'src/bin/entry.mjs'));
    writeFileSync(join(folder, 'src/bin/exit.ts'), '');
    symlinkSync(join(ROOT, 'languages'), join(folder, 'languages'));
    const env = { ...process.env, LANGUAGE: '', LC_ALL: language };
    const { stderr } = spawnSync(old, [join(folder, 'src/bin/entry.mjs'), 'start'], { encoding: 'utf8', env });
    assert.notEqual(sentence, '', language);
    assert.equal(stderr, `${say(sentence)}\n`);
  }
});

const noPackage = process.platform === 'linux' ? skip : 'a newer Node comes along on Linux only';

test('an older Node starts the one that came along, with everything that was said to it', { skip: noPackage }, () => {
  const line = `${JSON.stringify({ action: 'shell', command: 'ls' })}\n`;
  const { status, stdout } = spawnSync(old, [ENTRY, 'risk'], { encoding: 'utf8', input: line });
  assert.match(stdout, /"risk":"safe"/);
  assert.equal(status, 0);
  assert.equal(spawnSync(old, [ENTRY, 'nonsense'], { encoding: 'utf8' }).status, 2);
});

test('a signal reaches the newer Node, and the older one ends as that does', { skip: noPackage }, async (t) => {
  const folder = join(makeTempFolder(t), 'src/bin');
  mkdirSync(join(folder, 'commands'), { recursive: true });
  cpSync(ENTRY, join(folder, 'entry.mjs'));
  for (const name of ['exit.ts', 'call.ts', 'own-files.ts', 'command-list.ts', 'signals.ts'])
    cpSync(join(ROOT, 'src/bin', name), join(folder, name));
  mkdirSync(join(folder, '../words'));
  cpSync(join(ROOT, 'src/words/say.ts'), join(folder, '../words/say.ts'));
  cpSync(join(import.meta.dirname, 'waits-for-a-signal.ts'), join(folder, 'commands/start.ts'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, '../../node_modules'));
  const child = spawn(old, [join(folder, 'entry.mjs'), 'start'], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (text.includes('waiting')) child.kill('SIGTERM');
  });
  assert.equal(await ended, 42);
  assert.match(said, /--max-semi-space-size=2/, 'what can be said to Node only before it begins');
});

test('every command is listed with what it does, and completed', () => {
  const inEnglish = { ...process.env, LANGUAGE: '', LC_ALL: 'C' };
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [BUILT_ENTRY, ...args], { encoding: 'utf8', env: inEnglish });
  const help = run('--help');
  assert.equal(help.status, 0);
  for (const name of ['start', 'pair', 'demo', 'plugin', 'risk'])
    assert.match(help.stdout, new RegExp(`^  ${name} +[A-Z]`, 'm'));
  assert.equal(run().stdout, help.stdout);
  assert.match(run('--version').stdout, /^\d+\.\d+\.\d+\n$/);
  assert.match(run('pair', '--help').stdout, /npm run pair -- \[--list \| --remove ID\]/);
  const unknown = run('statr');
  assert.equal(unknown.status, 2);
  assert.match(unknown.stderr, /There is no command statr/);
  const env = { ...process.env, LANGUAGE: '', LC_ALL: 'de_DE.UTF-8' };
  const german = spawnSync(process.execPath, [BUILT_ENTRY, 'statr'], { encoding: 'utf8', env });
  assert.match(german.stderr, /^Einen Befehl statr gibt es nicht; es gibt start, .*\. --help sagt, was sie tun\.\n$/);
  assert.equal(run('completion', 'tcsh').status, 2);
  for (const shell of ['zsh', 'fish']) assert.match(run('completion', shell).stdout, /deskhand/, shell);
  const { stdout } = run('completion', 'bash');
  const completed = spawnSync(
    'bash',
    [
      '-c',
      `${stdout}\nCOMP_WORDS=(deskhand pl); COMP_CWORD=1; _deskhand; echo "\${COMPREPLY[@]}"\nCOMP_WORDS=(deskhand plugin en); COMP_CWORD=2; _deskhand; echo "\${COMPREPLY[@]}"`,
    ],
    { encoding: 'utf8' },
  );
  assert.equal(completed.stdout, 'plugin\nenable\n', completed.stderr);
});
