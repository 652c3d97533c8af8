/** Finds tokens of well-known services in a text by their shape, in time linear in its length. */
import { TOKEN_SHAPES, type TokenShape } from './token-shapes.ts';

/** A stretch of the text, from `start` up to and without `end`. */
export interface Secret {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly isGuessable: boolean;
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** Marks where a text was shortened in the middle of a token. */
const CUT = '(?=…|\\n\\[…)';

interface CompiledShape {
  readonly shape: TokenShape;
  /** Sticky, at a head; groups `lead` and `kept`. */
  readonly pattern: RegExp;
}

const COMPILED: readonly CompiledShape[] = TOKEN_SHAPES.map((shape) => ({ shape, pattern: compile(shape) }));
const HEADS = [...new Set(TOKEN_SHAPES.flatMap(({ heads }) => heads))].toSorted((a, b) => b.length - a.length);
const LONGEST_HEAD = HEADS[0]?.length ?? 0;
const ANY_HEAD = new RegExp(HEADS.map((head) => literally(head)).join('|'), 'g');
/** A place that matches the longest head also matches every shorter one that it begins with. */
const BY_HEAD: ReadonlyMap<string, readonly CompiledShape[]> = new Map(
  HEADS.map((head) => [
    head,
    COMPILED.filter(({ shape }) => shape.heads.some((candidate) => head.startsWith(candidate))),
  ]),
);

function compile({ heads, before = '', lead, keep, body }: TokenShape): RegExp {
  const head = heads.map((one) => literally(one)).join('|');
  const behind = lead === undefined ? '' : `(?<=(?<lead>${lead}))`;
  const isTelling = lead === undefined && keep === undefined && before === '' && heads.every((one) => one.length >= 4);
  const rest = isTelling ? `(?:${body}|[\\w.%+/=$~-]{2,200}${CUT})` : `(?:${body})`;
  return new RegExp(`${before}${behind}(?<kept>(?:${head})${keep ?? ''})${rest}`, 'y');
}

/** In order of the text; tokens may overlap. */
export function findTokens(text: string): readonly Secret[] {
  const found: Secret[] = [];
  ANY_HEAD.lastIndex = 0;
  for (let head = ANY_HEAD.exec(text); head !== null; head = ANY_HEAD.exec(text)) {
    const secret = longestAt(head.index, BY_HEAD.get(head[0]) ?? [], text);
    if (secret !== null) found.push(secret);
    // The next token may begin within this one's last letters.
    ANY_HEAD.lastIndex = Math.max(head.index + 1, (secret?.end ?? 0) - LONGEST_HEAD);
  }
  return found;
}

function longestAt(at: number, shapes: readonly CompiledShape[], text: string): Secret | null {
  let longest: Secret | null = null;
  for (const { shape, pattern } of shapes) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null || pattern.lastIndex <= (longest?.end ?? 0)) continue;
    const start =
      shape.keep === undefined ? at - (match.groups?.lead?.length ?? 0) : at + (match.groups?.kept?.length ?? 0);
    longest = { start, end: pattern.lastIndex, name: shape.name, isGuessable: shape.isGuessable === true };
  }
  return longest;
}
