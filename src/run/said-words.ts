/** What was said to a run: its goal, hints of the person on the way, and answers they wrote. */

export interface SaidWords {
  note(text: string): void;
  /** All of it, a line each, the goal first: what a text can be traced to. */
  all(): string;
  /** The person's own: without a goal that a program has sent. Recipients and amounts are named in these alone. */
  own(): string;
  /** A program asked for the run. */
  readonly isByProgram: boolean;
}

export function createSaidWords(goal: string, isByProgram = false): SaidWords {
  const words: string[] = [];
  return {
    isByProgram,
    note(text) {
      words.push(text);
    },
    all: () => [goal, ...words].join('\n'),
    own: () => (isByProgram ? words : [goal, ...words]).join('\n'),
  };
}
