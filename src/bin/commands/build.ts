/**
 * `npm run build`: writes the content of the published package into `dist/`. npm runs it around `npm pack` and `npm publish` with `--as-published`,
 * which also replaces package.json and adds npm-shrinkwrap.json, and with `--restore` afterwards.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle, bundledPackages, licenceFiles } from '../build/bundle.ts';
import {
  type Lock,
  lockSchema,
  type Manifest,
  manifestSchema,
  partOfLock,
  publishedManifest,
  readingManifest,
  telemetryManifest,
  transformersManifest,
} from '../build/published-manifest.ts';
import { EXIT, runCommand } from '../exit.ts';
import type { ExtraSet } from '../extra-packages.ts';
import { PROJECT_ROOT } from '../own-files.ts';

const MANIFEST = join(PROJECT_ROOT, 'package.json');
const SHRINKWRAP = join(PROJECT_ROOT, 'npm-shrinkwrap.json');
/** The checkout's own package.json while npm reads the published one. */
const KEPT = join(PROJECT_ROOT, '.package.json.kept');
const DIST = join(PROJECT_ROOT, 'dist');

await runCommand(async () => {
  const { values } = parseArgs({ options: { 'as-published': { type: 'boolean' }, restore: { type: 'boolean' } } });
  // Also after an interrupted pack.
  restore();
  if (values.restore === true) return EXIT.clean;
  const own = manifestSchema.parse(readJson(MANIFEST));
  const published = publishedManifest(own);
  const metafile = await bundle(DIST, Object.keys(published.dependencies));
  writeFileSync(join(DIST, 'LICENSES.txt'), collectLicences(bundledPackages(metafile)));
  const lock = lockSchema.parse(readJson(join(PROJECT_ROOT, 'package-lock.json')));
  putExtra('transformers', transformersManifest(own), lock);
  putExtra('reading', readingManifest(own), lock);
  putExtra('telemetry', telemetryManifest(own), lock);
  if (values['as-published'] === true) putPublished(published, lock);
  return EXIT.clean;
});

function putExtra(name: ExtraSet, manifest: Manifest, lock: Lock): void {
  const folder = join(DIST, 'extra', name);
  mkdirSync(folder, { recursive: true });
  writeJson(join(folder, 'package.json'), manifest);
  writeJson(join(folder, 'package-lock.json'), partOfLock(lock, manifest));
}

function putPublished(published: Manifest, lock: Lock): void {
  copyFileSync(MANIFEST, KEPT);
  writeJson(SHRINKWRAP, partOfLock(lock, published));
  writeJson(MANIFEST, published);
}

function restore(): void {
  rmSync(SHRINKWRAP, { force: true });
  if (existsSync(KEPT)) renameSync(KEPT, MANIFEST);
}

/** Collects the licences of the compiled-in packages. */
function collectLicences(folders: readonly string[]): string {
  return folders
    .map((folder) => {
      const path = join(PROJECT_ROOT, folder);
      const { name, version, license } = manifestOfLibrary(path);
      const texts = licenceFiles(path).map((file) => readFileSync(file, 'utf8').trim());
      return [`${name} ${version} (${license})`, ...texts].join('\n\n');
    })
    .join(`\n\n${'-'.repeat(78)}\n\n`);
}

function manifestOfLibrary(folder: string): {
  readonly name: string;
  readonly version: string;
  readonly license: string;
} {
  const { name, version, license } = manifestSchema
    .pick({ name: true, version: true })
    .loose()
    .parse(readJson(join(folder, 'package.json')));
  return { name, version, license: typeof license === 'string' ? license : 'see below' };
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
