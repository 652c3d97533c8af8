import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { readSkillFolder } from '../../adapters/files/skill-files.ts';
import type { UiElement } from '../../src/ports/desktop.ts';
import { createSkillBook, findMissingParams } from '../../src/skills/match-skill.ts';
import { parseSkill } from '../../src/skills/parse-skill.ts';
import { quoteWord, resolveStep } from '../../src/skills/playbook.ts';
import { compileTrigger, readGoal } from '../../src/skills/triggers.ts';
import { fill } from '../../src/words/fill.ts';
import { english } from '../../src/words/speak.ts';
import { readCorpus } from '../support/corpora.ts';
import { measureProcessorMs } from '../support/processor-time.ts';

const ROOT = join(import.meta.dirname, '../..');

const GOOD = [
  '# SKILL: greet',
  '## Description',
  'Greets.',
  '## Triggers',
  '- `(?i)^greet (?P<who>\\w+)$`',
  '## Steps',
  '1. Say hello to {{who}}.',
  '## Playbook',
  '```json',
  '[{"action":"type","text":"hello {{who}}"},{"action":"shell","command":"echo {{who}}"}]',
  '```',
  '## Permissions',
  'shell',
  '## MaxIterations',
  '7',
].join('\n');

function screenOf(...elements: readonly UiElement[]) {
  return { elements, display: { width: 1000, height: 500 } };
}

function reasonOf(markdown: string): string {
  const result = parseSkill(markdown, { file: 'x.md' });
  assert.equal(result.ok, false);
  return result.ok ? '' : english(result.reason);
}

test('a skill is read whole', () => {
  const result = parseSkill(GOOD, { file: 'greet.md' });
  assert.ok(result.ok);
  assert.equal(result.skill.name, 'greet');
  assert.equal(result.skill.playbook?.length, 2);
  assert.equal(result.skill.maxIterations, 7);
  assert.deepEqual(result.skill.permissions, ['shell']);
});

test('a bad skill says what to change', () => {
  assert.match(reasonOf('hello'), /no title/);
  assert.match(reasonOf(GOOD.replace('## Steps', '## Stepps')), /stepps/);
  assert.match(reasonOf(GOOD.replace('(?i)^greet', '(greet')), /no RE2 expression/);
  assert.match(reasonOf(GOOD.replace('"action":"type"', '"action":"tipe"')), /step 1.*no action "tipe"/);
  assert.match(reasonOf(GOOD.replace('[{', '{')), /not JSON/);
  assert.match(reasonOf(GOOD.replace('\nshell', '\neverything')), /no permission/);
  assert.match(reasonOf(GOOD.replace('\n7', '\nmany')), /whole number/);
});

test('the longest match wins, and named groups are parameters', () => {
  const long = parseSkill(
    GOOD.replaceAll('greet', 'greet-long').replace('(?i)^greet-long (', '(?i)^greet (?:kindly )?('),
    { file: 'b.md' },
  );
  const short = parseSkill(GOOD.replace('(?i)^greet (?P<who>\\w+)$', '(?i)greet'), { file: 'a.md' });
  assert.ok(long.ok && short.ok);
  const book = createSkillBook([short.skill, long.skill]);
  assert.equal(book.match('please greet everyone')?.skill.name, 'greet');
  const match = book.match('Greet kindly Ann');
  assert.equal(match?.skill.name, 'greet-long');
  assert.deepEqual(match?.params, { who: 'Ann' });
  assert.equal(book.match('nothing of the kind'), null);
});

test('what the steps, the playbook and the checks speak of and the goal does not say is missing', () => {
  const parsed = parseSkill(GOOD.replace('hello {{who}}', 'hello {{ whom }} {{who}}'), { file: 'x.md' });
  assert.ok(parsed.ok);
  assert.deepEqual(findMissingParams({ skill: parsed.skill, params: { who: 'Ann' } }), ['whom']);
  assert.deepEqual(findMissingParams({ skill: parsed.skill, params: { who: 'Ann', whom: 'Bob' } }), []);
});

test('a skill can be asked for by its name, and several that fit are ranked', () => {
  const long = parseSkill(GOOD.replace('SKILL: greet', 'SKILL: kind').replace('^greet ', '^greet (?:kindly )?'), {
    file: 'b.md',
  });
  const short = parseSkill(GOOD.replace('(?i)^greet (?P<who>\\w+)$', '(?i)greet'), { file: 'a.md' });
  assert.ok(long.ok && short.ok);
  const book = createSkillBook([long.skill, short.skill]);
  assert.equal(book.match('skill kind')?.skill.name, 'kind');
  assert.equal(book.match('Skill: KIND')?.skill.name, 'kind');
  assert.equal(book.match('skill unknown'), null);
  const match = book.match('greet kindly Ann');
  assert.equal(match?.skill.name, 'kind');
  assert.deepEqual(match?.others, ['greet']);
});

test('the person’s own skill of the same name wins', () => {
  const shipped = parseSkill(GOOD, { file: 'shipped.md' });
  const own = parseSkill(GOOD.replace('Greets.', 'Mine.'), { file: 'own.md' });
  assert.ok(shipped.ok && own.ok);
  assert.deepEqual(
    createSkillBook([shipped.skill, own.skill]).skills.map((skill) => skill.description),
    ['Mine.'],
  );
});

test('a parameter is one quoted word in a command and plain text elsewhere, after the JSON was parsed', () => {
  const params = { who: `a"b'; rm -rf ~ #` };
  const shell = resolveStep({ action: 'shell', command: 'echo {{who}}' }, params, screenOf());
  assert.ok(shell.ok && shell.action.action === 'shell');
  assert.equal(shell.action.command, `echo 'a"b'\\''; rm -rf ~ #'`);
  assert.equal(
    fill('x {{who}} {{other}}', params, (text) => text),
    `x ${params.who} {{other}}`,
  );
  assert.equal(quoteWord(''), "''");
});

test('a target told by name is the element with that name; its position is only a hint for when nothing is listed', () => {
  const step = { action: 'click', target: { role: 'button', name: 'Save', x: 10, y: 20 } };
  const element = {
    number: 3,
    role: 'Button',
    name: 'save',
    value: '',
    box: { x: 0, y: 0, width: 9, height: 9 },
    isFocused: false,
    isEnabled: true,
    isSecure: false,
  };
  const found = resolveStep(step, {}, screenOf(element));
  assert.ok(found.ok && found.action.action === 'click');
  assert.deepEqual(found.action.target, { element: 3 });
  const hinted = resolveStep(step, {}, screenOf());
  assert.ok(hinted.ok && hinted.action.action === 'click');
  assert.deepEqual(hinted.action.target, { x: 10, y: 20 });
  const missing = resolveStep(step, {}, screenOf({ ...element, name: 'Other' }));
  assert.ok(!missing.ok);
  assert.match(english(missing.reason), /no button “Save”/);
});

test('hostile trigger expressions answer in time or are refused', () => {
  for (const { pattern } of readCorpus('redos_patterns.jsonl', z.object({ pattern: z.string() }))) {
    const tookMs = measureProcessorMs(() => {
      const compiled = compileTrigger(pattern);
      if (compiled.ok) compiled.trigger.match(readGoal(`${'a'.repeat(1990)}!`));
    });
    assert.ok(tookMs < 500, `${pattern} took ${tookMs} ms`);
  }
});

test('all shipped skills are good, and each answers to what its description promises', async () => {
  const { skills, problems } = await readSkillFolder(join(ROOT, 'skills'));
  assert.deepEqual(problems, []);
  const book = createSkillBook(skills);
  const wanted = [
    ['demo in xterm: hello there', 'demo', { app: 'xterm', words: 'hello there' }],
    ['write hello world to ~/Desktop/hello.txt', 'write-file', { text: 'hello world', path: '~/Desktop/hello.txt' }],
    ['open example.com', 'open-website', { address: 'example.com' }],
    ['go to https://example.com/page', 'open-website', { address: 'example.com/page' }],
    ['tweet hello', 'tweet', { text: 'hello' }],
  ] as const;
  for (const [goal, name, params] of wanted) {
    const match = book.match(goal);
    assert.equal(match?.skill.name, name, goal);
    assert.deepEqual(match?.params, params, goal);
  }
  assert.equal(book.match('open the calendar'), null);
});
