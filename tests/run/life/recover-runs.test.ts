/** What a new life makes of the commands an earlier one left behind. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInbox } from '../../../src/inbox/inbox.ts';
import type { InboxEvent } from '../../../src/inbox/inbox-events.ts';
import type { RunEvent } from '../../../src/journal/events.ts';
import type { Recordings } from '../../../src/journal/recordings.ts';
import { createButtons } from '../../../src/outbound/buttons.ts';
import { createLanguages } from '../../../src/outbound/languages.ts';
import { createOutbox } from '../../../src/outbound/outbox.ts';
import { recoverRuns } from '../../../src/run/life/recover-runs.ts';
import { speak } from '../../../src/words/speak.ts';
import { createFakeChat } from '../../fakes/chat.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { createFakeJournalStore } from '../../fakes/journal.ts';
import { createFakeRecordings } from '../../fakes/recordings.ts';
import { createFakeStateStore } from '../../fakes/state-store.ts';
import { inEnglish } from '../../support/in-english.ts';

const CLICK = { action: 'click', target: { x: 1, y: 2 }, button: 'left', count: 1 } as const;

async function setUp() {
  const clock = createFakeClock();
  const chat = createFakeChat();
  const store = createFakeJournalStore<InboxEvent>(clock);
  const recordings = createFakeRecordings(clock);
  const { thread, sender } = chat;
  const created = (run: string, command: string, goal = 'press it'): RunEvent => ({
    type: 'run.created',
    run,
    goal,
    thread,
    sender,
    command,
    skill: null,
    params: {},
    model: 'm',
  });
  /** A life that accepted these commands and wrote these events of runs. */
  const live = async (commands: readonly string[], runs: readonly (readonly [string, readonly RunEvent[]])[]) => {
    const inbox = createInbox(store.open());
    for (const updateId of commands)
      inbox.accept(
        { updateId, thread, sender, sentAt: clock.now(), content: { kind: 'text', text: '/run press it' } },
        { goal: 'press it' },
      );
    for (const [update, events] of runs) {
      const { runId, journal } = await recordings.create();
      inbox.begin(update, runId);
      for (const event of events) journal.append(event);
    }
  };
  /** The next life; `change` damages what it finds. */
  const restart = async (change: { readonly inboxDamage?: string; readonly recordings?: Partial<Recordings> } = {}) => {
    const inbox = createInbox({ ...store.open(), damage: change.inboxDamage ?? '' });
    const warnings: string[] = [];
    const warn = (text: string): void => void warnings.push(text);
    const buttons = createButtons();
    const outbox = createOutbox(
      {
        chats: new Map([[chat.platform, chat]]),
        inbox,
        clock,
        readPicture: async () => null,
        languageOf: () => 'en',
        buttons,
        warn,
      },
      new AbortController().signal,
    );
    const ports = {
      inbox,
      outbox,
      buttons,
      languages: createLanguages('auto', createFakeStateStore(), new Map()),
      showsPictures: () => true,
      model: null,
      warn,
    };
    const recovered = await recoverRuns({ ...ports, recordings: { ...recordings, ...change.recordings } });
    await clock.advance(1);
    return { inbox, recovered, warnings, told: chat.seen().map(({ text }) => text) };
  };
  return { live, restart, created, recordings };
}

test('an act of unknown result is named, an interrupted run told once, however often it is restarted', async () => {
  const { live, restart, created } = await setUp();
  await live(
    ['u1'],
    [['u1', [created('000001', 'u1'), { type: 'action.intended', step: '1.0', action: CLICK, by: 'model' }]]],
  );
  const first = await restart();
  assert.match(first.told.join(), /Interrupted.*may or may not have happened/s);
  assert.deepEqual(inEnglish(first.recovered.waiting), []);
  assert.equal((await restart()).told.length, 1);
});

test('a run that had ended, but was not told so, is told as it ended', async () => {
  const { live, restart, created } = await setUp();
  const end: RunEvent = { type: 'run.ended', outcome: 'verified', reason: 'checked', message: 'Pressed.', score: 90 };
  await live(['u1'], [['u1', [created('000001', 'u1'), end]]]);
  const { told, recovered } = await restart();
  assert.match(told.join(), /Done and checked.*Pressed/s);
  assert.equal(recovered.ended[0]?.outcome?.outcome, 'verified');
});

test('a command that was just about to begin begins again, once; the second time it asks', async () => {
  const { live, restart } = await setUp();
  await live(['u1'], [['u1', []]]);
  const once = await restart();
  assert.deepEqual(inEnglish(once.recovered.waiting.map(({ command, doubt }) => [command.update, doubt])), [
    ['u1', ''],
  ]);
  await live([], [['u1', []]]);
  const twice = await restart();
  assert.match(speak(twice.recovered.waiting[0]?.doubt ?? '', 'en'), /twice/);
});

test('a run whose journal is damaged from its first line on, or cannot be read, counts as run', async () => {
  for (const open of [
    async () => ({
      found: [],
      damage: '40 bytes were left out',
      append: (event: RunEvent) => ({ ...event, seq: 1, at: '' }),
      sync: async () => undefined,
      close: () => undefined,
    }),
    async () => Promise.reject(new Error('EACCES')),
  ]) {
    const { live, restart, created } = await setUp();
    await live(['u1'], [['u1', [created('000001', 'u1')]]]);
    const { told, recovered, warnings } = await restart({ recordings: { open } });
    assert.deepEqual(inEnglish(recovered.waiting), []);
    assert.match(told.join(), /Interrupted.*“press it”.*run 1/s);
    assert.match(warnings.join(), /000001/);
  }
});

test('when a part of the inbox is lost, nothing starts by itself, and what has its run is found by its journal', async () => {
  const { live, restart, created, recordings } = await setUp();
  await live(['u1', 'u2'], []);
  const { journal } = await recordings.create();
  journal.append(created('000001', 'u1'));
  const { told, recovered } = await restart({ inboxDamage: '10 bytes were left out' });
  assert.match(told.join(), /Interrupted/);
  assert.deepEqual(
    recovered.waiting.map(({ command }) => command.update),
    ['u2'],
  );
  assert.match(speak(recovered.waiting[0]?.doubt ?? '', 'en'), /lost/);
});

test('what was asked about because notes were lost is asked about in every later life, too', async () => {
  const { live, restart } = await setUp();
  await live(['u1'], []);
  await restart({ inboxDamage: '10 bytes were left out' });
  const mended = await restart();
  assert.match(speak(mended.recovered.waiting[0]?.doubt ?? '', 'en'), /lost/);
});

test('a run whose folder was taken away is not done once more without being asked about', async () => {
  const { live, restart, created } = await setUp();
  await live(['u1'], [['u1', [created('000001', 'u1')]]]);
  for (const list of [async () => [], async () => Promise.reject(new Error('EIO'))]) {
    const { recovered } = await restart({ recordings: { open: async () => null, list } });
    assert.match(speak(recovered.waiting[0]?.doubt ?? '', 'en'), /lost/);
  }
});

test('of many runs, one that cannot be read keeps nobody from being told of the others', async () => {
  const { live, restart, created, recordings } = await setUp();
  await live(['u1'], []);
  const bad = await recordings.create();
  bad.journal.append(created('000001', 'u0'));
  const { journal } = await recordings.create();
  journal.append(created('000002', 'u1'));
  const read: Recordings['read'] = async (runId) =>
    runId === '000001' ? Promise.reject(new Error('EIO')) : recordings.read(runId);
  const { told, warnings } = await restart({ inboxDamage: '10 bytes were left out', recordings: { read } });
  assert.match(told.join(), /Interrupted/);
  assert.match(warnings.join(), /000001 cannot be read/);
});

test('a run that was cut off is ended and told even when the inbox has lost that anybody asked for it', async () => {
  const { restart, created, recordings } = await setUp();
  const { journal } = await recordings.create();
  journal.append(created('000001', 'u1'));
  const { told } = await restart({ inboxDamage: '10 bytes were left out' });
  assert.match(told.join(), /Interrupted.*“press it”.*run 1/s);
  assert.equal((await restart({ inboxDamage: '10 bytes were left out' })).told.length, 1);
});

test('Again after a crash asks for what the run was about, with the files that came with it', async () => {
  const { live, restart, created } = await setUp();
  const goal = 'press it\n\nFiles: /inbox/letter.pdf';
  await live(['u1'], [['u1', [created('000001', 'u1', goal)]]]);
  const { inbox } = await restart();
  assert.deepEqual(
    [...inbox.againButtons().values()].map(({ meaning }) => meaning),
    [goal],
  );
});
