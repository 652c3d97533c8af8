/** The tool servers of mcp.json, in their confined place. */
import { delimiter, dirname, join } from 'node:path';
import { acquireLock } from '../../../adapters/files/lock.ts';
import { createToolPlace } from '../../../adapters/machine/tool-place.ts';
import { createServerFiles, type ServerFiles } from '../../../adapters/tools/server-files.ts';
import { createToolServers } from '../../../adapters/tools/tool-servers.ts';
import type { StateStore } from '../../ports/state-store.ts';
import type { ToolPlace } from '../../ports/tool-place.ts';
import type { Tools } from '../../ports/tools.ts';
import { createToolGrades, type ToolGrades } from '../../tools/grades.ts';
import { createToolbox, type Toolbox } from '../../tools/toolbox.ts';
import { PROJECT_ROOT, versionOfDeskhand } from '../own-files.ts';

export interface ToolSurroundings {
  /** The person's home folder. */
  readonly home: string;
  readonly dataFolder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function openServerFiles(dataFolder: string): ServerFiles {
  return createServerFiles(join(dataFolder, 'state', 'mcp'), acquireLock);
}

export function openToolPlace({ home, dataFolder, env }: ToolSurroundings): ToolPlace {
  return createToolPlace({
    platform: process.platform === 'darwin' ? 'macos' : 'linux',
    home,
    root: PROJECT_ROOT,
    dataDir: dataFolder,
    path: [dirname(process.execPath), env.PATH ?? ''].join(delimiter),
  });
}

export function openTools(around: ToolSurroundings): Tools {
  return createToolServers({
    files: openServerFiles(around.dataFolder),
    place: openToolPlace(around),
    version: versionOfDeskhand(),
  });
}

export interface OpenedTools {
  readonly tools: Tools;
  readonly grades: ToolGrades;
  readonly box: Toolbox;
  readonly close: () => Promise<void>;
}

export function openToolbox(around: ToolSurroundings, state: StateStore): OpenedTools {
  const tools = openTools(around);
  const grades = createToolGrades(state);
  return { tools, grades, box: createToolbox(tools, grades), close: tools.close };
}

/** What mcp.json holds that must never be written down or sent: values of environments and headers. */
export function secretsOfTools(dataFolder: string): readonly string[] {
  const { entries } = openServerFiles(dataFolder).read();
  return [...entries.values()]
    .flatMap((entry) => Object.values('url' in entry ? entry.headers : entry.env))
    .flatMap((value) => [value, value.replace(/^\S+ /, '')])
    .filter((value) => value.length >= 8 && /\d/.test(value) && !value.startsWith('/') && !value.includes('://'));
}
