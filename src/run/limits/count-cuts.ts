/** A run's model that notes in the journal what calls had taken that were given up halfway. */

import type { RunEvent } from '../../journal/events.ts';
import type { Model } from '../../ports/model.ts';

export function countCuts(model: Model, record: (event: RunEvent) => void): Model {
  return {
    ...model,
    ask: (request, signal) =>
      model.ask(
        {
          ...request,
          onCut({ model: name, usage, costUsd }) {
            try {
              record({ type: 'call.cut', model: name, usage, cost_usd: costUsd });
            } catch {
              // A journal that takes no more has ended the run already.
            }
          },
        },
        signal,
      ),
  };
}
