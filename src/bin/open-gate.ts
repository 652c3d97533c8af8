/** The gate with everything it is handed: the second parser, real paths, our own folders. */
import { basename } from 'node:path';
import { loadBashParser } from '../../adapters/machine/bash-parser.ts';
import { makeEnvironment } from '../../adapters/machine/environment.ts';
import { createGitLook } from '../../adapters/machine/git-settings.ts';
import { listFolderNow } from '../../adapters/machine/list-folder.ts';
import { createOwnState } from '../../adapters/machine/own-state.ts';
import { resolvePathNow } from '../../adapters/machine/resolve-path.ts';
import type { ToolLook } from '../ports/tools.ts';
import { createGate, type Gate } from '../safety/gate.ts';
import { OWN_FILES, PROJECT_ROOT } from './own-files.ts';

export interface OpenGateOptions {
  readonly home: string;
  readonly dataFolder: string;
  readonly privateApps: readonly string[];
  /** Without it every call of a tool asks. */
  readonly tools?: ToolLook;
}

export async function openGate({ home, dataFolder, privateApps, tools }: OpenGateOptions): Promise<Gate> {
  const platform = process.platform === 'darwin' ? 'macos' : 'linux';
  return createGate({
    platform,
    home,
    root: PROJECT_ROOT,
    dataDir: dataFolder,
    secondParser: await loadBashParser(OWN_FILES.bashParser),
    resolvePath: resolvePathNow,
    listFolder: listFolderNow,
    isOwnState: createOwnState({ root: PROJECT_ROOT, dataDir: dataFolder }),
    git: createGitLook({
      environment: () => makeEnvironment(platform, { home, user: basename(home) }, process.env),
    }),
    privateApps,
    ...(tools === undefined ? {} : { tools }),
  });
}
