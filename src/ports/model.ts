import type { Text } from '../words/say.ts';

/** A provider's model. One call, one reply; the caller checks the caps before it and parses the reply after it. */
export interface Model {
  /** The id shown to people: `claude-sonnet-5-5`. */
  readonly name: string;
  /** Configured ids, and what may be chosen instead; absent when nothing can be chosen. */
  readonly offers?: ModelOffers;
  /** How the pictures of a step are made for who answers it; absent: as they are taken. */
  pictureWish?(asked: Pick<ModelRequest, 'tier' | 'ids' | 'useSecond'>): PictureWish | null;
  /** Never throws for an answer or a failure of the provider, which are values of `stop`. Rejects with the signal's reason when it aborts. */
  ask(request: ModelRequest, signal: AbortSignal): Promise<ModelResponse>;
}

export interface PictureWish {
  /** The numbers of the listed elements are drawn on the first one. */
  readonly hasNumbers: boolean;
  /** A larger picture is scaled down. */
  readonly longestSidePx: number;
  /** JPEG quality, 1–100; at most that of the capture. */
  readonly quality: number;
}

export interface ModelOffers {
  readonly ids: Readonly<Record<ModelTier, string>>;
  /** Of the same provider, with their limits known. */
  readonly known: readonly string[];
  /** The second provider's model; absent where none is configured. */
  readonly second?: { readonly id: string; readonly price: ModelPrice | null };
  /** null: not known. */
  priceOf(id: string): ModelPrice | null;
}

/** USD per million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly cacheRead: number;
  readonly output: number;
}

/** Ids that answer in place of the configured ones. */
export type ModelIds = Readonly<Partial<Record<ModelTier, string>>>;

export interface ModelRequest {
  /** What the answer is for: a step of the loop, the check of a finished goal or of one act's effect, the second opinion on a risk, how hard a goal is, its plan, what to keep of a run, when a standing order is due. */
  readonly purpose: 'step' | 'verify' | 'effect' | 'risk' | 'intent' | 'plan' | 'memory' | 'order';
  /** Byte-identical through a run; cached. */
  readonly system: string;
  /** Volatile part, placed before the pictures. */
  readonly text: string;
  /** JPEG, no side larger than the model's limit. */
  readonly pictures: readonly Uint8Array[];
  /** What of the screen the first picture shows; unset: all of it. */
  readonly shows?: ScreenPart;
  /** Why a reply would be unusable; null when it can be used. A provider whose tools support it tells the model, once. */
  readonly check?: (text: string) => Text | null;
  /** JSON Schema of the reply, flat, frozen. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The step it is for, as the log names it; absent outside `step`. */
  readonly step?: { readonly run: string; readonly iteration: number };
  readonly maxTokens: number;
  /** Tier of the configured model that answers. Unset: `main` for a step, `fast` for everything else. */
  readonly tier?: ModelTier;
  /** What a person chose in place of the configured ids. */
  readonly ids?: ModelIds;
  /** The second provider answers. */
  readonly useSecond?: boolean;
  /** How much the model may think first. Unset: the provider's own choice. Left out for a model without this setting. */
  readonly effort?: Effort;
  /** Called with the reply's text so far, when the provider streams: for display, never to act on. */
  readonly onText?: (textSoFar: string) => void;
  /** Whether a reply that was cut off may be asked for once more, after it has taken this much; unset: it may. */
  readonly mayAskAgain?: (usage: Usage, costUsd: number | null) => boolean;
  /**
   * Called at most once, before the rejection, when the call is given up while an answer is arriving; also before another provider is asked in place
   * of one that is away.
   */
  readonly onCut?: (cut: CutCall) => void;
  /** Called when the provider is asked again after a wait: why, in a few words for the person ("overloaded (529)"). */
  readonly onDelay?: (why: Text) => void;
}

/** A part of the screen, 0–1000 on both axes of the whole. */
export interface ScreenPart {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Cost of a call that was given up: as the provider reported it, otherwise estimated by size. */
export type CutCall = Pick<ModelResponse, 'usage' | 'costUsd' | 'model'>;

/** MODEL_MAIN, MODEL_FAST, MODEL_STRONG. */
export type ModelTier = 'main' | 'fast' | 'strong';

export type Effort = 'low' | 'medium' | 'high';

export interface ModelResponse {
  /** The reply's text, unparsed; '' when there is none. */
  readonly text: string;
  readonly stop: ModelStop;
  /** For people, when `stop` is not `complete`: what happened, in one sentence. */
  readonly detail: Text;
  readonly usage: Usage;
  /** null: this model's price is unknown. */
  readonly costUsd: number | null;
  /** The id that answered. */
  readonly model: string;
  /** Id of the model that was asked, when the answer names another one. */
  readonly asked?: string;
}

/**
 * `complete`: a whole reply. `truncated`: it ran into the token limit. `refused`: the model declined. `unavailable`: network,
 * overload or server fault that outlasted the retries. `rejected`: key, permission, unknown model or a request the provider will
 * not take; trying again is no use.
 */
export type ModelStop = 'complete' | 'truncated' | 'refused' | 'unavailable' | 'rejected';

/** Tokens of one call. `cacheRead` and `cacheWrite` are not part of `input`. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}
