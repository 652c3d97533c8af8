import type { Box } from './desktop.ts';
import type { Luma } from './frame.ts';

/** Works on JPEG pictures; all coordinates are pixels of the given picture. */
export interface Pictures {
  /**
   * Cuts `box` out (moved inside the picture where it sticks out), scaled to at most `width` pixels wide, with a ring at `ring` and a
   * frame around `outline` when given.
   */
  cut(jpeg: Uint8Array, request: CutRequest, signal: AbortSignal): Promise<Uint8Array>;
  /** Stacks them vertically with a line between, each as wide as the narrowest. */
  stack(jpegs: readonly Uint8Array[], signal: AbortSignal): Promise<Uint8Array>;
  /** Plays them one after the other as a GIF that plays once, all in the size of the first; null when it cannot be as small as requested. */
  animate(jpegs: readonly Uint8Array[], request: AnimationRequest, signal: AbortSignal): Promise<Uint8Array | null>;
  /** A copy that is black in these boxes, in pixels of the picture. */
  cover(jpeg: Uint8Array, boxes: readonly Box[], signal: AbortSignal): Promise<Uint8Array>;
  /**
   * A copy with a frame and a number at each box, the number on no text and no other number. A box without such a place is left out, for another
   * picture.
   */
  mark(jpeg: Uint8Array, request: MarkRequest, signal: AbortSignal): Promise<MarkedPicture>;
  /**
   * A picture of somebody else's, as ours are: PNG, JPEG, WebP or GIF by its own bytes, of one that moves the first, never scaled up. null
   * when it is none of these, is damaged, takes too long, or has more than 25 million pixels.
   */
  adopt(bytes: Uint8Array, request: AdoptRequest, signal: AbortSignal): Promise<AdoptedPicture | null>;
  /**
   * Place of the first picture's `at` in the second one of the same size, found by the patch of one colour around it. null when it is on no such
   * patch, or several are alike.
   */
  findAgain(before: Uint8Array, now: Uint8Array, at: Point, signal: AbortSignal): Promise<Point | null>;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Bounds in pixels. */
export interface AdoptRequest {
  readonly longestSide: number;
  readonly most: number;
}

export interface AdoptedPicture {
  readonly jpeg: Uint8Array;
  /** For text recognition; of the same size. */
  readonly luma: Luma;
}

export interface AnimationRequest {
  /** Pixels at most. */
  readonly width: number;
  /** Duration of each frame, and of the last one. */
  readonly frameMs: number;
  readonly lastMs: number;
  readonly mostBytes: number;
}

export interface CutRequest {
  readonly box: Box;
  readonly width: number;
  readonly ring?: { readonly x: number; readonly y: number };
  readonly outline?: Box;
  /** JPEG quality, 1–100; unset: the usual one. */
  readonly quality?: number;
}

export interface MarkRequest {
  /** Most important first; only boxes with a number get a frame. */
  readonly boxes: readonly Box[];
  /** The first number; `numbers` replaces it when given, one for each box. */
  readonly from: number;
  readonly numbers?: readonly number[];
  /** Highest number of marks. */
  readonly most: number;
  /** A narrower picture is scaled up to this width, so that a phone can show it. */
  readonly width: number;
  /** Lines that divide it into three by three. */
  readonly hasGrid: boolean;
  /** Small digits and thin frames, as it is not shown on a phone. */
  readonly isForModel?: boolean;
  /** JPEG quality, 1–100; unset: that of a person's picture. */
  readonly quality?: number;
  /** A cross at this point. */
  readonly cross: { readonly x: number; readonly y: number } | null;
}

export interface MarkedPicture {
  readonly jpeg: Uint8Array;
  /** Positions in `boxes` of those that got a number: `from` for the first, and so on, or theirs of `numbers`. */
  readonly marked: readonly number[];
}
