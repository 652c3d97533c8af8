/** Collects what a program prints, however much that is: beginning and end are kept, the middle is left out and said so. */
import { lastWords } from '../../src/words/amounts.ts';
import { sayGap } from '../../src/words/printed.ts';
import { english } from '../../src/words/speak.ts';

export interface Output {
  add(bytes: Uint8Array): void;
  /** At most `limit` characters less those `kept` for what is said beside it. Bytes that are not UTF-8 become U+FFFD. */
  read(kept: number): Printed;
}

export interface Printed {
  readonly output: string;
  /** Characters left out of the middle, which `sayGap` in English says there; absent: none. */
  readonly leftOut?: number;
}

/** Room for the words that say how much was left out. */
const GAP_LENGTH = 60;

export function createOutput(limit: number): Output {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let head = '';
  let tail = '';
  let total = 0;
  const addText = (text: string): void => {
    total += text.length;
    const room = limit - head.length;
    head += text.slice(0, room);
    tail = (tail + text.slice(room)).slice(-limit);
  };
  return {
    add: (bytes) => addText(decoder.decode(bytes, { stream: true })),
    read(kept) {
      addText(decoder.decode());
      const room = limit - kept;
      if (total <= room) return { output: head };
      const half = Math.floor((room - GAP_LENGTH) / 2);
      const start = wholeCharacters(head.slice(0, half));
      const end = wholeCharacters(lastWords(head + tail, half));
      const leftOut = total - start.length - end.length;
      return { output: `${start}\n${english(sayGap(leftOut))}\n${end}`, leftOut };
    },
  };
}

/** Without half a surrogate pair at either end. */
function wholeCharacters(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}
