/** The gate with everything it is handed: the second parser, real paths, our own folders. */
import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { loadBashParser } from '../../adapters/machine/bash-parser.ts';
import { createGate, type Gate } from '../safety/gate.ts';
import { PROJECT_ROOT } from './settings.ts';

export interface OpenGateOptions {
  readonly home: string;
  readonly dataFolder: string;
  readonly privateApps: readonly string[];
}

export async function openGate({ home, dataFolder, privateApps }: OpenGateOptions): Promise<Gate> {
  return createGate({
    platform: process.platform === 'darwin' ? 'macos' : 'linux',
    home,
    root: PROJECT_ROOT,
    dataDir: dataFolder,
    secondParser: await loadBashParser(),
    resolvePath,
    privateApps,
  });
}

/** Links followed as far as the path exists; null when it cannot be told. */
function resolvePath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isAbsent || dirname(path) === path) return null;
    const parent = resolvePath(dirname(path));
    return parent === null ? null : join(parent, basename(path));
  }
}
