/** Actions nobody would think of, made from the pieces that gates trip over, and the moments they are judged in. */
import fc from 'fast-check';
import { ACTION_NAMES, type Action, parseAction } from '../../src/action/schema.ts';
import type { Gate } from '../../src/safety/gate.ts';
import type { GateContext } from '../../src/safety/risk.ts';

const PIECES = [
  ...[
    'ls',
    'rm',
    'cat',
    'git',
    'curl',
    'sudo',
    'sh -c',
    'bash',
    'find',
    'xargs',
    'awk',
    'osascript',
    'env',
    'x=1',
    'exec',
  ],
  ...[
    '-rf',
    '--',
    '-c',
    '-e',
    '-exec',
    '{}',
    '\\;',
    '*',
    '?',
    '[a-z]',
    '~',
    '~/',
    '/',
    '..',
    '/etc/passwd',
    '.env',
    'a',
    'b c',
  ],
  ...[
    ';',
    '&&',
    '||',
    '|',
    '&',
    '>',
    '>>',
    '<',
    '<<E\n',
    '<<<',
    '(',
    ')',
    '{',
    '}',
    '((',
    '))',
    '[[',
    ']]',
    '$(',
    '`',
    '${',
    '$',
    '!',
  ],
  ...[
    "'",
    '"',
    '\\',
    '\n',
    '\r',
    '\t',
    '\0',
    '\u202e',
    '\u200b',
    '\ud83d',
    '😀',
    'ｒm',
    '#',
    '=',
    '%',
    "$'\\x72'",
    `$${'{IFS}'}`,
    '$@',
  ],
  ...[
    'tell application "Finder"',
    'end tell',
    'do shell script',
    'delete',
    'keystroke return',
    'if',
    'then',
    'fi',
    'do',
    'done',
  ],
  ...[
    'http://',
    'https://',
    'javascript:',
    'file://',
    'user@',
    'localhost',
    '127.0.0.1',
    '[::1]',
    ':80',
    'example.org',
    '%2e%2e',
    '?q=',
  ],
  ...['cmd', '+', 'ctrl', 'shift', 'alt', 'q', 'return', 'delete', 'F4', 'space', 'plus', 'control'],
];

const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((pieces) => pieces.join(' ')) },
  { weight: 3, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((pieces) => pieces.join('')) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...PIECES)
      .chain((piece) => fc.integer({ min: 1, max: 400 }).map((count) => piece.repeat(count))),
  },
);
const target = fc.oneof(
  fc.record({ element: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ x: fc.double({ min: 0, max: 1000, noNaN: true }), y: fc.double({ min: 0, max: 1000, noNaN: true }) }),
);

/** As a model might send it; about half are no valid action. */
const reply = fc.record({
  action: fc.constantFrom(...ACTION_NAMES),
  target: fc.oneof(target, text),
  from: target,
  to: target,
  text,
  keys: text,
  command: text,
  script: text,
  path: text,
  url: text,
  app: text,
  old: text,
  line: fc.integer({ min: -1, max: 9 }),
  element: fc.integer({ min: 0, max: 9 }),
  direction: fc.constantFrom('up', 'down', 'sideways'),
  button: fc.constantFrom('left', 'right', 'middle'),
  summary: text,
  seconds: fc.double(),
});

const context: fc.Arbitrary<GateContext> = fc.record(
  {
    app: fc.oneof(
      fc.constantFrom('xterm', 'Terminal', 'Chromium', 'Mousepad', 'Telegram', '1Password', 'Finder', ''),
      text,
    ),
    window: text,
    element: fc.record({ role: text, name: text, secure: fc.boolean() }, { requiredKeys: [] }),
    cwd: fc.oneof(fc.constantFrom('/', '/tmp', '/Users/alice'), text),
    goal: text,
    typed: text,
    isByHand: fc.boolean(),
    isPlaybook: fc.boolean(),
  },
  { requiredKeys: [] },
);

export interface Generated {
  readonly judged: number;
  /** Inputs that are not even an action. */
  readonly refused: number;
  /** Inputs for which the gate threw, or had to catch an error of its own. */
  readonly broken: readonly string[];
  readonly longestMs: number;
}

export function judgeGenerated(gate: Gate, count: number, seed: number): Generated {
  const broken: string[] = [];
  let [judged, refused, longestMs] = [0, 0, 0];
  for (const [value, moment] of fc.sample(fc.tuple(reply, context), { numRuns: count, seed })) {
    const action = parse(value);
    if (action === null) {
      refused += 1;
      continue;
    }
    judged += 1;
    const startedAt = performance.now();
    try {
      const { rule } = gate.judge(action, moment);
      if (rule === 'gate.error') broken.push(JSON.stringify([value, moment]));
    } catch (error) {
      broken.push(`${String(error)}: ${JSON.stringify([value, moment])}`);
    }
    longestMs = Math.max(longestMs, performance.now() - startedAt);
  }
  return { judged, refused, broken, longestMs };
}

function parse(value: unknown): Action | null {
  const parsed = parseAction(value);
  return parsed.ok ? parsed.action : null;
}
