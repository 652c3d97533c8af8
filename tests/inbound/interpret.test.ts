/** What a message means, as one value: by its content, its writer and what is going on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { owedFor } from '../../src/inbound/accept.ts';
import { type Intent, interpret, type Situation } from '../../src/inbound/interpret.ts';
import type { ButtonMeaning } from '../../src/outbound/buttons.ts';
import type { InboundContent, Platform } from '../../src/ports/chat.ts';
import { createFakeModel } from '../fakes/model.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { inEnglish } from '../support/in-english.ts';

const QUIET: Situation = {
  meaning: null,
  isElsewhere: false,
  listening: 'nothing',
  isRunHere: false,
  saysWhen: () => false,
  isOwnInput: false,
  waitingFiles: [],
};
const OWNER = { id: 'web:owner', name: 'Ann', language: 'en' };

function read(content: InboundContent, situation: Partial<Situation> = {}, platform: Platform = 'web'): Intent {
  const thread = { platform, key: 'main', isGroup: false };
  return interpret({ updateId: 'u', thread, sender: OWNER, sentAt: 0, content }, { ...QUIET, ...situation });
}

const said = (text: string, situation: Partial<Situation> = {}, platform: Platform = 'web'): Intent =>
  read({ kind: 'text', text }, situation, platform);
const tapped = (meaning: ButtonMeaning | null, situation: Partial<Situation> = {}): Intent =>
  read({ kind: 'tap', data: 'b1', messageId: 'm1' }, { ...situation, meaning });

test('plain words are for an open question first, then for the run of their thread, else a goal', () => {
  assert.deepEqual(inEnglish(said('tidy up')), { kind: 'goal', goal: 'tidy up' });
  assert.deepEqual(inEnglish(said('tidy up', { isRunHere: true })), { kind: 'hint', text: 'tidy up' });
  const asked = { isRunHere: true, listening: 'question' } as const;
  assert.deepEqual(inEnglish(said('tidy up', asked)), { kind: 'answer', text: 'tidy up', isSecret: false });
  const secret = said('hunter2', { listening: 'secret question' });
  assert.deepEqual(inEnglish(secret), { kind: 'answer', text: 'hunter2', isSecret: true });
  assert.deepEqual(inEnglish(said('  ')), { kind: 'empty' });
});

test('the address of a sign-in’s last page that nobody waits for is a secret, and neither a goal nor a hint', () => {
  const pasted = '127.0.0.1:41234/signed-in?code=c0ffee&state=s1';
  for (const text of [pasted, `http://${pasted}`, `here it is: HTTP://${pasted} ok?`, `<http://${pasted}>`]) {
    for (const situation of [
      {},
      { isRunHere: true },
      { listening: 'question' },
      { waitingFiles: ['/a.pdf'] },
    ] as const) {
      const intent = said(text, situation);
      assert.equal(intent.kind, 'wrong', text);
      assert.ok(intent.kind === 'wrong' && intent.isSecret === true);
      assert.doesNotMatch(JSON.stringify(intent), /c0ffee/);
    }
    assert.equal(said(text, { listening: 'secret question' }).kind, 'answer');
  }
  for (const text of ['open http://127.0.0.1:8080/', 'http://example.com/signed-in?code=1', 'signed-in?code=1'])
    assert.equal(said(text).kind, 'goal', text);
});

test('files that wait go with the next goal, and with nothing else', () => {
  const waitingFiles = ['/inbox/a.pdf'];
  assert.match(JSON.stringify(said('print it', { waitingFiles })), /print it\\n\(File sent with it: \/inbox\/a\.pdf\)/);
  assert.deepEqual(inEnglish(said('not so hard', { waitingFiles, isRunHere: true })), {
    kind: 'hint',
    text: 'not so hard',
  });
});

test('in Slack the plain word is the command, unless the person was asked something', () => {
  assert.equal(said('status', {}, 'slack').kind, 'order');
  assert.equal(said('status', { listening: 'question' }, 'slack').kind, 'answer');
  assert.deepEqual(inEnglish(said('resume run 12', {}, 'slack')), { kind: 'continue', run: '000012', goal: null });
  assert.equal(said('status').kind, 'goal');
});

test('“run again 12” goes on from that run; any other words behind it are a goal', () => {
  const twelfth = { kind: 'continue', run: '000012', goal: null };
  for (const text of ['/run again 12', '/run again run 12', '/run noch einmal 12'])
    assert.deepEqual(inEnglish(said(text)), twelfth, text);
  assert.deepEqual(inEnglish(said('run again 12', {}, 'slack')), twelfth);
  for (const text of ['again', 'again 12 times the backup', 'again and again'])
    assert.deepEqual(inEnglish(said(`/run ${text}`)), { kind: 'goal', goal: text });
});

test('a stop is a stop whatever else is so: written, below a file, pressed, spoken to a question, or suspected', () => {
  const busy = { isRunHere: true, isOwnInput: true, listening: 'secret question' } as const;
  for (const intent of [
    said('stop', busy),
    said('/stop', busy),
    read({ kind: 'stop' }, busy),
    read({ kind: 'files', text: 'stop', files: [] }, busy),
    tapped({ kind: 'stop', run: '000001' }, busy),
  ])
    assert.equal(intent.kind, 'stop');
  assert.deepEqual(inEnglish(said('stop all', busy)), { kind: 'stop', all: true, run: null });
});

test('what may be our own doing counts for nothing, but for holding a run', () => {
  const isOwnInput = true;
  const again: ButtonMeaning = { kind: 'again', goal: 'x' };
  for (const intent of [
    said('/run x', { isOwnInput }),
    said('yes', { isOwnInput, listening: 'question' }),
    read({ kind: 'voice', audio: { ref: '', name: '', mediaType: '', bytes: null }, seconds: 1 }, { isOwnInput }),
    tapped(again, { isOwnInput }),
    tapped({ kind: 'choice', question: 'q', value: 'approve' }, { isOwnInput }),
  ])
    assert.equal(intent.kind, 'own input');
  assert.equal(tapped({ kind: 'pause', run: '000001' }, { isOwnInput }).kind, 'tap');
});

test('what a voice note said counts as written once its speaker says so, and only theirs', () => {
  const heard = (of: string): ButtonMeaning => ({ kind: 'heard', text: 'tidy up', of });
  const intent = tapped(heard(OWNER.id));
  assert.deepEqual(inEnglish(intent), {
    kind: 'heard',
    button: 'b1',
    text: 'tidy up',
    words: { kind: 'goal', goal: 'tidy up' },
  });
  assert.equal(tapped(heard('web:other')).kind, 'tap');
});

test('every written word owes something, but an answer, whose card says how it ended', () => {
  const listening = fc.constantFrom<Situation['listening']>('nothing', 'question', 'secret question');
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('/status', '/forget x', '/type a', '/resume run 1', '/skills save 1', '/nonsense', 'stop', ''),
  );
  fc.assert(
    fc.property(text, listening, fc.boolean(), fc.boolean(), (words, asked, isRunHere, isOwnInput) => {
      const intent = said(words, { listening: asked, isRunHere, isOwnInput });
      assert.equal(owedFor(intent) === 'nothing', intent.kind === 'answer');
    }),
  );
});

test('a stop that is delivered once more does not stop what was begun after it', async () => {
  const bot = await startTestDeskhand({ model: createFakeModel(() => 'hang') });
  await bot.chat.sendText('/run one');
  await bot.chat.waitFor(({ text }) => /Deciding what to do/.test(text));
  await bot.chat.sendText('/run two');
  await bot.chat.sendText('stop');
  await bot.chat.waitFor(({ text }) => /two[\s\S]*Deciding what to do/.test(text));
  await bot.chat.redeliver();
  await bot.chat.sendText('/status');
  await bot.chat.waitFor(({ text }) => /^Run: run 2: two/.test(text));
  assert.ok(!bot.types('000002').includes('run.ended'));
  await bot.close();
});

test('a page whose link was opened long ago does the work, and allows nothing more', () => {
  const message = {
    updateId: 'u',
    thread: { platform: 'web', key: 'main', isGroup: false },
    sender: OWNER,
    sentAt: 0,
  } as const;
  const tap = (value: string, isFromOldSession: boolean): string =>
    interpret(
      {
        ...message,
        content: { kind: 'tap', data: 'b1', messageId: 'm1' },
        ...(isFromOldSession ? { isFromOldSession } : {}),
      },
      { ...QUIET, meaning: { kind: 'choice', question: 'q', value } },
    ).kind;
  assert.deepEqual(
    ['extend', 'always'].map((value) => tap(value, true)),
    ['old session', 'old session'],
  );
  assert.deepEqual(
    ['approve', 'deny', 'stop'].map((value) => tap(value, true)),
    ['tap', 'tap', 'tap'],
  );
  assert.equal(tap('extend', false), 'tap');
});
