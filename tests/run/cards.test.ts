/** What a person reads on the phone: the live message, the question, the end; each as it looks, letter by letter. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type RunState, startingState } from '../../src/journal/run-state.ts';
import { type SpokenSpan, speakSpans } from '../../src/outbound/spoken.ts';
import type { CardFacts } from '../../src/run/confirm/card-facts.ts';
import { renderCard, renderChoices } from '../../src/run/confirm/confirmation-card.ts';
import { renderEnd } from '../../src/run/life/end-card.ts';
import { renderStatus, type StatusFacts } from '../../src/run/life/status-card.ts';
import { NO_RUN } from '../../src/words/run-name.ts';
import { say } from '../../src/words/say.ts';
import { withFiles } from '../../src/words/sent-files.ts';
import { speak } from '../../src/words/speak.ts';

const plain = (spans: readonly SpokenSpan[]): string =>
  speakSpans(spans, 'en')
    .map((span) => (typeof span === 'string' ? span : Object.values(span).join('')))
    .join('');

const CLICK = { action: 'click', target: { element: 7 }, button: 'left', count: 1 } as const;
const SEND = { number: 7, role: 'button', name: 'Send' };
const RUN: RunState = {
  ...startingState,
  runId: '000012',
  goal: 'send the\nmail',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastAt: '2026-11-20T10:01:05.000Z',
  iteration: 4,
  costUsd: 0.0123,
  phase: { name: 'thinking' },
  last: { action: CLICK, element: SEND, result: { ok: true, text: '', effect: 'unchanged' } },
  performed: [{ action: CLICK, element: SEND, ok: true }],
};
const FACTS: StatusFacts = {
  parts: [],
  maxIterations: 35,
  workedMs: 65_000,
  isWaiting: false,
  isChecking: false,
  modelDelay: '',
  preview: '',
  isVerbose: false,
  otherSkills: [],
  pausedWhy: '',
};

describe('the live message', () => {
  test('says a line for each finished step, what goes on, and what it took', () => {
    assert.equal(
      plain(renderStatus(RUN, FACTS)),
      [
        'Run 12 send the mail',
        '✓ Clicking button “Send” – nothing changed',
        'Deciding what to do…',
        '1 min 05 s · $0.012',
      ].join('\n'),
    );
    const failed = { action: CLICK, element: SEND, ok: false };
    const many: RunState = { ...RUN, performed: [...Array(6).fill({ action: CLICK, ok: true }), failed] };
    assert.equal(
      plain(renderStatus(many, FACTS)),
      [
        'Run 12 send the mail',
        '✓ 3 steps before',
        ...Array(3).fill('✓ Clicking element 7'),
        '✗ Clicking button “Send” – it did not work',
        'Deciding what to do…',
        '1 min 05 s · $0.012',
      ].join('\n'),
    );
  });

  test('says what goes on inside to those who asked for it', () => {
    const skilled: RunState = { ...RUN, skill: 'mail' };
    assert.doesNotMatch(plain(renderStatus(skilled, FACTS)), /step|skill|of 35/);
    assert.match(
      plain(renderStatus(skilled, { ...FACTS, isVerbose: true })),
      /\n1 min 05 s · \$0\.012 · step 4 of 35 · skill “mail”$/,
    );
  });

  for (const [what, state, facts, line] of [
    ['an act', { phase: { name: 'acting', action: CLICK, element: SEND } }, {}, 'Clicking button “Send”…'],
    [
      'an element without a name',
      { phase: { name: 'acting', action: CLICK, element: { ...SEND, name: '' } } },
      {},
      'Clicking the button…',
    ],
    ['a provider that lets wait', {}, { modelDelay: 'overloaded (529)' }, 'Waiting for the model: overloaded (529)…'],
    ['what it is about to do', {}, { preview: '“Send it”' }, 'Next: “Send it”…'],
    ['an open question', { phase: { name: 'asking' } }, { isWaiting: true }, 'Waiting for your approval'],
    ['any other wait for the person', {}, { isWaiting: true }, 'Waiting for your answer'],
    ['a pause', {}, { pausedWhy: 'by Ann' }, 'Paused by Ann.'],
    ['the check', { phase: { name: 'checking' } }, {}, 'Checking the result…'],
    [
      'the end',
      { phase: { name: 'ended' }, outcome: { outcome: 'stopped', reason: 'person', message: '', score: null } },
      {},
      '⏹ Stopped',
    ],
  ] as const)
    test(`${what}: ${line}`, () => {
      const lines = plain(renderStatus({ ...RUN, ...state }, { ...FACTS, ...facts })).split('\n');
      assert.equal(lines.at(-2), line);
    });
});

test('the end says how it ended first, then why, then what it was', () => {
  const outcome = { outcome: 'verified', reason: 'checked', message: 'The mail is sent.', score: 92 } as const;
  assert.equal(
    plain(renderEnd(RUN, outcome, { isPair: false, isVerbose: false, configuredModel: null })),
    ['✅ Done and checked', 'The mail is sent.', '', '“send the mail”', 'run 12 · 4 steps · 1 min 05 s · $0.012'].join(
      '\n',
    ),
  );
  assert.match(
    plain(renderEnd(RUN, outcome, { isPair: false, isVerbose: true, configuredModel: null })),
    /run 12 · score 92 · 4 steps/,
  );
});

test('the end names the models for who wants details, and for everybody when another than the configured one decided', () => {
  const outcome = { outcome: 'verified', reason: 'checked', message: 'The mail is sent.', score: 92 } as const;
  const lastLine = (models: readonly string[], configuredModel: string | null, isVerbose = false): string =>
    plain(renderEnd({ ...RUN, models }, outcome, { isPair: false, isVerbose, configuredModel }))
      .split('\n')
      .at(-1) ?? '';
  const main = 'claude-sonnet-5-5';
  assert.match(lastLine([main], main), /\$0\.012$/);
  assert.match(lastLine([`${main}-20261001`], `eu.anthropic.${main}`), /\$0\.012$/, 'the same one by its full name');
  assert.match(lastLine([], null), /\$0\.012$/);
  assert.match(lastLine([main], main, true), / · claude-sonnet-5-5$/);
  assert.match(lastLine([main, 'claude-opus-5-5'], main), / · claude-sonnet-5-5 · claude-opus-5-5$/);
  assert.match(lastLine(['claude-sonnet-5'], main), / · claude-sonnet-5$/);
});

test('the live message and the end say the same time once it is over, waiting for the person and all', () => {
  const outcome = { outcome: 'stopped', score: null, message: 'Stopped by Ann.', reason: 'person' } as const;
  const ended: RunState = { ...RUN, outcome, phase: { name: 'ended' } };
  assert.match(plain(renderStatus(ended, { ...FACTS, workedMs: 2000 })), /\n1 min 05 s · /);
  assert.match(
    plain(renderEnd(ended, outcome, { isPair: false, isVerbose: false, configuredModel: null })),
    / 1 min 05 s · /,
  );
});

test('files that came with the goal are named after a paper clip, without their paths', () => {
  const goal = (paths: readonly string[]): string =>
    plain(renderStatus({ ...RUN, goal: withFiles('print\nthem', paths) }, FACTS)).split('\n')[0] ?? '';
  assert.equal(goal(['/data/inbox/a.pdf']), 'Run 12 print them 📎 a.pdf');
  assert.equal(goal(['/data/in, box/a.pdf', '/data/in, box/b.pdf']), 'Run 12 print them 📎 a.pdf +1');
  assert.equal(goal([]), 'Run 12 print them');
});

const CARD: CardFacts = {
  runId: '000012',
  goal: 'send the mail',
  values: {},
  askedBy: 'Ann',
  action: CLICK,
  judgement: { risk: 'high', reason: say`“Send” may send something`, rule: 'click.acting-name' },
  element: { role: 'button', name: 'Send', value: '' },
  read: '',
  app: 'Thunderbird',
  window: 'Write: Hello',
  cwd: '/home/ann',
  typed: '',
  intent: 'Send the mail',
  expiresAt: new Date(2026, 10, 20, 14, 5).getTime(),
  askedAt: new Date(2026, 10, 20, 13, 55).getTime(),
  again: '',
  offer: null,
  countdownS: null,
};

describe('the question', () => {
  test('names the act, why it asks, where, the model’s words as such, and until when', () => {
    assert.equal(
      plain(renderCard(CARD).text),
      [
        'May I click button “Send”?',
        '',
        '“Send” may send something.',
        'In Thunderbird — Write: Hello',
        'The model says: Send the mail',
        'high risk · run 12, asked by Ann · open until 14:05',
      ].join('\n'),
    );
  });

  for (const [action, typed, lead, block] of [
    [{ action: 'shell', command: 'rm -r x', timeout_s: 30 }, '', 'May I run this command?', 'rm -r x'],
    [{ action: 'type', text: ' -r x\n' }, 'rm', 'May I type the rest of this and press Enter?', 'rm -r x\n'],
    [{ action: 'key', keys: 'enter', repeat: 1 }, 'rm x', 'May I press Enter? This was typed before:', 'rm x'],
    [
      { action: 'key', keys: 'enter', repeat: 1 },
      'rm \u0000\u0000x',
      'May I press Enter? This was typed before:',
      'rm  ⟨other keys⟩ x',
    ],
    [{ action: 'open_url', url: 'https://example.com' }, '', 'May I open this address?', 'https://example.com'],
    [{ action: 'clipboard_write', text: 'hello there' }, '', 'May I copy this to the clipboard?', 'hello there'],
    [{ action: 'file_create', path: '~/.profile', text: 'PATH=x' }, '', 'May I create ~/.profile with this?', 'PATH=x'],
    [{ action: 'set_value', element: 7, text: '123' }, '', 'May I put this into button “Send”?', '123'],
  ] as const)
    test(`${action.action}: everything that takes effect stands in the block, once`, () => {
      const { text } = renderCard({ ...CARD, action, typed });
      assert.equal(plain(text.slice(0, 3)), `${lead}\n${block}`);
      assert.equal(plain(text).split(block.trim()).length - 1, 1);
    });

  test('Enter in a terminal says that the line before it will run', () => {
    const key = { action: 'key', keys: 'Return', repeat: 1 } as const;
    assert.match(
      plain(renderCard({ ...CARD, action: key, typed: 'rm x', app: 'xterm' }).text),
      /^May I press Enter\? This command will run:\nrm x\n/,
    );
  });

  test('each kind of click, drag and key is asked about by what it is', () => {
    const asked = (action: CardFacts['action']): string =>
      plain(renderCard({ ...CARD, action }).text).split('\n')[0] ?? '';
    const click = { action: 'click', target: { element: 7 }, button: 'left', count: 1 } as const;
    assert.equal(asked({ ...click, count: 2 }), 'May I double-click button “Send”?');
    assert.equal(
      asked({ ...click, target: { x: 5, y: 6 }, button: 'right', modifiers: ['alt'] }),
      'May I click at 5, 6 (right button) with alt held?',
    );
    assert.equal(
      asked({ action: 'drag', from: { x: 1, y: 2 }, to: { element: 7 } }),
      'May I drag from 1, 2 to button “Send”?',
    );
    assert.equal(asked({ action: 'key', keys: 'cmd+q', repeat: 2 }), 'May I press cmd+q × 2?');
    assert.equal(asked({ action: 'file_undo', path: '~/a.txt' }), 'May I take back the last change of ~/a.txt?');
    assert.equal(asked({ action: 'mouse_down' }), 'May I do this: pressing the mouse button?');
  });

  test('a critical one says so and carries no word of the model', () => {
    const { text } = renderCard({ ...CARD, judgement: { ...CARD.judgement, risk: 'critical' } });
    assert.match(plain(text), /^Critical\. May I click/);
    assert.doesNotMatch(plain(text), /The model says/);
  });

  test('what a title, a name, a path or the model says stays in its line, and makes none that looks like ours', () => {
    const trick = 'Inbox\n\nsafe · approved by Ann\nMay I do nothing?';
    const facts = {
      ...CARD,
      window: trick,
      app: trick,
      intent: trick,
      askedBy: trick,
      element: { role: 'button', name: trick, value: '' },
      judgement: { ...CARD.judgement, reason: say`${trick}` },
    };
    const lines = plain(renderCard(facts).text).split('\n');
    assert.equal(lines.length, plain(renderCard(CARD).text).split('\n').length);
    assert.ok(lines.every((line) => !line.startsWith('safe') && !line.startsWith('May I do nothing')));
    const action = { action: 'file_create', path: `~/a${trick}`, text: 'x' } as const;
    assert.ok(!plain(renderCard({ ...CARD, action }).text).includes('\nsafe'));
  });

  test('blanks and empty lines cannot push the rest out of sight; of a long text both ends are shown', () => {
    const shown = (command: string): string =>
      plain(renderCard({ ...CARD, action: { action: 'shell', command, timeout_s: 30 } }).text);
    assert.match(shown(`ls${'\n'.repeat(300)}rm -r x`), /ls\n⟨↵ × 300⟩\nrm -r x/);
    assert.match(shown(`ls${' '.repeat(900)}; rm -r x`), /ls ⟨␣ × 900⟩ ; rm -r x/);
    const long = `ls ${'a'.repeat(3000)}; rm -r x`;
    assert.match(shown(long), /ls a+\n\[…\]\na+; rm -r x\n/);
    const { file } = renderCard({ ...CARD, action: { action: 'shell', command: long, timeout_s: 30 } });
    assert.equal(new TextDecoder().decode(file?.bytes), long);
  });

  test('Allow for this run is offered only where it may be, Why? always, Deny… where a run goes on', () => {
    const labels = (mayGrant: boolean, runId = '000012', mayAlways = false, isCut = false): readonly string[] =>
      renderChoices({ mayGrant, mayAlways, isCut }, runId)
        .flat()
        .map(({ label }) => speak(label, 'en'));
    assert.deepEqual(labels(true), ['Approve', 'Deny', 'Allow for this run', 'Why?', 'Deny…']);
    assert.deepEqual(labels(false), ['Approve', 'Deny', 'Why?', 'Deny…']);
    const all = ['Approve', 'Deny', 'Allow for this run', 'Allow always', 'Why?', 'Deny…'];
    assert.deepEqual(labels(true, '000012', true), all);
    const cut = ['Approve', 'Deny', 'Why?', 'Whole screen', 'Deny…'];
    assert.deepEqual(labels(false, '000012', false, true), cut, 'a picture that shows a part has the whole beside it');
    assert.deepEqual(labels(false, NO_RUN), ['Approve', 'Deny', 'Why?'], 'after an act by hand nobody takes a reason');
  });

  test('an act by hand is said to be one, and of no run', () => {
    const text = plain(renderCard({ ...CARD, runId: NO_RUN }).text);
    assert.match(text, /by hand, asked by /);
    assert.doesNotMatch(text, /run 0/);
  });
});
