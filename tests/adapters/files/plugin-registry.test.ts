/** A plugin by the name of its package: fetched from a registry (here one on loopback), looked at, confirmed, pinned. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { z } from 'zod';
import { readPlugins } from '../../../adapters/files/plugin-files.ts';
import { inspectPlugin } from '../../../adapters/files/plugin-install.ts';
import { fetchPackage, openFolder, openTarball } from '../../../adapters/files/plugin-package.ts';
import { textOf } from '../../../src/words/said-error.ts';
import { english } from '../../../src/words/speak.ts';
import { ENTRY } from '../../support/programs.ts';
import { repeats } from '../../support/repeats.ts';
import { writeSkill } from '../../support/skill-text.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const installedSchema = z.object({
  plugins: z.record(
    z.string(),
    z.object({ version: z.string(), source: z.string(), files: z.record(z.string(), z.string()) }),
  ),
});

interface Package {
  readonly manifest?: object;
  readonly files: Readonly<Record<string, string>>;
  /** Other bytes than those the registry vouches for. */
  readonly isTampered?: boolean;
}

const PLUGIN = JSON.stringify({ name: 'manners', version: '1.2.0', permissions: ['apps'], skills: ['wave.md'] });
const GOOD = { 'plugin.json': PLUGIN, 'wave.md': writeSkill({ name: 'wave', permissions: 'apps' }) };

/** Serves packuments and tarballs as npm's registry does. */
async function startRegistry(t: TestContext, packages: Readonly<Record<string, Package>>): Promise<string> {
  const folder = makeTempFolder(t);
  const tarballs = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const tarball = tarballs.get(path);
    const name = path.split('/-/')[0] ?? '';
    const wanted = packages[name];
    if (tarball !== undefined) return void response.end(tarball);
    if (wanted === undefined) return void response.writeHead(404).end('{"error":"Not found"}');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(describe(name, wanted)));
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  t.after(() => server.close());
  const { port } = z.custom<AddressInfo>().parse(server.address());
  const root = `http://127.0.0.1:${port}`;

  function describe(name: string, { manifest = {}, files, isTampered = false }: Package): object {
    const place = join(folder, name);
    const json = { name, version: '1.2.0', ...manifest };
    for (const [path, text] of Object.entries({ ...files, 'package.json': JSON.stringify(json) })) {
      mkdirSync(dirname(join(place, 'package', path)), { recursive: true });
      writeFileSync(join(place, 'package', path), text);
    }
    execFileSync('tar', ['-czf', join(place, 'a.tgz'), '-C', place, 'package']);
    const bytes = readFileSync(join(place, 'a.tgz'));
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    tarballs.set(`${name}/-/${name}-1.2.0.tgz`, isTampered ? Buffer.concat([bytes, Buffer.from('x')]) : bytes);
    const dist = { integrity, tarball: `${root}/${name}/-/${name}-1.2.0.tgz` };
    return { name, 'dist-tags': { latest: '1.2.0' }, versions: { '1.2.0': { ...json, dist } } };
  }
  return root;
}

interface Told {
  readonly code: number;
  readonly said: string;
}

function plugin(t: TestContext, registry: string) {
  const home = makeTempFolder(t);
  const data = join(home, 'data');
  mkdirSync(data, { mode: 0o700 });
  const npm = { PATH: process.env.PATH, HOME: home, NPM_CONFIG_REGISTRY: registry, npm_config_fetch_retries: '0' };
  const open = (spec: string): ReturnType<typeof openFolder> => {
    if (!spec.includes('/')) return fetchPackage(spec, { npm: ['npm'], env: npm }, t.signal);
    return spec.endsWith('.tgz') ? openTarball(spec) : openFolder(spec);
  };
  /** The reason for which a name, tarball or folder is refused, found by the command's own functions without a process. */
  const refusal = (spec: string): Promise<string> => findRefusal(open(spec));
  const run = (...args: readonly string[]): Promise<Told> => {
    const env = { ...npm, DATA_DIR: data };
    const command = [ENTRY, 'plugin', ...args];
    return promisify(execFile)(process.execPath, command, { env, cwd: home }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      (error: { readonly code: number; readonly stdout: string; readonly stderr: string }) => ({
        code: error.code,
        said: error.stdout + error.stderr,
      }),
    );
  };
  return { run, refusal, home, plugins: join(data, 'plugins') };
}

async function findRefusal(opening: ReturnType<typeof openFolder>): Promise<string> {
  try {
    const opened = await opening;
    try {
      const inspected = await inspectPlugin(opened.folder, []);
      return inspected.ok ? '' : english(inspected.reason);
    } finally {
      await opened.close();
    }
  } catch (error) {
    return english(textOf(error));
  }
}

test('by its name: shown, added after a yes, pinned byte for byte, nothing of it run or kept that could', async (t) => {
  const mark = join(makeTempFolder(t), 'script-ran');
  const scripts = { test: `touch ${mark}`, start: `touch ${mark}` };
  const registry = await startRegistry(t, {
    'deskhand-manners': {
      manifest: { scripts, bin: { manners: 'run.js' } },
      files: { ...GOOD, 'run.js': `require('fs').writeFileSync(${JSON.stringify(mark)}, '')` },
    },
  });
  const { run, plugins } = plugin(t, registry);
  const asked = await run('add', 'deskhand-manners');
  assert.equal(asked.code, 2);
  assert.match(
    asked.said,
    /manners 1\.2\.0[\s\S]*It may use: apps\.[\s\S]*answers to \^wave\$[\s\S]*Not taken: .*run\.js[\s\S]*Add --yes/,
  );
  assert.equal(existsSync(join(plugins, 'manners')), false);

  const added = await run('add', 'deskhand-manners@1.2.0', '--yes');
  assert.equal(added.code, 0, added.said);
  assert.equal(existsSync(mark), false, 'no script of the package ran');
  assert.deepEqual(readdirSync(join(plugins, 'manners')).sort(), ['plugin.json', 'wave.md']);
  const pinned = installedSchema.parse(JSON.parse(readFileSync(join(plugins, 'installed.json'), 'utf8'))).plugins
    .manners;
  assert.deepEqual(pinned, {
    version: '1.2.0',
    source: 'deskhand-manners@1.2.0',
    files: Object.fromEntries(
      Object.entries(GOOD).map(([path, text]) => [path, createHash('sha256').update(text).digest('hex')]),
    ),
  });
  assert.deepEqual(
    (await readPlugins(plugins, [])).skills.map(({ name }) => name),
    ['wave'],
  );
  writeFileSync(join(plugins, 'manners', 'wave.md'), `${GOOD['wave.md']}\n`);
  const { skills, problems } = await readPlugins(plugins, []);
  assert.deepEqual(skills, []);
  assert.match(problems.map(english).join(' '), /The plugin manners is not used: wave\.md is not what was confirmed/);
});

test('what the registry does not vouch for, brings others along, is no plugin or is not there is refused in a sentence', async (t) => {
  const registry = await startRegistry(t, {
    tampered: { files: GOOD, isTampered: true },
    needy: { manifest: { dependencies: { other: '1.2.0' } }, files: GOOD },
    other: { files: {} },
    plain: { files: { 'index.js': '' } },
    greedy: { files: { ...GOOD, 'wave.md': writeSkill({ name: 'wave', permissions: 'apps, shell' }) } },
  });
  const { run, refusal, plugins } = plugin(t, registry);
  const refused: Readonly<Record<string, RegExp>> = {
    nowhere: /There is no package nowhere/,
    tampered: /What came for tampered is not what the registry vouches for/,
    needy: /needy needs another package \(other\); a plugin is text and needs none\./,
    plain: /plain is no plugin: it has no plugin\.json\./,
    greedy: /wave\.md: it wants shell, which the plugin does not name/,
  };
  for (const name of ['nowhere', ...repeats('tampered', 'needy', 'plain', 'greedy')]) {
    const { code, said } = await run('add', name, '--yes');
    assert.equal(code, 1, said);
    assert.match(said, /^Nothing was added\. /);
    assert.match(said, refused[name] ?? /^$/);
    assert.doesNotMatch(said, /node_modules|at .*\.ts:/, 'for people');
    assert.equal(existsSync(join(plugins, 'manners')), false);
  }
  for (const name of ['tampered', 'plain']) assert.match(await refusal(name), refused[name] ?? /^$/);
  const none = plugin(t, 'http://127.0.0.1:9');
  assert.match(await none.refusal('tampered'), /npm could not reach its registry/);
});

/** A git dependency, and an .npmrc that names what npm would start for it. */
test('what npm would run or fetch for a package is refused before npm sees it: by name, as a tarball, as a folder', async (t) => {
  const folder = makeTempFolder(t);
  const mark = join(folder, 'ran');
  const evil = join(folder, 'evil.sh');
  writeFileSync(evil, `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
  const npmrc = `git=${evil}\nscript-shell=${evil}\nignore-scripts=false\nnode-options=--require ${evil}\n`;
  const git = 'git+ssh://git@127.0.0.1:9/a/b.git';
  const kinds: Readonly<Record<string, { readonly pack: Package; readonly why: RegExp }>> = {
    'git-needs': {
      pack: { manifest: { dependencies: { other: git } }, files: GOOD },
      why: /needs another package \(other\)/,
    },
    'git-steered': {
      pack: { manifest: { dependencies: { other: git } }, files: { ...GOOD, '.npmrc': npmrc } },
      why: /brings \.npmrc, which steers npm|needs another package/,
    },
    'optional-needs': {
      pack: { manifest: { optionalDependencies: { other: git } }, files: GOOD },
      why: /needs another package/,
    },
    'peer-needs': {
      pack: { manifest: { peerDependencies: { other: git } }, files: GOOD },
      why: /needs another package/,
    },
    'bundle-needs': {
      pack: { manifest: { bundleDependencies: ['other'] }, files: GOOD },
      why: /needs another package/,
    },
    'bundle-all': { pack: { manifest: { bundledDependencies: true }, files: GOOD }, why: /needs another package/ },
    'pre-runs': {
      pack: { manifest: { scripts: { preinstall: evil } }, files: GOOD },
      why: /a script that runs by itself \(preinstall\)/,
    },
    'post-runs': { pack: { manifest: { scripts: { postinstall: evil } }, files: GOOD }, why: /runs by itself/ },
    'prepare-runs': { pack: { manifest: { scripts: { prepare: evil } }, files: GOOD }, why: /runs by itself/ },
    'pack-runs': { pack: { manifest: { scripts: { prepack: evil } }, files: GOOD }, why: /runs by itself/ },
    'gyp-builds': { pack: { files: { ...GOOD, 'binding.gyp': '{}' } }, why: /brings binding\.gyp/ },
  };
  const registry = await startRegistry(
    t,
    Object.fromEntries(Object.entries(kinds).map(([name, { pack }]) => [name, pack])),
  );
  const { run, refusal, home, plugins } = plugin(t, registry);
  for (const [nth, [name, { pack, why }]] of Object.entries(kinds).entries()) {
    const place = join(home, 'packed', name, 'package');
    const json = JSON.stringify({ name, version: '1.2.0', ...pack.manifest });
    for (const [path, text] of Object.entries({ ...pack.files, 'package.json': json })) {
      mkdirSync(dirname(join(place, path)), { recursive: true });
      writeFileSync(join(place, path), text);
    }
    execFileSync('tar', ['-czf', join(home, `${name}.tgz`), '-C', join(home, 'packed', name), 'package']);
    // A package by name is fetched as a tarball, so one from the disk takes the same way; a folder is read by other code. Every other
    // package suffices for each.
    const unpacked = nth % 2 === 0 ? `${name}.tgz` : join('packed', name, 'package');
    assert.match(await refusal(join(home, unpacked)), why, unpacked);
    if (name === 'git-needs') assert.match(await refusal(name), why);
    for (const spec of name === 'git-steered' ? [name, ...repeats(unpacked)] : repeats(name, unpacked)) {
      const { code, said } = await run('add', spec, '--yes');
      assert.equal(code, 1, `${spec}: ${said}`);
      assert.match(said, why, spec);
    }
    assert.equal(existsSync(mark), false, `${name} ran something`);
  }
  assert.equal(existsSync(join(plugins, 'manners')), false);
});

test('links, odd paths, two files of one name and things that are no files are refused; nothing is written for them', async (t) => {
  const { run, refusal, home, plugins } = plugin(t, 'http://127.0.0.1:9');
  const outside = join(home, 'secret.md');
  writeFileSync(outside, GOOD['wave.md']);
  const makers: Readonly<Record<string, string>> = {
    link: `ln -sf ${outside} package/wave.md && tar -czf ../a.tgz package`,
    'hard link': 'ln package/plugin.json package/other.json && tar -czf ../a.tgz package',
    'folder link': `mkdir sub && cp package/wave.md sub && ln -s ${home} package/out && tar -czf ../a.tgz package`,
    fifo: 'mkfifo package/x && tar -czf ../a.tgz package',
    'way out': 'tar -czf ../a.tgz --transform s,package/wave.md,package/../../wave.md, -P package',
    absolute: `tar -czf ../a.tgz -P --transform s,package/wave.md,${home}/landed.md, package`,
    twice: 'tar -cf ../a.tar package && tar -rf ../a.tar package/wave.md && gzip -c ../a.tar > ../a.tgz',
    'cut off': 'tar -czf ../b.tgz package && gunzip -c ../b.tgz | head -c 900 | gzip -c > ../a.tgz',
    'no package': 'echo hello > ../a.tgz',
    'a bomb': 'head -c 65000000 /dev/zero > package/zero && tar -czf ../a.tgz package',
  };
  for (const [name, make] of Object.entries(makers)) {
    const place = join(home, 'making', 'in');
    execFileSync('rm', ['-rf', join(home, 'making')]);
    mkdirSync(join(place, 'package'), { recursive: true });
    for (const [path, text] of Object.entries(GOOD)) writeFileSync(join(place, 'package', path), text);
    execFileSync('/bin/sh', ['-c', make], { cwd: place, stdio: 'ignore' });
    const tarball = join(home, 'making/a.tgz');
    const reason = await refusal(tarball);
    assert.match(reason, /\w/, name);
    assert.doesNotMatch(reason, /at .*\.ts:/, name);
    for (const spec of name === 'link' ? [tarball] : repeats(tarball)) {
      const { code, said } = await run('add', spec, '--yes');
      assert.equal(code, 1, `${name}: ${said}`);
      assert.match(said, /^Nothing was added\. /, name);
      assert.doesNotMatch(said, /at .*\.ts:/, name);
    }
  }
  const folder = join(home, 'linked');
  mkdirSync(folder);
  writeFileSync(join(folder, 'plugin.json'), PLUGIN.replace('wave.md', 'out/secret.md'));
  execFileSync('ln', ['-s', home, join(folder, 'out')]);
  assert.match(await refusal(folder), /out\/secret\.md is a link; a plugin holds its files itself/);
  assert.equal(existsSync(join(home, 'landed.md')), false);
  assert.equal(existsSync(join(plugins, 'manners')), false);
});
