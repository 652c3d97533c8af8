/** What is known about a model id: its price and the largest picture it sees unshrunk. Pure data; source: platform.claude.com, October 2026. */
import type { Usage } from '../../src/ports/model.ts';

/** USD per million tokens, in and out: the value of MODEL_PRICES and of this table. */
export type Price = readonly [input: number, output: number];

/** A larger picture would be shrunk without a word, and clicks would drift. */
export interface PictureLimit {
  readonly longestSidePx: number;
  /** ceil(w/28) · ceil(h/28). */
  readonly tokens: number;
}

export interface ModelFacts {
  /** null: unknown; costs are then unknown too. */
  readonly price: Price | null;
  readonly picture: PictureLimit;
}

/** Ids used when MODEL_MAIN and MODEL_FAST are not set. */
export const ANTHROPIC_DEFAULTS = { main: 'claude-sonnet-5-5', fast: 'claude-haiku-5-5' } as const;

/** The smallest limit of any vision model there; larger ones are not needed, Deskhand's pictures stay below. */
const PICTURE: PictureLimit = { longestSidePx: 1568, tokens: 1568 };

/** Haiku 5.5's price is for prompts up to 100,000 tokens, far above anything sent here. */
const prices: Readonly<Record<string, Price>> = {
  'claude-fable-5-1': [10, 50],
  'claude-opus-5-5': [4, 20],
  'claude-sonnet-5-5': [2, 10],
  'claude-haiku-5-5': [0.1, 0.5],
  'claude-opus-5': [5, 25],
  'claude-sonnet-5': [2, 10],
  'claude-opus-4-8': [5, 25],
  'claude-opus-4-7': [5, 25],
  'claude-opus-4-6': [5, 25],
  'claude-sonnet-4-6': [3, 15],
  'claude-opus-4-5': [5, 25],
  'claude-sonnet-4-5': [3, 15],
  'claude-haiku-4-5': [1, 5],
};

const CACHE_READ_FACTOR = 0.1;
/** For a cache entry that lives 5 minutes. */
const CACHE_WRITE_FACTOR = 1.25;

/** `overrides` (MODEL_PRICES) win over the table. A date at the end of an id (`-20251001`) does not matter. */
export function findModelFacts(id: string, overrides: Readonly<Record<string, Price>>): ModelFacts {
  const undated = id.replace(/-20\d{6}$/, '');
  return {
    price: lookUp(overrides, id) ?? lookUp(overrides, undated) ?? lookUp(prices, undated),
    picture: PICTURE,
  };
}

/** USD; null when the price is unknown. */
export function costOf(usage: Usage, price: Price | null): number | null {
  if (price === null) return null;
  const [input, output] = price;
  const inputTokens = usage.input + usage.cacheRead * CACHE_READ_FACTOR + usage.cacheWrite * CACHE_WRITE_FACTOR;
  return (inputTokens * input + usage.output * output) / 1_000_000;
}

function lookUp(table: Readonly<Record<string, Price>>, id: string): Price | null {
  return Object.hasOwn(table, id) ? (table[id] ?? null) : null;
}
