/** A question that is answered by itself: only after a chat has acknowledged it, only while somebody could object, and only once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createButtons } from '../../src/outbound/buttons.ts';
import type { Outbox } from '../../src/outbound/outbox.ts';
import { createQuestions, type Question } from '../../src/outbound/questions.ts';
import type { PostedMessage, Thread } from '../../src/ports/chat.ts';
import { createFakeClock } from '../fakes/clock.ts';

const thread: Thread = { platform: 'web', key: 'main', isGroup: false };
const by = { id: 'web:owner', name: 'Owner', language: 'en' };

function start(also: Partial<Question> = {}, mayElapse = () => true) {
  const clock = createFakeClock();
  const buttons = createButtons();
  const posted = Promise.withResolvers<PostedMessage | null>();
  const world = { isConnected: true };
  let data = '';
  const outbox: Pick<Outbox, 'post' | 'change' | 'close'> = {
    post(where, message) {
      data = message.buttons.flat().find(({ label }) => label === 'No')?.data ?? '';
      return { delivery: '1', thread: where, posted: posted.promise };
    },
    change: () => undefined,
    close: () => undefined,
  };
  const questions = createQuestions({
    outbox: outbox as Outbox,
    buttons,
    clock,
    findOthers: () => [],
    isConnected: () => world.isConnected,
  });
  const stop = new AbortController();
  const answer = questions.ask(
    {
      ...{ thread, of: by.id, text: ['?'], timeoutMs: 600_000, mustArrive: true },
      choices: [
        [
          { label: 'No', value: 'deny', style: 'danger' },
          { label: 'Why?', value: 'why', style: 'plain' },
        ],
      ],
      tells: { value: 'why', text: ['because'] },
      countdown: { ms: 10_000, mayElapse },
      closing: () => [],
      ...also,
    },
    stop.signal,
  );
  let end: unknown = null;
  answer.then(
    (value) => {
      end = value;
    },
    () => {
      end = 'stopped';
    },
  );
  const arrive = async (): Promise<void> => {
    posted.resolve({ thread, messageId: '1' } as PostedMessage);
    await clock.advance(0);
  };
  const choose = (value: string): void => {
    const meaning = buttons.find(data);
    assert.ok(meaning?.kind === 'choice');
    questions.choose(meaning.question, value, by);
  };
  return { clock, posted, world, arrive, choose, stop, end: () => end };
}

test('the time starts when the chat has acknowledged it, and then it is answered', async () => {
  const { clock, arrive, end } = start();
  await clock.advance(20_000);
  assert.equal(end(), null, 'nobody has seen it yet');
  await arrive();
  await clock.advance(9900);
  assert.equal(end(), null);
  await clock.advance(200);
  assert.deepEqual(end(), { kind: 'expired', isCountedDown: true });
});

test('a No within the time is a No; Why? stops the time, and an answer is awaited', async () => {
  const denied = start();
  await denied.arrive();
  await denied.clock.advance(9000);
  denied.choose('deny');
  await denied.clock.advance(5000);
  assert.deepEqual(denied.end(), { kind: 'choice', value: 'deny', by });
  const asked = start();
  await asked.arrive();
  asked.choose('why');
  await asked.clock.advance(100_000);
  assert.equal(asked.end(), null);
  await asked.clock.advance(600_000);
  assert.deepEqual(asked.end(), { kind: 'expired' });
});

test('undelivered, lost, offline, held, asleep or stopped is no yes', async () => {
  const undelivered = start();
  await undelivered.clock.advance(31_000);
  assert.deepEqual(undelivered.end(), { kind: 'expired', isUnreachable: true });
  await undelivered.arrive();
  await undelivered.clock.advance(20_000);
  assert.deepEqual(undelivered.end(), { kind: 'expired', isUnreachable: true }, 'also when it arrives later');

  const lost = start();
  lost.posted.resolve(null);
  await lost.clock.advance(20_000);
  assert.deepEqual(lost.end(), { kind: 'expired', isUnreachable: true });

  const offline = start();
  await offline.arrive();
  offline.world.isConnected = false;
  await offline.clock.advance(11_000);
  assert.deepEqual(offline.end(), { kind: 'expired' });

  const held = start({}, () => false);
  await held.arrive();
  await held.clock.advance(11_000);
  assert.deepEqual(held.end(), { kind: 'expired' });

  const asleep = start();
  await asleep.arrive();
  asleep.clock.jump(3_600_000);
  await asleep.clock.advance(11_000);
  assert.deepEqual(asleep.end(), { kind: 'expired' });

  const stopped = start();
  await stopped.arrive();
  stopped.stop.abort(new Error('stopped'));
  await stopped.clock.advance(20_000);
  assert.equal(stopped.end(), 'stopped');
});
