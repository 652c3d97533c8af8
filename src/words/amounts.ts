/** Numbers as people read them on a small screen. */

/** Longer than ordinary words, and the shortest length of a secret. */
const LONG_WORD = 16;

/** `8 s`, `1 min 05 s`, `2 h 03 min`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${pad(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${pad(minutes % 60)} min`;
}

/** `$0`, `<$0.001`, `$0.006` below ten cents, `$0.12` above; `cost unknown` for null. */
export function formatCost(usd: number | null): string {
  if (usd === null) return 'cost unknown';
  if (usd === 0) return '$0';
  if (usd > 0 && usd < 0.0005) return '<$0.001';
  return usd < 0.1 ? `$${usd.toFixed(3)}` : `$${usd.toFixed(2)}`;
}

/** `950`, `12k`, `1.2M`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(Math.round(tokens));
  if (tokens < 1_000_000) return `${Math.round(tokens / 1000)}k`;
  return `${(tokens / 1_000_000).toFixed(1)}M`;
}

/** `1 action`, `3 actions`. */
export function countOf(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

/** At most `limit` characters, cut at a code point, with an ellipsis where something was left out. */
export function shorten(text: string, limit: number): string {
  const points = Array.from(text);
  return points.length <= limit ? text : `${points.slice(0, limit - 1).join('')}…`;
}

/**
 * Like `shorten`, for a text whose secrets are not masked yet: a long word is left out rather than cut, since half a secret is no longer recognised.
 */
export function shortenWords(text: string, limit: number): string {
  const short = shorten(text, limit);
  if (short === text) return text;
  const [cut = ''] = /\S*$/.exec(short.slice(0, -1)) ?? [];
  const [whole = ''] = /^\S*/.exec(text.slice(short.length - 1 - cut.length)) ?? [];
  return whole.length < LONG_WORD ? short : `${short.slice(0, short.length - 1 - cut.length).trimEnd()} …`;
}

/** The last `limit` characters at most, of a text whose secrets are not masked yet: the rest of a cut long word is left out. */
export function lastWords(text: string, limit: number): string {
  const start = text.length - limit;
  if (start <= 0) return text;
  const [before = ''] = /\S*$/.exec(text.slice(Math.max(0, start - LONG_WORD), start)) ?? [];
  const [rest = ''] = /^\S{0,1000}/.exec(text.slice(start)) ?? [];
  // A text of one long word can only be cut inside it.
  const isWhole = before === '' || before.length + rest.length < LONG_WORD || rest.length === limit;
  return text.slice(isWhole ? start : start + rest.length);
}

/** At most `limit` characters besides the line that says how many are left out between both ends. */
export function leaveOutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const start = text.slice(0, Math.floor(limit / 2));
  const end = lastWords(text, Math.floor(limit / 2));
  return `${start}\n[… ${text.length - start.length - end.length} characters left out …]\n${end}`;
}

/** The text on one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
