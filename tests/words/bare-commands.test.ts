/** Where a chat keeps the slash to itself, commands are told as the words that count there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMAND_HELP } from '../../src/commands/parse-command.ts';
import { readPlainWord } from '../../src/commands/plain-words.ts';
import { renderHelp, renderStart } from '../../src/commands/replies.ts';
import { speakSpans } from '../../src/outbound/spoken.ts';
import { bareCommands, COMMAND_WORDS } from '../../src/words/bare-commands.ts';
import { GERMAN } from '../../src/words/german.ts';
import { say } from '../../src/words/say.ts';
import { speak } from '../../src/words/speak.ts';
import { findSentences } from '../support/sentences.ts';

test('the words are those that are understood', () => {
  assert.deepEqual([...COMMAND_WORDS].sort(), [...COMMAND_HELP.map(([word]) => word), 'start'].sort());
});

test('a command in a sentence is its word in quotation marks, with what belongs to it; paths and parts stay', () => {
  for (const [sentence, bare] of [
    ['Paused before the next step. /resume goes on.', 'Paused before the next step. “resume” goes on.'],
    ['/resume goes on, /resume run 12 with an earlier one.', '“resume” goes on, “resume run 12” with an earlier one.'],
    ['There is no picture yet. /screenshot sends one.', 'There is no picture yet. “screenshot” sends one.'],
    ['/stop all empties the queue.', '“stop all” empties the queue.'],
    ['Send for example: /run open the calendar', 'Send for example: “run open the calendar”'],
    ['/forget WÖRTER · /record on|off', '“forget WÖRTER” · “record on|off”'],
    ['It lies in /home/ann/run/x and ~/get it', 'It lies in /home/ann/run/x and ~/get it'],
  ] as const)
    assert.equal(bareCommands(sentence), bare);
  const text = say`Queued; ${'cat /run/x; /status'} before it. /queue shows all.`;
  assert.equal(speak(text, 'de', 'bare'), 'Eingereiht; cat /run/x; /status davor. “queue” zeigt alle.');
  assert.match(speak(text, 'en'), /\/queue shows all\.$/);
});

test('no sentence keeps a slash before a command, in either language', () => {
  const slashed = new RegExp(`(?<![\\w/.~])/(?:${COMMAND_WORDS.join('|')})\\b(?!/)`);
  const all = [...findSentences().keys(), ...Object.values(GERMAN)].filter((sentence) => slashed.test(sentence));
  assert.ok(all.length > 40, `only ${all.length}`);
  for (const sentence of all) assert.doesNotMatch(bareCommands(sentence), slashed);
});

test('help names what may be typed', () => {
  const shown = speakSpans([...renderStart('Ann'), ...renderHelp()], 'en', 'bare').flatMap((span) =>
    typeof span !== 'string' && 'code' in span ? [span.code] : [],
  );
  assert.ok(shown.includes('status') && shown.includes('run GOAL'), shown.join(', '));
  for (const word of ['status', 'help', 'stop', 'screenshot', 'queue']) assert.equal(readPlainWord(word), `/${word}`);
});
