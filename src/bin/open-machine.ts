/** The machine below the screen, for the platform this runs on. */
import { userInfo } from 'node:os';
import { createLinuxMachine } from '../../adapters/machine/linux.ts';
import { createMacMachine } from '../../adapters/machine/mac.ts';
import type { Machine } from '../ports/machine.ts';

export interface OpenMachineOptions {
  /** The person's home folder. */
  readonly home: string;
  /** What leads programs to the display, as it is now. */
  readonly env: () => Readonly<Record<string, string | undefined>>;
}

export function openMachine({ home, env }: OpenMachineOptions): Machine {
  const { username, uid } = userInfo();
  if (process.platform === 'darwin') return createMacMachine({ home, user: username });
  return createLinuxMachine({ home, user: username, session: env, isRoot: uid === 0 });
}
