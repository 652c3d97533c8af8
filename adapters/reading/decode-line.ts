/** What the recognizer gives for a line → characters with their places (CTC, greedy). Pure. */

export interface Mark {
  readonly text: string;
  /** Middle of the character, 0–1 of the line's width. */
  readonly at: number;
  readonly confidence: number;
  /** How likely each vowel, with or without dots and accents, is at this place, 0–1. */
  readonly vowels: Vowels;
}

export interface Vowels {
  readonly a: number;
  readonly o: number;
  readonly u: number;
}

const FAMILIES: Readonly<Record<keyof Vowels, string>> = { a: 'aäàáāǎA', o: 'oòóōǒöO', u: 'uüùúūǔUÜ' };

/** Decodes with an alphabet: class 0 of each step is the blank, the others are its characters in order. */
export function createLineDecoder(alphabet: readonly string[]) {
  const classesOf = (family: string): readonly number[] =>
    [...family].flatMap((letter) => (alphabet.includes(letter) ? [alphabet.indexOf(letter) + 1] : []));
  const letters = alphabet.map(toNarrow);
  const families = { a: classesOf(FAMILIES.a), o: classesOf(FAMILIES.o), u: classesOf(FAMILIES.u) };

  return (probabilities: Float32Array, steps: number): readonly Mark[] => {
    const classes = probabilities.length / steps;
    const marks: Mark[] = [];
    const at = (step: number, index: number): number => probabilities[step * classes + index] ?? 0;
    const likely = (step: number, own: readonly number[]): number =>
      own.reduce((sum, index) => sum + at(step, index), 0);
    let [last, count] = [0, 0];
    for (let step = 0; step < steps; step += 1) {
      let best = 0;
      for (let index = 1; index < classes; index += 1) if (at(step, index) > at(step, best)) best = index;
      const place = (step + 0.5) / steps;
      const now = { a: likely(step, families.a), o: likely(step, families.o), u: likely(step, families.u) };
      const mark = marks.at(-1);
      if (best !== 0 && best === last && mark !== undefined) {
        count += 1;
        const { a, o, u } = mark.vowels;
        marks[marks.length - 1] = {
          text: mark.text,
          at: mark.at + (place - mark.at) / count,
          confidence: Math.max(mark.confidence, at(step, best)),
          vowels: { a: Math.max(a, now.a), o: Math.max(o, now.o), u: Math.max(u, now.u) },
        };
      } else if (best !== 0) {
        count = 1;
        marks.push({ text: letters[best - 1] ?? '', at: place, confidence: at(step, best), vowels: now });
      }
      last = best;
    }
    return marks;
  };
}

/** The alphabet's own full-width comma and brackets are not what an interface in Latin letters shows. */
function toNarrow(letter: string): string {
  return /^[\uff01-\uff5e]$/.test(letter) ? String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0xfee0) : letter;
}
