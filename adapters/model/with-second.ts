/** Two providers as one model: the second answers what is marked for it. Which one that is, the run and its person decide. */
import type { Model } from '../../src/ports/model.ts';

export function withSecond(first: Model, second: Model): Model {
  const { offers = NO_OFFERS(first.name) } = first;
  const price = second.offers?.priceOf(second.name) ?? null;
  return {
    ...first,
    offers: { ...offers, second: { id: second.name, price } },
    pictureWish({ useSecond = false, ...asked }) {
      return (
        (useSecond ? second.pictureWish?.({ ...(asked.tier && { tier: asked.tier }) }) : first.pictureWish?.(asked)) ??
        null
      );
    },
    ask({ useSecond = false, ...request }, signal) {
      if (!useSecond) return first.ask(request, signal);
      // Model ids that a request chose belong to the first provider.
      const { ids: _, ...forSecond } = request;
      return second.ask(forSecond, signal);
    },
  };
}

const NO_OFFERS = (id: string): NonNullable<Model['offers']> => ({
  ids: { main: id, fast: id, strong: id },
  known: [],
  priceOf: () => null,
});
