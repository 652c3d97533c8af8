/** A plugin that brings a tool server: its code is copied and pinned, shown before it is used, and gone with the plugin. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFileSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openSignIns } from '../../src/bin/mcp/open-tools.ts';
import { english } from '../../src/words/speak.ts';
import { writeAgentSkill } from '../support/agent-skill-text.ts';
import { ENTRY } from '../support/programs.ts';
import { repeats } from '../support/repeats.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { bundleServer, openTestTools } from '../support/tool-servers.ts';

const SCHEMAS = 'https://agent-plugins.org/schemas/1.0.0';

test('a server of a plugin waits for its own yes, is held to its code, and goes with the plugin', async (t) => {
  const folder = makeTempFolder(t);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  const plugin = join(folder, 'papers');
  mkdirSync(join(plugin, 'skills', 'notes'), { recursive: true });
  mkdirSync(join(plugin, 'node_modules', 'other'), { recursive: true });
  writeFileSync(join(plugin, 'node_modules', 'other', 'index.js'), 'process.exit(1)');
  writeFileSync(
    join(plugin, 'plugin.json'),
    JSON.stringify({ $schema: `${SCHEMAS}/plugin.schema.json`, name: 'papers' }),
  );
  writeFileSync(join(plugin, 'skills', 'notes', 'SKILL.md'), writeAgentSkill({ name: 'notes' }));
  const servers = {
    plain: { command: 'node', args: [`\${PLUGIN_ROOT}/plain-server.mjs`], env: { KEPT: `\${PLUGIN_DATA}/kept` } },
    fetched: { command: 'npx', args: ['-y', 'some-server'] },
  };
  writeFileSync(
    join(plugin, 'mcp.json'),
    JSON.stringify({ $schema: `${SCHEMAS}/mcp.schema.json`, mcpServers: servers }),
  );
  copyFileSync(await bundleServer('plain-server', folder), join(plugin, 'plain-server.mjs'));
  const run = deskhandIn(folder, data);
  mkdirSync(join(folder, 'home'));
  /** As a bot would find it. */
  const found = (): string => {
    const { state, detail } =
      openTestTools(folder)
        .tools.servers()
        .find(({ name }) => name === 'papers.plain') ?? {};
    return `${state}: ${english(detail ?? '')}`;
  };

  const asked = await run('plugin', 'add', plugin);
  assert.equal(asked.code, 2);
  assert.match(asked.said, /papers\.plain: a tool server, node .*plain-server\.mjs/);
  assert.match(asked.said, /The server fetched is not used: it would fetch its code/);
  assert.ok(!existsSync(join(data, 'state', 'mcp', 'mcp.json')), 'nothing is written before the yes');

  const added = await run('plugin', 'add', plugin, '--yes');
  assert.equal(added.code, 0, added.said);
  assert.match(
    added.said,
    /papers\.plain is not used until you have seen what it offers: .*mcp.* confirm papers\.plain/,
  );
  const code = join(data, 'state', 'mcp', 'servers', 'papers.plain', 'package', 'node_modules', 'papers');
  assert.ok(existsSync(join(code, 'plain-server.mjs')));
  assert.ok(!existsSync(join(code, 'node_modules')), 'packages beside it are no part of it');
  assert.match(found(), /^unconfirmed/);

  const confirmed = await run('mcp', 'confirm', 'papers.plain', '--yes');
  assert.equal(confirmed.code, 0, confirmed.said);
  assert.match((await run('mcp', 'list')).said, /papers\.plain {2}confirmed, \d+ tools/);

  assert.equal((await run('plugin', 'disable', 'papers')).code, 0);
  assert.match(found(), /mcp\.json says that it is disabled/);
  assert.equal((await run('plugin', 'enable', 'papers')).code, 0);
  assert.match(found(), /^ready/);

  // Another code is another server: it is shown again.
  appendFileSync(join(plugin, 'plain-server.mjs'), '\n// Another one.\n');
  assert.equal((await run('plugin', 'add', plugin, '--yes')).code, 0);
  assert.match(found(), /^unconfirmed/);

  assert.equal((await run('plugin', 'remove', 'papers')).code, 0);
  assert.match((await run('mcp', 'list')).said, /There is no tool server/);
  assert.ok(!existsSync(join(data, 'state', 'mcp', 'servers', 'papers.plain')));
});

for (const [how, words] of [
  ['taken away', ['plugin', 'remove', 'papers']],
  ...repeats(['added anew', ['plugin', 'add', 'papers', '--yes']] as const),
] as const)
  test(`a sign-in at a server of a plugin that is ${how} is forgotten; that of another server stays`, async (t) => {
    const folder = makeTempFolder(t);
    const data = join(folder, 'data');
    for (const path of [data, join(folder, 'home'), join(folder, 'papers')]) mkdirSync(path, { mode: 0o700 });
    const described = {
      'plugin.json': { $schema: `${SCHEMAS}/plugin.schema.json`, name: 'papers' },
      'mcp.json': { $schema: `${SCHEMAS}/mcp.schema.json`, mcpServers: { wiki: { url: 'https://wiki.example/mcp' } } },
    };
    for (const [name, value] of Object.entries(described))
      writeFileSync(join(folder, 'papers', name), JSON.stringify(value));
    const run = deskhandIn(folder, data);
    const added = await run('plugin', 'add', join(folder, 'papers'), '--yes');
    assert.equal(added.code, 0, added.said);
    const store = openSignIns({ dataFolder: data, env: {}, learn: () => undefined });
    const kept = {
      ...{ issuer: 'https://login.example', clientId: 'c1', resource: 'https://wiki.example/mcp' },
      ...{ accessToken: 'at-AAbbccddee', refreshToken: 'rt-AAffgghhii' },
    };
    for (const name of ['papers.wiki', 'mine']) await store.keep(name, kept);
    const done = await run(
      ...words.map((word) => (word === 'papers' && how === 'added anew' ? join(folder, word) : word)),
    );
    assert.equal(done.code, 0, done.said);
    assert.equal(await store.read('papers.wiki'), null);
    assert.deepEqual(await store.read('mine'), kept);
  });

/** The real command, with this data folder and no keychain. */
function deskhandIn(folder: string, data: string) {
  return async (...args: readonly string[]): Promise<{ readonly code: number; readonly said: string }> => {
    const env = { PATH: process.env.PATH, HOME: join(folder, 'home'), DATA_DIR: data };
    return promisify(execFile)(process.execPath, [ENTRY, ...args], { env, cwd: folder }).then(
      ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
      (error: { readonly code: number; readonly stdout: string; readonly stderr: string }) => ({
        code: error.code,
        said: error.stdout + error.stderr,
      }),
    );
  };
}
