/** Inside a scope ordinary work runs; outside of it, and without it, it asks as before. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GateContext } from '../../../src/safety/risk.ts';
import type { Scope } from '../../../src/safety/scope.ts';
import { asks, judgeJson, openTestGate } from '../open-test-gate.ts';

const gate = await openTestGate();
const judge = (action: Readonly<Record<string, unknown>>, context: GateContext) => judgeJson(gate, action, context);
const CLICK = { action: 'click', target: { x: 500, y: 500 } };
const press = (keys: string) => ({ action: 'key', keys });
const EDIT: Scope = {
  apps: ['LibreOffice Calc', 'GIMP', 'Code', 'Files'],
  sites: ['docs.google.com'],
  folders: [],
  kinds: ['edit'],
};
const CALC = { app: 'libreoffice-calc', window: 'list.ods — LibreOffice Calc' };
const SHEET = { app: 'Google Chrome', window: 'Budget', address: 'https://docs.google.com/spreadsheets/d/1' };

interface Row {
  readonly name: string;
  readonly action: Readonly<Record<string, unknown>>;
  readonly context: GateContext;
}

const ORDINARY: readonly Row[] = [
  {
    name: 'a yes in a dialog of a document',
    action: CLICK,
    context: { ...CALC, window: 'Format Cells', element: { role: 'button', name: 'OK' } },
  },
  {
    name: 'Apply there',
    action: CLICK,
    context: { ...CALC, window: 'Cells', element: { role: 'button', name: 'Apply' } },
  },
  { name: 'deleting rows', action: CLICK, context: { ...CALC, element: { role: 'menu item', name: 'Delete Rows' } } },
  {
    name: 'clearing formats',
    action: CLICK,
    context: { ...CALC, element: { role: 'menu item', name: 'Clear Direct Formatting' } },
  },
  {
    name: 'a form that stays',
    action: CLICK,
    context: { ...CALC, window: 'Keep Format?', element: { role: 'button', name: 'Keep Current Format!' } },
  },
  {
    name: 'a place without a name',
    action: CLICK,
    context: { app: 'gimp', window: 'photo.png – GIMP', element: { role: 'panel', name: '' } },
  },
  {
    name: 'the right button',
    action: { ...CLICK, button: 'right' },
    context: { ...SHEET, element: { role: 'section', name: '' } },
  },
  {
    name: 'dragging in a document',
    action: { action: 'drag', from: { x: 1, y: 1 }, to: { x: 2, y: 2 } },
    context: { app: 'gimp', window: 'photo.png – GIMP' },
  },
  {
    name: 'Enter in a document on a page',
    action: press('Return'),
    context: { ...SHEET, typed: 'milk', element: { role: 'text area', name: 'Document content' } },
  },
  {
    name: 'Enter in a dialog of a document',
    action: press('Return'),
    context: {
      ...CALC,
      typed: 'x',
      element: { role: 'text', name: 'Range', container: { role: 'dialog', text: 'Range\nAbsolute' } },
    },
  },
  {
    name: 'a search with words nobody said',
    action: press('Return'),
    context: { ...SHEET, typed: 'rosebud', goal: 'x', element: { role: 'entry', name: 'Search' } },
  },
  {
    name: 'Enter in source code',
    action: press('Return'),
    context: { app: 'Code', window: 'a.ts', typed: 'x', element: { role: 'text area', name: 'a.ts, Editor Group 1' } },
  },
  {
    name: 'a new name for a file',
    action: press('Return'),
    context: { app: 'Nautilus', window: 'Documents', typed: 'report', element: { role: 'text', name: '' } },
  },
  { name: 'a page break', action: press('ctrl+Return'), context: { ...CALC } },
  { name: 'cutting', action: press('shift+Delete'), context: { ...CALC } },
  {
    name: 'pasting what was copied in the other place',
    action: press('ctrl+v'),
    context: { ...SHEET, copiedIn: CALC, element: { role: 'canvas', name: '' } },
  },
  {
    name: 'an amount in a table',
    action: { action: 'type', text: '120 EUR' },
    context: { ...CALC, goal: 'fill in the total', element: { role: 'table cell', name: 'B2' } },
  },
];

describe('inside a scope', () => {
  for (const { name, action, context } of ORDINARY)
    test(name, () => {
      const without = judge(action, context);
      assert.ok(asks(without), `${without.rule}: it asks without a scope`);
      const within = judge(action, { ...context, scope: EDIT });
      assert.ok(!asks(within), `${within.rule}: it runs inside`);
      assert.equal(within.risk, 'moderate');
      assert.equal(within.rule, 'scope.edit');
      for (const scope of [
        { ...EDIT, apps: ['TextEdit'], sites: ['evil.example'] },
        { ...EDIT, kinds: ['save', 'run'] as const },
        { apps: [], sites: [], folders: ['~/Documents'], kinds: ['edit', 'save', 'run'] as const },
      ])
        assert.ok(asks(judge(action, { ...context, scope })), JSON.stringify(scope));
    });
});

describe('by where it goes, without any scope', () => {
  const rows: readonly Row[] = [
    {
      name: 'Enter in a cell',
      action: press('Return'),
      context: { ...CALC, typed: 'milk', element: { role: 'table cell', name: '' } },
    },
    {
      name: 'Enter in a number',
      action: press('Return'),
      context: { ...CALC, typed: '12', element: { role: 'spin button', name: 'Width' } },
    },
    {
      name: 'a search for what was said',
      action: press('Return'),
      context: {
        app: 'Firefox',
        address: 'https://shop.example/',
        window: 'Shop',
        typed: 'usb cable',
        goal: 'find a usb cable',
        element: { role: 'entry', name: 'Search products' },
      },
    },
    {
      name: 'a menu by a name that acts elsewhere',
      action: CLICK,
      context: { ...CALC, element: { role: 'menu', name: 'Format' } },
    },
    { name: 'a cell without a name', action: CLICK, context: { ...CALC, element: { role: 'table cell', name: '' } } },
    {
      name: 'a scroll bar',
      action: CLICK,
      context: { app: 'Firefox', window: 'News', element: { role: 'scroll bar', name: '' } },
    },
    { name: 'a sum', action: { action: 'type', text: '=SUM(B2:B9)' }, context: { ...CALC } },
    { name: 'copying in a terminal', action: press('ctrl+shift+c'), context: { app: 'xterm', window: 'x', typed: '' } },
  ];
  for (const { name, action, context } of rows)
    test(name, () => {
      const judged = judge(action, context);
      assert.ok(!asks(judged), judged.rule);
    });
});

test('files are written in the named folders, by plain names, and nowhere else', () => {
  const scope: Scope = { apps: [], sites: [], folders: ['~/Documents/work'], kinds: ['save'] };
  const create = (path: string, more: GateContext = {}) =>
    judge({ action: 'file_create', path, text: 'x' }, { scope, ...more });
  assert.equal(create('~/Documents/work/a.txt').rule, 'scope.save');
  assert.equal(create('a.txt', { cwd: '/Users/alice/Documents/work' }).rule, 'scope.save');
  for (const path of [
    '~/Documents/a.txt',
    '~/Documents/work2/a.txt',
    '~/Documents/work/../a.txt',
    '~/Documents/work/.hidden',
    '~/Documents/work/Makefile',
    '~/Documents/work/sub/.git/config',
    '~/Documents/work/go.sh',
    '/etc/hosts',
  ])
    assert.ok(asks(create(path)), path);
  for (const folders of [['~'], ['/'], ['/Users'], ['~/'], ['']])
    assert.ok(asks(create('~/Documents/a.txt', { scope: { ...scope, folders } })), JSON.stringify(folders));
});

test('a folder that leads elsewhere is not the one that was named', async () => {
  const linked = await openTestGate({
    resolvePath: (path) => path.replace('/Users/alice/Documents/work/link', '/Users/alice/private'),
  });
  const scope: Scope = { apps: [], sites: [], folders: ['~/Documents/work'], kinds: ['save'] };
  const create = (path: string) => judgeJson(linked, { action: 'file_create', path, text: 'x' }, { scope });
  assert.ok(!asks(create('~/Documents/work/a.txt')));
  assert.ok(asks(create('~/Documents/work/link/a.txt')));
});

test('a site of the scope counts as named, and nothing else of an address does', () => {
  const scope: Scope = { apps: [], sites: ['docs.google.com'], folders: [], kinds: ['edit'] };
  const open = (url: string) => judge({ action: 'open_url', url }, { goal: 'fill in the sheet', scope });
  assert.ok(!asks(open('https://docs.google.com/')));
  for (const url of [
    'https://google.com/',
    'https://docs.google.com.evil.example/',
    'https://docs.google.com/?q=swordfish',
  ])
    assert.ok(asks(open(url)), url);
});

test('pasting asks where only one of the two places is named', () => {
  const context = { ...SHEET, element: { role: 'canvas', name: '' } };
  const paste = (copiedIn: GateContext['copiedIn'], scope: Scope) =>
    judge(press('ctrl+v'), { ...context, scope, ...(copiedIn === undefined ? {} : { copiedIn }) });
  assert.ok(!asks(paste(CALC, EDIT)));
  assert.ok(asks(paste({ app: 'xterm' }, EDIT)));
  assert.ok(asks(paste({ app: '1Password' }, { ...EDIT, apps: ['1Password'] })));
  assert.ok(asks(paste(undefined, EDIT)), 'nobody knows where it was copied');
  assert.ok(asks(paste(CALC, { ...EDIT, sites: [] })));
});
