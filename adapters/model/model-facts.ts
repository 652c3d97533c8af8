/** What is known about a model: its price, the largest picture it sees unshrunk, and what may be asked of it. */
import type { Effort, PictureWish } from '../../src/ports/model.ts';

/** USD per million tokens. `cacheWrite` is for the shortest life a provider offers (5 minutes; OpenAI: 30). */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** A price and the day it begins, `2027-01-01`. */
export interface DatedPrice {
  readonly from: string;
  readonly price: Price;
}

/** A larger picture would be shrunk without a word, and clicks would drift. */
export interface PictureLimit {
  readonly longestSidePx: number;
  /** Side of the squares that the model cuts a picture into. */
  readonly patchPx: number;
  /** The most squares that it takes. */
  readonly patches: number;
}

/** A version of a provider's computer-use tool; Anthropic's as its API names them. */
export type ComputerTool =
  | 'computer_toolset_20260801'
  | 'computer_20251124'
  | 'computer_20250124'
  | 'computer_20241022'
  | 'gemini_desktop';

export interface ModelFacts {
  /** Whether it stands in the table: if not, its price and limits are unknown, and it is asked for JSON. */
  readonly isKnown: boolean;
  /** null: unknown; costs are then unknown too. */
  readonly price: Price | null;
  readonly picture: PictureLimit;
  /** How its pictures of a step are made: no larger than one is taken, which is below every limit. */
  readonly sent: PictureWish;
  /** The newest computer-use tool it takes at its maker, and on Bedrock; absent: none. */
  readonly tools: { readonly own?: ComputerTool; readonly bedrock?: ComputerTool };
  /** The coordinates of places in JSON answers; a computer-use tool has its own (`TOOL_FACTS`). */
  readonly coordinates: Coordinates;
  /** Whether it takes a JSON Schema as a grammar for its answer. */
  readonly hasStructuredOutput: boolean;
  /** The effort levels it takes; [] for none. */
  readonly efforts: readonly (Effort | 'xhigh' | 'max')[];
  /** Room for its thinking, on top of what the reply itself may take: providers count both into one limit. */
  readonly thinkingTokens: number;
  /**
   * How a common prefix is cached: `marked`: up to a breakpoint; `automatic`: without one. A prefix shorter than `minTokens` is not cached.
   */
  readonly caching: { readonly how: 'marked' | 'automatic'; readonly minTokens: number };
}

/** `thousandths`: 0–1000 on both axes of the whole screen. `pixels`: of the picture it was shown. */
export type Coordinates = 'thousandths' | 'pixels';
