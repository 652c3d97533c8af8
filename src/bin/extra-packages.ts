/** Packages that only some want: dependencies in a checkout, in the data folder where Deskhand is installed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { IS_PUBLISHED } from './own-files.ts';

/** Where each set of them is kept: `transformers` with what it needs, for comparing by meaning and for voice notes. */
export function extraPackagesFolder(dataFolder: string): string {
  return join(dataFolder, 'packages');
}

/** Where transformers can be imported from, a URL; null when it is not installed. */
export function findTransformers(dataFolder: string): string | null {
  if (!IS_PUBLISHED) return import.meta.resolve('@xenova/transformers');
  const folder = join(extraPackagesFolder(dataFolder), 'transformers', 'node_modules', '@xenova', 'transformers');
  const file = join(folder, 'src', 'transformers.js');
  return existsSync(file) ? pathToFileURL(file).href : null;
}
