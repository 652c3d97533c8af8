import type { Box } from './desktop.ts';
import type { Luma } from './frame.ts';

/** Works on JPEG pictures; all coordinates are pixels of the given picture. */
export interface Pictures {
  /**
   * Cuts `box` out (moved inside the picture where it sticks out), scaled to at most `width` pixels wide, with a ring at `ring` and a
   * frame around `outline` when given.
   */
  cut(jpeg: Uint8Array, request: CutRequest, signal: AbortSignal): Promise<Uint8Array>;
  /** One below the other with a line between, each as wide as the narrowest of them. */
  stack(jpegs: readonly Uint8Array[], signal: AbortSignal): Promise<Uint8Array>;
  /** One after the other as a GIF that plays once, all as large as the first; null when it cannot be as small as asked for. */
  animate(jpegs: readonly Uint8Array[], request: AnimationRequest, signal: AbortSignal): Promise<Uint8Array | null>;
  /** A copy that is black in these boxes, in pixels of the picture. */
  cover(jpeg: Uint8Array, boxes: readonly Box[], signal: AbortSignal): Promise<Uint8Array>;
  /**
   * A copy on which boxes have a frame and a number near them, on no text and on no other number. What finds no such place is left out,
   * for another picture.
   */
  mark(jpeg: Uint8Array, request: MarkRequest, signal: AbortSignal): Promise<MarkedPicture>;
  /**
   * A picture of somebody else's, as ours are: PNG, JPEG, WebP or GIF by its own bytes, of one that moves the first, never scaled up. null
   * when it is none of these, is damaged, takes too long, or has more than 25 million pixels.
   */
  adopt(bytes: Uint8Array, request: AdoptRequest, signal: AbortSignal): Promise<AdoptedPicture | null>;
  /**
   * Where `at` of the first picture is in the second of the same size, moved with the patch of one colour around it. null where it stands
   * on no patch of its own, or more than one is of that colour and size.
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
  /** For who reads it; of the same size. */
  readonly luma: Luma;
}

export interface AnimationRequest {
  /** Pixels at most. */
  readonly width: number;
  /** How long each is shown, and how long the last. */
  readonly frameMs: number;
  readonly lastMs: number;
  readonly mostBytes: number;
}

export interface CutRequest {
  readonly box: Box;
  readonly width: number;
  readonly ring?: { readonly x: number; readonly y: number };
  readonly outline?: Box;
  /** Of the JPEG, 1–100; unset: as every picture has it. */
  readonly quality?: number;
}

export interface MarkRequest {
  /** Most wanted first; frames come around those that get a number. */
  readonly boxes: readonly Box[];
  /** The first number; `numbers` stand in its place where they are given, one a box. */
  readonly from: number;
  readonly numbers?: readonly number[];
  /** So many numbers at most. */
  readonly most: number;
  /** A narrower picture is scaled up to this width, so that a phone can show it. */
  readonly width: number;
  /** Lines that divide it into three by three. */
  readonly hasGrid: boolean;
  /** Small digits and thin frames: it is not looked at on a phone. */
  readonly isForModel?: boolean;
  /** Of the JPEG, 1–100; unset: as a person's picture has it. */
  readonly quality?: number;
  /** A cross at this point. */
  readonly cross: { readonly x: number; readonly y: number } | null;
}

export interface MarkedPicture {
  readonly jpeg: Uint8Array;
  /** Positions in `boxes` of those that got a number: `from` for the first, and so on, or theirs of `numbers`. */
  readonly marked: readonly number[];
}
