/** What is known about a model id: its price, the largest picture it sees unshrunk, and what may be asked of it. */
import type { Usage } from '../../src/ports/model.ts';
import { plainModelId } from '../../src/ports/model-id.ts';
import type { ComputerTool, Coordinates, DatedPrice, ModelFacts, Price } from './model-facts.ts';
import { MODEL_TABLE, UNKNOWN_MODEL } from './model-table.ts';

/** USD per million tokens, in and out: the value of MODEL_PRICES. */
export type PricePair = readonly [input: number, output: number];

export interface ToolFacts {
  /** The value of the header `anthropic-beta`; null: the tool is generally available. */
  readonly beta: string | null;
  readonly coordinates: Coordinates;
  /** Whether its declaration needs the size of the picture. */
  readonly wantsSize: boolean;
  readonly hasZoom: boolean;
}

export const TOOL_FACTS: Readonly<Record<ComputerTool, ToolFacts>> = {
  computer_toolset_20260801: { beta: null, coordinates: 'pixels', wantsSize: false, hasZoom: true },
  computer_20251124: { beta: 'computer-use-2025-11-24', coordinates: 'pixels', wantsSize: true, hasZoom: true },
  computer_20250124: { beta: 'computer-use-2025-01-24', coordinates: 'pixels', wantsSize: true, hasZoom: false },
  computer_20241022: { beta: 'computer-use-2024-10-22', coordinates: 'pixels', wantsSize: true, hasZoom: false },
  gemini_desktop: { beta: null, coordinates: 'thousandths', wantsSize: false, hasZoom: false },
};

/** Ids used when MODEL_MAIN, MODEL_FAST and MODEL_STRONG are not set. */
export const ANTHROPIC_DEFAULTS = {
  main: 'claude-sonnet-5-5',
  fast: 'claude-haiku-5-5',
  strong: 'claude-opus-5-5',
} as const;
/** The same models on Bedrock, in any region with capacity. */
export const BEDROCK_DEFAULTS = {
  main: 'global.anthropic.claude-sonnet-5-5',
  fast: 'global.anthropic.claude-haiku-5-5',
  strong: 'global.anthropic.claude-opus-5-5',
} as const;
export const OPENAI_DEFAULTS = { main: 'gpt-6.1-sol', fast: 'gpt-6-luna', strong: 'gpt-6-astra' } as const;
export const GEMINI_DEFAULTS = {
  main: 'gemini-3.8-flash',
  fast: 'gemini-3.5-flash-lite',
  strong: 'gemini-3.1-pro-preview',
} as const;

/**
 * `overrides` (MODEL_PRICES) win over the table; their cache rates are the usual ones, a tenth and one and a quarter. What a
 * cloud puts around an id does not matter: where it runs (`eu.anthropic.`), a date (`-20251001`, `@20251001`), a revision (`-v1:0`).
 * `now`: milliseconds since 1970, for prices that change on a day.
 */
export function findModelFacts(
  id: string,
  overrides: Readonly<Record<string, PricePair>>,
  now: number = Date.now(),
): ModelFacts {
  const plain = plainModelId(id);
  const row = lookUp(MODEL_TABLE, plain);
  const known: ModelFacts = row === null ? UNKNOWN_MODEL : { ...row, isKnown: true, price: priceAt(row.prices, now) };
  const override = lookUp(overrides, id) ?? lookUp(overrides, plain);
  if (override === null) return known;
  const [input, output] = override;
  return { ...known, price: { input, output, cacheRead: input * 0.1, cacheWrite: input * 1.25 } };
}

/** Ids of the table from the same maker as this one, as its provider names them; [] for one that nobody knows. */
export function listLike(id: string): readonly string[] {
  const [before = ''] = /^(?:[a-z-]+\.)?anthropic\./.exec(id) ?? [];
  const family = /^(?:claude|gpt|gemini)-/.exec(id.slice(before.length))?.[0];
  if (family === undefined) return [];
  return Object.keys(MODEL_TABLE)
    .filter((known) => known.startsWith(family))
    .map((known) => `${before}${known}`);
}

function priceAt(prices: readonly DatedPrice[], now: number): Price | null {
  return prices.findLast(({ from }) => Date.parse(from) <= now)?.price ?? null;
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
