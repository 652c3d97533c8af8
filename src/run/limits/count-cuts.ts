/** A model that records in the run's journal the cost of calls that were given up halfway. */

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
              // A journal that cannot be written has ended the run already.
            }
          },
        },
        signal,
      ),
  };
}
