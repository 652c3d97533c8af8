/** Text that came from a file, a command or the clipboard asks before it goes where it can be passed on. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseAction } from '../../../src/action/schema.ts';
import { createTaint, type Taint } from '../../../src/run/taint-tracker.ts';
import type { GateContext } from '../../../src/safety/risk.ts';
import { createTaintIndex } from '../../../src/safety/taint-index.ts';
import { english } from '../../../src/words/speak.ts';
import { createFakeMachine } from '../../fakes/machine.ts';
import { asks, judgeJson, openTestGate } from '../../safety/open-test-gate.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { measureProcessorMs } from '../../support/processor-time.ts';
import { DONE, scriptedModel, step } from '../../support/scripted-model.ts';

const gate = await openTestGate();
const CONTACTS =
  'name;mail;since\nHildegard Brunnenmacher;hilde.b@post.example;2019\nJo Ott;jo@x.example;1250.75\nDE89370400440532013000';
const window = { app: 'Chromium', pid: 7, window: '41' };
const PAGE: GateContext = {
  app: 'Chromium',
  window: 'Guest book',
  element: { role: 'text area', name: 'Your words' },
  typed: '',
};

const action = (json: Readonly<Record<string, unknown>>) => {
  const parsed = parseAction(json);
  assert.ok(parsed.ok);
  return parsed.action;
};

function after(source: Readonly<Record<string, unknown>>, text = CONTACTS): Taint {
  const taint = createTaint();
  taint.note(action(source), text);
  return taint;
}

const VIEWED = { action: 'file_view', path: '~/contacts.csv' };

function judged(
  taint: Taint,
  json: Readonly<Record<string, unknown>>,
  goal = 'sign the guest book',
  more: GateContext = {},
) {
  const context = { ...PAGE, ...more };
  const source = taint.find(action(json), { window, typed: context.typed ?? '', said: goal });
  return judgeJson(gate, json, { ...context, goal, ...(source === null ? {} : { tainted: { source } }) });
}

const type = (text: string) => ({ action: 'type', text });

test('words of a file ask before they are typed into a page, and the card names the file', () => {
  const { rule, reason } = judged(after(VIEWED), type('greetings from Hildegard Brunnenmacher'));
  assert.equal(rule, 'taint.source');
  assert.match(english(reason), /^This text comes from contacts\.csv\b/);
});

test('what a note keeps of a screen asks before it goes anywhere; what a log of runs says, before a tool gets it', () => {
  const tool = { action: 'tool', server: 'wiki', name: 'search', arguments: { text: 'Hildegard Brunnenmacher' } };
  const find = (taint: Taint, json: Readonly<Record<string, unknown>>, said = 'sign the guest book') =>
    taint.find(action(json), { window, typed: '', said });
  const note = createTaint();
  note.noteRemembered({ name: 'Knowledge/contacts.md', text: CONTACTS, isLog: false });
  for (const json of [type('greetings from Hildegard Brunnenmacher'), tool])
    assert.equal(english(find(note, json) ?? ''), 'the note Knowledge/contacts.md');
  assert.equal(find(note, tool, 'look for Hildegard Brunnenmacher'), null, 'the person said it');
  const log = createTaint();
  log.noteRemembered({ name: '', text: CONTACTS, isLog: true });
  assert.equal(find(log, type('greetings from Hildegard Brunnenmacher')), null);
  assert.equal(english(find(log, tool) ?? ''), 'an earlier run');
});

test('it follows the text through every spelling', () => {
  const name = 'Hildegard Brunnenmacher';
  const bytes = Buffer.from(name);
  for (const text of [
    name.toUpperCase(),
    'hildegard\u00a0brunnenmacher',
    'Hilde-gard Brunnen/macher',
    Array.from(name).join('.'),
    Array.from(name).join('\u200b'),
    bytes.toString('base64'),
    `x${bytes.toString('base64url')}`,
    bytes.toString('hex'),
    `?q=${Array.from(bytes, (byte) => `%${byte.toString(16)}`).join('')}`,
    'hilde.b@post.example',
    'DE89 3704 0044 0532 0130 00',
    'since 1250.75',
  ])
    assert.equal(asks(judged(after(VIEWED), type(text))), true, text);
});

test('in an address, and in what Enter sends from a terminal', () => {
  const taint = after(VIEWED);
  const url = 'https://shop.example/Hildegard+Brunnenmacher';
  assert.equal(judged(taint, { action: 'open_url', url }, 'open shop.example').rule, 'taint.source');
  const line = 'echo Hildegard Brunnenmacher';
  const terminal: GateContext = { app: 'Terminal', window: 'sh', element: { role: 'terminal' }, typed: line };
  assert.equal(judged(taint, { action: 'key', keys: 'enter' }, 'greet', terminal).rule, 'taint.source');
});

test('split over several acts it is found where it becomes whole, and what follows it is free again', () => {
  const taint = after(VIEWED);
  const write = (text: string): string => {
    const { rule } = judged(taint, type(text));
    taint.wrote(action(type(text)), window);
    return rule;
  };
  const rules = ['Hil', 'de', 'gar', 'd Brun'].map(write);
  assert.equal(rules.at(-1), 'taint.source');
  assert.notEqual(write(' and many thanks to you'), 'taint.source');
});

test('by way of the clipboard it asks where it is pasted', () => {
  const taint = after(VIEWED);
  taint.wrote(action({ action: 'clipboard_write', text: 'Hildegard Brunnenmacher' }), window);
  const paste = { action: 'key', keys: 'cmd+v' };
  assert.equal(judged(taint, paste, 'sign', { isClipboardOurs: true }).rule, 'taint.source');
  assert.equal(asks(judged(after(VIEWED), paste, 'sign', { isClipboardOurs: true })), false);
});

test('Enter sends its line and a paste what is on the clipboard: neither asks for the other', () => {
  const taint = after(VIEWED);
  const line = { typed: 'Hildegard Brunnenmacher', isClipboardOurs: true };
  assert.notEqual(judged(taint, { action: 'key', keys: 'cmd+v' }, 'sign', line).rule, 'taint.source');
  taint.wrote(action({ action: 'clipboard_write', text: 'Hildegard Brunnenmacher' }), window);
  const terminal: GateContext = { app: 'Terminal', window: 'sh', element: { role: 'terminal' }, typed: 'ls' };
  assert.notEqual(judged(taint, { action: 'key', keys: 'enter' }, 'sign', terminal).rule, 'taint.source');
});

test('what a command printed, a note and the clipboard are sources too', () => {
  for (const source of [
    { action: 'shell', command: 'cat ~/contacts.csv' },
    { action: 'vault_read', path: 'People/friends.md' },
    { action: 'clipboard_read' },
  ])
    assert.equal(judged(after(source), type('Hildegard Brunnenmacher')).rule, 'taint.source');
});

test('a document, source code and a proven reader stay free', () => {
  const taint = after(VIEWED);
  const text = type('Hildegard Brunnenmacher');
  for (const app of ['TextEdit', 'Code'])
    assert.notEqual(
      judged(taint, text, 'copy it', { app, window: 'list.txt', element: { role: 'text area' } }).rule,
      'taint.source',
    );
  assert.notEqual(
    judged(taint, { action: 'shell', command: 'grep -n "Hildegard Brunnenmacher" a.txt' }).rule,
    'taint.source',
  );
});

const COPYING: readonly (readonly [goal: string, source: Readonly<Record<string, unknown>>, text: string])[] = [
  ['copy the people in contacts.csv into the guest book', VIEWED, 'Hildegard Brunnenmacher'],
  ['Trage alle aus ~/contacts.csv in das Formular ein', VIEWED, 'Jo Ott jo@x.example'],
  [
    'put what is in friends.md into the form',
    { action: 'vault_read', path: 'People/friends.md' },
    'Hildegard Brunnenmacher',
  ],
  ['enter contacts.csv in the page', { action: 'shell', command: 'cat contacts.csv' }, 'hilde.b@post.example'],
  // The person's own words.
  ['write to Hildegard Brunnenmacher', VIEWED, 'Dear Hildegard Brunnenmacher,'],
  ['name Hildegard, last name Brunnenmacher', VIEWED, 'Hildegard Brunnenmacher'],
  ['pay DE89 3704 0044 0532 0130 00', VIEWED, 'DE89370400440532013000'],
  ['mail hilde.b@post.example', VIEWED, 'hilde.b@post.example'],
  // Words that everybody uses.
  ['sign the guest book', VIEWED, 'Thank you, the name since then is on the mail'],
];

test('copying what the goal names, the person’s own words and common words ask 0 times', () => {
  const asked = COPYING.filter(
    ([goal, source, text]) => judged(after(source), type(text), goal).rule === 'taint.source',
  );
  assert.deepEqual(asked, []);
  const manual = 'The international documentation explains the configuration.';
  assert.notEqual(
    judged(after(VIEWED, manual), type('My documentation of an international configuration')).rule,
    'taint.source',
  );
});

test('a file named in a goal frees that file alone', () => {
  const taint = after({ action: 'shell', command: 'cat contacts.csv payroll.csv' });
  assert.equal(judged(taint, type('Hildegard Brunnenmacher'), 'enter contacts.csv').rule, 'taint.source');
});

test('a whole run asks before the words of a file it has viewed reach the page in front', async () => {
  const model = scriptedModel([step(VIEWED), step(type('Hildegard Brunnenmacher')), DONE]);
  const machine = createFakeMachine();
  const files = { ...machine.files, view: async () => ({ ok: true, text: CONTACTS }) };
  const bot = await startTestDeskhand({
    model,
    machine: { ...machine, files },
    gate: await openTestGate({ platform: 'linux' }),
  });
  bot.desktop.setFront({ app: 'Chromium', title: 'Guest book', pid: 7 });
  await bot.chat.sendText('/run sign the guest book');
  const rules: string[] = [];
  const answered = new Set<string>();
  for (;;) {
    const post = await bot.chat.waitFor(
      ({ id, kind }) => !answered.has(id) && (kind === 'question' || kind === 'end'),
      60_000,
    );
    if (post.kind === 'end') break;
    answered.add(post.id);
    await bot.chat.tap(post.id, post.text.includes('comes from contacts.csv') ? 'Deny' : 'Approve');
  }
  for (const event of bot.events()) if (event.type === 'risk.judged') rules.push(event.rule);
  const typed = bot.desktop.did.filter((entry) => entry.startsWith('type'));
  await bot.close();
  assert.ok(rules.includes('taint.source'), rules.join(' '));
  assert.deepEqual(typed, []);
});

test('it takes a time linear in the text', () => {
  const index = createTaintIndex();
  const noise = (signs: number, seed: number): string =>
    Array.from({ length: signs }, (_, at) => String.fromCharCode(97 + ((at * at * 7 + at * seed) % 26)))
      .join('')
      .replaceAll(/(.{7})/g, '$1 ');
  index.note('a', noise(60_000, 3));
  const once = (signs: number): number => measureProcessorMs(() => void index.find(noise(signs, 5), noise(signs, 11)));
  // Compiling and collecting run on other threads and count too: the best of three has little of them.
  const time = (signs: number): number => Math.min(once(signs), once(signs), once(signs));
  time(5_000);
  const [half, whole] = [time(10_000), time(20_000)];
  assert.ok(whole < 3.5 * half + 20, `${half} ms, then ${whole} ms`);
});

describe('text of other windows', () => {
  const MAIL = { app: 'Thunderbird', pid: 9, window: '5' };
  const LETTER = 'Dear Ann, the meeting about the Brunnenmacher contract moves to Thursday';
  const element = (value: string, isSecure = false) => ({ name: 'Text', value, isSecure });
  const seen = (from: object = MAIL, text = LETTER): Taint => {
    const taint = createTaint();
    taint.see({ ...MAIL, ...from }, [element(text)]);
    return taint;
  };
  const WORDS = 'the Brunnenmacher contract moves';

  test('asks before it is typed into a page, and the card names the window it stood in', () => {
    const { rule, reason } = judged(seen(), type(WORDS));
    assert.equal(rule, 'taint.source');
    assert.match(english(reason), /^This text comes from Thunderbird\b/);
    const site = { app: 'Chromium', address: 'https://intranet.example/notes' };
    assert.match(english(judged(seen(site), type(WORDS)).reason), /^This text comes from intranet\.example\b/);
  });

  test('is free between places that the person named, in the same window, and for their own words', () => {
    for (const [taint, goal] of [
      [seen(), 'copy what the mail in Thunderbird says into the guest book'],
      [seen({ app: 'Chromium', address: 'https://intranet.example/notes' }), 'copy the note from intranet.example'],
      [seen({ app: 'libreoffice-writer' }), 'put the text of letter.odt into the guest book'],
      [seen({ app: 'Chromium', pid: 7 }), 'sign it'],
      [seen(), `write “the Brunnenmacher contract moves” there: ${WORDS}`],
    ] as const)
      assert.notEqual(judged(taint, type(WORDS), goal).rule, 'taint.source', goal);
  });

  test('what the run wrote itself is not another window’s by standing there', () => {
    const taint = createTaint();
    taint.wrote(action(type(WORDS)), MAIL);
    taint.see(MAIL, [element(WORDS)]);
    assert.notEqual(judged(taint, type(WORDS)).rule, 'taint.source');
  });

  test('a password field tells nothing, and a document is no place that sends', () => {
    const taint = createTaint();
    taint.see(MAIL, [element(LETTER, true)]);
    assert.notEqual(judged(taint, type(WORDS)).rule, 'taint.source');
    const writer = { app: 'libreoffice-writer', window: 'Untitled 1' };
    assert.notEqual(judged(seen(), type(WORDS), 'note it', writer).rule, 'taint.source');
  });

  test('a file’s text stays the file’s, also where it stands in a window that was named', () => {
    const taint = after(VIEWED);
    taint.see({ app: 'Mousepad', pid: 3 }, [element(CONTACTS)]);
    const found = judged(taint, type('Hildegard Brunnenmacher'), 'sort it in Mousepad');
    assert.equal(found.rule, 'taint.source');
    assert.match(english(found.reason), /contacts\.csv/);
  });

  test('pressed key by key it is found as well, of files and of windows', () => {
    for (const [taint, text] of [
      [after(VIEWED), 'Hildegard Brunnenmacher'],
      [seen(), WORDS],
    ] as const) {
      let asked = 0;
      for (const character of text) {
        const key = { action: 'key', keys: character === ' ' ? 'space' : character };
        if (judged(taint, key).rule === 'taint.source') asked += 1;
        taint.wrote(action(key), window);
      }
      assert.ok(asked > 0, text);
    }
  });
});

test('a key that is held types and pastes as one that is pressed', () => {
  const pasting = { action: 'hold_key', keys: 'ctrl+v', seconds: 1 };
  const copied = createTaint();
  copied.note(action(VIEWED), CONTACTS);
  copied.wrote(action({ action: 'clipboard_write', text: CONTACTS }), window);
  for (const json of [pasting, { action: 'key_down', keys: 'ctrl+v' }, { action: 'key', keys: 'ctrl+v' }])
    assert.equal(judged(copied, json, undefined, { isClipboardOurs: true }).rule, 'taint.source', json.action);
  for (const make of [
    (keys: string) => ({ action: 'hold_key', keys, seconds: 0 }),
    (keys: string) => ({ action: 'key_down', keys }),
  ]) {
    const taint = after(VIEWED);
    const rules = Array.from('hildegardbrunnenmacher', (keys) => {
      const json = make(keys);
      const { rule } = judged(taint, json);
      taint.wrote(action(json), window);
      return rule;
    });
    assert.ok(rules.includes('taint.source'), JSON.stringify(rules));
  }
});
