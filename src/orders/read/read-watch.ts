/** Parses the arguments of `/watch`: the condition, its time limit, and the action. By rule, in English and German. */
import { type Doing, type Terms, USUAL_TERMS } from '../order.ts';
import type { Watch } from '../watch-schema.ts';
import { readDoing } from './read-order.ts';
import { readLength, takeTerms } from './read-terms.ts';

export interface ReadWatch {
  readonly watch: Watch;
  /** Milliseconds. */
  readonly forMs: number;
  readonly doing: Doing;
  readonly terms: Terms;
  /** The number of an element on the picture that was sent last; null for none. */
  readonly element: number | null;
}

const USUAL_MS = 24 * 3_600_000;
const LONGEST_MS = 30 * 86_400_000;

/** null: it is none of the forms. Pure. */
export function readWatch(text: string): ReadWatch | null {
  const { rest, terms } = takeTerms(text.trim());
  const [, head = '', goal = ''] =
    /^(?:until|til|bis)\s+([\s\S]+?)(?:,?\s+(?:then|dann)\s+([\s\S]+))?$/i.exec(rest) ?? [];
  const [, what = head, length = ''] =
    /^([\s\S]+?)\s+(?:for|lang|für)\s+(\d{1,4}\s*(?:m|min|h|std|d))$/i.exec(head) ?? [];
  const forMs = length === '' ? USUAL_MS : readLength(length.replace(/\s+/g, ''));
  const found = readWhat(what.trim());
  if (found === null || forMs === null || forMs > LONGEST_MS) return null;
  const doing: Doing = goal.trim() === '' ? { do: 'tell' } : readDoing(goal.trim());
  return { ...found, forMs, doing, terms: { ...USUAL_TERMS, ...terms } };
}

const QUOTED = `["“„'‚‘](.+)["”“'’‘]`;

function readWhat(what: string): Pick<ReadWatch, 'watch' | 'element'> | null {
  const shown = new RegExp(`^(text|gone|weg|fort)\\s+${QUOTED}(?:\\s+in\\s+(\\S.*))?$`, 'isu').exec(what);
  if (shown !== null) {
    const [, kind = '', text = '', app] = shown;
    const isText = kind.toLowerCase() === 'text';
    return { watch: { kind: isText ? 'text' : 'gone', text, app: app?.trim() ?? null }, element: null };
  }
  const change = /^(?:change|changes|änderung)(?:\s+(?:of|von)\s+#?(\d{1,3}))?(?:\s+in\s+(\S[\s\S]*))?$/iu.exec(what);
  if (change !== null) {
    const [, number, app] = change;
    const watch = { kind: 'change', place: null, app: app?.trim() ?? null } as const;
    return { watch, element: number === undefined ? null : Number(number) };
  }
  const file = /^(?:file|datei)\s+["“„']?(\S+?)["”“']?\s+in\s+((?:~|\/)\S*|["“„'](.+)["”“'])$/iu.exec(what);
  if (file !== null) {
    const [, pattern = '', folder = '', inQuotes = folder] = file;
    return { watch: { kind: 'file', pattern, folder: inQuotes }, element: null };
  }
  const url = /^(?:url\s+)?(https?:\/\/\S+)\s+(answers|changes|antwortet|(?:sich\s+)?ändert)$/iu.exec(what);
  if (url !== null && URL.canParse(url[1] ?? '')) {
    const wants = /^an/i.test(url[2] ?? '') ? 'answers' : 'changes';
    return { watch: { kind: 'url', url: url[1] ?? '', wants }, element: null };
  }
  const ends = /^(?:process|programm?|prozess)\s+(\S+)\s+(?:ends|endet)$/iu.exec(what);
  return ends === null ? null : { watch: { kind: 'process', name: ends[1] ?? '' }, element: null };
}
