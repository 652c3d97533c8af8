/** The confined place of tool servers: that of an agent which decides, with a folder that stays and what a person granted. */
import { basename, dirname } from 'node:path';
import type { ToolPlace, ToolProgram } from '../../src/ports/tool-place.ts';
import { createPlaces } from '../../src/safety/places/places.ts';
import { say, type Text } from '../../src/words/say.ts';
import { type PlaceOptions, startInPlace } from './agent-place.ts';
import { type AgentFiles, findAgentFiles } from './agent-words.ts';
import { mayShow } from './sandbox-view.ts';

export type ToolPlaceOptions = Pick<PlaceOptions, 'platform' | 'home' | 'root' | 'dataDir' | 'path'>;

const RUNTIME = /^(?:node|bun|deno|python[\d.]*)$/;

export function createToolPlace(options: ToolPlaceOptions): ToolPlace {
  /** Of the arguments only a runtime's script counts as code; other files have to be granted. */
  const findFiles = async (words: readonly string[]): Promise<AgentFiles> => {
    const [program = '', ...rest] = words;
    const script = RUNTIME.test(basename(program)) ? rest.find((word) => !word.startsWith('-')) : undefined;
    const files = await findAgentFiles([program, ...(script === undefined ? [] : [script])], options.path, sayMissing);
    const [start = program] = files.argv;
    return { ...files, argv: [start, ...rest] };
  };
  return {
    find: async (words) => programOf(await findFiles(words), options),
    async start({ words, ...request }) {
      return await startInPlace(await findFiles(words), { ...options, ...request, sayFailure });
    },
  };
}

/** The program's code: everything that would be shown to it, so that only pinned files are there. */
function programOf({ argv, bound, folders }: AgentFiles, { home, ...options }: ToolPlaceOptions): ToolProgram {
  const places = createPlaces({ home, ...options });
  const shown = folders.filter((folder) => folder !== home && mayShow(folder, home, places));
  const own = [...new Set([...bound, ...shown])].filter(
    (path) => !RUNTIME.test(basename(path)) && !/^\/(?:usr|bin|lib|lib64|sbin)\//.test(path),
  );
  // Paths inside a folder that is listed as a whole are left out.
  return { argv, code: own.filter((path) => !own.some((other) => other !== path && isBelow(path, other))) };
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`) || dirname(path) === folder;
}

const sayMissing = (name: string): Text =>
  say`${name} is not there. Install it first, or give its full path; a package of npm is given as npx NAME.`;
const sayFailure = (why: string): Text => say`It could not be started in its confined place: ${why}.`;
