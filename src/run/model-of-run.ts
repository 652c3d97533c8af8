/** The model as one run has it: which ids its person chose, and from when on the second provider answers; nobody is left in the dark about that. */
import type { Model, ModelIds, ModelOffers } from '../ports/model.ts';
import { isNothing } from '../ports/usage.ts';
import { clause, say, slash, type Text } from '../words/say.ts';

/** Who answers one run, beside what the provider says of itself. */
export interface ModelUse {
  /** The ids its person chose in place of the configured ones. */
  readonly chosen: ModelIds;
  /** The provider that may answer when the first stays away; null where none is configured. */
  readonly second: SecondModel | null;
}

export interface ModelOfRun extends ModelUse {
  /** The provider's, asked for what was chosen, and of the second provider once that is in use. */
  readonly model: Model;
}

/** The second provider, as one run and its person have it. */
export interface SecondModel {
  readonly name: string;
  /** USD that a step takes, about; null: its price is unknown. */
  readonly stepUsd: number | null;
  /** It answers this run's questions now. */
  isInUse(): boolean;
  /** The person has said that it may, without being asked. */
  isKept(): boolean;
  /** From now on it answers this run. */
  use(): void;
  /** From now on the first answers again. */
  leave(): void;
  /** For this person's later runs, too. Rejects when it cannot be kept. */
  keep(): Promise<void>;
}

export type KeptSecond = Pick<SecondModel, 'isKept' | 'keep'>;

/** As it is configured, and where there is no model. */
export const AS_CONFIGURED: ModelUse = { chosen: {}, second: null };

/** What a step usually takes, for "about N a step": tokens. */
const USUAL_STEP = { input: 2200, output: 200 };

/** Begins with the first provider. */
export function forOneRun(model: Model, ids: ModelIds, kept: KeptSecond): ModelOfRun {
  const second = createSecond(model.offers?.second, kept);
  const hasIds = Object.keys(ids).length > 0;
  if (second === null && !hasIds) return { ...AS_CONFIGURED, model };
  const wanted = () => ({ ...(hasIds ? { ids } : {}), ...(second?.isInUse() === true ? { useSecond: true } : {}) });
  return {
    model: {
      ...model,
      name: ids.main ?? model.name,
      pictureWish: (asked) => model.pictureWish?.({ ...asked, ...wanted() }) ?? null,
      ask: (request, signal) => model.ask({ ...request, ...wanted() }, signal),
    },
    chosen: ids,
    second,
  };
}

function createSecond(offered: ModelOffers['second'], { isKept, keep }: KeptSecond): SecondModel | null {
  if (offered === undefined) return null;
  const { id, price } = offered;
  let isInUse = false;
  return {
    name: id,
    stepUsd: price === null ? null : (USUAL_STEP.input * price.input + USUAL_STEP.output * price.output) / 1e6,
    isInUse: () => isInUse,
    isKept,
    keep,
    use() {
      isInUse = true;
    },
    leave() {
      isInUse = false;
    },
  };
}

/** Repeats on the second provider what the first did not answer, where the person has said so for good, and tells them. */
export function repeatOnSecond({ model, second }: ModelOfRun, tell: (text: Text) => void): Model {
  if (second === null) return model;
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
