/** Collects what a program prints, however much that is: beginning and end are kept, the middle is left out and said so. */
import { lastWords } from '../../src/words/amounts.ts';

export interface Output {
  add(bytes: Uint8Array): void;
  /** At most `limit` characters, with `note` (when not empty) on a line of its own at the end. Bytes that are not UTF-8 become U+FFFD. */
  text(note: string): string;
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
    text(note) {
      addText(decoder.decode());
      const room = limit - (note === '' ? 0 : note.length + 1);
      if (total <= room) return withNote(head, note);
      const half = Math.floor((room - GAP_LENGTH) / 2);
      const start = wholeCharacters(head.slice(0, half));
      const end = wholeCharacters(lastWords(head + tail, half));
      return withNote(`${start}\n[… ${total - start.length - end.length} characters left out …]\n${end}`, note);
    },
  };
}

/** Without half a surrogate pair at either end. */
function wholeCharacters(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}

function withNote(text: string, note: string): string {
  if (note === '') return text;
  return text === '' || text.endsWith('\n') ? `${text}${note}` : `${text}\n${note}`;
}
