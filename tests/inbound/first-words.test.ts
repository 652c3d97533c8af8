/** First contact without a model: what people write before they know anything does what it says, or names what comes nearest. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readSkillFolder } from '../../adapters/files/skill-files.ts';
import { readFirstWords } from '../../src/inbound/first-words.ts';
import { createSkillBook } from '../../src/skills/match-skill.ts';
import { findStarters, STARTERS } from '../../src/skills/offers.ts';
import { type Language, speak } from '../../src/words/speak.ts';
import { createFastClock } from '../fakes/clock.ts';
import { createFakeMachine } from '../fakes/machine.ts';
import { startTestDeskhand } from '../support/deskhand.ts';

const FOLDER = join(import.meta.dirname, '../../skills');
const LANGUAGES: readonly Language[] = ['en', 'de'];
const { skills } = await readSkillFolder(FOLDER);

const start = (language: Language) =>
  startTestDeskhand({
    model: null,
    skills,
    language,
    machine: createFakeMachine({ applications: ['chromium', 'xterm'] }),
    clock: createFastClock(5),
  });

function nameOf(text: string): string | null {
  const read = readFirstWords(text);
  return typeof read === 'string' ? read : (read?.name ?? null);
}

describe('The first words', () => {
  it('are known as a whole message only, in both languages', () => {
    for (const text of [
      'hi',
      'Hello!',
      'hi there',
      '¡Hola!',
      '¿Qué puedes hacer?',
      'ayuda',
      'help',
      'What can you do?',
      'Hallo',
      'Hilfe',
      'was kannst du?',
    ])
      assert.equal(nameOf(text), 'start', text);
    for (const text of [
      'take a screenshot',
      'screenshot pls',
      'Can you take a screenshot please?',
      'picture of my screen',
      'what do you see',
      'mach ein Foto vom Bildschirm',
      'Bildschirmfoto bitte',
      'was siehst du?',
      'haz una captura de pantalla',
      '¿Qué hay en mi pantalla?',
      'Show me the screen.',
      'mach einen Screenshot',
      'zeig mir den Bildschirm',
    ])
      assert.equal(nameOf(text), 'screenshot', text);
    assert.equal(nameOf('skills'), 'skills');
    for (const text of ['thanks!', 'Thank you so much', 'Danke', 'vielen Dank', 'gracias'])
      assert.equal(nameOf(text), 'thanks', text);
    for (const text of [
      'thanks to Ann for the book',
      'send the screenshot to Ann',
      'help me write a mail',
      'hi, open the calendar',
      'take a screenshot of the cat and send it',
      'hilf',
    ])
      assert.equal(readFirstWords(text), null, text);
  });

  for (const language of LANGUAGES) {
    it(`get things to tap, each of which a skill does here, in ${language}`, async () => {
      const bot = await start(language);
      await bot.chat.sendText(language === 'en' ? 'hi' : 'Hallo');
      const shown = await bot.chat.waitFor(({ kind }) => kind === 'reply');
      assert.ok(shown.text.split('\n').length <= 4, shown.text);
      const [screen, ...starters] = shown.buttons.flat();
      assert.equal(screen?.label, language === 'en' ? 'Show my screen' : 'Bildschirm zeigen');
      assert.ok(starters.length >= 3, `${starters.length} starters`);
      assert.ok(!starters.some(({ label }) => /music|Musik/.test(label)), 'skills of a Mac are not offered elsewhere');
      await bot.chat.tap(shown.id, screen?.label ?? '');
      await bot.chat.waitFor(({ picture }) => picture !== null);
      await bot.close();
    });

    it(`a wish that takes a model gets what comes nearest, in ${language}`, async () => {
      const bot = await start(language);
      await bot.chat.sendText(language === 'en' ? 'clean up my disk' : 'räum die Platte auf');
      const told = await bot.chat.waitFor(({ kind }) => kind === 'reply');
      assert.match(told.text, /deskhand setup/);
      assert.ok(told.text.split('\n').length <= 2, told.text);
      const labels = told.buttons.flat().map(({ label }) => label);
      assert.ok(
        labels.some((label) => /disk space|Speicherplatz/.test(label)),
        labels.join(', '),
      );
      assert.equal(bot.recordings.runs.size, 0);
      await bot.close();
    });
  }

  it('name an application, a file or the demo as people do', async () => {
    const bot = await start('en');
    await bot.chat.sendText('open chromium');
    await bot.chat.waitFor(({ kind, text }) => kind === 'end' && /open chromium/.test(text));
    assert.ok(bot.machine.did.includes('open_app chromium'), bot.machine.did.join(', '));
    await bot.chat.sendText('write a file todo.txt with buy milk');
    await bot.chat.waitFor(({ kind, text }) => kind === 'end' && /Done and checked[\s\S]*todo\.txt/.test(text));
    assert.deepEqual([...bot.machine.contents.values()], ['buy milk\n']);
    await bot.chat.sendText('run the demo');
    const demo = await bot.chat.waitFor(({ kind, text }) => kind === 'end' && /run the demo/.test(text));
    assert.doesNotMatch(demo.text, /needs/);
    assert.ok(bot.machine.did.includes('open_app xterm'), 'the one terminal that is here');
    await bot.close();
  });

  it('an application that is not there is answered with the closest one', async () => {
    const bot = await start('en');
    await bot.chat.sendText('open cromium');
    const end = await bot.chat.waitFor(({ kind }) => kind === 'end');
    assert.match(end.text, /Failed\nThere is no application called cromium\. The closest one is chromium\./);
    await bot.close();
  });

  it('each starter is answered by a shipped skill that needs no model, in both languages', () => {
    const book = createSkillBook(skills);
    for (const language of LANGUAGES) {
      assert.equal(findStarters(book, language).length, 4);
      for (const starter of STARTERS)
        assert.ok((book.match(speak(starter, language))?.skill.playbook ?? null) !== null, speak(starter, language));
    }
  });
});
