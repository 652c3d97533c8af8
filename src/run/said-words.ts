/** Words said to a run: its goal, the person's hints during the run, and answers they wrote. */

export interface SaidWords {
  note(text: string): void;
  /** All words, one line each, the goal first; a text in them is not tainted. */
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
