/** Newer versions of an installed package: from the registry, with its signature and the provenance of the same repository. */
import { existsSync } from 'node:fs';
import { access, constants, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { join as joinTexts, say, type Text } from '../../../src/words/say.ts';
import { newestAfter } from '../../../src/words/versions.ts';
import { type Candidate, type Prepared, UpdateRefused, type UpdateSource } from './candidate.ts';
import { runTool } from './run-tool.ts';

export interface NpmPlace {
  /** The folder of the installed package. */
  readonly root: string;
  readonly name: string;
  readonly version: string;
  /** The repository that the installed package names in its package.json; '' when it names none. */
  readonly repository: string;
  /** A folder for what is fetched. */
  readonly scratch: string;
  readonly npm: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string | undefined>>;
}

const repositorySchema = z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]);
const publishedSchema = z.object({
  version: z.string(),
  repository: repositorySchema.optional(),
  dist: z.object({
    integrity: z.string(),
    attestations: z.object({ provenance: z.object({ predicateType: z.string() }) }).optional(),
  }),
});
const packedSchema = z.array(z.object({ filename: z.string(), integrity: z.string() })).length(1);
const auditSchema = z.object({ invalid: z.array(z.unknown()), missing: z.array(z.unknown()) });
const lockSchema = z.object({ packages: z.record(z.string(), z.object({ integrity: z.string().optional() })) });

export function createNpmSource(place: NpmPlace): UpdateSource {
  const npm = (args: readonly string[], what: Text, signal: AbortSignal, cwd = place.scratch): Promise<string> =>
    runTool([...place.npm, ...args], { cwd, env: place.env }, what, signal);

  const readNewest = async (signal: AbortSignal): Promise<z.infer<typeof publishedSchema>> => {
    await mkdir(place.scratch, { recursive: true, mode: 0o700 });
    const words = await npm(['view', `${place.name}@latest`, '--json', '--prefer-online'], NO_REGISTRY, signal);
    const read = publishedSchema.safeParse(parseJson(words));
    if (!read.success) throw new UpdateRefused(say`The registry’s answer is not understood. Nothing was changed.`);
    return read.data;
  };

  const find = async (signal: AbortSignal): Promise<Candidate | null> => {
    const newest = await readNewest(signal);
    if (newestAfter(place.version, [newest.version]) === null) return null;
    const { version } = newest;
    checkOrigin(newest, place.repository);
    await checkWritable(place.root);
    const wanted = `${place.name}@${version}`;
    const packed = packedSchema.safeParse(
      parseJson(
        await npm(
          ['pack', wanted, '--json', '--ignore-scripts'],
          say`${wanted} cannot be fetched. Nothing was changed.`,
          signal,
        ),
      ),
    ).data?.[0];
    if (packed?.integrity !== newest.dist.integrity)
      throw new UpdateRefused(
        say`What the registry sent is not ${wanted} as it is listed, so it is not taken. Nothing was changed.`,
      );
    const file = join(place.scratch, packed.filename);
    await proveSignatures(wanted, packed.integrity, signal);
    const changelog = await runTool(
      ['tar', '-xzOf', file, 'package/CHANGELOG.md'],
      { cwd: place.scratch, env: place.env },
      '',
      signal,
    ).catch(() => '');
    const beside = await mkdtemp(join(dirname(place.root), '.deskhand-update-'));
    return {
      version,
      changelog,
      provenBy: place.repository,
      prepare: (until) => prepare(file, beside, until),
      async drop() {
        await rm(beside, { recursive: true, force: true });
        await rm(place.scratch, { recursive: true, force: true });
      },
    };
  };

  /** npm checks what lies in a project, so it is laid into one. */
  const proveSignatures = async (wanted: string, integrity: string, signal: AbortSignal): Promise<void> => {
    const project = join(place.scratch, 'proof');
    const unproven = say`${wanted} is not proven to be its makers’, so it is not taken. Nothing was changed.`;
    await mkdir(project, { recursive: true });
    await writeFile(join(project, 'package.json'), '{"private":true}\n');
    const words = ['install', '--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', wanted];
    await npm(words, say`${wanted} cannot be installed. Nothing was changed.`, signal, project);
    const lock = lockSchema.parse(parseJson(await readFile(join(project, 'package-lock.json'), 'utf8')));
    if (lock.packages[`node_modules/${place.name}`]?.integrity !== integrity)
      throw new UpdateRefused(
        say`What the registry sent is not ${wanted} as it is listed, so it is not taken. Nothing was changed.`,
      );
    const audit = auditSchema.safeParse(
      parseJson(await npm(['audit', 'signatures', '--json'], unproven, signal, project)),
    );
    if (!audit.success || audit.data.invalid.length + audit.data.missing.length > 0)
      throw new UpdateRefused(joinTexts([unproven, say`A signature is missing or wrong.`], ' '));
  };

  const prepare = async (file: string, beside: string, signal: AbortSignal): Promise<Prepared> => {
    const words = ['install', '--global', '--prefix', beside, '--ignore-scripts', '--no-audit', '--no-fund', file];
    await npm(words, say`It cannot be installed. Nothing was changed.`, signal);
    const fresh = join(beside, 'lib', 'node_modules', place.name);
    const kept = join(beside, 'before');
    return {
      entry: join(fresh, 'dist', 'entry.mjs'),
      settingsFolder: null,
      async swap() {
        await rename(place.root, kept);
        await rename(fresh, place.root).catch(async (error: unknown) => {
          await rename(kept, place.root);
          throw error;
        });
      },
      async back() {
        if (!existsSync(kept)) return;
        await rm(place.root, { recursive: true, force: true });
        await rename(kept, place.root);
      },
    };
  };

  return {
    find,
    async peek(signal) {
      return newestAfter(place.version, [(await readNewest(signal)).version]);
    },
  };
}

const NO_REGISTRY = say`The newest version cannot be looked up. Nothing was changed.`;

/** Provenance proves the repository that a package was built in, so there must be one to compare with. */
function checkOrigin({ version, repository = '', dist }: z.infer<typeof publishedSchema>, ours: string): void {
  if (dist.attestations === undefined)
    throw new UpdateRefused(say`${version} was published without provenance, so it is not taken. Nothing was changed.`);
  if (ours === '')
    throw new UpdateRefused(
      say`This Deskhand does not say which repository it was built from, so the provenance of ${version} has nothing to be compared with. Nothing was changed.`,
    );
  if (repository !== ours)
    throw new UpdateRefused(
      repository === ''
        ? say`${version} does not say which repository it was built from, so it is not taken. Nothing was changed.`
        : say`${version} was built from ${repository} instead of ${ours}, so it is not taken. Nothing was changed.`,
    );
}

async function checkWritable(root: string): Promise<void> {
  try {
    await access(dirname(root), constants.W_OK);
  } catch (error) {
    throw new UpdateRefused(
      say`${dirname(root)} is not yours to write to: whoever installed Deskhand there updates it with ${'npm install -g'}. Nothing was changed.`,
      { cause: error },
    );
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
