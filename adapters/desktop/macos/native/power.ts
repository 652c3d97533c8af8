/** Keeps a Mac and its display awake while that is wanted, and switches a display on (IOPMLib.h). Assertions end with the process that made them. */

import { SaidError } from '../../../../src/words/said-error.ts';
import { say } from '../../../../src/words/say.ts';
import type { Foundation } from './core-foundation.ts';
import type { Native } from './load.ts';

export interface Power {
  stayAwake(isWanted: boolean): void;
  wake(): void;
}

const LEVEL_ON = 255;
const USER_ACTIVE_LOCAL = 0;
const NAME = 'Deskhand is working on this Mac';

export function createPower({ c }: Native, cf: Foundation): Power {
  let held: number | null = null;
  const activity = new Uint32Array(1);
  return {
    stayAwake: (isWanted) => {
      if (isWanted && held === null) {
        const id = new Uint32Array(1);
        // A display that is kept on keeps the Mac from sleeping too.
        const kind = cf.constant('PreventUserIdleDisplaySleep');
        const said = c.IOPMAssertionCreateWithName(kind, LEVEL_ON, cf.constant(NAME), id);
        if (said !== 0) throw new SaidError(say`macOS refused to stay awake (${said})`);
        held = id[0] ?? null;
      }
      if (!isWanted && held !== null) {
        c.IOPMAssertionRelease(held);
        held = null;
      }
    },
    wake: () => {
      const said = c.IOPMAssertionDeclareUserActivity(cf.constant(NAME), USER_ACTIVE_LOCAL, activity);
      if (said !== 0) throw new SaidError(say`macOS refused to wake the display (${said})`);
    },
  };
}
