/** The machine below the screen, for the platform this runs on. */
import { userInfo } from 'node:os';
import { openMacFacts } from '../../../adapters/desktop/macos/facts.ts';
import { createLinuxMachine } from '../../../adapters/machine/linux.ts';
import { createMacMachine } from '../../../adapters/machine/mac.ts';
import { openSandbox } from '../../../adapters/machine/sandbox.ts';
import { createWatched } from '../../../adapters/machine/watched.ts';
import type { Machine } from '../../ports/machine.ts';
import type { Watched } from '../../ports/watched.ts';
import type { Text } from '../../words/say.ts';
import { OWN_CODE, OWN_FILES } from '../own-files.ts';

export interface OpenMachineOptions {
  /** The person's home folder. */
  readonly home: string;
  /** Deskhand's own folder. */
  readonly root: string;
  readonly dataFolder: string;
  /** Variables that lead programs to the display, read at each use. */
  readonly env: () => Readonly<Record<string, string | undefined>>;
}

export interface OpenedMachine {
  readonly machine: Machine;
  /** Used by watches. */
  readonly watched: Watched;
  /** Missing confinement of shell commands, a sentence each: no sandbox, no confined place, an unsupported limit. */
  readonly lacks: readonly Text[];
}

export async function openMachine({ home, root, dataFolder, env }: OpenMachineOptions): Promise<OpenedMachine> {
  const { username, uid } = userInfo();
  const isMac = process.platform === 'darwin';
  const sandbox = await openSandbox({ platform: isMac ? 'macos' : 'linux', home, root, dataDir: dataFolder });
  const documents = { program: OWN_FILES.documentChild, code: OWN_CODE };
  const machine = isMac
    ? createMacMachine({
        home,
        user: username,
        sandbox,
        documents,
        responsible: () => openMacFacts().responsible().program,
      })
    : createLinuxMachine({ home, user: username, session: env, isRoot: uid === 0, sandbox, documents });
  const watched = createWatched(home);
  return { machine, watched, lacks: [sandbox.lack, sandbox.placeLack].filter((lack) => lack !== '') };
}
