/** When a person is told that a message waits, and why: the server is down, or the machine does not take it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openJournal } from '../../adapters/files/journal.ts';
import { createErrands } from '../../src/fleet/gateway/errands.ts';
import { createInbox } from '../../src/inbox/inbox.ts';
import { inboxEventSchema } from '../../src/inbox/inbox-events.ts';
import { text } from '../contracts/work.ts';
import { createFakeClock } from '../fakes/clock.ts';
import { IDLE } from '../support/machine-told.ts';
import { saidOutbox } from '../support/said-outbox.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

/** A machine that was heard a moment ago, and takes nothing. */
function openErrands(t: TestContext, hand: () => Promise<void>) {
  const clock = createFakeClock();
  const life = new AbortController();
  t.after(() => life.abort());
  const inbox = createInbox(openJournal(join(makeTempFolder(t), 'inbox.jsonl'), inboxEventSchema, clock));
  const said: string[] = [];
  const outbox = saidOutbox(said);
  const work = {
    machines: () => [{ name: 'studio', isHere: true, lastSeenAt: clock.now(), told: IDLE }],
    hand,
    takeBack: async () => {},
    start: async () => {},
    ask: async () => ({ kind: 'away' }) as const,
    listening: async () => null,
    onChange() {},
    stop: async () => {},
  };
  const cancelButton = () => Promise.resolve({ label: 'x', data: 'x', style: 'plain' } as const);
  return { clock, said, errands: createErrands({ work, inbox, outbox, clock, cancelButton, warn() {} }, life.signal) };
}

const SERVER = /the server that your computers meet at/;

for (const [how, hand] of [
  ['answers nothing', () => new Promise<void>(() => undefined)],
  ['refuses', () => Promise.reject(new Error('no server'))],
] as const)
  test(`while the server ${how}, a message is told to wait within three seconds, and that it is the server`, async (t) => {
    const { clock, said, errands } = openErrands(t, hand);
    await errands.take(text('open it'), 'studio');
    await clock.advance(3_000);
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', SERVER);
  });

test('while the machine takes nothing, a message is told to wait later, and that it is the machine', async (t) => {
  const { clock, said, errands } = openErrands(t, () => Promise.resolve());
  await errands.take(text('open it'), 'studio');
  await clock.advance(3_000);
  assert.equal(said.length, 0);
  await clock.advance(10_000);
  assert.equal(said.length, 1);
  assert.doesNotMatch(said[0] ?? '', SERVER);
  assert.match(said[0] ?? '', /doesn't answer/);
});
