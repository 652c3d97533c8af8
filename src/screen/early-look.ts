/** A look begun while the screen comes to rest, so that it is there once the rest is certain: taking it later costs as long again. */
import type { Clock } from '../ports/clock.ts';
import type { Observation } from './observe.ts';

export interface EarlyLook {
  /**
   * The screen shows what came of an act, moving still or not: the first time a look is begun at once, since most answers come in
   * one piece; what moved since is dropped, and begun anew when it is still.
   */
  see(isMoving: boolean): void;
  /** Somebody acts: what was begun shows what is over. */
  drop(): void;
  /** The look, when nothing has moved since it was begun and the screen was seen still a moment ago; else null. Given once. */
  take(): Promise<Observation | null>;
}

/** Age of the last still sample beyond which an early look is too old, ms. */
const FRESH_MS = 150;

/** `look` takes a fresh look, of a screen that moves still or not; one that fails is none. */
export function createEarlyLook(look: (isMoving: boolean) => Promise<Observation>, clock: Clock): EarlyLook {
  let begun: Promise<Observation | null> | null = null;
  let isFirst = true;
  let stillAt = Number.NEGATIVE_INFINITY;
  const drop = (): void => {
    begun = null;
    isFirst = true;
  };
  return {
    see(isMoving) {
      if (!isMoving) stillAt = clock.elapsed();
      if (!isMoving || isFirst) begun ??= look(isMoving).catch(() => null);
      else begun = null;
      isFirst = false;
    },
    drop,
    async take() {
      const taken = clock.elapsed() - stillAt <= FRESH_MS ? begun : null;
      drop();
      return await taken;
    },
  };
}
