/**
 * What is known about a model id: its price, the largest picture it sees unshrunk, and what may be asked of it. Pure data; sources:
 * platform.claude.com and developers.openai.com, October 2026.
 */
import type { Usage } from '../../src/ports/model.ts';

/** USD per million tokens, in and out: the value of MODEL_PRICES. */
export type PricePair = readonly [input: number, output: number];

/** USD per million tokens. `cacheWrite` is for the shortest life a provider offers (5 minutes; OpenAI: 30). */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** A larger picture would be shrunk without a word, and clicks would drift. */
export interface PictureLimit {
  readonly longestSidePx: number;
  /** The model cuts a picture into squares of this size… */
  readonly patchPx: number;
  /** …and takes this many. */
  readonly patches: number;
}

export interface ModelFacts {
  /** null: unknown; costs are then unknown too. */
  readonly price: Price | null;
  readonly picture: PictureLimit;
  /** Takes a JSON Schema as a grammar for its answer. */
  readonly hasStructuredOutput: boolean;
  /** Can be told how much to think. */
  readonly hasEffort: boolean;
  /** Room for its thinking, on top of what the reply itself may take: providers count both into one limit. */
  readonly thinkingTokens: number;
  /** A shorter prefix is not cached, whatever it is marked as. */
  readonly minCachedTokens: number;
}

/** Ids used when MODEL_MAIN, MODEL_FAST and MODEL_STRONG are not set. */
export const ANTHROPIC_DEFAULTS = {
  main: 'claude-sonnet-5-5',
  fast: 'claude-haiku-5-5',
  strong: 'claude-opus-5-5',
} as const;
/** Bedrock's names for the same models, wherever there is room for them. */
export const BEDROCK_DEFAULTS = {
  main: 'global.anthropic.claude-sonnet-5-5',
  fast: 'global.anthropic.claude-haiku-5-5',
  strong: 'global.anthropic.claude-opus-5-5',
} as const;
export const OPENAI_DEFAULTS = { main: 'gpt-6.1-sol', fast: 'gpt-6-luna', strong: 'gpt-6-astra' } as const;

/** The smallest limit of any vision model there; larger ones are not needed, Deskhand's pictures stay below. */
const CLAUDE_PICTURE: PictureLimit = { longestSidePx: 1568, patchPx: 28, patches: 1568 };
/** With `detail: "high"`; the smallest limit of the models below. */
const GPT_PICTURE: PictureLimit = { longestSidePx: 2048, patchPx: 32, patches: 1536 };

/** Claude 5.5 and its elders since 4.5. A request's own limit already counts its thinking. */
const CLAUDE: Omit<ModelFacts, 'price'> = {
  picture: CLAUDE_PICTURE,
  hasStructuredOutput: true,
  hasEffort: true,
  thinkingTokens: 0,
  minCachedTokens: 512,
};
const OLD_CLAUDE = { ...CLAUDE, minCachedTokens: 1024 };
const GPT: Omit<ModelFacts, 'price'> = {
  picture: GPT_PICTURE,
  hasStructuredOutput: true,
  hasEffort: true,
  thinkingTokens: 4096,
  minCachedTokens: 1024,
};
/** Nothing is taken for granted; a schema that is refused after all goes as text from then on. */
const UNKNOWN: Omit<ModelFacts, 'price'> = { ...CLAUDE, hasEffort: false, minCachedTokens: 0 };

function price(input: number, output: number, cacheRead = input * 0.1, cacheWrite = input * 1.25): Price {
  return { input, output, cacheRead, cacheWrite };
}

/** Prices are for the prompts that Deskhand makes: a few thousand tokens, far below where long-context prices begin. */
const models: Readonly<Record<string, ModelFacts>> = {
  'claude-fable-5-1': { ...CLAUDE, price: price(10, 50, 0.25) },
  'claude-opus-5-5': { ...CLAUDE, price: price(4, 20, 0.2) },
  'claude-sonnet-5-5': { ...CLAUDE, price: price(2, 10, 0.1) },
  'claude-haiku-5-5': { ...CLAUDE, price: price(0.1, 0.5) },
  'claude-opus-5': { ...OLD_CLAUDE, price: price(5, 25) },
  'claude-sonnet-5': { ...OLD_CLAUDE, price: price(2, 10) },
  'claude-opus-4-8': { ...OLD_CLAUDE, price: price(5, 25) },
  'claude-opus-4-7': { ...OLD_CLAUDE, price: price(5, 25) },
  'claude-opus-4-6': { ...OLD_CLAUDE, price: price(5, 25) },
  'claude-opus-4-5': { ...OLD_CLAUDE, price: price(5, 25), minCachedTokens: 4096 },
  'claude-sonnet-4-6': { ...OLD_CLAUDE, price: price(3, 15) },
  'claude-sonnet-4-5': { ...OLD_CLAUDE, price: price(3, 15), hasEffort: false },
  'claude-haiku-4-5': { ...OLD_CLAUDE, price: price(1, 5), hasEffort: false, minCachedTokens: 4096 },
  'gpt-6-astra': { ...GPT, price: price(10, 50) },
  'gpt-6.1-sol': { ...GPT, price: price(2, 10, 0.1) },
  'gpt-6-sol': { ...GPT, price: price(2, 10) },
  'gpt-6-luna': { ...GPT, price: price(0.1, 0.5) },
  'gpt-6.1-terra': { ...GPT, price: null },
  'gpt-5.6-sol': { ...GPT, price: price(4, 20) },
  'gpt-5.6-terra': { ...GPT, price: price(2, 12) },
  'gpt-5.6-luna': { ...GPT, price: price(0.2, 1.2) },
  'gpt-5.5': { ...GPT, price: price(5, 30, 0.5, 5) },
  'gpt-5.4': { ...GPT, price: price(2.5, 15, 0.25, 2.5) },
};

/**
 * `overrides` (MODEL_PRICES) win over the table; their cache rates are the usual ones, a tenth and one and a quarter. What a
 * cloud puts around an id does not matter: where it runs (`eu.anthropic.`), a date (`-20251001`, `@20251001`), a revision (`-v1:0`).
 */
export function findModelFacts(id: string, overrides: Readonly<Record<string, PricePair>>): ModelFacts {
  const plain = id
    .replace(/^(?:[a-z-]+\.)?anthropic\./, '')
    .replace(/-v\d+(?::\d+)?$/, '')
    .replace(/[-@]20\d{2}-?\d{2}-?\d{2}$/, '');
  const known = lookUp(models, plain) ?? { ...UNKNOWN, price: null };
  const override = lookUp(overrides, id) ?? lookUp(overrides, plain);
  return override === null ? known : { ...known, price: price(...override) };
}

/** USD; null when the price is unknown. */
export function costOf(usage: Usage, rates: Price | null): number | null {
  if (rates === null) return null;
  const { input, output, cacheRead, cacheWrite } = usage;
  const sum = input * rates.input + output * rates.output + cacheRead * rates.cacheRead + cacheWrite * rates.cacheWrite;
  return sum / 1_000_000;
}

function lookUp<Value>(table: Readonly<Record<string, Value>>, id: string): Value | null {
  return Object.hasOwn(table, id) ? (table[id] ?? null) : null;
}
