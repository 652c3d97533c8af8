/** A run's journal becomes a skill: what worked, with the goal's words as parameters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Action, parseAction } from '../../src/action/schema.ts';
import type { RunEvent } from '../../src/journal/events.ts';
import type { Stamp } from '../../src/ports/journal.ts';
import { type DistillPorts, distillSkill } from '../../src/skills/distill-skill.ts';
import { createSkillBook } from '../../src/skills/match-skill.ts';
import { parseSkill } from '../../src/skills/parse-skill.ts';
import { resolveStep } from '../../src/skills/playbook.ts';
import { restoreMarks } from '../../src/skills/restore-marks.ts';
import type { Skill } from '../../src/skills/skill.ts';
import { type SkillDraft, writeSkill } from '../../src/skills/write-skill.ts';
import { english, speak } from '../../src/words/speak.ts';
import { WITH_REPEATS } from '../support/repeats.ts';

interface Did {
  readonly action: object;
  readonly ok?: boolean;
  readonly effect?: 'changed' | 'unchanged' | 'unknown';
  readonly element?: { readonly number: number; readonly role: string; readonly name: string };
  readonly point?: { readonly x: number; readonly y: number };
  readonly within?: { readonly x: number; readonly y: number };
  readonly window_box?: Intended['window_box'];
  readonly from?: Intended['from'];
  readonly app?: string;
  readonly by?: 'model' | 'person';
}

type Intended = Extract<RunEvent, { readonly type: 'action.intended' }>;

function journalOf(...acts: readonly Did[]): readonly (RunEvent & Stamp)[] {
  const stamp = { seq: 1, at: '2026-11-21T10:00:00.000Z' };
  return acts.flatMap((did, index) => {
    const { action, ok = true, effect = 'changed', app = 'Mousepad', by = 'model', ...where } = did;
    const parsed = parseAction(action);
    assert.ok(parsed.ok, JSON.stringify(action));
    const step = `${index + 1}.0`;
    return [
      { type: 'action.intended' as const, step, action: parsed.action, ...where, app, by, ...stamp },
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
  const parsed = parseSkill(writeSkill(draft), { file: '' });
  assert.ok(parsed.ok, parsed.ok ? '' : `${english(parsed.reason)}\n${writeSkill(draft)}`);
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
    { numRuns: WITH_REPEATS ? 300 : 100 },
  );
});

test('marks that a chat takes out of an edited text are put back', () => {
  const text = writeSkill(distill('press save', [{ action: { action: 'key', keys: 'ctrl+s' } }]));
  const stripped = text.replaceAll('```json\n', '').replaceAll('```', '').replaceAll('`', '');
  const parsed = parseSkill(restoreMarks(stripped), { file: '' });
  assert.ok(parsed.ok, parsed.ok ? '' : english(parsed.reason));
  assert.equal(restoreMarks(text), text);
  assert.equal(restoreMarks(`\`\`\`\n${text.trimEnd()}\n\`\`\``), text.trimEnd());
});

test('a drag is done again from where it began, also when that is a thing with a name', () => {
  const card = { number: 3, role: 'list item', name: 'Buy milk' };
  const column = { number: 9, role: 'button', name: 'Done' };
  const draft = distill('move it', [
    {
      action: { action: 'drag', from: { element: 3 }, to: { element: 9 } },
      element: column,
      point: { x: 700, y: 300 },
      from: { element: card, point: { x: 100, y: 300 } },
    },
  ]);
  assert.deepEqual(reread(draft).playbook, [
    {
      action: 'drag',
      from: { role: 'list item', name: 'Buy milk', x: 100, y: 300 },
      to: { role: 'button', name: 'Done', x: 700, y: 300 },
      front: 'Mousepad',
    },
  ]);
  assert.match(draft.steps[0] ?? '', /from list item “Buy milk” to button “Done”/);
  const old = distillSkill(
    'move it',
    journalOf({ action: { action: 'drag', from: { element: 3 }, to: { element: 9 } }, element: column }),
    NONE,
  );
  assert.match(JSON.stringify(old), /not written down/, 'journals of before do not tell where it began');
});

test('a place in something large is kept as a place in it; one in no element moves with the window', () => {
  const paper = { number: 1, role: 'canvas', name: '' };
  const window_box = { x: 100, y: 100, width: 400, height: 500 };
  const draft = distill('draw', [
    {
      action: { action: 'drag', from: { x: 200, y: 200 }, to: { x: 400, y: 400 } },
      element: paper,
      point: { x: 400, y: 400 },
      within: { x: 0.75, y: 0.6 },
      from: { element: paper, point: { x: 200, y: 200 }, within: { x: 0.25, y: 0.2 } },
    },
    { action: { action: 'click', target: { x: 150, y: 150 } }, point: { x: 150, y: 150 }, window_box },
    { action: { action: 'click', target: { x: 512, y: 30 } }, element: BUTTON, within: { x: 0.55, y: 0.4 } },
  ]);
  const [drag, click, button] = reread(draft).playbook ?? [];
  assert.deepEqual(button?.target, { role: 'button', name: 'Save' }, 'near the middle of a button is the button');
  assert.ok(drag !== undefined && click !== undefined);
  const box = { x: 0, y: 0, width: 100, height: 100 };
  const elements = [{ ...paper, value: '', box, isFocused: false, isEnabled: true, isSecure: false }];
  const display = { width: 1000, height: 1000 };
  const dragged = resolveStep(drag, {}, { elements, display });
  assert.ok(dragged.ok && dragged.action.action === 'drag');
  assert.deepEqual(
    [dragged.action.from, dragged.action.to],
    [
      { x: 25.5, y: 20.5 },
      { x: 75.5, y: 60.5 },
    ],
  );
  const clickIn = (at: { x: number; y: number; width: number; height: number } | null) =>
    resolveStep(click, {}, { elements, display, front: { box: at } });
  const moved = clickIn({ ...window_box, x: 300, y: 90 });
  assert.ok(moved.ok && moved.action.action === 'click');
  assert.deepEqual(moved.action.target, { x: 350, y: 140 });
  const grown = clickIn({ ...window_box, width: 700 });
  assert.ok(!grown.ok && grown.isMissingElement && /another size/.test(english(grown.reason)));
  const away = clickIn({ ...window_box, x: -300 });
  assert.ok(!away.ok && /off the screen/.test(english(away.reason)));
  const untold = clickIn(null);
  assert.ok(untold.ok && untold.action.action === 'click');
  assert.deepEqual(untold.action.target, { x: 150, y: 150 });
});

test('scrolls go where the pointer was, and what is done while the button is held stays together', () => {
  const list = { number: 2, role: 'tree item', name: 'Inbox' };
  const draft = distill('tidy up', [
    { action: { action: 'move', target: { element: 2 } }, element: list, point: { x: 50, y: 60 }, effect: 'unchanged' },
    { action: { action: 'scroll', direction: 'down', amount: 5 } },
    { action: { action: 'scroll', direction: 'down', amount: 5 }, effect: 'unchanged' },
    { action: { action: 'mouse_down', target: { element: 4 } }, element: BUTTON, effect: 'unchanged' },
    { action: { action: 'move', target: { x: 300, y: 300 } }, point: { x: 300, y: 300 }, effect: 'unchanged' },
    { action: { action: 'mouse_up' } },
  ]);
  assert.deepEqual(reread(draft).playbook, [
    {
      action: 'scroll',
      direction: 'down',
      amount: 5,
      target: { role: 'tree item', name: 'Inbox', x: 50, y: 60 },
      front: 'Mousepad',
    },
    { action: 'mouse_down', target: { role: 'button', name: 'Save' }, front: 'Mousepad' },
    { action: 'move', target: { x: 300, y: 300 }, front: 'Mousepad' },
    { action: 'mouse_up', target: { x: 300, y: 300 }, front: 'Mousepad' },
  ]);
});

test('focusing a field and setting its value are read back from the saved text', () => {
  const field = { number: 5, role: 'field', name: 'Name' };
  const draft = distill('fill it in', [
    { action: { action: 'focus', element: 5 }, element: field, point: { x: 10, y: 20 } },
    { action: { action: 'set_value', element: 5, text: 'x' }, element: field, point: { x: 10, y: 20 } },
  ]);
  const [, set] = reread(draft).playbook ?? [];
  assert.deepEqual(set?.element, { role: 'field', name: 'Name', x: 10, y: 20 });
});

test('what a person typed by hand is asked for as a secret, in its place among the others; the goal’s own words are not', () => {
  const draft = distill('log in as ann', [
    { action: { action: 'type', text: 'ann' }, by: 'person' },
    { action: { action: 'type', text: 'hunter2\n' }, by: 'person' },
    { action: { action: 'ask_user', text: 'The code?', secret: true }, effect: 'unchanged' },
    { action: { action: 'type', text: '{{secret:1}}' } },
  ]);
  assert.deepEqual(
    draft.playbook.map(({ action, text }) => [action, text]),
    [
      ['type', '{{text}}'],
      ['ask_user', 'What is to be typed into Mousepad?'],
      ['type', '{{secret:1}}\n'],
      ['ask_user', 'The code?'],
      ['type', '{{secret:2}}'],
    ],
  );
  assert.doesNotMatch(writeSkill(draft), /hunter2/);
});

test('what of the run is not in the skill is said', () => {
  const stamp = { seq: 1, at: '2026-11-21T10:00:00.000Z' };
  const lost: Action = { action: 'shell', command: 'make', timeout_s: 30 };
  const result = distillSkill(
    'do it',
    [
      ...journalOf(
        { action: { action: 'key', keys: 'ctrl+s' } },
        { action: { action: 'click', target: { element: 9 } }, ok: false },
        { action: { action: 'click', target: { x: 1, y: 1 } }, point: { x: 1, y: 1 }, effect: 'unchanged' },
        { action: { action: 'ask_user', text: 'Which?' }, effect: 'unchanged' },
        { action: { action: 'type', text: 'by hand' }, by: 'person' },
      ),
      { type: 'run.paused', why: 'because somebody moved the mouse', ...stamp },
      { type: 'action.intended', step: '9.0', action: lost, by: 'model', ...stamp },
      { type: 'action.unknown', step: '9.0', why: 'the desktop went away', ...stamp },
    ],
    NONE,
  );
  assert.ok(result.ok);
  assert.deepEqual(
    result.leftOut.map((text) => speak(text, 'en')),
    [
      '1 act that did not work.',
      '1 act that changed nothing.',
      'What the run asked you: the skill does not ask again and does as it was done then.',
      'What you did yourself at the computer while the run was paused.',
      'This may or may not have happened: running “make”.',
      'What you typed by hand is not kept; the skill asks for it each time.',
    ],
  );
});
