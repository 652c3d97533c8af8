import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readByHand } from '../../src/commands/by-hand/by-hand.ts';
import { COMMAND_HELP, parseCommand } from '../../src/commands/parse-command.ts';
import { speak } from '../../src/words/speak.ts';
import { inEnglish } from '../support/in-english.ts';

const command = (text: string) => {
  const parsed = parseCommand(text);
  assert.equal(parsed.kind, 'command', text);
  return parsed.kind === 'command' ? parsed.command : null;
};

test('a whole message that is only stop is a stop, in any case', () => {
  for (const text of ['stop', 'STOP', ' Stop ', 'stop!', '/stop', '/STOP'])
    assert.deepEqual(command(text), { name: 'stop', all: false });
  assert.deepEqual(command('/stopp'), { name: 'stop', all: false });
  for (const text of ['stop all', '/stop all', '/stop ALL', '/stopp alles'])
    assert.deepEqual(command(text), { name: 'stop', all: true });
  assert.equal(parseCommand('stop the music').kind, 'plain');
});

test('a blank after the slash is a slip of the thumb, and a lone slash is answered, not run', () => {
  assert.deepEqual(command('/ stop'), { name: 'stop', all: false });
  assert.deepEqual(command('/ run open it'), { name: 'run', goal: 'open it' });
  assert.equal(parseCommand('/').kind, 'wrong');
});

test('a run keeps its goal to the letter', () => {
  assert.deepEqual(command('/run  tweet "hello"\nworld '), { name: 'run', goal: 'tweet "hello"\nworld' });
  assert.equal(parseCommand('/run').kind, 'wrong');
});

test('/type keeps what was typed after it', () => {
  assert.deepEqual(command('/type hello  world'), { name: 'type', rest: 'hello  world' });
});

test('an unknown word names the closest one and where all of them are, in one short message', () => {
  for (const [typed, closest] of [
    ['/scrennshot', /Did you mean \/screenshot\?/],
    ['/xqzwvkjb', /^I don't know \/xqzwvkjb\. \/help lists all commands\.$/],
  ] as const) {
    const parsed = parseCommand(typed);
    assert.equal(parsed.kind, 'wrong');
    const reason = parsed.kind === 'wrong' ? speak(parsed.reason, 'en') : '';
    assert.match(reason, closest);
    assert.ok(reason.length < 100, reason);
  }
});

test('every command of the help list is understood', () => {
  for (const [word] of COMMAND_HELP) assert.notEqual(parseCommand(`/${word} x`).kind, 'plain', word);
});

test('whatever is sent, there is an answer', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => void parseCommand(text)));
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => void parseCommand(`/${text}`)));
});

test('by hand: clicks, scrolls and addresses are read, and what is wrong says how', () => {
  assert.deepEqual(inEnglish(readByHand('click', '512 340.5')), {
    ok: true,
    action: { action: 'click', target: { x: 512, y: 340.5 }, button: 'left', count: 1 },
  });
  assert.deepEqual(inEnglish(readByHand('click', '7')), {
    ok: true,
    number: 7,
  });
  assert.deepEqual(inEnglish(readByHand('scroll', 'down 10')), {
    ok: true,
    action: { action: 'scroll', direction: 'down', amount: 10 },
  });
  assert.deepEqual(inEnglish(readByHand('open', 'example.com/x')), {
    ok: true,
    action: { action: 'open_url', url: 'https://example.com/x' },
  });
  assert.deepEqual(inEnglish(readByHand('open', 'Text Editor')), {
    ok: true,
    action: { action: 'open_app', app: 'Text Editor' },
  });
  for (const [name, rest] of [
    ['click', ''],
    ['click', 'here'],
    ['click', '1200 3'],
    ['scroll', 'sideways'],
    ['key', ''],
    ['type', ''],
    ['open', ''],
  ] as const) {
    const read = readByHand(name, rest);
    assert.equal(read.ok, false, `${name} ${rest}`);
  }
});
