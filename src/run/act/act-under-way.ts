/** The act a run is carrying out now, so that its own input is not mistaken for a person's hand. */
import type { Action } from '../../action/schema.ts';

export interface ActUnderWay {
  /** null between acts. */
  now(): Action | null;
  /** Marks `action` as under way until the screen has settled after it. */
  during<Value>(action: Action, act: () => Promise<Value>): Promise<Value>;
}

export function createActUnderWay(): ActUnderWay {
  let current: Action | null = null;
  return {
    now: () => current,
    async during(action, act) {
      current = action;
      try {
        return await act();
      } finally {
        current = null;
      }
    },
  };
}
