/** A long task: its data, the person's wishes, how each is done, and how it is checked from outside the bot. */

/** One wish of the goal, and the work it takes. */
export interface Chore {
  /** The clause of the goal. */
  readonly wish: string;
  /** Acts that only find things out; a worker that guesses leaves them out. */
  readonly reads: readonly Work[];
  /** Acts that do it; `isMisread`: with a value that was misread. */
  readonly does: (isMisread: boolean) => readonly Work[];
  /** Checked from outside of the bot. */
  readonly isDone: () => boolean | Promise<boolean>;
}

/** An action of the contract, decided when its turn has come; null: there is nothing to do any more. */
export type Work = () => Action | null | Promise<Action | null>;
export type Action = Readonly<Record<string, unknown>> & { readonly action: string };

export interface LongTask {
  readonly name: string;
  /** Folders and files to begin with, and what is on the screen. */
  readonly prepare: (place: Place) => Promise<void>;
  readonly chores: (place: Place) => readonly Chore[];
  /** Wishes that something stays as it is, and how that is checked. */
  readonly never: (place: Place) => readonly Pick<Chore, 'wish' | 'isDone'>[];
  /** Whether what was done shows in the picture, so that who looks at it sees it. */
  readonly isSeen: boolean;
}

export interface Place {
  readonly home: string;
  readonly seed: number;
  readonly page: Page;
  /** Starts a program and resolves once a window with this in its title is in front; it is ended before the next task. */
  open(program: string, args: readonly string[], title: string): Promise<void>;
}

/** The browser window of the task. */
export interface Page {
  show(html: string): Promise<void>;
  /** The last value it said under this name; undefined when never. */
  said(what: string): string | undefined;
  /** The middle of an element, 0–1000 on the display; null when it is not there. */
  find(selector: string): Promise<{ readonly x: number; readonly y: number } | null>;
}

export function goalOf(task: LongTask, place: Place): string {
  const wishes = [...task.chores(place), ...task.never(place)].map(({ wish }) => wish);
  return wishes.map((wish, index) => `${index + 1}. ${wish}`).join('\n');
}
