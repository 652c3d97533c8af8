/** `/model`: the model ids that a person chose for their runs in place of the configured ones; kept through restarts. */
import { z } from 'zod';
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { Model, ModelIds, ModelTier } from '../ports/model.ts';
import type { StateStore } from '../ports/state-store.ts';
import { closestWord } from '../words/closest.ts';
import { join, say, slash, type Text } from '../words/say.ts';
import { forOneRun, type ModelOfRun } from './model-of-run.ts';

export interface ModelChoice {
  /** Carries out `/model` with its arguments and returns the reply. Rejects when the choice cannot be kept. */
  change(senderId: string, rest: string): Promise<readonly SpokenSpan[]>;
  /** The model for this person's next run; asked for again for each run. */
  forSender(senderId: string): ModelOfRun | null;
}

const KEY = 'models';
const TIERS = ['main', 'fast', 'strong'] as const satisfies readonly ModelTier[];
const SECOND_KEY = 'models.second';
const secondSchema = z.record(z.string(), z.boolean());
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
  const keptSecond = secondSchema.safeParse(state.get(SECOND_KEY) ?? {});
  let usesSecond: Readonly<Record<string, boolean>> = keptSecond.success ? keptSecond.data : {};
  const keepSecond = async (senderId: string, isKept: boolean): Promise<void> => {
    usesSecond = { ...usesSecond, [senderId]: isKept };
    await state.set(SECOND_KEY, usesSecond);
  };
  const chosenBy = (senderId: string): ModelIds => bySender[senderId] ?? {};

  return {
    forSender(senderId) {
      if (model === null) return null;
      return forOneRun(model, chosenBy(senderId), {
        isKept: () => usesSecond[senderId] === true,
        keep: () => keepSecond(senderId, true),
      });
    },
    async change(senderId, rest) {
      const offers = model?.offers;
      if (offers === undefined) return [say`No model is configured, so there is nothing to choose from.`];
      const [tier = '', id = '', ...more] = rest.trim().split(/\s+/);
      if (tier === '') return describe(chosenBy(senderId), usesSecond[senderId] === true, offers);
      if (/^reset$/i.test(tier)) {
        await keep(senderId, {});
        return [say`Your next runs use the configured models again.`];
      }
      if (/^fallback$/i.test(tier) && more.length === 0) {
        if (offers.second === undefined) return [NO_SECOND];
        const isKept = /^always$/i.test(id);
        if (!isKept && !/^ask$/i.test(id)) return [SECOND_USAGE];
        await keepSecond(senderId, isKept);
        return [
          isKept
            ? say`When ${offers.ids.main} does not answer, your runs go on with ${offers.second.id} and tell you.`
            : say`When ${offers.ids.main} does not answer, I ask you before I use ${offers.second.id}.`,
        ];
      }
      const wanted = TIERS.find((one) => one === tier.toLowerCase());
      if (wanted === undefined || more.length > 0 || !ID.test(id)) return [USAGE];
      await keep(senderId, { ...chosenBy(senderId), [wanted]: id });
      return [say`Your next runs use ${id} (${WORDS[wanted]}).`, '\n', sayPrice(id, offers), ...sayClosest(id, offers)];
    },
  };
}

const USAGE = say`${slash('model')} shows your models. ${slash('model main ID')}, ${slash('model fast ID')} or ${slash('model strong ID')} changes one for your next runs, ${slash('model reset')} takes it back.`;

const SECOND_USAGE = say`${slash('model fallback always')} uses it without asking and tells you, ${slash('model fallback ask')} asks first.`;
const NO_SECOND = say`No second provider is configured. FALLBACK_MODEL_PROVIDER names one.`;

type Offers = NonNullable<Model['offers']>;

function describe(chosen: ModelIds, isSecondKept: boolean, offers: Offers): readonly SpokenSpan[] {
  const lines = TIERS.flatMap((tier): readonly SpokenSpan[] => {
    const id = chosen[tier] ?? offers.ids[tier];
    const mark: Text = chosen[tier] === undefined ? '' : say` (your choice)`;
    return [{ bold: join([tier, ': '], '') }, id, mark, ' – ', WORDS[tier], ' – ', sayPrice(id, offers), '\n'];
  });
  const known = offers.known.map((id) => join([id, sayPrice(id, offers)], ': '));
  const choice: SpokenSpan = { quiet: join([say`You can choose:`, ...known], '\n') };
  if (offers.second === undefined) return [...lines, choice, '\n', USAGE];
  const { id, price } = offers.second;
  const mark = isSecondKept ? say` (your choice: without asking)` : say` (I ask first)`;
  const second: readonly SpokenSpan[] = [
    { bold: 'fallback: ' },
    id,
    mark,
    ' – ',
    WHEN_AWAY,
    ' – ',
    sayOnePrice(price),
    '\n',
  ];
  return [...lines, ...second, choice, '\n', USAGE, '\n', SECOND_USAGE];
}

const WHEN_AWAY = say`answers when the first does not`;

function sayPrice(id: string, { priceOf }: Offers): Text {
  return sayOnePrice(priceOf(id));
}

function sayOnePrice(price: ReturnType<Offers['priceOf']>): Text {
  return price === null
    ? say`its price is not known, so its cost counts as unknown`
    : say`${{ usd: price.input }} in, ${{ usd: price.output }} out per million tokens`;
}

/** Points out a probable typo before a run fails because of it. */
function sayClosest(id: string, { known }: Offers): readonly SpokenSpan[] {
  if (known.includes(id)) return [];
  const closest = closestWord(id, known);
  return closest === null ? [] : ['\n', say`Did you mean ${closest}?`];
}

function withoutUnset(kept: z.infer<typeof schema>): Readonly<Record<string, ModelIds>> {
  const ids = Object.entries(kept).map(([sender, one]) => {
    const set = TIERS.flatMap((tier) => (one[tier] === undefined ? [] : [[tier, one[tier]] as const]));
    return [sender, Object.fromEntries(set)] as const;
  });
  return Object.fromEntries(ids);
}
