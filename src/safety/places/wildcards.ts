/** Names with wildcards: does a name match, and could two patterns match the same name? */

const SPECIAL = /[.+^${}()|[\]\\]/g;

/** A regular expression source for one pattern; `*` stays within one path component, `/**` at the end takes everything below. */
function sourceOf(pattern: string): string {
  const hasTail = pattern.endsWith('/**');
  const body = hasTail ? pattern.slice(0, -3) : pattern;
  const escaped = body.replace(SPECIAL, '\\$&').replaceAll('*', '[^/]*').replaceAll('?', '[^/]');
  return hasTail ? `${escaped}(?:/.*)?` : escaped;
}

/** One expression for many patterns; it matches the whole text. */
export function compileWildcards(patterns: readonly string[]): RegExp {
  return new RegExp(`^(?:${patterns.map(sourceOf).join('|')})$`, 's');
}

export function hasWildcard(text: string): boolean {
  return /[*?[]/.test(text);
}

/** A bracket expression counts as any one character, which can only widen the match. */
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

/** True when some name matches both. For long patterns the answer is true, as the strict side. */
function canMeet(first: string, second: string): boolean {
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

/** `canMeet` with a shell's rule: a leading wildcard never matches a leading dot. */
export function canExpandTo(pattern: string, secret: string): boolean {
  if (secret.startsWith('.') && /^[*?[]/.test(pattern)) return false;
  return canMeet(pattern, secret);
}

/** True when a path with wildcards could name this place or something in it. */
export function leadsTo(parts: readonly string[], place: string): boolean {
  const hasTail = place.endsWith('/**');
  const wanted = (hasTail ? place.slice(0, -3) : place).split('/').filter((part) => part !== '');
  if (parts.length < wanted.length || (!hasTail && parts.length > wanted.length)) return false;
  return wanted.every((name, index) => canExpandTo(parts[index] ?? '', name));
}

/** True when a place of this pattern can lie below the folder with these parts. */
export function isAbove(parts: readonly string[], place: string): boolean {
  const wanted = place.split('/').slice(1);
  if (parts.length >= wanted.length) return false;
  return parts.every((part, index) => {
    const name = wanted[index] ?? '';
    return part === name || (name.includes('*') && canExpandTo(name, part));
  });
}

/** Whether the pattern aims at the secret: `*` and `*.txt` mean "all of these", match a secret file only by accident, and never a dot file. */
export function isMeant(pattern: string, secret: string): boolean {
  if (/[?[]/.test(pattern)) return true;
  const letters = pattern.replaceAll('*', '');
  if (letters === '') return false;
  const isEnding = pattern.startsWith('*') && pattern.lastIndexOf('*') === 0;
  if (!isEnding) return true;
  // `*secret*.txt` is one of all text files; only a secret ending (`*.pem`) is aimed at by its ending.
  if (secret.startsWith('*'))
    return !secret.slice(1).includes('*') && (letters.endsWith(secret.slice(1)) || secret.endsWith(letters));
  return !letters.startsWith('.');
}

/** The part before the first wildcard: '.' when there is none. */
export function literalFolder(path: string): string {
  const parts = path.split('/');
  const first = parts.findIndex(hasWildcard);
  return parts.slice(0, first).join('/') || (path.startsWith('/') ? '/' : '.');
}
