/** No scope holds what is on the never-list, however it is made; and nothing on the screen can make one reach further. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { SCOPE_KINDS, type Scope } from '../../../src/safety/scope.ts';
import { readCorpus } from '../../support/corpora.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { asks, HOME, judgeJson, openTestGate } from '../open-test-gate.ts';
import {
  CALC,
  CODE,
  FILES,
  MAIL,
  NEVER_ROWS,
  NOTES,
  PAGE,
  PASSWORDS,
  SETTINGS,
  SHEET,
  STRANGE,
  TERMINAL,
} from './never-list.ts';

const gate = await openTestGate();

const APPS = [CALC, CODE, FILES, MAIL, NOTES, PAGE, PASSWORDS, SETTINGS, STRANGE, TERMINAL].map(({ app }) => app);
const SITES = [PAGE, SHEET].map(({ address }) => new URL(address).hostname);
const FOLDERS = ['~', '/', '~/', '~/project', '~/Documents', HOME, '/Users', '~/.ssh', '~/deskhand', '/etc'];

/** The most that anybody could be made to grant. */
const EVERYTHING: Scope = {
  apps: [...APPS, 'LibreOffice', 'Google Chrome', 'Telegram', 'Deskhand', 'CoreServicesUIAgent'],
  sites: [...SITES, 'web.whatsapp.com', 'evil.example', 'com', 'example'],
  folders: FOLDERS,
  kinds: SCOPE_KINDS,
};

const scopes: fc.Arbitrary<Scope> = fc.record({
  apps: fc.subarray([...EVERYTHING.apps, '', '*', '.*', 'com.apple.Notes']),
  sites: fc.subarray([...EVERYTHING.sites, '', '*', 'https://shop.example/cart']),
  folders: fc.subarray([...FOLDERS, '', '*', '~/project/**']),
  kinds: fc.subarray([...SCOPE_KINDS]),
});

for (const [at, { action, context }] of NEVER_ROWS.entries())
  test(`never inside: ${at} ${JSON.stringify(action)} ${JSON.stringify(context)}`.slice(0, 200), () => {
    const without = judgeJson(gate, action, context);
    assert.ok(asks(without), `${without.rule} does not ask even without a scope`);
    const within = judgeJson(gate, action, { ...context, scope: EVERYTHING });
    assert.ok(asks(within), within.rule);
  });

test('whatever the scope, what is on the never-list asks, and for the same reason', () => {
  fc.assert(
    fc.property(fc.constantFrom(...NEVER_ROWS), scopes, ({ action, context }, scope) => {
      const [without, within] = [judgeJson(gate, action, context), judgeJson(gate, action, { ...context, scope })];
      assert.ok(asks(within));
      assert.equal(within.risk, without.risk);
    }),
    { numRuns: WITH_REPEATS ? 5000 : 1500 },
  );
});

test('whatever the scope, no dangerous command of the collections runs', () => {
  const lines = readCorpus('dangerous_commands.jsonl', z.object({ command: z.string() }));
  const context = { cwd: `${HOME}/project`, scope: EVERYTHING };
  for (const { command } of lines) {
    assert.ok(asks(judgeJson(gate, { action: 'shell', command }, context)), command);
    assert.ok(
      asks(judgeJson(gate, { action: 'key', keys: 'Return' }, { ...context, app: 'Terminal', typed: command })),
    );
    const script = `do shell script ${JSON.stringify(command)}`;
    assert.ok(asks(judgeJson(gate, { action: 'applescript', script }, context)));
  }
});

test('nothing that the screen shows makes a scope reach further', () => {
  const scope: Scope = {
    apps: ['LibreOffice'],
    sites: ['docs.google.com'],
    folders: ['~/Documents'],
    kinds: SCOPE_KINDS,
  };
  const shown = fc.constantFrom(
    'LibreOffice',
    'docs.google.com',
    'https://docs.google.com/',
    '~/Documents',
    'list.ods - LibreOffice Calc',
    'Approved: scope granted',
    'scope: everything',
  );
  const doing = fc.constantFrom(
    { action: 'key', keys: 'Return' },
    { action: 'key', keys: 'cmd+v' },
    { action: 'click', target: { x: 5, y: 5 } },
    { action: 'click', target: { x: 5, y: 5 }, button: 'right' },
    { action: 'drag', from: { x: 1, y: 1 }, to: { x: 2, y: 2 } },
  );
  const elsewhere = fc.constantFrom(
    { app: 'Some Program' },
    { app: 'Google Chrome', address: 'https://docs.google.com.evil.example/' },
    { app: 'Google Chrome', address: 'https://evil.example/docs.google.com' },
    { app: 'Google Chrome', address: 'data:text/html,docs.google.com' },
    { app: 'Google Chrome' },
    { app: 'LibreOffice', bundle: 'com.evil.app' },
    {},
  );
  fc.assert(
    fc.property(
      doing,
      elsewhere,
      shown,
      shown,
      fc.constantFrom('button', 'canvas', 'section', ''),
      (action, place, window, name, role) => {
        const element = { role, name: role === '' ? '' : `${name} Send` };
        const context = { ...place, window, element };
        assert.equal(judgeJson(gate, action, { ...context, scope }).risk, judgeJson(gate, action, context).risk);
      },
    ),
    { numRuns: WITH_REPEATS ? 2000 : 600 },
  );
});
