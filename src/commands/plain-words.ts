/** Commands without their slash: Slack keeps the slash to itself, so in its threads and direct messages the plain word counts. */
import { PRESSES } from '../outbound/order-presses.ts';
import { COMMAND_HELP } from './parse-command.ts';

/** What may follow a command word with free arguments, so that a goal is not mistaken for it: “open the calendar and …” is a goal. */
const RESTS: Readonly<Record<string, string>> = {
  run: '[^]+',
  model: '(?:main|fast|strong)\\s+\\S+|reset',
  type: '[^]+',
  remember: '[^]+',
  forget: '(?!(?:it|that|this)[.!]?$)[^]+',
  memory: 'learned(?:\\s+\\d+)?|budget\\s+\\d+',
  skills: '[^]+',
  stats: '[\\w.+-]+',
  allowed: 'revoke\\s+(?:\\d+|all)',
  click: '[\\d.]+(?:\\s+[\\d.]+)?',
  key: '\\S+',
  open: '\\S+',
  // Times are recognised with or without a slash; “at” and “every” also begin many goals.
  watch: '(?:until|bis)\\s[^]+',
  orders: [
    '#?\\d+',
    `(?:${Object.keys(PRESSES).filter(Boolean).join('|')})\\s+#?\\d[^]*`,
    '(?:zone|zeitzone)(?:\\s+\\S+)?',
    '(?:note|notiz)\\s+\\S+',
    '(?:trigger|auslöser)(?:\\s+[a-z][a-z\\d-]*\\s[^]+)?',
  ].join('|'),
  get: '(?:~|\\.{0,2}/)\\S[^]*|\\S+\\.\\w+',
};

const SHAPES = [...COMMAND_HELP.map(([word, parameters]) => shapeOf(word, parameters)), shapeOf('start', '')];

/** `status` → `/status`, `run tidy up` → `/run tidy up`; null when it is no command, or has a slash already. */
export function readPlainWord(text: string): string | null {
  const trimmed = text.trim();
  for (const shape of SHAPES) {
    const [, word, rest] = shape.exec(trimmed) ?? [];
    if (word !== undefined) return `/${word.toLowerCase()}${rest === undefined ? '' : ` ${rest}`}`;
  }
  return null;
}

/** Matches the word alone, with one of its listed arguments (`on|off`, `run 12`), or with what `RESTS` allows. */
function shapeOf(word: string, parameters: string): RegExp {
  const named = parameters.split('|').filter((name) => /^[a-z]+( \d+)?$/.test(name));
  const rests = [RESTS[word] ?? [], ...named.map((name) => name.replace(/\d+/, '\\d+'))].flat();
  const rest = rests.length === 0 ? '' : `|\\s+(${rests.join('|')})`;
  return new RegExp(`^(${word})(?:[.!?]?${rest})$`, 'i');
}
