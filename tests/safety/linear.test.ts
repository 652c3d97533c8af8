/** Nothing in the gate takes four times as long for twice the text: whoever wrote it could hold the bot up. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureProcessorMs } from '../support/processor-time.ts';
import { judgeJson, openTestGate } from './open-test-gate.ts';

const gate = await openTestGate();
/** What the form of an action allows. */
const TEXT_LIMIT = 19_000;
const PATH_LIMIT = 4000;

const UNITS = [
  ' ',
  '\t',
  '\n',
  '\r\n',
  'a',
  '.',
  '/',
  '../',
  "'",
  '\\"',
  '(',
  '{',
  '$(',
  '`',
  '=',
  '-',
  '0',
  '%41',
  'a.',
  ' - ',
  '.bak',
  ' (1)',
  'é',
  '\u0301',
  '送',
  'a=b&',
  '=a\n',
  "'a' ",
  'do ',
  '<<A ',
];
const STARTS = ['', 'do shell script "', 'https://', "sed -n '", '~/'];

const target = { x: 1, y: 1 };
const field = { role: 'text field', name: 'Address' };

/** Every way by which text that others wrote comes before the gate. */
const ENTRIES: Readonly<Record<string, (text: string) => unknown>> = {
  shell: (command) => judgeJson(gate, { action: 'shell', command }),
  applescript: (script) => judgeJson(gate, { action: 'applescript', script }),
  'typed into a terminal': (text) =>
    judgeJson(gate, { action: 'type', text: `${text.slice(0, TEXT_LIMIT)}\n` }, { app: 'xterm', typed: '' }),
  'typed into a page': (text) =>
    judgeJson(
      gate,
      { action: 'type', text: `${text.slice(0, TEXT_LIMIT)}\n` },
      { app: 'Safari', element: field, typed: '' },
    ),
  'set in a field': (text) =>
    judgeJson(
      gate,
      { action: 'set_value', element: 1, text: text.slice(0, TEXT_LIMIT) },
      { app: 'Numbers', element: field },
    ),
  'a line before Enter': (typed) => judgeJson(gate, { action: 'key', keys: 'Return' }, { app: 'Terminal', typed }),
  'an address': (url) =>
    judgeJson(gate, { action: 'open_url', url: `${url.slice(0, PATH_LIMIT)}x` }, { goal: 'open it' }),
  'a goal with an address': (goal) =>
    judgeJson(gate, { action: 'open_url', url: 'https://a.b.c.d.example.com/x?y=z' }, { goal }),
  'a path': (path) => judgeJson(gate, { action: 'file_view', path: path.slice(0, PATH_LIMIT) }),
  'a path to write': (path) => judgeJson(gate, { action: 'file_create', path: path.slice(0, PATH_LIMIT), text: 'x' }),
  'a path to send': (path) => judgeJson(gate, { action: 'send_file', path: path.slice(0, PATH_LIMIT) }),
  'a note': (path) => judgeJson(gate, { action: 'vault_write', path: path.slice(0, PATH_LIMIT), text: 'x' }),
  "a button's name": (name) =>
    judgeJson(gate, { action: 'click', target }, { app: 'Safari', element: { role: 'button', name } }),
  'what is dragged': (name) =>
    judgeJson(gate, { action: 'drag', from: target, to: target }, { app: 'Finder', element: { role: 'row', name } }),
  "a role's name": (role) =>
    judgeJson(gate, { action: 'click', target }, { app: 'Safari', element: { role, name: 'x' } }),
  'a title': (window) => judgeJson(gate, { action: 'type', text: 'x' }, { app: 'Mousepad', window }),
  "an application's name": (app) => judgeJson(gate, { action: 'key', keys: 'Return' }, { app, typed: 'x' }),
};

for (const [name, judge] of Object.entries(ENTRIES)) {
  test(`twice the text takes about twice the time: ${name}`, (t) => {
    let worst = 0;
    for (const start of STARTS)
      for (const unit of UNITS) {
        const timeOf = (size: number): number => {
          const text = (start + unit.repeat(Math.ceil(size / unit.length))).slice(0, size);
          return measureProcessorMs(() => judge(text));
        };
        // A long time is measured again, since the machine may have been busy with something else.
        for (let tries = 0; ; tries += 1) {
          const twice = timeOf(16_384);
          worst = Math.max(worst, twice);
          if (twice < 25) break;
          const once = timeOf(8192);
          if (twice <= 2.8 * once + 10) break;
          assert.ok(tries < 4, `${JSON.stringify(start + unit)}: ${once.toFixed(1)} ms, then ${twice.toFixed(1)} ms`);
        }
      }
    t.diagnostic(`worst: ${worst.toFixed(1)} ms`);
  });
}
