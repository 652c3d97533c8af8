/** A gesture in a desktop application: what is opened, how somebody who knows the application does it, and what it leaves in files. */
import type { Act, Decided, Spot } from '../web/task.ts';

export interface Gesture {
  readonly name: string;
  readonly goal: string;
  /** Files in a folder of its own, by their paths; a path that ends in `/` is a folder, `null` a white picture of 300×200. */
  readonly files: Readonly<Record<string, string | null>>;
  /** Program and arguments; the program is started in the folder. */
  readonly opens: readonly [program: string, ...args: readonly string[]];
  /** A text that is in sight once the program takes keys. */
  readonly shows: string;
  /** A file that the program writes again after a change is shown. */
  readonly writes?: string;
  /** One decision after the other. */
  readonly solve: readonly Decided[];
  /** What is still missing; '' when all is done. `read` gives null for a file that is not there. */
  readonly missing: (left: {
    readonly read: (path: string) => string | null;
    /** The color of a pixel of a picture, `rrggbb`; '' when there is none. */
    readonly color: (path: string, x: number, y: number) => Promise<string>;
  }) => string | Promise<string>;
}

/** Characters of a text field of one's own that are looked for: the first time they stand there, from the first to the last. */
export const words = (text: string, dx = 0.5): Spot => ({ at: `words|${text}`, dx });
/** A character cell of a terminal of 80 columns and 24 rows, from 1. */
export const cell = (column: number, row: number, dx = 0.5): Spot => ({ at: `cell|${column}|${row}`, dx });
/** A pixel of the white picture. */
export const dot = (x: number, y: number): Spot => ({ at: `dot|${x}|${y}` });
/** By role and name. */
export const element = (role: string, name: string): Spot => ({ at: `element|${role}|${name}`, role, name });

export const holds = (is: string | null, wanted: string | null): string =>
  is === wanted ? '' : `it holds ${JSON.stringify(is)} instead of ${JSON.stringify(wanted)}`;

export type { Act, Decided };
