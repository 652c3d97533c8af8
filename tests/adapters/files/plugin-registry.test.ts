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
import { writeSkill } from '../../support/skill-text.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');
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
  const run = (...args: readonly string[]): Promise<Told> => {
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      DATA_DIR: data,
      NPM_CONFIG_REGISTRY: registry,
      npm_config_fetch_retries: '0',
    };
    const command = [join(ROOT, 'src/bin/entry.mjs'), 'plugin', ...args];
    return promisify(execFile)(process.execPath, command, { env, cwd: home }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      (error: { readonly code: number; readonly stdout: string; readonly stderr: string }) => ({
        code: error.code,
        said: error.stdout + error.stderr,
      }),
    );
  };
  return { run, home, plugins: join(data, 'plugins') };
}

test('by its name: shown, added after a yes, pinned byte for byte, nothing of it run or kept that could', async (t) => {
  const mark = join(makeTempFolder(t), 'script-ran');
  const scripts = { preinstall: `touch ${mark}`, install: `touch ${mark}`, postinstall: `touch ${mark}` };
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
  assert.match((await run('list')).said, /manners is not used: wave\.md is not what was confirmed/);
});

test('what the registry does not vouch for, brings others along, is no plugin or is not there is refused in a sentence', async (t) => {
  const registry = await startRegistry(t, {
    tampered: { files: GOOD, isTampered: true },
    needy: { manifest: { dependencies: { other: '1.2.0' } }, files: GOOD },
    other: { files: {} },
    plain: { files: { 'index.js': '' } },
    greedy: { files: { ...GOOD, 'wave.md': writeSkill({ name: 'wave', permissions: 'apps, shell' }) } },
  });
  const { run, plugins } = plugin(t, registry);
  const refused: readonly (readonly [name: string, why: RegExp])[] = [
    ['tampered', /Nothing was added\. What came for tampered is not what the registry vouches for/],
    ['needy', /Nothing was added\. needy needs another package \(other\); a plugin is text and needs none\./],
    ['plain', /Nothing was added\. plain is no plugin: it has no plugin\.json\./],
    ['greedy', /Nothing was added\. wave\.md: it wants shell, which the plugin does not name/],
    ['nowhere', /Nothing was added\. There is no package nowhere/],
  ];
  for (const [name, why] of refused) {
    const { code, said } = await run('add', name, '--yes');
    assert.equal(code, 1, said);
    assert.match(said, why);
    assert.doesNotMatch(said, /node_modules|at .*\.ts:/, 'for people');
    assert.equal(existsSync(join(plugins, 'manners')), false);
  }
  const none = await plugin(t, 'http://127.0.0.1:9').run('add', 'tampered', '--yes');
  assert.match(none.said, /Nothing was added\. npm could not reach its registry/);
});
