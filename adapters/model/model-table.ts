/**
 * Which models take which computer-use tool, picture, effort and caching, and what they cost: data, as the providers' own pages had it
 * on November 22, 2026. Sources: platform.claude.com, developers.openai.com, ai.google.dev.
 */
import type { PictureWish } from '../../src/ports/model.ts';
import type { DatedPrice, ModelFacts, PictureLimit, Price } from './model-facts.ts';

/** The smallest limit of any vision model there; larger ones are not needed, Deskhand's pictures stay below. */
const CLAUDE_PICTURE: PictureLimit = { longestSidePx: 1568, patchPx: 28, patches: 1568 };
/** With `detail: "high"`; the smallest limit of the models below. */
const GPT_PICTURE: PictureLimit = { longestSidePx: 2048, patchPx: 32, patches: 1536 };
/** Nothing is shrunk below this side; a picture costs the same whatever its size. */
const GEMINI_PICTURE: PictureLimit = { longestSidePx: 3072, patchPx: 3072, patches: 1 };

/** Pictures as Deskhand takes them, without changes for a model. */
const AS_TAKEN: PictureWish = { hasNumbers: false, longestSidePx: 1260, quality: 78 };

type Row = Omit<ModelFacts, 'price' | 'isKnown'>;

/**
 * Claude 5.5 refuses tools older than the toolset, except on Bedrock, which lacks the toolset. A request's own limit already counts its
 * thinking.
 */
const CLAUDE: Row = {
  picture: CLAUDE_PICTURE,
  sent: AS_TAKEN,
  tools: { own: 'computer_toolset_20260801', bedrock: 'computer_20251124' },
  coordinates: 'thousandths',
  hasStructuredOutput: true,
  efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
  thinkingTokens: 0,
  caching: { how: 'marked', minTokens: 512 },
};
const CLAUDE_5: Row = { ...CLAUDE, caching: { how: 'marked', minTokens: 1024 } };
const CLAUDE_4_6: Row = {
  ...CLAUDE_5,
  tools: { own: 'computer_20251124', bedrock: 'computer_20251124' },
  efforts: ['low', 'medium', 'high', 'max'],
};
const CLAUDE_4_5: Row = {
  ...CLAUDE_5,
  tools: { own: 'computer_20250124', bedrock: 'computer_20250124' },
  efforts: [],
};
const CLAUDE_4: Row = { ...CLAUDE_4_5, hasStructuredOutput: false };
const CLAUDE_3_5: Row = { ...CLAUDE_4, tools: { own: 'computer_20241022', bedrock: 'computer_20241022' } };

const GPT: Row = {
  picture: GPT_PICTURE,
  // No computer-use tool of its own is used; numbered marks let it name a place more surely (Set-of-Mark, arXiv:2310.11441).
  sent: { ...AS_TAKEN, hasNumbers: true },
  tools: {},
  coordinates: 'thousandths',
  hasStructuredOutput: true,
  efforts: ['low', 'medium', 'high', 'xhigh'],
  thinkingTokens: 4096,
  caching: { how: 'automatic', minTokens: 1024 },
};

const GEMINI: Row = {
  picture: GEMINI_PICTURE,
  sent: AS_TAKEN,
  tools: { own: 'gemini_desktop' },
  coordinates: 'thousandths',
  hasStructuredOutput: true,
  efforts: ['low', 'medium', 'high'],
  thinkingTokens: 4096,
  caching: { how: 'automatic', minTokens: 4096 },
};
const GEMINI_NO_TOOL: Row = { ...GEMINI, tools: {} };
/** Its thinking is set by a budget of tokens, not by a level. */
const GEMINI_2_5: Row = { ...GEMINI_NO_TOOL, efforts: [], caching: { how: 'automatic', minTokens: 2048 } };

/** An unknown model: no feature is assumed, except a schema, which goes as text once it was refused. */
export const UNKNOWN_MODEL: ModelFacts = {
  ...CLAUDE,
  tools: {},
  efforts: [],
  caching: { how: 'marked', minTokens: 0 },
  price: null,
  isKnown: false,
};

function price(input: number, output: number, cacheRead = input * 0.1, cacheWrite = input * 1.25): Price {
  return { input, output, cacheRead, cacheWrite };
}

/** Gemini's prices: automatic caching has no price for writing. */
function geminiPrice(input: number, output: number): Price {
  return price(input, output, input * 0.1, input);
}

/** Half price until the end of 2026. */
const FLASH: readonly DatedPrice[] = [
  { from: '2026-06-01', price: geminiPrice(0.75, 3.75) },
  { from: '2027-01-01', price: geminiPrice(1.5, 7.5) },
];

function always(one: Price): readonly DatedPrice[] {
  return [{ from: '2024-01-01', price: one }];
}

export interface TableRow extends Row {
  /** Oldest first; the last that has begun counts. [] : not known. */
  readonly prices: readonly DatedPrice[];
}

/** Prices are for the prompts that Deskhand makes: a few thousand tokens, far below where long-context prices begin. */
export const MODEL_TABLE: Readonly<Record<string, TableRow>> = {
  'claude-fable-5-1': { ...CLAUDE, prices: always(price(10, 50, 0.25)) },
  'claude-opus-5-5': { ...CLAUDE, prices: always(price(4, 20, 0.2)) },
  'claude-sonnet-5-5': { ...CLAUDE, prices: always(price(2, 10, 0.1)) },
  'claude-haiku-5-5': { ...CLAUDE, prices: always(price(0.1, 0.5)) },
  'claude-opus-5': { ...CLAUDE_5, prices: always(price(5, 25)) },
  'claude-sonnet-5': { ...CLAUDE_5, prices: always(price(2, 10)) },
  'claude-opus-4-8': { ...CLAUDE_5, prices: always(price(5, 25)) },
  'claude-opus-4-7': { ...CLAUDE_4_6, efforts: CLAUDE.efforts, prices: always(price(5, 25)) },
  'claude-opus-4-6': { ...CLAUDE_4_6, prices: always(price(5, 25)) },
  'claude-opus-4-5': {
    ...CLAUDE_4_6,
    efforts: ['low', 'medium', 'high'],
    caching: { how: 'marked', minTokens: 4096 },
    prices: always(price(5, 25)),
  },
  'claude-sonnet-4-6': { ...CLAUDE_4_6, prices: always(price(3, 15)) },
  'claude-sonnet-4-5': { ...CLAUDE_4_5, prices: always(price(3, 15)) },
  'claude-haiku-4-5': { ...CLAUDE_4_5, caching: { how: 'marked', minTokens: 4096 }, prices: always(price(1, 5)) },
  'claude-opus-4-1': { ...CLAUDE_4_5, prices: always(price(15, 75)) },
  'claude-opus-4': { ...CLAUDE_4, prices: always(price(15, 75)) },
  'claude-sonnet-4': { ...CLAUDE_4, prices: always(price(3, 15)) },
  'claude-3-7-sonnet': { ...CLAUDE_4, prices: always(price(3, 15)) },
  'claude-3-5-sonnet': { ...CLAUDE_3_5, prices: always(price(3, 15)) },
  'gpt-6-astra': { ...GPT, prices: always(price(10, 50)) },
  'gpt-6.1-sol': { ...GPT, prices: always(price(2, 10, 0.1)) },
  'gpt-6-sol': { ...GPT, prices: always(price(2, 10)) },
  'gpt-6-luna': { ...GPT, prices: always(price(0.1, 0.5)) },
  'gpt-6.1-terra': { ...GPT, prices: [] },
  'gpt-5.6-sol': { ...GPT, prices: always(price(4, 20)) },
  'gpt-5.6-terra': { ...GPT, prices: always(price(2, 12)) },
  'gpt-5.6-luna': { ...GPT, prices: always(price(0.2, 1.2)) },
  'gpt-5.5': { ...GPT, prices: always(price(5, 30, 0.5, 5)) },
  'gpt-5.4': { ...GPT, prices: always(price(2.5, 15, 0.25, 2.5)) },
  'gemini-3.8-flash': { ...GEMINI, prices: FLASH },
  'gemini-3.7-flash': { ...GEMINI, prices: FLASH },
  'gemini-3.6-flash': { ...GEMINI_NO_TOOL, prices: FLASH },
  'gemini-3.5-flash': { ...GEMINI, prices: always(geminiPrice(1.5, 9)) },
  'gemini-3.5-flash-lite': { ...GEMINI, prices: always(geminiPrice(0.3, 2.5)) },
  'gemini-3.1-pro-preview': { ...GEMINI_NO_TOOL, prices: always(geminiPrice(2, 12)) },
  'gemini-3.1-flash-lite': { ...GEMINI_NO_TOOL, prices: always(geminiPrice(0.25, 1.5)) },
  'gemini-3-flash-preview': { ...GEMINI, prices: always(geminiPrice(0.5, 3)) },
  'gemini-2.5-pro': { ...GEMINI_2_5, prices: always(geminiPrice(1.25, 10)) },
  'gemini-2.5-flash': { ...GEMINI_2_5, prices: always(geminiPrice(0.3, 2.5)) },
  'gemini-2.5-flash-lite': { ...GEMINI_2_5, prices: always(geminiPrice(0.1, 0.4)) },
};
