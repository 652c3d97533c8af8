/** The tool servers of mcp.json, in their confined place. */
import { delimiter, dirname, join } from 'node:path';
import { acquireLock } from '../../../adapters/files/lock.ts';
import { createToolPlace } from '../../../adapters/machine/tool-place.ts';
import { createSignInStore } from '../../../adapters/secrets/sign-in-store.ts';
import { createServerFiles, type ServerEntry, type ServerFiles } from '../../../adapters/tools/server-files.ts';
import { createToolServers } from '../../../adapters/tools/tool-servers.ts';
import type { SignInStore } from '../../ports/sign-ins.ts';
import type { StateStore } from '../../ports/state-store.ts';
import type { ToolPlace } from '../../ports/tool-place.ts';
import type { Tools } from '../../ports/tools.ts';
import { createToolGrades, type ToolGrades } from '../../tools/grades.ts';
import { createToolbox, type Toolbox } from '../../tools/toolbox.ts';
import { OWN_FILES, PROJECT_ROOT, versionOfDeskhand } from '../own-files.ts';
import { PUBLIC_WEB } from './public-web.ts';

export interface ToolSurroundings {
  /** The person's home folder. */
  readonly home: string;
  readonly dataFolder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with the tokens of signed-in servers, as soon as they are read. */
  readonly learn: (secrets: readonly string[]) => void;
}

export function openServerFiles(dataFolder: string): ServerFiles {
  return createServerFiles(join(dataFolder, 'state', 'mcp'), acquireLock);
}

export function openToolPlace({ home, dataFolder, env }: Omit<ToolSurroundings, 'learn'>): ToolPlace {
  return createToolPlace({
    platform: process.platform === 'darwin' ? 'macos' : 'linux',
    home,
    root: PROJECT_ROOT,
    dataDir: dataFolder,
    path: [dirname(process.execPath), env.PATH ?? ''].join(delimiter),
  });
}

export function signInFolder(dataFolder: string): string {
  return join(dataFolder, 'state', 'mcp', 'sign-ins');
}

export function openSignIns({ dataFolder, env, learn }: Omit<ToolSurroundings, 'home'>): SignInStore {
  const folder = signInFolder(dataFolder);
  return createSignInStore({ folder, child: OWN_FILES.keychainChild, environment: env, lock: acquireLock, learn });
}

export function openTools(around: ToolSurroundings): Tools {
  return createToolServers({
    files: openServerFiles(around.dataFolder),
    place: openToolPlace(around),
    signIns: openSignIns(around),
    web: PUBLIC_WEB,
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

const SECRET_NAME = /key|token|secret|pass|auth|cookie|credential|session/i;
/** Values that are no secrets: a version, a date, a number, a region, a list of words. */
const ORDINARY_VALUE = /^(?:v?\d+(?:[.:-]\d+){0,4}|[a-z]+(?:[-_ ,.][a-z]+)*(?:[-_. ]?\d{1,3})?)$/i;

/** Secrets in mcp.json that must never be stored or sent: values of environments and headers whose name or form is that of a secret. */
export function secretsOfTools(dataFolder: string): readonly string[] {
  return findToolSecrets([...openServerFiles(dataFolder).read().entries.values()]);
}

export function findToolSecrets(entries: readonly ServerEntry[]): readonly string[] {
  return entries
    .flatMap((entry) => Object.entries('url' in entry ? entry.headers : entry.env))
    .filter(([name, value]) => SECRET_NAME.test(name) || (!ORDINARY_VALUE.test(value) && /\d/.test(value)))
    .flatMap(([, value]) => [value, value.replace(/^\S+ /, '')])
    .filter((value) => value.length >= 8 && !/^[a-z]+$|^\/|:\/\//i.test(value));
}
