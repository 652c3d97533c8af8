/** `/model`: which ids answer a person's runs in place of the configured ones; kept through restarts. */
import { z } from 'zod';
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { Model, ModelIds, ModelTier } from '../ports/model.ts';
import type { StateStore } from '../ports/state-store.ts';
import { closestWord } from '../words/closest.ts';
import { join, say, slash, type Text } from '../words/say.ts';

export interface ModelChoice {
  /** `/model` with what stands behind it; what the person is told. Rejects when it cannot be kept. */
  change(senderId: string, rest: string): Promise<readonly SpokenSpan[]>;
  /** The model as this person's next runs have it. */
  forSender(senderId: string): Model | null;
}

const KEY = 'models';
const TIERS = ['main', 'fast', 'strong'] as const satisfies readonly ModelTier[];
const ID = /^[\w.:@/-]{1,120}$/;
const idsSchema = z.object({ main: z.string(), fast: z.string(), strong: z.string() }).partial();
const schema = z.record(z.string(), idsSchema);

const WORDS: Readonly<Record<ModelTier, Text>> = {
  main: say`decides the steps`,
  fast: say`checks results and risks`,
  strong: say`for what was too hard`,
};

export function createModelChoice(model: Model | null, state: StateStore): ModelChoice {
  const kept = schema.safeParse(state.get(KEY) ?? {});
  let bySender: Readonly<Record<string, ModelIds>> = kept.success ? withoutUnset(kept.data) : {};
  const keep = async (senderId: string, ids: ModelIds): Promise<void> => {
    bySender = { ...bySender, [senderId]: ids };
    await state.set(KEY, bySender);
  };
  const chosenBy = (senderId: string): ModelIds => bySender[senderId] ?? {};

  return {
    forSender(senderId) {
      const ids = chosenBy(senderId);
      return model === null || Object.keys(ids).length === 0 ? model : withIds(model, ids);
    },
    async change(senderId, rest) {
      const offers = model?.offers;
      if (offers === undefined) return [say`No model is configured, so there is nothing to choose from.`];
      const [tier = '', id = '', ...more] = rest.trim().split(/\s+/);
      if (tier === '') return describe(chosenBy(senderId), offers);
      if (/^reset$/i.test(tier)) {
        await keep(senderId, {});
        return [say`Your next runs use the configured models again.`];
      }
      const wanted = TIERS.find((one) => one === tier.toLowerCase());
      if (wanted === undefined || more.length > 0 || !ID.test(id)) return [USAGE];
      await keep(senderId, { ...chosenBy(senderId), [wanted]: id });
      return [say`Your next runs use ${id} (${WORDS[wanted]}).`, '\n', sayPrice(id, offers), ...sayClosest(id, offers)];
    },
  };
}

const USAGE = say`${slash('model')} shows your models. ${slash('model main ID')}, ${slash('model fast ID')} or ${slash('model strong ID')} changes one for your next runs, ${slash('model reset')} takes it back.`;

type Offers = NonNullable<Model['offers']>;

function describe(chosen: ModelIds, offers: Offers): readonly SpokenSpan[] {
  const lines = TIERS.flatMap((tier): readonly SpokenSpan[] => {
    const id = chosen[tier] ?? offers.ids[tier];
    const mark: Text = chosen[tier] === undefined ? '' : say` (your choice)`;
    return [{ bold: join([tier, ': '], '') }, id, mark, ' – ', WORDS[tier], ' – ', sayPrice(id, offers), '\n'];
  });
  const known = offers.known.map((id) => join([id, sayPrice(id, offers)], ': '));
  return [...lines, { quiet: join([say`You can choose:`, ...known], '\n') }, '\n', USAGE];
}

function sayPrice(id: string, { priceOf }: Offers): Text {
  const price = priceOf(id);
  return price === null
    ? say`its price is not known, so its cost counts as unknown`
    : say`${{ usd: price.input }} in, ${{ usd: price.output }} out per million tokens`;
}

/** A slip of the thumb is told before a run fails on it. */
function sayClosest(id: string, { known }: Offers): readonly SpokenSpan[] {
  if (known.includes(id)) return [];
  const closest = closestWord(id, known);
  return closest === null ? [] : ['\n', say`Did you mean ${closest}?`];
}

function withIds(model: Model, ids: ModelIds): Model {
  return {
    ...model,
    name: ids.main ?? model.name,
    ask: (request, signal) => model.ask({ ...request, ids }, signal),
  };
}

function withoutUnset(kept: z.infer<typeof schema>): Readonly<Record<string, ModelIds>> {
  const ids = Object.entries(kept).map(([sender, one]) => {
    const set = TIERS.flatMap((tier) => (one[tier] === undefined ? [] : [[tier, one[tier]] as const]));
    return [sender, Object.fromEntries(set)] as const;
  });
  return Object.fromEntries(ids);
}
