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
  /** The model cuts a picture into squares of this size… */
  readonly patchPx: number;
  /** …and takes this many. */
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
  /** How it says a place when it is asked for JSON; a computer-use tool has its own way (`TOOL_FACTS`). */
  readonly coordinates: Coordinates;
  /** Takes a JSON Schema as a grammar for its answer. */
  readonly hasStructuredOutput: boolean;
  /** How much it can be told to think; [] when it cannot. */
  readonly efforts: readonly (Effort | 'xhigh' | 'max')[];
  /** Room for its thinking, on top of what the reply itself may take: providers count both into one limit. */
  readonly thinkingTokens: number;
  /** `marked`: a breakpoint says up to where; `automatic`: nobody has to ask. A shorter prefix is not cached in either case. */
  readonly caching: { readonly how: 'marked' | 'automatic'; readonly minTokens: number };
}

/** `thousandths`: 0–1000 on both axes of the whole screen. `pixels`: of the picture it was shown. */
export type Coordinates = 'thousandths' | 'pixels';
