/** A captured picture of a display, and what is known of it. */

/** One display. Sizes and origin in its own pixels; `density` is pixels per point (2 on Retina). */
export interface Display {
  /** Counted from 1. */
  readonly index: number;
  readonly width: number;
  readonly height: number;
  /** Top-left corner in the coordinate space of all displays; can be negative. */
  readonly originX: number;
  readonly originY: number;
  readonly density: number;
}

/** A rectangle in pixels of one display. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Tells whether pixels changed: one 32-bit hash for each 32×32-pixel tile of the raw frame, row by row. */
export interface Fingerprint {
  readonly columns: number;
  readonly rows: number;
  readonly tiles: Uint32Array;
}

/** What is covered in a picture, and where a secret may show because it could not be checked; both empty when nothing is covered or uncertain. */
export interface CoverFacts {
  /** Applications whose windows are covered, because they keep secrets. */
  readonly covered: readonly string[];
  /** Applications whose password fields could not be looked for; '' stands for all windows. */
  readonly unsure: readonly string[];
  /** Kinds of secrets that showed as text and are covered; left out when the system cannot read the screen. */
  readonly secrets?: readonly ShownKind[];
  /** Parts of it could not be read in time, so a secret may show there. */
  readonly isUnread?: boolean;
}

/** One captured picture of a display. */
export interface Frame {
  /** Milliseconds since 1970. */
  readonly takenAt: number;
  readonly display: Display;
  readonly jpeg: Uint8Array;
  /** Size of the JPEG in pixels. */
  readonly width: number;
  readonly height: number;
  readonly fingerprint: Fingerprint;
  /** True when every pixel is (nearly) the same dark value: a locked, sleeping or forbidden screen. Never act on one. */
  readonly isBlack: boolean;
  readonly cover: CoverFacts;
  /** Brightness of the whole display with password fields covered, for text recognition; only when requested. */
  readonly luma?: Luma;
}

/** A picture of a display as brightness alone, a byte a pixel of the display, rows without gaps. */
export interface Luma {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Kinds of secrets that show on a screen as plain text. */
export type ShownKind = 'card' | 'iban' | 'code' | 'token' | 'words' | 'password';
