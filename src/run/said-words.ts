/** What the person said to a run in their own words: its goal, hints on the way, and answers they wrote. */

export interface SaidWords {
  note(text: string): void;
  /** All of it, a line each, the goal first: what a text can be traced to. */
  all(): string;
}

export function createSaidWords(goal: string): SaidWords {
  const words = [goal];
  return {
    note(text) {
      words.push(text);
    },
    all: () => words.join('\n'),
  };
}
