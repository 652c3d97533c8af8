/** A look begun while the screen comes to rest, so that it is ready once rest is certain; taking it then would double the wait. */
import type { Clock } from '../ports/clock.ts';
import type { Observation } from './observe.ts';

export interface EarlyLook {
  /**
   * Called when the screen shows an effect. The first time a look is begun at once, even in motion, since most effects appear in one piece; when the
   * screen moves on, it is dropped and begun anew once the screen is still.
   */
  see(isMoving: boolean): void;
  /** Called when somebody acts, since the look is then outdated. */
  drop(): void;
  /** The look, when nothing has moved since it was begun and the screen was seen still a moment ago; else null. Given once. */
  take(): Promise<Observation | null>;
}

/** Age of the last still sample beyond which an early look is too old, ms. */
const FRESH_MS = 150;

/** `look` takes a fresh look, of a moving screen too; a failed one counts as none. */
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
