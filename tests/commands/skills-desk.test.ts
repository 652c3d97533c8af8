/** `/skills` and skills that need to know more, on a whole Deskhand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSkill } from '../../src/skills/parse-skill.ts';
import type { Skill } from '../../src/skills/skill.ts';
import { english } from '../../src/words/speak.ts';
import { createFakeStateStore } from '../fakes/state-store.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { type SkillText, writeSkill } from '../support/skill-text.ts';
import { holdsFor, until } from '../support/until.ts';

function skillOf(text: SkillText): Skill {
  const parsed = parseSkill(writeSkill(text), 'shipped');
  assert.ok(parsed.ok, parsed.ok ? '' : english(parsed.reason));
  return parsed.skill;
}

const CLICK = { action: 'click', target: { x: 5, y: 5 } };

const isEnd = ({ kind }: { readonly kind: string }): boolean => kind === 'end';

const NOTE = skillOf({
  name: 'note',
  description: 'Types a note.',
  trigger: '(?i)^note(?: (?P<text>.+))?$',
  playbook: [{ action: 'type', text: '{{text}}' }],
});

test('skills and what is wrong with their files are shown in German to who reads German', async () => {
  const shipped = {
    ...NOTE,
    description: '“how much disk space is left” tells how full the disk is.',
  };
  const own: Skill = { ...NOTE, name: 'mine', description: 'Stopped.', source: { file: 'mine.md' } };
  const bot = await startTestDeskhand({ model: null, skills: [shipped, own], language: 'de' });
  bot.skillFiles.put('bad.md', writeSkill({ name: 'bad', playbook: [{ ...CLICK, modifiers: ['retrun'] }] }));
  bot.skillFiles.put('worse.md', writeSkill({ name: 'worse', playbook: [{ action: 'wait', seconds: 'some' }] }));
  const list = await until(async () => {
    await bot.chat.sendText('/skills');
    return bot.chat.seen().find(({ text }) => text.includes('worse.md'));
  }, 'the files to be read');
  assert.match(list.text, /Weitere\s+note – „Wie viel Speicherplatz|note – /);
  assert.match(list.text, /mine – Stopped\./, 'somebody else’s words stay as they are');
  assert.match(
    list.text,
    /bad\.md wird übergangen: Schritt 1 des Ablaufs: click\.modifiers\.0: es gibt keine Taste „retrun“; am nächsten kommt return\./,
  );
  assert.match(list.text, /worse\.md wird übergangen: Schritt 1 des Ablaufs: wait\.seconds: es muss eine Zahl sein\./);
  await bot.chat.sendText('/skills note');
  await bot.chat.waitFor((message) => /mitgeliefert · an · braucht kein Modell/.test(message.text));
  await bot.chat.sendText('/key retrun');
  await bot.chat.waitFor((message) => /es gibt keine Taste „retrun“; am nächsten kommt return/.test(message.text));
  await bot.close();
});

test('skills are listed in pages that turn in place, shown, turned off and on; that outlives a restart', async () => {
  const many = Array.from({ length: 8 }, (_, index) =>
    skillOf({ name: `extra ${index}`, description: `Number ${index}.`, playbook: [{ action: 'wait', seconds: 0 }] }),
  );
  const kept = new Map<string, string>();
  const bot = await startTestDeskhand({ model: null, skills: [NOTE, ...many], state: createFakeStateStore(kept) });
  bot.skillFiles.put('bad.md', 'no skill at all');
  const list = await until(async () => {
    await bot.chat.sendText('/skills');
    return bot.chat.seen().find(({ text }) => text.includes('bad.md'));
  }, 'the file to be read');
  assert.match(list.text, /9 skills/);
  assert.match(list.text, /page 1 of 2/);
  assert.match(list.text, /bad\.md is skipped: it has no title/);
  await bot.chat.tap(list.id, 'More ›');
  const second = await bot.chat.waitFor((message) => /page 2 of 2/.test(message.text));
  assert.equal(second.id, list.id, 'the page turns in place');
  await bot.chat.tap(second.id, 'note');
  const shown = await bot.chat.waitFor((message) => /Say for example/.test(message.text));
  assert.match(shown.text, /typing “\{\{text\}\}”/);
  await bot.chat.tap(shown.id, 'Turn off');
  await bot.chat.waitFor((message) => /turned off ·/.test(message.text));
  await bot.chat.sendText('/run note hello');
  await bot.chat.waitFor((message) => /can't do that without a model/.test(message.text));
  await bot.close();

  const next = await startTestDeskhand({ model: null, skills: [NOTE, ...many], state: createFakeStateStore(kept) });
  await next.chat.sendText('/skills note');
  const off = await next.chat.waitFor((message) => /turned off/.test(message.text));
  assert.equal(
    off.buttons.flat().some(({ label }) => label === 'Run it'),
    false,
  );
  await next.chat.sendText('/skills on Note');
  await next.chat.waitFor((message) => /“note” is turned on/.test(message.text));
  await next.chat.sendText('/run note hello');
  await next.chat.waitFor(isEnd);
  assert.deepEqual(next.desktop.did, ['type hello']);
  await next.chat.sendText('/skills nota');
  await next.chat.waitFor((message) => /Did you mean “note”/.test(message.text));
  await next.close();
});

test('a stop while a skill asks what it needs is a no, and the next words are not its answer', async () => {
  const bot = await startTestDeskhand({ model: null, skills: [NOTE] });
  await bot.chat.sendText('/run note');
  const question = await bot.chat.waitFor((message) => /needs to know: text/.test(message.text));
  await bot.chat.sendText('stop');
  await bot.chat.waitFor((message) => message.text === 'Stopped.');
  await bot.chat.waitFor((message) => message.id === question.id && /Not run\./.test(message.text));
  await bot.chat.sendText('never mind');
  await bot.chat.waitFor((message) => /can't do that without a model/.test(message.text));
  assert.deepEqual(bot.types(), []);
  await bot.close();
});

test('what a skill needs and the goal does not say is asked for; Cancel runs nothing', async () => {
  const bot = await startTestDeskhand({ model: null, skills: [NOTE] });
  await bot.chat.sendText('/run note');
  const question = await bot.chat.waitFor((message) => /needs to know: text/.test(message.text));
  await bot.chat.tap(question.id, 'Cancel');
  await bot.chat.waitFor((message) => /Not run\./.test(message.text));
  await holdsFor(50, () => assert.deepEqual(bot.types(), []));

  await bot.chat.sendText('/skills run note');
  await bot.chat.waitFor((message) => message.id !== question.id && /needs to know/.test(message.text));
  await bot.chat.sendText('milk & bread');
  await bot.chat.waitFor(isEnd);
  assert.deepEqual(bot.desktop.did, ['type milk & bread']);
  const created = bot.events().find((event) => event.type === 'run.created');
  assert.deepEqual(created?.type === 'run.created' && created.params, { text: 'milk & bread' });
  await bot.close();
});
