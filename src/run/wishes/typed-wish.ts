/** Typed checks that follow from a wish's own words; only for a file named with its folder, so that no check looks in a wrong place. Pure. */
import type { Check } from '../../ledger/check.ts';

export interface Places {
  readonly home: string;
  /** Folders that the whole goal names; when it is one alone, a file named without a folder is in it. */
  readonly folders: readonly string[];
  /** The one spreadsheet the whole goal names: a cell that is named without a file is in it. */
  readonly sheet: string | null;
}

const FILE =
  /(?<![\p{L}\p{N}._~/@-])((?:~\/|\/)?(?:[\p{L}\p{N}._-]+\/)*[\p{L}\p{N}_][\p{L}\p{N}._-]*\.(?:pdf|ods|xlsx|xls|csv|tsv|odt|docx|txt|md|png|jpe?g|gif|webp|ics|html|json|zip))(?![\p{L}\p{N}_])/giu;
const SHEET = /\.(?:ods|xlsx?|csv|tsv)$/i;
const MAKES =
  /(?<!\p{L})(?:save|export|create|make|convert|download|store|print|speicher|sicher|exportier|erstell|mach|wandl|lad|druck)\p{L}*/iu;
const WRITES = /(?<!\p{L})(?:write|put|add|append|type|enter|schreib|trag|füg|setz|ergänz)\p{L}*/iu;
const TO_FILE =
  /(?<!\p{L})(?:as|to|into|under|named|called|als|nach|unter|in|namens)\s+(?:(?:a|an|the|new|file|eine?[mnr]?|der|die|das|datei|neue[nrs]?)\s+)*$/iu;
const DELETES = /(?<!\p{L})(?:delete|remove|lösch|entfern)\p{L}*/iu;
const QUOTED = /“([^“”]+)”|„([^„“”"]+)[“”"]|"([^"\n]+)"/u;
const CELL = /(?<!\p{L})(?:cell|zelle|feld)\s+([A-Z]{1,3}[1-9]\d{0,5})(?!\p{L})/iu;
/** Without the word “cell” only where its value follows at once: “Q4” may be a quarter, and “A4” paper. */
const BARE_CELL =
  /(?<!\p{L})(?:(?:[Ss]et|[Pp]ut|[Cc]hange|[Ss]etze?|[Ää]ndere?)|(?:(?:[Ss]um|[Tt]otal|[Vv]alue|[Rr]esult|[Aa]mount|[Nn]umber|[Ss]umme|[Ww]ert|[Ee]rgebnis|[Bb]etrag|[Zz]ahl)\s+)?(?:in|of|von))\s+(?!(?:Q[1-4]|H[12]|A[3-6]|KW\d+)(?!\d))([A-Z]{1,2}[1-9]\d{0,3})\s+(?:(?:of|in|von)\s+\S+\s+)?(?:must\s+be|should\s+be|muss|soll|to|is|=|auf|ist)(?!\p{L})/u;
const CELL_VALUE =
  /(?<!\p{L})(?:to|is|be|=|auf|ist|muss|soll)\s+(-?\d[\d.,]*\d|-?\d)(?=\s*(?:$|[€$£,;.!?)]|(?:and|und|in|of|von|sein|at|am|instead|statt|eur|euro|usd)(?!\p{L})))/iu;
/** A question or a condition states no value to check. */
const ONLY_IF = /(?<!\p{L})(?:if|whether|when|unless|until|while|falls|wenn|ob|sobald|bis)(?!\p{L})/iu;
const PAGES = /(?<![\d.,])(\d{1,4})\s+(?:pages?|seiten?)(?!\p{L})/iu;
const SIZE = /(?<!\d)(\d{2,5})\s?(?:x|×|by|mal)\s?(\d{2,5})(?!\d)/iu;

/** Empty when nothing typed is certain. */
export function findTypedChecks(text: string, places: Places): readonly Check[] {
  const files = [...text.matchAll(FILE)].map((match) => ({ name: match[1] ?? '', at: match.index }));
  const named = ONLY_IF.test(text) ? undefined : (CELL.exec(text)?.[1] ?? BARE_CELL.exec(text)?.[1]);
  const cell = named?.toUpperCase();
  const target = findTarget(text, files) ?? (files.length === 0 && cell !== undefined ? places.sheet : null);
  const path = target === null ? null : placeOf(target, places);
  if (path === null) return [];
  if (DELETES.test(text))
    return files.length === 1 && !/(?<!\p{L})(?:from|in|aus|von)\s/iu.test(text)
      ? [{ check: 'file_absent', path }]
      : [];
  const quoted = QUOTED.exec(text);
  const content = quoted?.[1] ?? quoted?.[2] ?? quoted?.[3];
  const value = content ?? CELL_VALUE.exec(text)?.[1];
  if (SHEET.test(path) && cell !== undefined)
    return value === undefined ? [] : [{ check: 'cell', path, cell, text: value }];
  if (content !== undefined && (WRITES.test(text) || MAKES.test(text))) {
    if (/\.(?:odt|docx)$/i.test(path)) return [{ check: 'document_text', path, text: content }];
    if (/\.(?:txt|md)$/i.test(path)) return [{ check: 'file_contains', path, text: content }];
  }
  if (!MAKES.test(text)) return [];
  const pages = Number(PAGES.exec(text)?.[1] ?? 0);
  if (/\.pdf$/i.test(path))
    return [pages > 0 ? { check: 'pdf', path, text: content ?? '', pages } : { check: 'file_exists', path }];
  const size = SIZE.exec(text);
  if (/\.(?:png|jpe?g|gif|webp)$/i.test(path) && size !== null)
    return [{ check: 'picture_size', path, width: Number(size[1]), height: Number(size[2]) }];
  return [{ check: 'file_exists', path }];
}

/** The one spreadsheet named in these words; null for none or several. */
export function findSheet(words: string): string | null {
  const named = new Set([...words.matchAll(FILE)].map(([, name = '']) => name).filter((name) => SHEET.test(name)));
  const [one = null] = named;
  return named.size === 1 ? one : null;
}

/** The file that a check is about: the one that something is saved to, else the only one. */
function findTarget(text: string, files: readonly { readonly name: string; readonly at: number }[]): string | null {
  if (files.length === 1) return files[0]?.name ?? null;
  const made = files.filter(({ at }) => TO_FILE.test(text.slice(0, at)));
  return made.length === 1 ? (made[0]?.name ?? null) : null;
}

function placeOf(name: string, { home, folders }: Places): string | null {
  if (name.startsWith('~/')) return `${home}${name.slice(1)}`;
  if (name.startsWith('/')) return name;
  const [folder, second] = folders;
  if (folder === undefined || second !== undefined) return null;
  return `${folder.startsWith('~') ? `${home}${folder.slice(1)}` : folder}/${name}`;
}
