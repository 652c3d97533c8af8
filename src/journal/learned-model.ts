/** Chooses the model that begins a goal of a kind, from earlier runs: their cost, and how many ended verified. */

import type { ModelPrice, ModelTier } from '../ports/model.ts';
import { isSameModel } from '../ports/model-id.ts';
import type { Complexity } from './effort.ts';
import type { RunRecord } from './model-records.ts';

/** Evidence of the runs of one kind of goal about one model. */
export interface Evidence {
  readonly model: string;
  readonly runs: number;
  /** Brought to a checked end without help. */
  readonly checked: number;
  /** USD per run, including the help it needed; null: too few runs have a price. */
  readonly usd: number | null;
}

/** The model that begins in place of the usual one. */
export interface LearnedModel extends Evidence {
  readonly tier: ModelTier;
  /** `cheaper`: it gets such goals done for less. `fails`: the usual one keeps failing at them. */
  readonly because: 'cheaper' | 'fails';
  readonly instead: Evidence;
}

/** One of the person's models. */
export interface OfferedModel {
  readonly tier: ModelTier;
  readonly id: string;
  /** null: unknown, and nothing is learned about it. */
  readonly price: ModelPrice | null;
}

export interface LearnQuestion {
  readonly kind: Complexity;
  readonly usual: ModelTier;
  /** All that may be chosen. */
  readonly offered: readonly OfferedModel[];
  /** Oldest first. */
  readonly records: readonly RunRecord[];
  /** What a run may still cost, USD: a better model that would probably exceed this is not chosen. */
  readonly maxUsd: number;
}

/** Fewer runs of a kind prove nothing. */
export const ENOUGH_RUNS = 8;
/** Only this many newest runs of a model and kind count, so that a change of the model shows. */
export const NEWEST_RUNS = 20;
/** Share of checked runs from which a model counts as up to a kind of goal. */
export const RELIABLE_SHARE = 0.8;
/** Share of failed runs from which it counts as not up to it. */
export const FAILING_SHARE = 0.5;
/** A cheaper model's share of verified runs may be lower by this much. */
const WORSE_BY = 0.1;
/** Share of the usual cost that is worth a change. */
const WORTH_IT = 0.8;
/** Tokens of a usual step, to compare prices with. */
const STEP = { input: 1500, cached: 1500, output: 150 } as const;

interface Judged extends Evidence {
  readonly offer: OfferedModel;
  /** Of a usual step, by the price list. */
  readonly listUsd: number;
  readonly share: number;
  readonly isReliable: boolean;
  readonly isFailing: boolean;
}

/** null: the usual model begins. Pure: the same runs lead to the same choice. */
export function learnModel({ kind, usual, offered, records, maxUsd }: LearnQuestion): LearnedModel | null {
  const judged = offered.flatMap(({ price, ...offer }) =>
    price === null ? [] : [judge({ ...offer, price }, price, kind, records)],
  );
  const own = judged.find(({ offer }) => offer.tier === usual);
  if (own === undefined) return null;
  const others = judged.filter(({ model }) => model !== own.model);
  const cheaper = findCheapest(
    others.filter((other) => isCheaper(other, own)),
    ({ usd }) => usd,
  );
  if (cheaper !== null) return choose(cheaper, own, 'cheaper');
  if (!own.isFailing) return null;
  const expected = (other: Judged): number | null =>
    other.usd ?? (own.usd === null || own.listUsd === 0 ? null : (own.usd * other.listUsd) / own.listUsd);
  const affordable = others.filter((other) => (expected(other) ?? Number.POSITIVE_INFINITY) <= maxUsd);
  const better =
    findCheapest(
      affordable.filter(({ isReliable }) => isReliable),
      expected,
    ) ??
    findCheapest(
      affordable.filter((other) => !other.isFailing && other.listUsd > own.listUsd),
      expected,
    );
  return better === null ? null : choose(better, own, 'fails');
}

function judge(offer: OfferedModel, price: ModelPrice, kind: Complexity, records: readonly RunRecord[]): Judged {
  const runs = records
    .filter((record) => isSameModel(record.model, offer.id) && record.kind === kind && record.verdict !== null)
    .slice(-NEWEST_RUNS);
  const checked = runs.filter(({ verdict }) => verdict === 'checked').length;
  const failed = runs.filter(({ verdict }) => verdict === 'failed').length;
  const costs = runs.flatMap(({ costUsd }) => costUsd ?? []);
  const isEnough = runs.length >= ENOUGH_RUNS;
  return {
    offer,
    model: offer.id,
    runs: runs.length,
    checked,
    usd: costs.length < ENOUGH_RUNS ? null : costs.reduce((sum, cost) => sum + cost, 0) / costs.length,
    listUsd: (STEP.input * price.input + STEP.cached * price.cacheRead + STEP.output * price.output) / 1e6,
    share: runs.length === 0 ? 0 : checked / runs.length,
    isReliable: isEnough && checked >= runs.length * RELIABLE_SHARE,
    isFailing: isEnough && failed >= runs.length * FAILING_SHARE,
  };
}

/** Whether the other model is reliable and cheaper: by the cost of both, or by the price list when the usual one has too few runs. */
function isCheaper(other: Judged, own: Judged): boolean {
  if (!other.isReliable || other.usd === null) return false;
  if (own.usd === null) return other.listUsd < own.listUsd;
  return other.usd <= own.usd * WORTH_IT && other.usd < own.usd && other.share >= own.share - WORSE_BY;
}

/** The first of several that cost the same; null: none has a cost. */
function findCheapest(judged: readonly Judged[], costOf: (one: Judged) => number | null): Judged | null {
  return judged.reduce<Judged | null>((best, one) => {
    const cost = costOf(one);
    const least = best === null ? null : costOf(best);
    return cost !== null && (least === null || cost < least) ? one : best;
  }, null);
}

function choose({ offer, ...evidence }: Judged, own: Judged, because: LearnedModel['because']): LearnedModel {
  return { tier: offer.tier, because, ...plain(evidence), instead: plain(own) };
}

function plain({ model, runs, checked, usd }: Evidence): Evidence {
  return { model, runs, checked, usd };
}
