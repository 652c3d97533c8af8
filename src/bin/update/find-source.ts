/** Source of newer versions: the clone's remote, or npm's registry. */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { UpdateSource } from '../../../adapters/machine/update/candidate.ts';
import { createGitSource } from '../../../adapters/machine/update/git-source.ts';
import { createNpmSource } from '../../../adapters/machine/update/npm-source.ts';
import type { Settings } from '../../config/schema.ts';
import { IS_PUBLISHED, PROJECT_ROOT } from '../own-files.ts';
import { withoutSettings } from '../settings.ts';

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  repository: z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]).default(''),
});

export function findUpdateSource(
  { UPDATE_SIGNERS: signers }: Pick<Settings, 'UPDATE_SIGNERS'>,
  dataFolder: string,
): UpdateSource {
  const { name, version, repository } = manifestSchema.parse(
    JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')),
  );
  const { npm_execpath: ownNpm } = process.env;
  const place = {
    root: PROJECT_ROOT,
    version,
    npm: ownNpm === undefined ? (['npm'] as const) : ([process.execPath, ownNpm] as const),
    env: withoutSettings(process.env),
  };
  if (IS_PUBLISHED)
    return createNpmSource({ ...place, name, repository, scratch: join(dataFolder, 'state', 'update') });
  const file = signers === undefined ? join(PROJECT_ROOT, '.github', 'allowed_signers') : resolve(homedir(), signers);
  return createGitSource({ ...place, signers: file });
}
