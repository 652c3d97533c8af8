/** Watches the screen around the target of an open card, to learn what changes there by itself. */
import type { Action } from '../../action/schema.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Desktop, Place, UiElement } from '../../ports/desktop.ts';
import { anySignal } from '../../ports/waits/abort-signals.ts';
import type { Sample } from '../../safety/seen.ts';
import { listElements, type Observation } from '../../screen/observe.ts';
import { createTextTicks, type TextTicks } from '../../screen/text-ticks.ts';
import type { RunControl } from '../control.ts';

/** The action on the card and the look it was decided on. */
export interface Shown {
  readonly action: Action;
  readonly observation: Observation;
  /** Where the action points; null when nowhere. */
  readonly place: Place | null;
  readonly element: UiElement | null;
}

/** Observations of a card's time: which tiles and texts tick. */
export interface Samples {
  /** Samples of the display, oldest first; the first one belongs to the look that was decided on. */
  readonly pixels: readonly Sample[];
  readonly ticks: TextTicks;
}

const SAMPLE_EVERY_MS = 160;
/** Number of quick samples while the card is new; later ones follow at `LATER_EVERY_MS`. */
const NEW_SAMPLES = 21;
const LATER_EVERY_MS = 3000;
const MOST_SAMPLES = 80;
/** Samples between two lists of elements while the card is new. */
const LIST_EVERY = 7;
/** Factor by which the list of elements may take longer for an approval, where nobody is in a hurry and the list must be complete. */
export const CARD_PATIENCE = 6;

export interface CardWatchNeeds {
  readonly control: Pick<RunControl, 'signal'>;
  readonly desktop: Desktop;
  readonly clock: Clock;
}

export interface CardWatch {
  /** Ends the sampling. */
  end(): void;
  stop(): Promise<Samples>;
}

export function watchCard({ observation }: Shown, run: CardWatchNeeds): CardWatch {
  const { display, fingerprint } = observation.frame;
  const pixels: Sample[] = [{ fingerprint, atMs: run.clock.elapsed() }];
  const ticks = createTextTicks(observation.elements);
  const over = new AbortController();
  const signal = anySignal(over.signal, run.control.signal);
  const watching = (async () => {
    for (let count = 1; ; count += 1) {
      const isNew = count <= NEW_SAMPLES;
      await run.clock.sleep(isNew ? SAMPLE_EVERY_MS : LATER_EVERY_MS, signal);
      const now = await run.desktop.fingerprint(display.index, signal);
      pixels.push({ fingerprint: now, atMs: run.clock.elapsed() });
      if (pixels.length > MOST_SAMPLES) pixels.splice(1, 1);
      if (isNew && count % LIST_EVERY !== 0) continue;
      const { elements, note } = await listElements(display, run.desktop, signal, CARD_PATIENCE);
      ticks.see(elements, note === '');
    }
  })().catch(() => undefined);
  return {
    end: () => over.abort(),
    async stop() {
      over.abort();
      await watching;
      return { pixels, ticks };
    },
  };
}
