/** The steps of a run as a stream below its live message: one task each where the workspace has streams, and nothing lost where not. */

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { OutboundMessage, PostedMessage, Progress, Thread } from '../../../../src/ports/chat.ts';
import { english } from '../../../../src/words/speak.ts';
import type { SeenMessage } from '../../../servers/slack/people.ts';
import { TEAM } from '../../../servers/slack/slack-server.ts';
import { PLAIN } from '../../../support/plain-message.ts';
import { until } from '../../../support/until.ts';
import { ANNA, type Bench, type BenchOptions, NEVER, startBench, TOKENS } from './bench.ts';

const CHANNEL = 'C0000WORK';
const STOP = [[{ label: 'Stop', data: 'stop-1', style: 'danger' }]] as const;

function progressOf(done: number, now: string | null, title = 'Run 1: tidy up'): Progress {
  const acts = Array.from({ length: done }, (_, index) => ({
    id: `act-${index + 1}`,
    title: `Step ${index + 1}`,
    state: 'done' as const,
  }));
  const last = now === null ? [] : [{ id: `act-${done + 1}`, title: now, state: 'doing' as const }];
  return { title, steps: [{ id: 'look', title: 'Taking a first look', state: 'done' }, ...acts, ...last] };
}

function live(progress: Progress): OutboundMessage {
  return { ...PLAIN, kind: 'status', text: [`${progress.steps.length} steps`], buttons: STOP, progress };
}

function lastWord(progress: Progress): OutboundMessage {
  return { ...live(progress), buttons: [], text: ['over'] };
}

interface Run {
  readonly bench: Bench;
  readonly thread: Thread;
  readonly posted: PostedMessage;
  edit(message: OutboundMessage): Promise<void>;
  /** The message with the steps, as Anna sees it. */
  list(): SeenMessage | undefined;
  methods(): readonly string[];
}

async function startRun(t: TestContext, options: BenchOptions = {}, channel?: string): Promise<Run> {
  const bench = await startBench(t, options);
  if (channel !== undefined) bench.server.channel(channel);
  const said =
    channel === undefined ? bench.anna.say('run tidy up') : bench.anna.mention('run tidy up', { channel })[0];
  await said.acknowledged;
  const place = channel ?? bench.anna.dm;
  const key = `slack:${TEAM}:${place}/${said.ts}`;
  const thread = { platform: 'slack', key, isGroup: channel !== undefined } as const;
  const delivery = await bench.chat.post(thread, live(progressOf(0, 'Opening the drawer')), NEVER);
  if (delivery.result !== 'sent') throw new Error(english(delivery.why));
  return {
    bench,
    thread,
    posted: delivery.message,
    async edit(message) {
      assert.equal((await bench.chat.edit(delivery.message, message, NEVER)).result, 'sent');
    },
    list: () => bench.anna.messages(channel).find(({ plan }) => plan !== null),
    methods: () => bench.server.calls().flatMap(({ method }) => (/Stream$/.test(method) ? [method] : [])),
  };
}

const statuses = (message: SeenMessage | undefined): readonly string[] =>
  message?.plan?.tasks.map(({ title, status }) => `${title}: ${status}`) ?? [];

describe('the steps of a run in Slack', () => {
  it('are one stream in its thread, with a task each that changes in place, ended with the run', async (t) => {
    const run = await startRun(t);
    assert.deepEqual(statuses(run.list()), ['Taking a first look: complete', 'Opening the drawer: in_progress']);
    assert.equal(run.list()?.isStreaming, true);
    assert.equal(`slack:${TEAM}:${run.bench.anna.dm}/${run.list()?.rootTs}`, run.thread.key);
    await run.edit(live(progressOf(1, 'Closing it')));
    await until(() => run.list()?.plan?.tasks.length === 3);
    assert.deepEqual(statuses(run.list()).slice(1), ['Step 1: complete', 'Closing it: in_progress']);
    await run.edit(lastWord(progressOf(2, null, 'Run 1: tidy up – ✅ Done and checked')));
    await until(() => run.list()?.isStreaming === false);
    assert.equal(run.list()?.plan?.title, 'Run 1: tidy up – ✅ Done and checked');
    assert.deepEqual(statuses(run.list()).slice(1), ['Step 1: complete', 'Step 2: complete']);
    assert.deepEqual(run.methods(), ['chat.startStream', 'chat.appendStream', 'chat.stopStream']);
  });

  it('tell only what changed, and nothing while nothing did', async (t) => {
    const run = await startRun(t);
    for (const text of ['a', 'b']) await run.edit({ ...live(progressOf(0, 'Opening the drawer')), text: [text] });
    await run.edit(live(progressOf(1, null)));
    await until(() => run.methods().includes('chat.appendStream'));
    const [append] = run.bench.server.calls('chat.appendStream');
    const chunks: unknown = JSON.parse(append?.fields.get('chunks') ?? '');
    assert.deepEqual(chunks, [{ type: 'task_update', id: 'act-1', title: 'Step 1', status: 'complete' }]);
    assert.equal(run.bench.server.calls('chat.appendStream').length, 1);
  });

  it('in a channel are for whoever asked', async (t) => {
    const run = await startRun(t, {}, CHANNEL);
    assert.equal(run.list()?.isStreaming, true);
    const [{ fields }] = [...run.bench.server.calls('chat.startStream'), { fields: new Map() }];
    assert.deepEqual([fields.get('recipient_user_id'), fields.get('recipient_team_id')], [ANNA, TEAM]);
  });

  it('are given their reader in a direct conversation, too, when Slack asks for it', async (t) => {
    const bench = await startBench(t);
    const said = bench.anna.say('run tidy up');
    await said.acknowledged;
    const thread = { platform: 'slack', key: `slack:${TEAM}:${bench.anna.dm}/${said.ts}`, isGroup: false } as const;
    bench.server.fail('chat.startStream', { kind: 'refuse', code: 200, description: 'missing_recipient_team_id' });
    await bench.chat.post(thread, live(progressOf(0, 'Opening')), NEVER);
    const [, again] = bench.server.calls('chat.startStream');
    assert.deepEqual([again?.outcome, again?.fields.get('recipient_user_id')], ['ok', ANNA]);
  });

  for (const code of ['unknown_method', 'missing_scope', 'not_allowed_token_type', 'feature_disabled']) {
    it(`are not tried again in a workspace that says ${code}; the live message goes on`, async (t) => {
      const run = await startRun(t, { server: { lacks: { 'chat.startStream': code } } });
      assert.equal(run.list(), undefined);
      await run.edit(live(progressOf(1, 'Closing it')));
      const again = await run.bench.chat.post(run.thread, live(progressOf(0, 'Opening')), NEVER);
      assert.equal(again.result, 'sent');
      await run.edit(lastWord(progressOf(2, null)));
      assert.deepEqual(run.methods(), ['chat.startStream']);
      assert.ok(run.bench.anna.messages().some(({ text }) => text === 'over'));
      assert.ok(run.bench.log.some(({ text }) => /has no streams; the live message says it all/.test(text)));
    });
  }

  it('are tried again in the next run when only this time went wrong', async (t) => {
    const bench = await startBench(t);
    const { ts } = bench.anna.say('run tidy up');
    const thread = { platform: 'slack', key: `slack:${TEAM}:${bench.anna.dm}/${ts}`, isGroup: false } as const;
    for (const fault of [
      { kind: 'reset' },
      { kind: 'refuse', code: 200, description: 'internal_error' },
      { kind: 'refuse', code: 429, description: 'ratelimited', parameters: { retry_after: 5 } },
      { kind: 'refuse', code: 200, description: 'restricted_action_thread_locked' },
    ] as const) {
      bench.server.fail('chat.startStream', fault);
      assert.equal((await bench.chat.post(thread, live(progressOf(0, 'Opening')), NEVER)).result, 'sent', fault.kind);
    }
    assert.equal(bench.anna.messages().filter(({ plan }) => plan !== null).length, 0);
    await bench.chat.post(thread, live(progressOf(0, 'Opening')), NEVER);
    assert.equal(bench.anna.messages().filter(({ plan }) => plan !== null).length, 1);
  });

  it('that hang do not hold up what is said after the live message', async (t) => {
    const bench = await startBench(t, { pacing: { streamStartMs: 60 } });
    const { ts } = bench.anna.say('run tidy up');
    const thread = { platform: 'slack', key: `slack:${TEAM}:${bench.anna.dm}/${ts}`, isGroup: false } as const;
    bench.server.fail('chat.startStream', { kind: 'hang' });
    const from = performance.now();
    assert.equal((await bench.chat.post(thread, live(progressOf(0, 'Opening')), NEVER)).result, 'sent');
    assert.ok(performance.now() - from < 5_000, `${performance.now() - from} ms`);
  });

  it('lose nothing when a step cannot be told: the next one brings it along', async (t) => {
    const run = await startRun(t);
    run.bench.server.fail('chat.appendStream', { kind: 'reset' });
    await run.edit(live(progressOf(1, null)));
    await until(() => run.methods().includes('chat.appendStream'));
    await run.edit(live(progressOf(2, null)));
    await until(() => statuses(run.list()).includes('Step 2: complete'));
    assert.deepEqual(statuses(run.list()).slice(1), ['Step 1: complete', 'Step 2: complete']);
  });

  it('go on in the same message when Slack ends the stream, as it does after five minutes', async (t) => {
    const run = await startRun(t, { server: { streamLifetimeMs: 0 } });
    await run.edit(live(progressOf(1, 'Closing it')));
    await until(() => statuses(run.list()).includes('Closing it: in_progress'));
    await run.edit(lastWord(progressOf(2, null, 'Run 1: tidy up – ⏹ Stopped')));
    await until(() => run.list()?.plan?.title.endsWith('Stopped'));
    assert.deepEqual(statuses(run.list()).slice(1), ['Step 1: complete', 'Step 2: complete']);
    assert.equal(run.bench.anna.messages().filter(({ plan }) => plan !== null).length, 1, 'one message');
  });

  it('are left alone when Slack refuses them in mid-run; the live message says its last word', async (t) => {
    const run = await startRun(t);
    run.bench.server.fail('chat.appendStream', { kind: 'refuse', code: 200, description: 'invalid_chunks' });
    await run.edit(live(progressOf(1, null)));
    await until(() => run.methods().includes('chat.appendStream'));
    await run.edit(live(progressOf(2, null)));
    await run.edit(lastWord(progressOf(2, null)));
    assert.deepEqual(run.methods(), ['chat.startStream', 'chat.appendStream']);
    assert.ok(run.bench.anna.messages().some(({ text }) => text === 'over'));
  });

  it('show how the run ended after Slack’s own Stop, which ends the stream at once', async (t) => {
    const run = await startRun(t);
    await until(() => run.bench.server.sessions().at(-1)?.status === 'processing');
    await run.bench.anna.pressStop(run.list()?.rootTs ?? '').acknowledged;
    assert.equal(run.bench.received.at(-1)?.content.kind, 'stop');
    assert.equal(run.list()?.isStreaming, false);
    await run.edit(lastWord(progressOf(1, null, 'Run 1: tidy up – ⏹ Stopped')));
    await until(() => run.list()?.plan?.title.endsWith('Stopped'));
    assert.ok(run.bench.server.calls('chat.stopStream').some(({ outcome }) => outcome === 'stopped_by_user'));
  });

  it('that are too many for a message end with the last ones, and say how many came before', async (t) => {
    const run = await startRun(t);
    await run.edit(lastWord(progressOf(99, null)));
    await until(() => run.list()?.plan?.tasks.length === 40);
    const titles = run.list()?.plan?.tasks.map(({ title }) => title) ?? [];
    assert.deepEqual([titles[0], titles[1], titles.at(-1)], ['… +61', 'Step 61', 'Step 99']);
  });

  it('ping nobody and hide no title', async (t) => {
    const run = await startRun(t);
    const nasty = `<!channel> <@${ANNA}> a < b & "c"\n\n${'x'.repeat(300)}`;
    await run.edit(live(progressOf(0, nasty)));
    await until(() => statuses(run.list())[1]?.startsWith('‹!channel>'));
    assert.match(statuses(run.list())[1] ?? '', /^‹!channel> ‹@U00000ANN> a < b & "c" x+…: in_progress$/);
  });

  it('end with the run also when somebody deleted its live message', async (t) => {
    const run = await startRun(t);
    const live = run.posted.messageId.split('~')[0] ?? '';
    const deleted = await fetch(`${run.bench.server.apiUrl}chat.delete`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKENS.botToken}` },
      body: new URLSearchParams({ channel: run.bench.anna.dm, ts: live }),
    });
    assert.equal(deleted.status, 200);
    const delivery = await run.bench.chat.edit(run.posted, lastWord(progressOf(1, null)), NEVER);
    assert.equal(delivery.result, 'lost');
    await until(() => run.list()?.isStreaming === false);
  });

  it('of a run that a crash cut off are ended by the next life', async (t) => {
    const run = await startRun(t);
    const { progress, ...left } = lastWord(progressOf(0, null));
    assert.notEqual(progress, undefined);
    const second = await startBench(t, { chat: { apiUrl: run.bench.server.apiUrl }, isStarted: false });
    assert.equal((await second.chat.edit(run.posted, left, NEVER)).result, 'sent');
    await until(() => run.list()?.isStreaming === false);
    assert.ok(run.bench.anna.messages().some(({ text }) => text === 'over'));
  });
});

describe('the status of a session', () => {
  it('is taken back at the end of a run, also of one from before a restart', async (t) => {
    const bench = await startBench(t);
    const { ts } = bench.anna.say('run tidy up');
    const thread = { platform: 'slack', key: `slack:${TEAM}:${bench.anna.dm}/${ts}`, isGroup: false } as const;
    await bench.chat.post(thread, { ...PLAIN, kind: 'end' }, NEVER);
    await until(() => bench.server.sessions().at(-1)?.status === 'active');
  });

  it('is left alone by questions that no run asks, and by one that is closed after the end', async (t) => {
    const bench = await startBench(t);
    const { ts } = bench.anna.say('run tidy up');
    const thread = { platform: 'slack', key: `slack:${TEAM}:${bench.anna.dm}/${ts}`, isGroup: false } as const;
    const question = await bench.chat.post(thread, { ...PLAIN, kind: 'question' }, NEVER);
    assert.ok(question.result === 'sent');
    await bench.chat.edit(question.message, { ...PLAIN, text: ['no'], kind: 'question' }, NEVER);
    await bench.chat.post(thread, live(progressOf(0, 'Opening')), NEVER);
    await bench.chat.post(thread, { ...PLAIN, kind: 'end' }, NEVER);
    await bench.chat.edit(question.message, { ...PLAIN, text: ['late'], kind: 'question' }, NEVER);
    await until(() => bench.server.sessions().length === 2);
    assert.deepEqual(
      bench.server.sessions().map(({ status, title }) => [status, title]),
      [
        ['processing', 'Run 1: tidy up'],
        ['active', ''],
      ],
    );
  });

  it('is tried again after a trouble of Slack’s', async (t) => {
    const bench = await startBench(t);
    const { ts } = bench.anna.say('run tidy up');
    const thread = { platform: 'slack', key: `slack:${TEAM}:${bench.anna.dm}/${ts}`, isGroup: false } as const;
    bench.server.fail('agents.sessions.setStatus', { kind: 'refuse', code: 200, description: 'internal_error' });
    await bench.chat.post(thread, live(progressOf(0, 'Opening')), NEVER);
    await bench.chat.post(thread, { ...PLAIN, kind: 'end' }, NEVER);
    await until(() => bench.server.sessions().at(-1)?.status === 'active');
  });
});
