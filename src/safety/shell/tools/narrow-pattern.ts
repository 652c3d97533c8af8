/** Search patterns that show only particular lines, and no secrets. */
import { type Sentence, say } from '../../../words/say.ts';
import type { ToolCall } from '../tool-rule.ts';
import type { ShellWord } from '../words.ts';

/** Words that people search for when they look for secrets. */
const CREDENTIAL_WORDS =
  /pass(?:word|wd|phrase)|pwd|secret|credential|priva?te?.?key|api.?key|access.?key|aws_|akia|asia[a-z0-9]{4}|bearer|begin|ssh-(?:rsa|ed25519|dss)|ghp_|gho_|xox[abp]|sk-|token|authorization|id_rsa/i;

/** Why this call searches other programs' output for secrets; null when it does not. */
export function huntsForSecrets(call: ToolCall): Sentence | null {
  return call.words.some(({ text }) => namesSecret(text))
    ? say`It looks for passwords and keys in what programs said`
    : null;
}

/** Whether a pattern matches a secret word in any notation: `t[o]ken`, `tok.n`. */
export function namesSecret(text: string): boolean {
  return CREDENTIAL_WORDS.test(text.replaceAll(/[\\[\]()^$*+?{}|"']/g, '')) || SPELLED_SECRET.test(text);
}

/** True for a pattern that picks out particular lines: at least three plain characters in a row, and nothing people call secrets. */
export function isNarrow(pattern: string): boolean {
  if (CREDENTIAL_WORDS.test(pattern.replaceAll(/[\\[\]()^$.*+?{}|]/g, ''))) return false;
  if (/[|]|\\n/.test(pattern)) return pattern.split(/\\?\|/).every((part) => part !== pattern && isNarrow(part));
  return /[\p{L}\p{N}_\-/ ,;:#@!%&=<>"']{3}/u.test(pattern.replaceAll(/\\[a-zA-Z]|\[[^\]]*\]|.[*?]|\{[^}]*\}/g, '.'));
}

const SPELLED_SECRET =
  /p[.?*a][.?*s][.?*s]w[.?*o]?[.?*r]?d|t[.?*o][.?*k][.?*e][.?*n]|s[.?*e][.?*c][.?*r][.?*e][.?*t]|b[.?*e][.?*a]r[.?*e]r/i;

/** Marks that programmers leave in code; lines with them are shown even if a secret file may be among those read. */
const MARKS = /^(?:TODO|FIXME|XXX|HACK)$/;

/** Options that show other lines than the matching ones, or more than names. */
const SHOWS_MORE =
  /^(?:-[ABCvfazU#]|--(?:after-context|before-context|context|invert-match|file|text|binary-files|null-data|json|vimgrep|passthru|multiline|multiline-dotall|search-zip))$/;
const ONLY_NAMES = /^(?:-[lLcq]|--(?:files-with-matches|files-without-match|count|count-matches|quiet|silent))$/;

/** True for a search that shows only lines that a narrow pattern picks out. */
export function isNarrowSearch(call: ToolCall): boolean {
  const patterns = patternsOf(call);
  return (
    patterns.length > 0 &&
    patterns.every(({ text }) => isNarrow(text)) &&
    ![...call.options.keys()].some((option) => SHOWS_MORE.test(option))
  );
}

/** True for a search that may read a secret without showing it: only file names, by a narrow pattern, or only lines with a mark. */
export function showsNoSecret(call: ToolCall): boolean {
  const options = [...call.options.keys()];
  if (options.some((option) => SHOWS_MORE.test(option))) return false;
  const patterns = patternsOf(call).map(({ text }) => text);
  if (patterns.length === 0) return false;
  if (options.some((option) => ONLY_NAMES.test(option)) && patterns.every(isNarrow)) return true;
  return patterns.every((pattern) => pattern.split(/\\?\|/).every((part) => MARKS.test(part)));
}

function patternsOf(call: ToolCall): readonly ShellWord[] {
  const given = call.textValues.filter(({ option }) => ['-e', '--regexp'].includes(option)).map(({ value }) => value);
  return given.length > 0 ? given : call.operands.slice(0, 1);
}
