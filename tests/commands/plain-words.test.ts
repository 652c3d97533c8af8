import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMAND_HELP, parseCommand } from '../../src/commands/parse-command.ts';
import { readPlainWord } from '../../src/commands/plain-words.ts';
import { inEnglish } from '../support/in-english.ts';

/** A message for each command, as somebody would write it without the slash. */
const WRITTEN: Readonly<Record<string, string>> = {
  run: 'run tidy up',
  click: 'click 512 340',
  type: 'type hello',
  key: 'key cmd+s',
  scroll: 'scroll down',
  open: 'open Notes',
  get: 'get ~/report.pdf',
  remember: 'remember I write in German',
  forget: 'forget German mails',
  record: 'record off',
};

test('every command has its plain word, in any case, and it is read as with its slash', () => {
  for (const [word] of COMMAND_HELP) {
    const written = WRITTEN[word] ?? word;
    for (const text of [written, ` ${written.charAt(0).toUpperCase()}${written.slice(1)} `]) {
      const plain = word === 'stop' ? text : readPlainWord(text);
      assert.deepEqual(inEnglish(parseCommand(plain ?? text)), inEnglish(parseCommand(`/${written}`)), text);
      assert.notEqual(parseCommand(plain ?? text).kind, 'plain', text);
    }
  }
});

test('what follows “orders” needs no slash in either language', () => {
  for (const rest of [
    '3',
    'run 3',
    'edit 3 every day at 8:00 open it',
    'zone Europe/Berlin',
    'note off',
    'trigger build-done tell me how build {number} went',
    'löschen 3',
    'Anhalten 3',
    'ändern 3 jeden Tag um 8 öffne sie',
    'zeitzone Europe/Berlin',
    'notiz aus',
    'auslöser build-done erinnere mich an {what}',
  ])
    assert.equal(readPlainWord(`orders ${rest}`), `/orders ${rest}`);
  for (const goal of ['orders of this month, add them up', 'orders delete the old ones', 'orders trigger'])
    assert.equal(readPlainWord(goal), goal === 'orders trigger' ? '/orders trigger' : null, goal);
});

test('a goal is not mistaken for a command', () => {
  const goals = [
    'open the calendar and tell me what is on',
    'open the browser',
    'click the red button',
    'scroll to the end of the page',
    'key in the numbers of the invoice',
    'get milk from the list',
    'show me the status of the order',
    'help me with my taxes',
    'forget it',
    'running late, tell Bob',
    '/run has its slash already',
    '',
  ];
  for (const goal of goals) assert.equal(readPlainWord(goal), null, goal);
});
