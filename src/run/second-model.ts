/** The second provider of a run: from when on it answers, and that nobody is left in the dark about it. */
import type { Model, ModelIds, SecondModel } from '../ports/model.ts';
import { isNothing } from '../ports/usage.ts';
import { clause, say, slash, type Text } from '../words/say.ts';

/** What a step usually takes, for "about N a step": tokens. */
const USUAL_STEP = { input: 2200, output: 200 };

export interface Kept {
  /** The person has said that it may answer without being asked. */
  readonly isKept: () => boolean;
  readonly keep: () => Promise<void>;
}

/** The model as one run has it: with the ids its person chose, moved to the second provider when the run says so. */
export function forOneRun(model: Model, ids: ModelIds, kept: Kept): Model {
  const offered = model.offers?.second ?? null;
  const hasIds = Object.keys(ids).length > 0;
  let isInUse = false;
  const second: SecondModel | null =
    offered === null
      ? null
      : {
          name: offered.id,
          stepUsd:
            offered.price === null
              ? null
              : (USUAL_STEP.input * offered.price.input + USUAL_STEP.output * offered.price.output) / 1e6,
          isInUse: () => isInUse,
          isKept: kept.isKept,
          keep: kept.keep,
          use() {
            isInUse = true;
          },
          leave() {
            isInUse = false;
          },
        };
  if (second === null && !hasIds) return model;
  return {
    ...model,
    name: ids.main ?? model.name,
    ...(hasIds ? { chosen: ids } : {}),
    pictureWish: (asked) =>
      model.pictureWish?.({ ...asked, ...(hasIds ? { ids } : {}), ...(isInUse ? { useSecond: true } : {}) }) ?? null,
    ...(second === null ? {} : { second }),
    ask: (request, signal) =>
      model.ask({ ...request, ...(hasIds ? { ids } : {}), ...(isInUse ? { useSecond: true } : {}) }, signal),
  };
}

/** Repeats on the second provider what the first did not answer, where the person has said so for good, and tells them. */
export function repeatOnSecond(model: Model, tell: (text: Text) => void): Model {
  const { second } = model;
  if (second === undefined) return model;
  return {
    ...model,
    async ask(request, signal) {
      const response = await model.ask(request, signal);
      if (response.stop !== 'unavailable' || second.isInUse() || !second.isKept()) return response;
      const { usage, costUsd, model: id } = response;
      if (!isNothing(usage)) request.onCut?.({ usage, costUsd, model: id });
      second.use();
      tell(
        say`${model.name} does not answer (${clause(response.detail)}). I use ${second.name} for the rest of this run, as you chose; ${slash('model fallback ask')} takes that back.`,
      );
      return await model.ask(request, signal);
    },
  };
}
