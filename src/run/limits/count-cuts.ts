/** A run's model, with what calls that were given up have taken noted in the run's journal. */

import type { RunEvent } from '../../journal/events.ts';
import type { Model } from '../../ports/model.ts';

/** `record` must not throw: it is called in the middle of a stop. */
export function countCuts(model: Model, record: (event: RunEvent) => void): Model {
  return {
    name: model.name,
    ask: (request, signal) =>
      model.ask(
        {
          ...request,
          onCut: (cut) => record({ type: 'call.cut', model: cut.model, usage: cut.usage, cost_usd: cut.costUsd }),
        },
        signal,
      ),
  };
}
