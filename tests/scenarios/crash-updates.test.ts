/** Updates that come more than once, in any order, across restarts: each is accepted exactly once; and a long past is recovered quickly. */

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTelegramChat } from '../../adapters/chat/telegram/telegram-chat.ts';
import { openJournal } from '../../adapters/files/journal.ts';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { openData } from '../../src/bin/parts/open-data.ts';
import { inboxEventSchema } from '../../src/inbox/inbox-events.ts';
import { type RunEvent, runEventSchema } from '../../src/journal/events.ts';
import { createButtons } from '../../src/outbound/buttons.ts';
import { createLanguages } from '../../src/outbound/languages.ts';
import { createOutbox } from '../../src/outbound/outbox.ts';
import type { InboundMessage } from '../../src/ports/chat.ts';
import { recoverRuns } from '../../src/run/life/recover-runs.ts';
import { createRedactor } from '../../src/safety/secrets/redact.ts';
import { createFakeStateStore } from '../fakes/state-store.ts';
import { createRandom } from '../long/random.ts';
import { startTelegramServer } from '../servers/telegram/telegram-server.ts';
import { inEnglish } from '../support/in-english.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

const clock = createSystemClock();
const THREAD = { platform: 'web', key: 'main', isGroup: false } as const;
const OWNER = { id: 'web:owner', name: 'Ann', language: '' };
const UPDATES = WITH_REPEATS ? 1000 : 400;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

function text(updateId: string): InboundMessage {
  return { updateId, thread: THREAD, sender: OWNER, sentAt: 0, content: { kind: 'text', text: 'x' } };
}

const open = (folder: string) => openData(folder, clock, createRedactor([]), assert.fail);

test('hundreds of updates, each delivered one to four times, shuffled, across restarts: each accepted exactly once', async (t) => {
  const random = createRandom(4);
  const folder = makeTempFolder(t);
  const deliveries = Array.from({ length: UPDATES }, (_, index) =>
    Array(1 + Math.floor(random() * 4)).fill(`u${index}`),
  )
    .flat()
    .map((update) => ({ update: String(update), at: random() }))
    .toSorted((one, other) => one.at - other.at);
  const accepted = new Map<string, number>();
  let data = await open(folder);
  let restarts = 0;
  for (const { update } of deliveries) {
    if (random() < 0.01) {
      await data.inbox.sync();
      data.close();
      data = await open(folder);
      restarts += 1;
    }
    const asks = random() < 0.3 ? ({ goal: 'g' } as const) : 'nothing';
    if (data.inbox.accept(text(update), asks)) {
      accepted.set(update, (accepted.get(update) ?? 0) + 1);
      if (asks !== 'nothing' && random() < 0.5) data.inbox.refuse(update, 'done with');
    }
  }
  data.close();
  assert.equal(accepted.size, UPDATES);
  assert.ok([...accepted.values()].every((times) => times === 1));
  t.diagnostic(`${deliveries.length} deliveries, ${restarts} restarts`);
});

test('the same through Telegram: redelivered at random, with the chat and the inbox restarted in between', async (t) => {
  const random = createRandom(5);
  const token = '4242:AAbbccddeeffgghhiijjkkllmmnnooppqqr';
  const folder = makeTempFolder(t);
  const telegram = await startTelegramServer({ token });
  const owner = telegram.person(1001);
  const accepted = new Map<string, number>();
  let handled = 0;
  const start = async () => {
    const data = await open(folder);
    const chat = createTelegramChat({
      token,
      apiRoot: telegram.root,
      clock,
      log: quiet,
      isAllowed: () => true,
      allowedIds: () => [],
      menus: [],
    });
    await chat.start(async (message) => {
      handled += 1;
      if (data.inbox.accept(message, 'nothing'))
        accepted.set(message.updateId, (accepted.get(message.updateId) ?? 0) + 1);
      await data.inbox.sync();
      return { toast: '' };
    });
    return {
      async stop() {
        await chat.stop();
        data.close();
      },
    };
  };
  let life = await start();
  let expected = 0;
  const sent: number[] = [];
  for (let count = 0; count < UPDATES; count += 1) {
    const update = owner.send(`message ${count}`);
    if (update !== null) sent.push(update);
    expected += 1;
    while (random() < 0.6) {
      telegram.redeliver(sent[Math.floor(random() * sent.length)] ?? 0);
      expected += 1;
    }
    if (random() < 0.01) {
      await life.stop();
      life = await start();
    }
  }
  await until(
    () => telegram.pendingUpdates().length === 0,
    () => `${telegram.pendingUpdates().length} updates to be taken`,
    120_000,
  );
  await life.stop();
  await telegram.stop();
  assert.equal(accepted.size, UPDATES);
  assert.ok([...accepted.values()].every((times) => times === 1));
  t.diagnostic(`${expected} deliveries, handled ${handled}`);
});

test('a past of 10,000 events, in the inbox and in a run, is recovered in 2 s of work', async (t) => {
  const folder = makeTempFolder(t);
  const run = join(folder, 'recordings', '000001');
  mkdirSync(join(folder, 'state'), { recursive: true });
  mkdirSync(run, { recursive: true });
  const inbox = openJournal(join(folder, 'state', 'inbox.jsonl'), inboxEventSchema, clock);
  for (let count = 0; count < 5000; count += 1) {
    inbox.append({
      type: 'message.accepted',
      update: `u${count}`,
      thread: THREAD,
      sender: OWNER,
      sent_at: new Date().toISOString(),
      content: { kind: 'text', text: '/run x' },
      goal: 'x',
      act: false,
      answer: false,
    });
    if (count > 0) inbox.append({ type: 'message.refused', update: `u${count}`, why: 'done with' });
  }
  inbox.append({ type: 'command.begun', update: 'u0', run: '000001' });
  inbox.close();
  const journal = openJournal(join(run, 'journal.jsonl'), runEventSchema, clock);
  for (const event of longRun()) journal.append(event);
  journal.close();

  // Of the processor's time: others may be at work on this machine, too.
  const before = process.cpuUsage();
  const data = await open(folder);
  const languages = createLanguages('auto', createFakeStateStore(), new Map());
  const ports = {
    chats: new Map(),
    inbox: data.inbox,
    clock,
    readPicture: async () => null,
    languageOf: languages.of,
    buttons: createButtons(),
    warn: () => undefined,
  };
  const outbox = createOutbox(ports, t.signal);
  const { ended, waiting } = await recoverRuns({
    inbox: data.inbox,
    outbox,
    buttons: ports.buttons,
    languages,
    model: null,
    recordings: data.recordings,
    showsPictures: () => true,
    warn: assert.fail,
  });
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1000;
  data.close();
  assert.equal(ended[0]?.outcome?.outcome, 'interrupted');
  assert.equal(ended[0]?.performed.length, 4999);
  assert.deepEqual(inEnglish(waiting), []);
  t.diagnostic(`${Math.round(ms)} ms`);
  assert.ok(ms < 2000, `it took ${ms} ms`);
});

function* longRun(): Generator<RunEvent> {
  const created = {
    run: '000001',
    goal: 'x',
    thread: THREAD,
    sender: OWNER,
    command: 'u0',
    skill: null,
    params: {},
    model: 'm',
  };
  yield { type: 'run.created', ...created };
  for (let step = 1; step < 5000; step += 1) {
    yield { type: 'action.intended', step: `${step}.0`, action: { action: 'type', text: 'x' }, by: 'model' };
    yield { type: 'action.performed', step: `${step}.0`, ok: true, text: '', effect: 'changed', ms: 1 };
  }
}
