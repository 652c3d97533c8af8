/** Search patterns that show only particular lines, and no secrets. */
import type { ShellWord } from '../words.ts';

/** What people look for when they look for secrets. */
const CREDENTIAL_WORDS =
  /pass(?:word|wd|phrase)|pwd|secret|credential|priva?te?.?key|api.?key|access.?key|aws_|akia|asia[a-z0-9]{4}|bearer|begin|ssh-(?:rsa|ed25519|dss)|ghp_|gho_|xox[abp]|sk-|token|authorization|id_rsa/i;

/** True for a pattern that picks out particular lines: at least three plain characters in a row, and nothing people call secrets. */
export function isNarrow(pattern: string): boolean {
  if (CREDENTIAL_WORDS.test(pattern.replaceAll(/[\\[\]()^$.*+?{}|]/g, ''))) return false;
  if (/[|]|\\n/.test(pattern)) return pattern.split(/\\?\|/).every((part) => part !== pattern && isNarrow(part));
  return /[\p{L}\p{N}_\-/ ,;:#@!%&=<>"']{3}/u.test(pattern.replaceAll(/\\[a-zA-Z]|\[[^\]]*\]|.[*?]|\{[^}]*\}/g, '.'));
}

/** True for a search (`grep`, `rg`) whose first pattern is narrow and that does not turn it around. */
export function isNarrowSearch(words: readonly ShellWord[]): boolean {
  const [program, ...rest] = words.map((word) => word.text);
  if (
    !/^(?:grep|egrep|fgrep|rg)$/.test(program ?? '') ||
    rest.some((word) => /^-[a-zA-Z]*[vf]|^--invert|^--file/.test(word))
  ) {
    return false;
  }
  const pattern = rest.find((word) => !word.startsWith('-'));
  return pattern !== undefined && isNarrow(pattern);
}
