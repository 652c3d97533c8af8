/** The gate as a whole: every action is classified, nothing throws, and the moment counts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ACTION_NAMES, actionSchema } from '../../src/action/schema.ts';
import type { GateContext } from '../../src/safety/risk.ts';
import { english } from '../../src/words/speak.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { asks, judgeJson, judgeShell, openTestGate } from './open-test-gate.ts';

const gate = await openTestGate();

/** One of every kind, harmless where that can be. */
const SAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  click: { target: { x: 1, y: 1 } },
  move: { target: { x: 1, y: 1 } },
  mouse_down: {},
  mouse_up: {},
  drag: { from: { x: 1, y: 1 }, to: { x: 2, y: 2 } },
  scroll: { direction: 'down' },
  type: { text: 'hello' },
  clipboard_write: { text: 'hello' },
  key: { keys: 'Escape' },
  hold_key: { keys: 'shift', seconds: 1 },
  key_down: { keys: 'shift' },
  key_up: { keys: 'shift' },
  focus: { element: 1 },
  set_value: { element: 1, text: 'x' },
  ui_elements: {},
  web_elements: {},
  screenshot: {},
  cursor_position: {},
  clipboard_read: {},
  shell_restart: {},
  zoom: { from: { x: 1, y: 1 }, to: { x: 2, y: 2 } },
  wait: { seconds: 1 },
  wait_until: {},
  open_app: { app: 'Safari' },
  open_url: { url: 'https://example.com' },
  fetch: { url: 'https://example.com' },
  shell: { command: 'ls' },
  applescript: { script: 'get 1' },
  file_view: { path: 'a.txt' },
  file_create: { path: 'a.txt', text: '' },
  file_replace: { path: 'a.txt', old: 'a', text: '' },
  file_insert: { path: 'a.txt', line: 0, text: '' },
  file_undo: { path: 'a.txt' },
  vault_read: { path: 'a.md' },
  vault_write: { path: 'a.md', text: '' },
  recall: { text: 'x' },
  ask_user: { text: 'which?' },
  send_file: { path: 'a.txt' },
  think: { text: '' },
  done: { summary: '' },
  fail: { summary: '' },
  tool: { server: 'files', name: 'read', arguments: {} },
  find_tool: { text: 'x' },
};

const EXPECTED: Readonly<Record<string, string>> = {
  safe: 'move scroll ui_elements web_elements screenshot cursor_position zoom wait wait_until shell file_view vault_read recall ask_user think done fail find_tool',
  moderate:
    'type clipboard_write key hold_key key_down key_up focus set_value shell_restart open_app applescript vault_write',
  high: 'click mouse_down mouse_up drag clipboard_read open_url fetch file_create file_replace file_insert file_undo send_file tool',
};

test('every action there is has its level, with nothing known about the moment', () => {
  assert.deepEqual(Object.keys(SAMPLES).toSorted(), [...ACTION_NAMES].toSorted());
  for (const [risk, names] of Object.entries(EXPECTED)) {
    for (const name of names.split(' '))
      assert.equal(judgeJson(gate, { action: name, ...SAMPLES[name] }).risk, risk, name);
  }
});

const INPUTS = [
  'click',
  'mouse_down',
  'mouse_up',
  'drag',
  'scroll',
  'move',
  'type',
  'key',
  'hold_key',
  'key_down',
  'key_up',
  'focus',
  'set_value',
];

describe("acting in a window that shows Deskhand's own conversation is critical", () => {
  const windows: readonly GateContext[] = [
    { app: 'Telegram' },
    { app: 'TelegramDesktop', window: 'Deskhand' },
    { app: 'org.telegram.desktop' },
    { app: 'Slack' },
    { app: 'Google Chrome', window: 'Deskhand' },
    { app: 'Google Chrome', window: 'Deskhand – run 12 - Google Chrome' },
    { app: 'Safari', window: 'Telegram Web' },
    { app: 'firefox', window: 'general - Acme - Slack — Mozilla Firefox' },
    { window: 'Deskhand' },
    { app: 'Safari', window: 'Desk\u200bhand' },
  ];
  for (const context of windows) {
    test(JSON.stringify(context), () => {
      for (const action of INPUTS) {
        for (const more of [{}, { isByHand: true }, { isPlaybook: true }]) {
          assert.equal(
            judgeJson(gate, { action, ...SAMPLES[action] }, { ...context, ...more }).risk,
            'critical',
            action,
          );
        }
      }
    });
  }
  test('nor is one in the path of a file that any program shows; its name beside a path is one', () => {
    const asksIn = (window: string): boolean =>
      asks(judgeJson(gate, { action: 'type', text: 'ls' }, { app: 'mtpaint', window }));
    assert.ok(!asksIn('mtPaint 3.50 - /home/alice/deskhand/logo.png'));
    assert.ok(!asksIn('logo.png (~/work/deskhand-site) - Viewer'));
    assert.ok(asksIn('Deskhand - /home/alice'));
    assert.ok(asksIn('run 12 · Deskhand'));
    assert.ok(asksIn('Deskhand/12'));
  });

  test('a folder called deskhand in a terminal is no conversation', () => {
    assert.ok(
      !asks(judgeJson(gate, { action: 'type', text: 'ls' }, { app: 'xterm', window: 'alice@mac: ~/deskhand' })),
    );
  });
});

test("a person's own act is at most moderate, but critical asks them too", () => {
  assert.equal(
    judgeJson(gate, { action: 'open_url', url: 'https://example.org' }, { isByHand: true }).risk,
    'moderate',
  );
  assert.equal(judgeShell(gate, 'rm x', { isByHand: true }).risk, 'moderate');
  assert.equal(judgeShell(gate, 'rm -rf ~', { isByHand: true }).risk, 'critical');
  assert.equal(judgeJson(gate, { action: 'screenshot' }, { isByHand: true }).risk, 'safe');
});

test('applications that keep secrets ask for every touch, also those of the settings', async () => {
  const own = await openTestGate({ privateApps: ['My Bank'] });
  for (const app of ['My Bank', 'my bank.app', '1Password', 'Keychain Access']) {
    const context = { app, element: { role: 'button', name: 'Show more' } };
    assert.ok(asks(judgeJson(own, { action: 'click', target: { x: 1, y: 1 } }, context)), app);
    assert.ok(asks(judgeJson(own, { action: 'open_app', app })), app);
    assert.ok(!asks(judgeJson(own, { action: 'move', target: { x: 1, y: 1 } }, context)), app);
  }
});

test('an application opens by its bare name; more than a name is a command', () => {
  for (const app of [
    'Safari',
    'Visual Studio Code',
    'TextEdit',
    'xterm',
    'org.gnome.Calculator',
    'iTerm2',
    'visual studio code',
    'Bob’s App'.replace('’', "'"),
  ]) {
    assert.equal(judgeJson(gate, { action: 'open_app', app }).risk, 'moderate', app);
  }
  for (const app of [
    'xterm -e rm -rf ~',
    '/tmp/evil',
    '../x',
    'evil.sh',
    'x.command',
    'Terminal; rm x',
    'bash -c ls',
    'rm x',
    'open x',
    '-a Terminal',
    '$(rm x)',
    'a|b',
    '~/x',
    'x\ny',
    'Safari --args x',
    'git push',
  ]) {
    assert.ok(asks(judgeJson(gate, { action: 'open_app', app })), app);
  }
  assert.equal(judgeJson(gate, { action: 'open_app', app: 'sh -c "rm -rf ~"' }).risk, 'critical');
});

test('whatever is handed in, the gate answers and does not throw', () => {
  const context = fc.record(
    {
      app: fc.oneof(fc.string(), fc.constantFrom('xterm', 'Safari', 'Telegram')),
      window: fc.string(),
      element: fc.record({ role: fc.string(), name: fc.string(), secure: fc.boolean() }, { requiredKeys: [] }),
      cwd: fc.string().map((text) => `/${text}`),
      goal: fc.string(),
      typed: fc.string(),
      isByHand: fc.boolean(),
      isPlaybook: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.constantFrom('rm -rf /', 'https://a.b', '../x', 'ctrl+c'),
  );
  fc.assert(
    fc.property(fc.constantFrom(...ACTION_NAMES), text, context, (action, value, moment) => {
      const sample = { ...SAMPLES[action] };
      for (const [key, old] of Object.entries(sample))
        if (typeof old === 'string' && key !== 'direction') Object.assign(sample, { [key]: value });
      const parsed = actionSchema.safeParse({ action, ...sample });
      if (!parsed.success) return;
      const judged = gate.judge(parsed.data, moment);
      assert.ok(['safe', 'moderate', 'high', 'critical'].includes(judged.risk));
      assert.ok(english(judged.reason) !== '' && judged.rule !== '');
    }),
    { numRuns: WITH_REPEATS ? 10_000 : 2500 },
  );
});

test('knowing less never makes anything safer', () => {
  const moments: readonly GateContext[] = [
    { app: 'Safari', window: 'News', element: { role: 'button', name: 'Show more' } },
    { app: 'TextEdit', window: 'a.txt', typed: 'hello' },
    { app: 'Google Chrome', window: 'x', goal: 'open example.com' },
    { app: 'xterm', typed: 'ls' },
  ];
  const levels = ['safe', 'moderate', 'high', 'critical'];
  for (const action of [
    { action: 'click', target: { x: 1, y: 1 } },
    { action: 'key', keys: 'Return' },
    { action: 'open_url', url: 'https://example.com' },
    { action: 'key', keys: 'cmd+v' },
    { action: 'type', text: 'x\n' },
  ]) {
    for (const moment of moments) {
      const known = levels.indexOf(judgeJson(gate, action, moment).risk);
      const unknown = levels.indexOf(judgeJson(gate, action, {}).risk);
      assert.ok(unknown >= Math.min(known, 2), `${JSON.stringify(action)} in ${JSON.stringify(moment)}`);
    }
  }
});
