/** A run's model, with what calls that were given up have taken noted in the run's journal. */

import type { RunEvent } from '../../journal/events.ts';
import type { Model } from '../../ports/model.ts';

export function countCuts(model: Model, record: (event: RunEvent) => void): Model {
  return {
    name: model.name,
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
