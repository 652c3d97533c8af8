/** Updates of an installed package: npm itself against a registry on this computer, with packages in the form that npm packs. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createNpmSource } from '../../../../adapters/machine/update/npm-source.ts';
import { WITH_REPEATS } from '../../../support/repeats.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const NEVER = new AbortController().signal;
const REPOSITORY = 'git+https://github.com/makers/deskhand.git';

interface Published {
  readonly version?: string;
  readonly repository?: string;
  readonly hasProvenance?: boolean;
  /** Whether another tarball is sent than the one listed. */
  readonly isSwapped?: boolean;
}

/** As registry.npmjs.org answers: a packument, the tarball, the keys, and for what is attested a bundle. */
async function openRegistry(t: TestContext, published: Published) {
  const { version = '0.2.0', repository = REPOSITORY, hasProvenance = true } = published;
  const folder = makeTempFolder(t);
  const made = join(folder, 'package');
  mkdirSync(join(made, 'dist'), { recursive: true });
  writeFileSync(join(made, 'dist/entry.mjs'), `// ${version}\n`);
  writeFileSync(join(made, 'CHANGELOG.md'), `# Changelog\n\n## ${version}\n\n- new\n`);
  const manifest = {
    name: 'deskhand',
    version,
    repository: { type: 'git', url: repository },
    bin: { deskhand: 'dist/entry.mjs' },
  };
  writeFileSync(join(made, 'package.json'), JSON.stringify(manifest));
  const env = { PATH: process.env.PATH ?? '', HOME: folder };
  const pack = (): Buffer => execFileSync('tar', ['-cz', '-C', folder, 'package']);
  const listed = pack();
  const integrity = `sha512-${createHash('sha512').update(listed).digest('base64')}`;
  writeFileSync(join(made, 'dist/entry.mjs'), '// something else\n');
  const sent = published.isSwapped === true ? pack() : listed;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signed = `deskhand@${version}:${integrity}`;
  const keyid = 'SHA256:test';
  const sig = createSign('SHA256').update(signed).sign(privateKey, 'base64');
  let root = '';
  const server = createServer((request, response) => {
    const say = (body: unknown): void => void response.end(JSON.stringify(body));
    if (request.url === '/deskhand') {
      const dist = {
        integrity,
        tarball: `${root}/deskhand/-/deskhand-${version}.tgz`,
        signatures: [{ keyid, sig }],
        ...(hasProvenance
          ? {
              attestations: {
                url: `${root}/-/npm/v1/attestations/deskhand@${version}`,
                provenance: { predicateType: 'https://slsa.dev/provenance/v1' },
              },
            }
          : {}),
      };
      return say({
        name: 'deskhand',
        'dist-tags': { latest: version },
        versions: { [version]: { ...manifest, dist } },
      });
    }
    if (request.url?.endsWith('.tgz') === true) return void response.end(sent);
    if (request.url === '/-/npm/v1/keys') {
      const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
      return say({
        keys: [{ expires: null, keyid, keytype: 'ecdsa-sha2-nistp256', scheme: 'ecdsa-sha2-nistp256', key }],
      });
    }
    response.statusCode = 404;
    say({ error: 'Not found' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const installed = join(folder, 'prefix/lib/node_modules/deskhand');
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ ...manifest, version: '0.1.0' }));
  const place = {
    root: installed,
    name: 'deskhand',
    version: '0.1.0',
    repository: REPOSITORY,
    scratch: join(folder, 'scratch'),
    npm: ['npm'] as const,
    env: { ...env, npm_config_registry: root, npm_config_fetch_retries: '0', npm_config_update_notifier: 'false' },
  };
  return { folder, installed, place, source: createNpmSource(place), stop: () => server.close().closeAllConnections() };
}

test('what the registry cannot prove is refused, and the installed package stays as it is', async (t) => {
  for (const [published, pattern] of [
    [{ hasProvenance: false }, /without provenance/],
    [
      { repository: 'git+https://github.com/strangers/deskhand.git' },
      /was built from git\+https:\/\/github\.com\/strangers/,
    ],
    [{ isSwapped: true }, /cannot be fetched|not deskhand@0\.2\.0 as it is listed/],
    // The registry says that there is provenance, and has none.
    [{}, /not proven to be its makers/],
  ] as const) {
    const { installed, source } = await openRegistry(t, published);
    await assert.rejects(source.find(NEVER), { name: 'UpdateRefused', message: pattern }, JSON.stringify(published));
    assert.deepEqual(readdirSync(installed), ['package.json']);
    assert.deepEqual(readdirSync(join(installed, '..')), ['deskhand'], 'nothing is left beside it');
  }
});

test('an older version is none, a repository that is not named refuses, and a registry that is gone is told', async (t) => {
  const old = await openRegistry(t, { version: '0.1.0' });
  assert.equal(await old.source.find(NEVER), null);
  if (WITH_REPEATS) assert.equal(await old.source.peek(NEVER), null);
  const next = await openRegistry(t, {});
  assert.equal(await next.source.peek(NEVER), '0.2.0');
  const nameless = createNpmSource({ ...next.place, repository: '' });
  await assert.rejects(nameless.find(NEVER), /has nothing to be compared with/);
  next.stop();
  await assert.rejects(next.source.find(NEVER), /(?:looked up|fetched).*ECONNREFUSED/);
});
