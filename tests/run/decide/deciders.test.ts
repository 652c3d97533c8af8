/** Whoever decides a step: the same contract, and what is each one's own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActionResult } from '../../../src/journal/acted.ts';
import type { Check } from '../../../src/ledger/check.ts';
import { createPlaybookThenModel } from '../../../src/run/decide/make-decider.ts';
import { createModelDecider, type ModelDecider } from '../../../src/run/decide/model-decider.ts';
import { createPlaybookDecider } from '../../../src/run/decide/playbook-decider.ts';
import { createScreenMemory } from '../../../src/screen/screen-memory.ts';
import { parseSkill } from '../../../src/skills/parse-skill.ts';
import type { PlaybookStep } from '../../../src/skills/playbook.ts';
import { say } from '../../../src/words/say.ts';
import { english, speak } from '../../../src/words/speak.ts';
import { makeDecisionRequest, testDeciderContract } from '../../contracts/decider.ts';
import { createFakeModel, type FakeAnswer } from '../../fakes/model.ts';
import { createFakePictures } from '../../fakes/pictures.ts';
import { PROMPT_STATES } from '../../fixtures/prompt/states.ts';
import { inEnglish } from '../../support/in-english.ts';
import { writeSkill } from '../../support/skill-text.ts';

const quiet = new AbortController().signal;
const CLICK = { action: 'click', target: { x: 1, y: 2 }, button: 'left', count: 1 };
const REPLY = { screen: 'A desktop.', intent: 'Go on', action: CLICK, note: null };
const LIST = { action: 'shell', command: 'ls', timeout_s: 30 } as const;
const PLAYBOOK = {
  before: [],
  followed: {
    params: { text: 'hello' },
    skill: {
      name: 'note',
      description: 'Writes a note',
      triggers: [],
      steps: '',
      playbook: [{ action: 'type', text: '{{text}}' }],
      expect: [],
      permissions: null,
      maxIterations: null,
      platforms: null,
      source: { file: 'test' },
    },
  },
};

const LISTING = {
  ...PLAYBOOK,
  followed: { ...PLAYBOOK.followed, skill: { ...PLAYBOOK.followed.skill, playbook: [LIST] } },
};

function scripted(answer: () => FakeAnswer = () => REPLY) {
  const model = createFakeModel(answer);
  const seen: string[] = [];
  const decider: ModelDecider = createModelDecider({
    model,
    pictures: createFakePictures(),
    screen: createScreenMemory(),
    effort: { now: () => ({ tier: 'main', effort: null }) },
    budget: { hasRoomAfter: () => true },
    toolPart: () => '',
    beside: null,
    activity: {
      showPreview: () => seen.push('preview'),
      showDelay: () => seen.push('delayed'),
      endCall: () => seen.push('over'),
    },
  });
  return { model, decider, seen };
}

testDeciderContract('A model', () => scripted().decider);
testDeciderContract('A playbook', () => createPlaybookDecider(PLAYBOOK));
testDeciderContract('A playbook with a model behind it', () => createPlaybookThenModel(PLAYBOOK, scripted().decider));

test('a playbook fills in its step, and ends when all of it is done', async () => {
  const decider = createPlaybookDecider(PLAYBOOK);
  const first = await decider.decide(makeDecisionRequest(PROMPT_STATES.first), quiet);
  const action = { action: 'type', text: 'hello' } as const;
  assert.deepEqual(first.kind === 'reply' && first.reply.action, action);
  const result = { ok: true, text: '', effect: 'changed' } as const;
  const after = { ...PROMPT_STATES.first, performed: [{ action, ok: true }], last: { action, result } };
  const second = await decider.decide(makeDecisionRequest(after), quiet);
  assert.equal(second.kind === 'reply' && second.reply.action.action, 'done');
});

test('a step that did not work fails a playbook alone; with a model behind it, that one goes on and is told why', async () => {
  const action = { action: 'type', text: 'hello' } as const;
  const result = { ok: false, text: 'The keyboard is gone.', effect: 'unchanged' } as const;
  const after = { ...PROMPT_STATES.first, performed: [{ action, ok: false }], last: { action, result } };
  const alone = createPlaybookDecider(PLAYBOOK);
  await alone.decide(makeDecisionRequest(PROMPT_STATES.first), quiet);
  const given = await alone.decide(makeDecisionRequest(after), quiet);
  assert.equal(given.kind === 'reply' && given.reply.action.action, 'fail');

  const { decider: modelDecider, model } = scripted();
  const both = createPlaybookThenModel(PLAYBOOK, modelDecider);
  await both.decide(makeDecisionRequest(PROMPT_STATES.first), quiet);
  assert.equal(both.by, 'playbook');
  const handing = await both.decide(makeDecisionRequest(after), quiet);
  assert.equal(handing.kind === 'reply' && handing.reply.action.action, 'think');
  assert.equal(both.by, 'model');
  assert.equal(model.asked.length, 0, 'handing over costs no call');
  const next = await both.decide(makeDecisionRequest(after), quiet);
  assert.equal(next.kind === 'reply' && next.by, 'model');
  assert.match(model.asked[0]?.text ?? '', /^A saved playbook .* Why: Step 1 of 1 didn't work: The keyboard is gone\./);
});

test('a playbook needs the screen for what it does there, where it asks for a window, and where its end is read off it', async () => {
  const needs = (playbook: readonly PlaybookStep[], expect: readonly Check[] = []): boolean =>
    createPlaybookDecider({
      ...PLAYBOOK,
      followed: { ...PLAYBOOK.followed, skill: { ...PLAYBOOK.followed.skill, playbook, expect } },
    }).needsScreen;
  const write = { action: 'file_create', path: '~/a.txt', text: 'hello' };
  assert.equal(
    needs([LIST, write, { action: 'clipboard_write', text: 'x' }, { action: 'applescript', script: 'x' }]),
    false,
  );
  assert.equal(needs([LIST], [{ check: 'file_exists', path: '~/a.txt' }]), false);
  for (const step of [
    CLICK,
    { action: 'type', text: 'x' },
    { action: 'open_app', app: 'Safari' },
    { action: 'no such' },
  ])
    assert.equal(needs([LIST, step]), true, step.action);
  assert.equal(needs([{ ...LIST, front: 'Terminal' }]), true);
  assert.equal(needs([{ ...LIST, window: 'draft' }]), true);
  assert.equal(needs([LIST], [{ check: 'screen_text', text: 'Done' }]), true);
});

test('a model that a playbook hands over to needs the screen', async () => {
  const action = LIST;
  const result = { ok: false, text: 'No such folder.', effect: 'unchanged' } as const;
  const both = createPlaybookThenModel(LISTING, scripted().decider);
  await both.decide(makeDecisionRequest(PROMPT_STATES.first), quiet);
  assert.equal(both.needsScreen, false);
  const after = { ...PROMPT_STATES.first, performed: [{ action, ok: false }], last: { action, result } };
  await both.decide(makeDecisionRequest(after), quiet);
  assert.equal(both.needsScreen, true);
  assert.equal(scripted().decider.needsScreen, true);
});

test('what a playbook says is said in the language of who reads it, also what a last command printed', async () => {
  const told = async (result: ActionResult, performed = true): Promise<readonly string[]> => {
    const decider = createPlaybookDecider(LISTING);
    await decider.decide(makeDecisionRequest(PROMPT_STATES.first), quiet);
    const after = {
      ...PROMPT_STATES.first,
      performed: [{ action: LIST, ok: performed }],
      last: { action: LIST, result },
    };
    const decision = await decider.decide(makeDecisionRequest(after), quiet);
    assert.ok(decision.kind === 'reply');
    const { intent, summary } = decision.words;
    const { action } = decision.reply;
    assert.equal('summary' in action && action.summary, english(summary), 'the journal has it in English');
    return [intent, summary].map((text) => speak(text, 'de'));
  };
  assert.deepEqual(await told({ ok: true, text: 'a.txt', effect: 'unchanged' }), ['Abschließen', 'a.txt']);
  assert.deepEqual(await told({ ok: true, text: '', effect: 'unchanged' }), ['Abschließen', 'Es gab keine Ausgabe.']);
  const refused = say`${'a.txt'}: ${say`it is in use`}. Nothing was changed.`;
  assert.deepEqual(await told({ ok: false, text: refused, effect: 'unchanged' }, false), [
    'Aufgeben',
    'a.txt: es wird gerade benutzt. Nichts wurde geändert.',
  ]);
});

test('a model whose screen changed meanwhile is overtaken; one that was stopped rejects', async () => {
  const { decider, seen } = scripted(() => 'hang');
  const step = makeDecisionRequest(PROMPT_STATES.first);
  const overtaken = AbortSignal.abort(new Error('the screen changed'));
  assert.deepEqual(await decider.decide({ ...step, watch: { overtaken } }, quiet), { kind: 'overtaken' });
  assert.deepEqual(seen, ['over'], 'nothing of it is shown any more');
  const stopped = new Error('stopped');
  const both = decider.decide({ ...step, watch: { overtaken } }, AbortSignal.abort(stopped));
  await assert.rejects(both, (error) => error === stopped);
});

test('a reply that makes no sense is told apart from a provider that declines', async () => {
  const answers: FakeAnswer[] = ['no JSON', { stop: 'refused', detail: 'I would rather not.' }];
  const { decider } = scripted(() => answers.shift() ?? 'hang');
  const senseless = await decider.decide(makeDecisionRequest(PROMPT_STATES.first), quiet);
  assert.equal(inEnglish(senseless.kind === 'malformed' && senseless.detail), '');
  const declined = await decider.decide(makeDecisionRequest(PROMPT_STATES.first), quiet);
  assert.equal(inEnglish(declined.kind === 'malformed' && declined.detail), 'I would rather not.');
});

test('a search that prints nothing found nothing; of another command only that is told', async () => {
  for (const [command, said] of [
    ['find ~ -iname moon', 'I found nothing.'],
    ['touch moon', 'It printed nothing.'],
  ] as const) {
    const search = { action: 'shell', command, timeout_s: 30 } as const;
    const parsed = parseSkill(writeSkill({ name: 'search', playbook: [search] }), 'shipped');
    assert.ok(parsed.ok);
    const decider = createPlaybookDecider({ followed: { skill: parsed.skill, params: {} }, before: [] });
    await decider.decide(makeDecisionRequest(PROMPT_STATES.first), quiet);
    const result = { ok: true, text: '', effect: 'unchanged' } as const;
    const after = {
      ...PROMPT_STATES.first,
      performed: [{ action: search, ok: true }],
      last: { action: search, result },
    };
    const decision = await decider.decide(makeDecisionRequest(after), quiet);
    assert.ok(decision.kind === 'reply');
    assert.equal(english(decision.words.summary), said);
  }
});
