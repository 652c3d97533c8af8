/** What ordinary work is made of, by where it goes: each row that runs beside the one that looks like it and asks. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GateContext } from '../../../src/safety/risk.ts';
import type { Scope } from '../../../src/safety/scope.ts';
import { asks, judgeJson, openTestGate } from '../open-test-gate.ts';

const gate = await openTestGate({ platform: 'linux' });
const judge = (action: object, context: GateContext) => judgeJson(gate, { ...action }, context);
const CLICK = { action: 'click', target: { x: 500, y: 500 } };
const press = (keys: string) => ({ action: 'key', keys });
const type = (text: string) => ({ action: 'type', text });
const SCOPE: Scope = { apps: ['LibreOffice', 'Evince'], sites: [], folders: [], kinds: ['edit', 'save', 'run'] };
const WRITER = { app: 'libreoffice-writer', window: 'letter.odt - LibreOffice Writer' };
const PICTURES: Scope = { apps: [], sites: [], folders: ['~/Pictures'], kinds: ['save'] };
const DRAG = { action: 'drag', from: { x: 1, y: 1 }, to: { x: 9, y: 9 } };
const BAR = { role: 'entry', name: 'Address and search bar' };
const browser = (more: GateContext): GateContext => ({ app: 'Google Chrome', window: 'Page', ...more });

const BOARD: Scope = { apps: [], sites: ['board.example'], folders: [], kinds: ['edit'] };
const card = (around = '', role = 'list item') => ({ role, name: '', container: { role: 'list', text: around } });
const board = (more: GateContext): GateContext =>
  browser({
    address: 'https://board.example/1',
    scope: BOARD,
    draggedFrom: { role: 'list item', name: 'Milk' },
    ...more,
  });

interface Pair {
  readonly name: string;
  readonly runs: readonly [action: object, context: GateContext];
  readonly asks: readonly [action: object, context: GateContext];
}

const PAIRS: readonly Pair[] = [
  {
    name: 'an entry of a page is dragged to another one where editing is granted',
    runs: [DRAG, board({ element: card() })],
    asks: [DRAG, board({ element: card(), address: 'https://other.example/1' })],
  },
  {
    name: 'not onto a part of itself, which is a click',
    runs: [DRAG, board({ element: card('Later') })],
    asks: [DRAG, browser({ address: 'https://board.example/1', scope: BOARD, element: card('Later') })],
  },
  {
    name: 'not to where things are thrown away',
    runs: [DRAG, board({ element: card('Done') })],
    asks: [DRAG, board({ element: card('Trash') })],
  },
  {
    name: 'nor to where something is sent',
    runs: [DRAG, board({ element: card('Next week', 'row') })],
    asks: [DRAG, board({ element: card('Send to all', 'row') })],
  },
  {
    name: 'nor to what is no entry, and a click there asks',
    runs: [DRAG, board({ element: card('', 'cell') })],
    asks: [DRAG, board({ element: card('', 'button') })],
  },
  {
    name: 'nor from what is none',
    runs: [DRAG, board({ element: card() })],
    asks: [DRAG, board({ element: card(), draggedFrom: { role: 'button', name: '' } })],
  },
  {
    name: 'another window comes to the front, whatever is typed',
    runs: [press('alt+Tab'), { app: 'xterm', window: 'alice@box: ~', typed: 'rm -r x' }],
    asks: [press('Tab'), { app: 'xterm', window: 'alice@box: ~', typed: 'rm -r x' }],
  },
  {
    name: 'a terminal is opened like any application; a console is not',
    runs: [press('ctrl+alt+t'), WRITER],
    asks: [press('ctrl+alt+f2'), WRITER],
  },
  {
    name: 'an address that was said is written into the address bar',
    runs: [type('example.com'), browser({ goal: 'read the news on example.com', element: BAR })],
    asks: [type('example.net'), browser({ goal: 'read the news on example.com', element: BAR })],
  },
  {
    name: 'what is there already counts to it',
    runs: [type('ple.com'), browser({ goal: 'open example.com', typed: 'exam', element: BAR })],
    asks: [type('.evil.net'), browser({ goal: 'open example.com', typed: 'example.com', element: BAR })],
  },
  {
    name: 'the browser shows its settings',
    runs: [press('Return'), browser({ typed: 'chrome://settings/appearance', element: BAR })],
    asks: [press('Return'), browser({ typed: 'chrome://settings/passwords', element: BAR })],
  },
  {
    name: 'and a switch there asks',
    runs: [CLICK, browser({ address: 'https://example.com/', element: { role: 'toggle button', name: 'Dark' } })],
    asks: [CLICK, browser({ address: 'chrome://settings/cookies', element: { role: 'toggle button', name: 'Dark' } })],
  },
  {
    name: 'a cell is chosen, whatever stands in it',
    runs: [CLICK, { ...WRITER, element: { role: 'table cell', name: 'Delete all orders' } }],
    asks: [CLICK, { ...WRITER, element: { role: 'push button', name: 'Delete all orders' } }],
  },
  {
    name: 'a field for text is gone into; a page may call anything a field',
    runs: [CLICK, { ...WRITER, window: 'Find and Replace', element: { role: 'text', name: 'Replace' } }],
    asks: [CLICK, browser({ element: { role: 'textbox', name: 'Replace' } })],
  },
  {
    name: 'what is found is replaced; a file is not',
    runs: [CLICK, { ...WRITER, window: 'Find & Replace', scope: SCOPE, element: { role: 'button', name: 'Replace' } }],
    asks: [CLICK, { ...WRITER, window: 'Save As', scope: SCOPE, element: { role: 'button', name: 'Replace' } }],
  },
  {
    name: 'also where the dialog has no window of its own',
    runs: [
      CLICK,
      {
        ...WRITER,
        scope: SCOPE,
        element: {
          role: 'button',
          name: 'Replace All',
          container: { role: 'dialog', text: 'Find & Replace\nReplace\nReplace All' },
        },
      },
    ],
    asks: [
      CLICK,
      {
        ...WRITER,
        scope: SCOPE,
        element: {
          role: 'button',
          name: 'Replace All',
          container: { role: 'dialog', text: 'letter.odt already exists.\nReplace All' },
        },
      },
    ],
  },
  {
    name: 'the dialog for printing is opened, nothing is printed',
    runs: [CLICK, { app: 'evince', window: 'a.pdf', scope: SCOPE, element: { role: 'menu item', name: 'Print…' } }],
    asks: [CLICK, { app: 'evince', window: 'Print', scope: SCOPE, element: { role: 'push button', name: 'Print' } }],
  },
  {
    name: 'a document keeps what is pasted into it; a page reads it',
    runs: [press('ctrl+v'), { app: 'gimp', window: 'photo.xcf – GIMP' }],
    asks: [press('ctrl+v'), browser({ element: { role: 'entry', name: 'Comment' } })],
  },
  {
    name: 'a journey is looked for by what was said',
    runs: [
      press('Return'),
      browser({ goal: 'trains to Vienna', typed: 'Vienna', element: { role: 'combo box', name: 'Where to?' } }),
    ],
    asks: [
      press('Return'),
      browser({ goal: 'write to Vienna', typed: 'Vienna', element: { role: 'combo box', name: 'To' } }),
    ],
  },
  {
    name: 'a list of choices is opened in a document’s own dialog',
    runs: [CLICK, { ...WRITER, window: 'Validity', element: { role: 'combo box', name: 'Allow' } }],
    asks: [CLICK, { ...WRITER, window: 'Validity', element: { role: 'push button', name: 'Allow' } }],
  },
  {
    name: 'an option is set there, not what may run',
    runs: [CLICK, { ...WRITER, window: 'Options', scope: SCOPE, element: { role: 'check box', name: 'Enable grid' } }],
    asks: [
      CLICK,
      { ...WRITER, window: 'Options', scope: SCOPE, element: { role: 'check box', name: 'Enable macros' } },
    ],
  },
  {
    name: 'the trash is looked into',
    runs: [CLICK, { app: 'org.gnome.Nautilus', window: 'Home', element: { role: 'row', name: 'Trash' } }],
    asks: [CLICK, { app: 'org.gnome.Nautilus', window: 'Home', element: { role: 'row', name: 'Move to Trash' } }],
  },
  {
    name: 'what lies there is brought back',
    runs: [
      CLICK,
      {
        app: 'org.gnome.Nautilus',
        window: 'Trash',
        scope: { ...SCOPE, apps: ['Files'] },
        element: { role: 'menu item', name: 'Restore From Trash' },
      },
    ],
    asks: [
      CLICK,
      {
        app: 'org.gnome.Nautilus',
        window: 'Trash',
        scope: { ...SCOPE, apps: ['Files'] },
        element: { role: 'menu item', name: 'Delete from Trash' },
      },
    ],
  },
  {
    name: 'a page shows less for a filter',
    runs: [CLICK, browser({ element: { role: 'button', name: 'Apply Filters' } })],
    asks: [CLICK, browser({ element: { role: 'button', name: 'Apply for a loan' } })],
  },
  {
    name: 'all is replaced in an editor',
    runs: [
      CLICK,
      {
        app: 'Code',
        window: 'a.py - Code',
        scope: { ...SCOPE, apps: ['Visual Studio Code'] },
        element: { role: 'button', name: 'Replace All' },
      },
    ],
    asks: [
      CLICK,
      {
        app: 'Code',
        window: 'Save As',
        scope: { ...SCOPE, apps: ['Visual Studio Code'] },
        element: { role: 'button', name: 'Replace All' },
      },
    ],
  },
  {
    name: 'a browser’s own bar looks for what was said; a page’s field for an address sends it',
    runs: [press('Return'), browser({ goal: 'find Harbour Street', typed: 'Harbour Street', element: BAR })],
    asks: [
      press('Return'),
      browser({
        goal: 'find Harbour Street',
        typed: 'Harbour Street',
        element: { role: 'entry', name: 'Shipping address' },
      }),
    ],
  },
  {
    name: 'nothing goes into a cart',
    runs: [CLICK, browser({ element: { role: 'button', name: 'View cart' } })],
    asks: [CLICK, browser({ element: { role: 'button', name: 'Add all DLC to your cart' } })],
  },
  {
    name: 'text is selected on a page',
    runs: [DRAG, browser({ element: { role: 'text', name: 'A paragraph of an essay' } })],
    asks: [DRAG, browser({ element: { role: 'item', name: '' } })],
  },
  {
    name: 'a file is named in the folder where saving is granted',
    runs: [type('~/Pictures/trip/one.png'), { ...WRITER, goal: 'save the pictures', scope: PICTURES }],
    asks: [type('~/Pictures/../one.png'), { ...WRITER, goal: 'save the pictures', scope: PICTURES }],
  },
];

describe('ordinary work', () => {
  for (const { name, runs, asks: other } of PAIRS)
    test(name, () => {
      const judged = judge(...runs);
      assert.ok(!asks(judged), `${judged.rule} asks`);
      const looksLikeIt = judge(...other);
      assert.ok(asks(looksLikeIt), `${looksLikeIt.rule} runs`);
    });
});
