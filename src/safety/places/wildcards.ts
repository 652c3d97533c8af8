/** Names with wildcards: does a name match, and could two patterns match the same name? */

const SPECIAL = /[.+^${}()|[\]\\]/g;

/** A regular expression source for one pattern; `*` stays within one path component, `/**` at the end takes everything below. */
function sourceOf(pattern: string): string {
  const hasTail = pattern.endsWith('/**');
  const body = hasTail ? pattern.slice(0, -3) : pattern;
  const escaped = body.replace(SPECIAL, '\\$&').replaceAll('*', '[^/]*').replaceAll('?', '[^/]');
  return hasTail ? `${escaped}(?:/.*)?` : escaped;
}

/** One expression for many patterns, matching the whole text. */
export function compileWildcards(patterns: readonly string[]): RegExp {
  return new RegExp(`^(?:${patterns.map(sourceOf).join('|')})$`, 's');
}

export function hasWildcard(text: string): boolean {
  return /[*?[]/.test(text);
}

/** Brackets count as "any one character", which can only widen the answer. */
function tokensOf(pattern: string): readonly string[] {
  const tokens: string[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern.charAt(at);
    const close = char === '[' ? pattern.indexOf(']', at + 2) : -1;
    if (close > 0) {
      tokens.push('?');
      at = close;
    } else {
      tokens.push(char);
    }
  }
  return tokens;
}

/** True when some name matches both. Long patterns answer true: who cannot tell says yes. */
export function canMeet(first: string, second: string): boolean {
  const a = tokensOf(first);
  const b = tokensOf(second);
  if (a.length * b.length > 20_000) return true;
  // reachable[j]: the first i tokens of a and the first j of b can stand for the same text.
  let reachable: boolean[] = [true];
  for (let j = 1; j <= b.length; j += 1) reachable[j] = reachable[j - 1] === true && b[j - 1] === '*';
  for (let i = 1; i <= a.length; i += 1) {
    const next: boolean[] = [reachable[0] === true && a[i - 1] === '*'];
    for (let j = 1; j <= b.length; j += 1) {
      const isStar = a[i - 1] === '*' || b[j - 1] === '*';
      const isSame = a[i - 1] === b[j - 1] || a[i - 1] === '?' || b[j - 1] === '?';
      next[j] = isStar
        ? reachable[j] === true || next[j - 1] === true || reachable[j - 1] === true
        : isSame && reachable[j - 1] === true;
    }
    reachable = next;
  }
  return reachable[b.length] === true;
}

/** `canMeet` as a shell expands names: a wildcard at the start never stands for a leading dot. */
export function canExpandTo(pattern: string, secret: string): boolean {
  if (secret.startsWith('.') && /^[*?[]/.test(pattern)) return false;
  return canMeet(pattern, secret);
}
