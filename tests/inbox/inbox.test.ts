/** The inbox across restarts: what was accepted, what is owed for it, what was sent; and that its compaction forgets none of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compactInbox } from '../../src/inbox/compact-inbox.ts';
import { createInbox, type Inbox } from '../../src/inbox/inbox.ts';
import type { InboxEvent, StoredDelivery } from '../../src/inbox/inbox-events.ts';
import type { InboundMessage } from '../../src/ports/chat.ts';
import type { Journal, Stamp } from '../../src/ports/journal.ts';
import { createFakeJournalStore } from '../fakes/journal.ts';
import { WITH_REPEATS } from '../support/repeats.ts';

const THREAD = { platform: 'web', key: 'main', isGroup: false } as const;
const OWNER = { id: 'web:owner', name: 'Ann', language: '' };

function text(updateId: string): InboundMessage {
  return { updateId, thread: THREAD, sender: OWNER, sentAt: 0, content: { kind: 'text', text: `/run ${updateId}` } };
}

function message(more: Partial<StoredDelivery> = {}): StoredDelivery {
  return { text: ['x'], buttons: [], kind: 'reply', picture: null, file: null, again: {}, edits: null, ...more };
}

/** The same inbox after a restart, compacted as at every start. */
function restart(events: readonly (InboxEvent & Stamp)[]): { inbox: Inbox; events: readonly (InboxEvent & Stamp)[] } {
  const store = createFakeJournalStore<InboxEvent>();
  const earlier = store.open();
  for (const { seq: _seq, at: _at, ...event } of compactInbox(events)) earlier.append(event);
  earlier.close();
  return { inbox: createInbox(store.open()), events: store.events() };
}

const waiting = (inbox: Inbox): readonly string[] => inbox.unsettled().map(({ command }) => command.update);

test('an update is accepted once, also after restarts', () => {
  const store = createFakeJournalStore<InboxEvent>();
  const inbox = createInbox(store.open());
  assert.equal(inbox.accept(text('u1'), { goal: 'x' }), true);
  assert.equal(inbox.accept(text('u1'), { goal: 'x' }), false);
  const second = restart(store.events());
  assert.equal(second.inbox.accept(text('u1'), { goal: 'x' }), false);
  assert.equal(restart(second.events).inbox.accept(text('u1'), { goal: 'x' }), false);
});

test('a command is owed until it is refused or a message settles it; other messages owe nothing', () => {
  const store = createFakeJournalStore<InboxEvent>();
  const inbox = createInbox(store.open());
  for (const update of ['u1', 'u2', 'u3']) inbox.accept(text(update), { goal: update });
  inbox.accept(text('u4'), 'nothing');
  inbox.accept(text('u5'), 'word');
  inbox.refuse('u2', 'cancelled by stop all');
  inbox.begin('u3', '000001');
  inbox.queueDelivery(THREAD, message(), 'u1');
  const after = restart(store.events());
  assert.deepEqual(
    after.inbox.unsettled().map(({ command, owed, runs }) => [command.update, command.goal, owed, runs]),
    [
      ['u3', 'u3', 'run', ['000001']],
      ['u5', '/run u5', 'word', []],
    ],
  );
});

test('a new message is not taken for an old one that was delivered and compacted away', () => {
  const store = createFakeJournalStore<InboxEvent>();
  const inbox = createInbox(store.open());
  const first = inbox.queueDelivery(THREAD, message(), null);
  inbox.finishDelivery(first, { thread: THREAD, messageId: '1' });
  const second = restart(store.events());
  second.inbox.queueDelivery(THREAD, message({ text: ['the answer'] }), null);
  const third = restart(second.events);
  assert.deepEqual(
    third.inbox.undelivered().map((left) => left.message.text),
    [['the answer']],
  );
});

test('a live message whose end was queued before it had arrived can still be ended after a crash', () => {
  const store = createFakeJournalStore<InboxEvent>();
  const inbox = createInbox(store.open());
  const live = inbox.queueDelivery(THREAD, message({ kind: 'status' }), null);
  const end = inbox.queueDelivery(THREAD, message({ kind: 'status', edits: live }), null);
  inbox.finishDelivery(live, { thread: THREAD, messageId: '77' });
  const after = restart(store.events());
  assert.deepEqual(
    after.inbox.undelivered().map(({ delivery }) => delivery),
    [end],
  );
  assert.equal(after.inbox.postedAs(live)?.messageId, '77');
});

test('a refusal counts at once; what the disk does not take is written as soon as it takes something', () => {
  const store = createFakeJournalStore<InboxEvent>();
  const inbox = createInbox(store.open());
  inbox.accept(text('u1'), { goal: 'x' });
  store.failWrites(1, 'ENOSPC');
  inbox.refuse('u1', 'not wanted');
  assert.deepEqual(waiting(inbox), []);
  assert.deepEqual(waiting(restart(store.events()).inbox), ['u1'], 'the disk does not know it yet');
  inbox.accept(text('u2'), 'nothing');
  assert.deepEqual(waiting(restart(store.events()).inbox), []);
});

type Step = (inbox: Inbox, journal: Journal<InboxEvent>) => void;
const name = fc.constantFrom('u1', 'u2', 'u3', 'u4', 'u5', 'u6');
const delivery = fc.integer({ min: 1, max: 12 }).map((number) => `d${number}`);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(
      name,
      fc.constantFrom<'answer' | 'word' | 'nothing' | { goal: string }>('answer', 'word', 'nothing', { goal: 'g' }),
    )
    .map(
      ([update, asks]): Step =>
        (inbox) =>
          inbox.accept(text(update), asks),
    ),
  name.map(
    (update): Step =>
      (inbox) =>
        inbox.begin(update, '000001'),
  ),
  name.map(
    (update): Step =>
      (inbox) =>
        inbox.doubt(update),
  ),
  name.map(
    (update): Step =>
      (inbox) =>
        inbox.refuse(update, 'r'),
  ),
  fc
    .record({
      kind: fc.constantFrom('status', 'reply', 'question', 'end'),
      edits: fc.option(delivery),
      settles: fc.option(name),
      again: fc.boolean(),
    })
    .map(
      ({ kind, edits, settles, again }): Step =>
        (inbox) =>
          inbox.queueDelivery(THREAD, message({ kind, edits, again: again ? { id: 'g' } : {} }), settles),
    ),
  fc.tuple(delivery, fc.boolean()).map(
    ([id, isSent]): Step =>
      (inbox) => {
        // Only queued deliveries are ever finished.
        if (inbox.undelivered().some((left) => left.delivery === id))
          inbox.finishDelivery(id, isSent ? { thread: THREAD, messageId: `m${id}` } : null);
      },
  ),
);

test('whatever happened, compaction changes nothing that a later life asks', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const store = createFakeJournalStore<InboxEvent>();
      const journal = store.open();
      const inbox = createInbox(journal);
      for (const act of steps) act(inbox, journal);
      const { inbox: after, events } = restart(store.events());
      assert.deepEqual(after.unsettled(), inbox.unsettled());
      assert.deepEqual(after.undelivered(), inbox.undelivered());
      assert.deepEqual(after.leftOpen(), inbox.leftOpen());
      assert.deepEqual([...after.againButtons()], [...inbox.againButtons()]);
      for (const { message: left } of inbox.undelivered())
        if (left.edits !== null) assert.deepEqual(after.postedAs(left.edits), inbox.postedAs(left.edits));
      for (const update of ['u1', 'u2', 'u3', 'u4', 'u5', 'u6'])
        assert.equal(after.accept(text(update), 'nothing'), inbox.accept(text(update), 'nothing'), update);
      // Compacting twice gives the same as compacting once.
      assert.deepEqual(compactInbox(compactInbox(events)), compactInbox(events));
    }),
    { numRuns: WITH_REPEATS ? 1000 : 250 },
  );
});
