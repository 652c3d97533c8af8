/** Commands in a sentence are data: typed with a slash, or, where a chat keeps the slash to itself, as the words that count there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMAND_HELP } from '../../src/commands/parse-command.ts';
import { readPlainWord } from '../../src/commands/plain-words.ts';
import { renderHelp, renderStart } from '../../src/commands/replies.ts';
import { speakSpans } from '../../src/outbound/spoken.ts';
import { GERMAN } from '../../src/words/german.ts';
import { join, say, slash } from '../../src/words/say.ts';
import { speak } from '../../src/words/speak.ts';
import { findSentences } from '../support/sentences.ts';

test('a command is typed as the chat has it, with what belongs to it; paths and what somebody wrote stay', () => {
  const queued = say`${'cat /run/x; /status'} more are waiting; ${slash('stop all')} cancels them too.`;
  assert.equal(speak(queued, 'en'), 'cat /run/x; /status more are waiting; /stop all cancels them too.');
  assert.equal(speak(queued, 'en', 'quoted'), 'cat /run/x; /status more are waiting; “stop all” cancels them too.');
  assert.equal(speak(queued, 'de', 'quoted'), 'cat /run/x; /status weitere warten; „stop all“ streicht auch sie.');
  const example = say`What should I do? Send for example: ${slash(say`run open the calendar`)}`;
  assert.equal(speak(example, 'de'), 'Was soll ich tun? Sende zum Beispiel: /run öffne den Kalender');
  assert.equal(speak(example, 'en', 'quoted'), 'What should I do? Send for example: “run open the calendar”');
});

test('a list of commands has no quotation marks, and code has none either', () => {
  const list = join(
    [
      { command: 'run', isListed: true },
      { command: 'stop', isListed: true },
    ],
    ', ',
  );
  assert.equal(speak(list, 'en', 'quoted'), 'run, stop');
  assert.equal(speak(list, 'en'), '/run, /stop');
  assert.deepEqual(speakSpans([{ code: slash('stop') }, { quiet: slash('stop') }], 'en', 'quoted'), [
    { code: 'stop' },
    { quiet: '“stop”' },
  ]);
});

test('no sentence spells a command itself, in either language', () => {
  const words = [...COMMAND_HELP.map(([word]) => word), 'start'].join('|');
  const slashed = new RegExp(`(?<![\\w/.~])/(?:${words})\\b(?!/)`);
  const all = [...findSentences().keys(), ...Object.entries(GERMAN).flat()];
  assert.ok(all.length > 400, `only ${all.length}`);
  assert.match('Paused. /resume goes on.', slashed);
  assert.deepEqual(
    all.filter((sentence) => slashed.test(sentence)),
    [],
  );
});

test('help names what may be typed', () => {
  const shown = speakSpans(
    [...renderStart({ name: 'Ann', hasModel: false, hasButtons: false, lacks: [] }), ...renderHelp()],
    'en',
    'quoted',
  ).flatMap((span) => (typeof span !== 'string' && 'code' in span ? [span.code] : []));
  assert.ok(shown.includes('status') && shown.includes('run GOAL'), shown.join(', '));
  for (const word of ['status', 'help', 'stop', 'screenshot', 'queue']) assert.equal(readPlainWord(word), `/${word}`);
});
