/** The gate with its look-ups: the second parser, real paths, Deskhand's own folders. */
import { basename } from 'node:path';
import { createBashParser } from '../../../adapters/machine/bash-parser.ts';
import { makeEnvironment } from '../../../adapters/machine/environment.ts';
import { createGitLook } from '../../../adapters/machine/git-settings.ts';
import { listFolderNow } from '../../../adapters/machine/list-folder.ts';
import { createOwnState } from '../../../adapters/machine/own-state.ts';
import { resolvePathNow } from '../../../adapters/machine/resolve-path.ts';
import type { ToolLook } from '../../ports/tools.ts';
import { createGate, type Gate } from '../../safety/gate.ts';
import { OWN_FILES, PROJECT_ROOT } from '../own-files.ts';

export interface OpenGateOptions {
  readonly home: string;
  readonly dataFolder: string;
  readonly privateApps: readonly string[];
  /** Without it every call of a tool asks. */
  readonly tools?: ToolLook;
}

export async function openGate({ home, dataFolder, privateApps, tools }: OpenGateOptions): Promise<Gate> {
  const platform = process.platform === 'darwin' ? 'macos' : 'linux';
  const parser = await createBashParser(OWN_FILES.bashParser);
  const gate = createGate({
    platform,
    home,
    root: PROJECT_ROOT,
    dataDir: dataFolder,
    secondParser: parser.parse,
    resolvePath: resolvePathNow,
    listFolder: listFolderNow,
    isOwnState: createOwnState({ root: PROJECT_ROOT, dataDir: dataFolder }),
    git: createGitLook({
      environment: () => makeEnvironment(platform, { home, user: basename(home) }, process.env),
    }),
    privateApps,
    ...(tools === undefined ? {} : { tools }),
  });
  return {
    judge: gate.judge,
    async prepare(action, context, signal) {
      await parser.load();
      await gate.prepare(action, context, signal);
    },
  };
}
