/** A run's journal becomes a skill: what worked, with the goal's words as parameters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Action, parseAction } from '../../src/action/schema.ts';
import type { Stamp } from '../../src/ports/journal.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { type DistillPorts, distillSkill } from '../../src/skills/distill-skill.ts';
import { createSkillBook } from '../../src/skills/match-skill.ts';
import { parseSkill } from '../../src/skills/parse-skill.ts';
import { resolveStep } from '../../src/skills/playbook.ts';
import { restoreMarks } from '../../src/skills/restore-marks.ts';
import type { Skill } from '../../src/skills/skill.ts';
import { type SkillDraft, writeSkill } from '../../src/skills/write-skill.ts';

interface Did {
  readonly action: object;
  readonly ok?: boolean;
  readonly effect?: 'changed' | 'unchanged' | 'unknown';
  readonly element?: { readonly number: number; readonly role: string; readonly name: string };
  readonly point?: { readonly x: number; readonly y: number };
  readonly app?: string;
}

function journalOf(...acts: readonly Did[]): readonly (RunEvent & Stamp)[] {
  const stamp = { seq: 1, at: '2026-11-21T10:00:00.000Z' };
  return acts.flatMap(({ action, ok = true, effect = 'changed', element, point, app = 'Mousepad' }, index) => {
    const parsed = parseAction(action);
    assert.ok(parsed.ok, JSON.stringify(action));
    const step = `${index + 1}.0`;
    const where = { ...(element === undefined ? {} : { element }), ...(point === undefined ? {} : { point }), app };
    return [
      { type: 'action.intended' as const, step, action: parsed.action, ...where, by: 'model' as const, ...stamp },
      { type: 'action.performed' as const, step, ok, text: '', effect, ms: 3, ...stamp },
    ];
  });
}

const NONE: DistillPorts = { isReading: () => false, files: new Map(), taken: [] };

function distill(goal: string, acts: readonly Did[], ports: Partial<DistillPorts> = {}): SkillDraft {
  const result = distillSkill(goal, journalOf(...acts), { ...NONE, ...ports });
  assert.ok(result.ok, result.ok ? '' : JSON.stringify(result.reason));
  return result.draft;
}

function reread(draft: SkillDraft): Skill {
  const parsed = parseSkill(writeSkill(draft), 'yours');
  assert.ok(parsed.ok, parsed.ok ? '' : `${parsed.reason}\n${writeSkill(draft)}`);
  return parsed.skill;
}

const BUTTON = { number: 4, role: 'button', name: 'Save' };

test('failures, retries and looking are left out; what was edited and undone too', () => {
  const draft = distill(
    'do it',
    [
      { action: { action: 'screenshot' }, effect: 'unchanged' },
      { action: { action: 'open_app', app: 'mousepad' } },
      { action: { action: 'wait', seconds: 2 }, effect: 'unchanged' },
      { action: { action: 'click', target: { x: 10, y: 10 } }, effect: 'unchanged' },
      { action: { action: 'click', target: { element: 9 } }, ok: false, effect: 'unchanged' },
      { action: { action: 'key', keys: 'ctrl+s' }, effect: 'unchanged' },
      { action: { action: 'key', keys: 'ctrl+s' } },
      { action: { action: 'click', target: { element: 4 } }, element: BUTTON, point: { x: 512.04, y: 30 } },
      { action: { action: 'file_create', path: '/tmp/a', text: 'x' }, effect: 'unknown' },
      { action: { action: 'file_undo', path: '/tmp/a' }, effect: 'unknown' },
      { action: { action: 'shell', command: 'ls' }, effect: 'unknown' },
      { action: { action: 'think', text: 'hm' }, effect: 'unchanged' },
      { action: { action: 'key', keys: 'ctrl+c' }, effect: 'unchanged' },
    ],
    { isReading: (action) => action.action === 'shell' },
  );
  assert.deepEqual(draft.playbook, [
    { action: 'open_app', app: 'mousepad' },
    { action: 'key', keys: 'ctrl+s', front: 'Mousepad' },
    { action: 'click', target: { role: 'button', name: 'Save', x: 512, y: 30 }, front: 'Mousepad' },
    { action: 'key', keys: 'ctrl+c', front: 'Mousepad' },
  ]);
  assert.deepEqual(draft.permissions, ['apps']);
});

test('words of the goal that were used become parameters, in the trigger, the steps and the checks', () => {
  const goal = 'write “hello moon” into ~/saved/moon.txt with mousepad';
  const draft = distill(
    goal,
    [
      { action: { action: 'open_app', app: 'mousepad' } },
      { action: { action: 'type', text: 'hello moon' } },
      { action: { action: 'type', text: '/home/me/saved/moon.txt' } },
    ],
    { files: new Map([['/home/me/saved/moon.txt', 'hello moon\n']]) },
  );
  const skill = reread(draft);
  assert.deepEqual(
    skill.playbook?.map(({ text }) => text),
    [undefined, '{{text}}', '/home/me/saved/{{file}}'],
  );
  assert.deepEqual(skill.expect, [{ check: 'file_contains', path: '/home/me/saved/{{file}}', text: '{{text}}' }]);
  const book = createSkillBook([skill]);
  assert.deepEqual(book.match(goal)?.params, { text: 'hello moon', file: 'moon.txt' });
  assert.deepEqual(book.match('Please write "good night" into ~/saved/night.txt with mousepad.')?.params, {
    text: 'good night',
    file: 'night.txt',
  });
  assert.equal(book.match('write a poem'), null);
  assert.equal(book.match(skill.name.replaceAll('-', ' '))?.skill.name, skill.name, 'its name is a trigger too');
});

test('in a command a parameter stands only where a whole word stood', () => {
  const draft = distill('save hello there to /tmp/x y.txt', [
    { action: { action: 'shell', command: "echo 'hello there' > /tmp/out.txt" } },
    { action: { action: 'type', text: 'hello there' } },
  ]);
  assert.equal(draft.playbook[0]?.command, 'echo {{text}} > /tmp/out.txt');
  const unsafe = distill('save hello', [
    { action: { action: 'shell', command: 'echo "well hello you"' } },
    { action: { action: 'type', text: 'hello' } },
  ]);
  assert.equal(unsafe.playbook[0]?.command, 'echo "well hello you"');
  assert.equal(unsafe.playbook[1]?.text, 'hello', 'half a parameter would be worse than none');
});

test('an address keeps its parameter through its encoding', () => {
  const draft = distill('look up "red pandas" on the web', [
    { action: { action: 'open_url', url: 'https://example.com/s?q=red%20pandas' }, app: '' },
  ]);
  assert.equal(draft.playbook[0]?.url, 'https://example.com/s?q={{text}}');
  const resolved = resolveStep(
    draft.playbook[0] ?? { action: '' },
    { text: 'a&b' },
    { elements: [], display: { width: 9, height: 9 } },
  );
  assert.ok(resolved.ok && resolved.action.action === 'open_url');
  assert.equal(resolved.action.url, 'https://example.com/s?q=a%26b');
});

test('a run with a secret, or one that only looked, makes no skill and says why', () => {
  const secret = distillSkill('log in', journalOf({ action: { action: 'type', text: '[hidden: openai key]' } }), NONE);
  assert.match(JSON.stringify(secret), /A secret was used/);
  const idle = distillSkill('look', journalOf({ action: { action: 'screenshot' }, effect: 'unchanged' }), NONE);
  assert.match(JSON.stringify(idle), /only looked/);
});

test('a password that was asked for is asked for again', () => {
  const draft = distill('log in', [
    { action: { action: 'ask_user', text: 'The password?', secret: true }, effect: 'unchanged' },
    { action: { action: 'type', text: '{{secret:1}}' } },
  ]);
  assert.deepEqual(
    draft.playbook.map(({ action, text }) => [action, text]),
    [
      ['ask_user', 'The password?'],
      ['type', '{{secret:1}}'],
    ],
  );
});

test('whatever was typed and asked for, the skill is read back whole, matches its own goal, and does the same', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'b', ' ', '`', '"', "'", '.', '(', '\\', '#', '*', 'ß', '\n', '$', '|', '5'),
    minLength: 2,
    maxLength: 20,
  });
  fc.assert(
    fc.property(word, word, fc.boolean(), (typed, around, isQuoted) => {
      const goal = isQuoted ? `type "${typed}" ${around}` : `type ${typed} ${around}`;
      const action: Action = { action: 'type', text: typed };
      const result = distillSkill(goal, journalOf({ action }), NONE);
      assert.ok(result.ok);
      const skill = reread(result.draft);
      const match = createSkillBook([skill]).match(goal);
      if (match === null) return;
      const again = resolveStep(skill.playbook?.[0] ?? { action: '' }, match.params, {
        elements: [],
        display: { width: 9, height: 9 },
      });
      assert.ok(again.ok && again.action.action === 'type');
      assert.equal(again.action.text.trim(), typed.trim(), writeSkill(result.draft));
    }),
    { numRuns: 300 },
  );
});

test('marks that a chat takes out of an edited text are put back', () => {
  const text = writeSkill(distill('press save', [{ action: { action: 'key', keys: 'ctrl+s' } }]));
  const stripped = text.replaceAll('```json\n', '').replaceAll('```', '').replaceAll('`', '');
  const parsed = parseSkill(restoreMarks(stripped), 'yours');
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.reason);
  assert.equal(restoreMarks(text), text);
  assert.equal(restoreMarks(`\`\`\`\n${text.trimEnd()}\n\`\`\``), text.trimEnd());
});
