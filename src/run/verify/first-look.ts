/** The run's first look, to compare the last one with. */
import { type Comparison, compareGlances, type Glance } from '../../checks/compare.ts';
import type { Observation } from '../../screen/observe.ts';
import type { ScreenMemory } from '../../screen/screen-memory.ts';

export interface FirstLook {
  /** Keeps the first look that it is given. */
  note(observation: Observation): void;
  /** Of the window that was in front then; null: the run has not looked before. */
  title(): string | null;
  /** null: the run has not looked before. */
  compareWith(observation: Observation): Comparison | null;
}

export function createFirstLook(screen: Pick<ScreenMemory, 'habits'>): FirstLook {
  let first: Glance | null = null;
  let title: string | null = null;
  return {
    note(observation) {
      first ??= glanceAt(observation);
      title ??= observation.front.title;
    },
    title: () => title,
    compareWith: (observation) => (first === null ? null : compareGlances(first, glanceAt(observation), screen.habits)),
  };
}

function glanceAt({ frame, elements }: Observation): Glance {
  return { fingerprint: frame.fingerprint, elements };
}
