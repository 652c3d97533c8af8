import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { embedWords } from '../../../adapters/recall/lexical-embedder.ts';
import { createRecall } from '../../../adapters/recall/recall.ts';
import { OWN_FILES } from '../../../src/bin/own-files.ts';
import { english } from '../../../src/words/speak.ts';
import { testRecallContract } from '../../contracts/recall.ts';
import { createFakeRecall } from '../../fakes/recall.ts';
import { PAIRS, UNRELATED } from '../../fixtures/request-pairs.ts';
import { measureProcessorMsOf } from '../../support/processor-time.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { writeTinyMiniLm } from '../../support/tiny-minilm.ts';
import { until } from '../../support/until.ts';

/** As the bot has it: what was compiled before loads in half the time. */
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/compiled');
const signal = new AbortController().signal;

function keepRun(recordings: string, runId: string, request: string): void {
  mkdirSync(join(recordings, runId), { recursive: true });
  writeFileSync(join(recordings, runId, 'recording.json'), JSON.stringify({ version: 1, request }));
}

function openAt(t: { after(act: () => unknown): void }, idleMs?: number) {
  const folder = makeTempFolder(t);
  const recordings = join(folder, 'recordings');
  const models = join(folder, 'models');
  mkdirSync(recordings);
  const recall = createRecall({
    worker: OWN_FILES.recallWorker,
    library: () => import.meta.resolve('@xenova/transformers'),
    recordings,
    models,
    mayDownload: false,
    compileCache: CACHE,
    ...(idleMs === undefined ? {} : { idleMs }),
  });
  t.after(() => recall.close());
  return { recall, recordings, models, index: join(recordings, 'index') };
}

describe('the real one', () => {
  const folder = makeTempFolder({ after });
  const recordings = join(folder, 'recordings');
  const recall = createRecall({
    worker: OWN_FILES.recallWorker,
    library: () => import.meta.resolve('@xenova/transformers'),
    recordings,
    models: join(folder, 'models'),
    mayDownload: false,
    compileCache: CACHE,
  });
  after(() => recall.close());
  // One worker for all tests, since loading takes a while; everything it knows comes from the folder, which is emptied.
  testRecallContract('vectra in a worker', () => {
    rmSync(recordings, { recursive: true, force: true });
    mkdirSync(recordings);
    return {
      recall,
      keep: (runId, request) => keepRun(recordings, runId, request),
      forget: (runId) => rmSync(join(recordings, runId), { recursive: true }),
    };
  });
});
testRecallContract('fake', () => {
  const kept = new Map<string, string>();
  return {
    recall: createFakeRecall(() => kept),
    keep: (runId, request) => void kept.set(runId, request),
    forget: (runId) => void kept.delete(runId),
  };
});

describe('recall by words', () => {
  const vectors = PAIRS.map(([stored]) => embedWords(stored));
  const rank = (text: string): readonly { readonly at: number; readonly similarity: number }[] => {
    const wanted = embedWords(text);
    return vectors
      .map((vector, at) => ({
        at,
        similarity: vector.reduce((sum, value, place) => sum + value * (wanted[place] ?? 0), 0),
      }))
      .filter(({ similarity }) => similarity >= 0.5)
      .toSorted((one, other) => other.similarity - one.similarity);
  };

  it('finds the right one of 200 requests first in at least 80 % of 200 others', (t) => {
    assert.equal(PAIRS.length, 200);
    assert.equal(new Set(PAIRS.map(([stored]) => stored)).size, 200);
    const wrong = PAIRS.flatMap(([stored, asked], at) => {
      const found = rank(asked)[0];
      return found?.at === at
        ? []
        : [`${asked} → ${found === undefined ? 'nothing' : PAIRS[found.at]?.[0]} (${stored})`];
    });
    t.diagnostic(`right first: ${200 - wrong.length} of 200; wrong: ${wrong.join(' | ')}`);
    assert.ok(wrong.length <= 40, wrong.join('\n'));
  });

  it('finds none for what nobody asked before', (t) => {
    const found = UNRELATED.flatMap((text) => rank(text).map(({ at }) => `${text} → ${PAIRS[at]?.[0]}`));
    t.diagnostic(`${found.length} of ${UNRELATED.length}`);
    assert.deepEqual(found, []);
  });
});

describe('the index', () => {
  it('is loaded through MiniLM when its weights are there, and kept apart from that by words', async (t) => {
    const { recall, recordings, models, index } = openAt(t);
    writeTinyMiniLm(models);
    keepRun(recordings, '000001', 'open the calendar');
    keepRun(recordings, '000002', 'print the plan');
    assert.equal(await recall.refresh(signal), 2);
    assert.equal(recall.state().embedder, 'minilm');
    const [first, ...others] = await recall.query('a calendar', signal);
    assert.equal(first?.runId, '000001');
    assert.ok(Math.abs((first?.similarity ?? 0) - Math.SQRT1_2) < 0.01, 'cosine of one word out of two');
    assert.deepEqual(others, []);
    await recall.close();
    rmSync(models, { recursive: true });
    const next = createRecall({
      worker: OWN_FILES.recallWorker,
      library: () => import.meta.resolve('@xenova/transformers'),
      recordings,
      models,
      mayDownload: false,
      compileCache: CACHE,
    });
    t.after(() => next.close());
    assert.equal(await next.refresh(signal), 2);
    assert.equal(next.state().embedder, 'lexical');
    assert.match(english(next.state().detail), /weights of MiniLM are not on this computer/);
    assert.deepEqual(readdirSync(index).toSorted(), ['lexical-1', 'minilm-1']);
  });

  it('is made anew from the recordings when it is damaged, and is private', async (t) => {
    const { recall, recordings, index } = openAt(t);
    keepRun(recordings, '000001', 'print the plan');
    await recall.refresh(signal);
    const file = join(index, 'lexical-1', 'index.json');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    for (const damage of [
      '',
      '{"version":1,"items":[{"id":"x"',
      '{}',
      '{"version":1,"metadata_config":{},"items":[{"id":"000001","vector":[1],"metadata":{}}]}',
    ]) {
      await sleep(5);
      writeFileSync(file, damage);
      assert.equal(await recall.refresh(signal), 1, damage);
      assert.equal((await recall.query('print the plan', signal))[0]?.runId, '000001');
    }
  });

  it('lets its memory go when it is not needed, and comes back', async (t) => {
    const { recall, recordings } = openAt(t, 30);
    keepRun(recordings, '000001', 'print the plan');
    const threads = (): number => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
    const before = threads();
    await recall.refresh(signal);
    await until(() => threads() <= before, 'the thread to end');
    assert.equal((await recall.query('print the plan', signal)).length, 1);
  });

  const MANY = WITH_REPEATS ? 1000 : 300;
  it(`of ${MANY} recordings loads, answers and grows in time, without holding anybody up`, async (t) => {
    const { recall, recordings, models } = openAt(t);
    for (let run = 1; run <= MANY; run += 1)
      keepRun(recordings, String(run).padStart(6, '0'), `${PAIRS[run % 200]?.[0]} for client ${run}`);
    assert.equal(await recall.refresh(signal), MANY);
    await recall.close();

    const fresh = createRecall({
      worker: OWN_FILES.recallWorker,
      library: () => import.meta.resolve('@xenova/transformers'),
      recordings,
      models,
      mayDownload: false,
      compileCache: CACHE,
    });
    t.after(() => fresh.close());
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const loading = await measureProcessorMsOf(() => fresh.query('print the plan', signal));
    const querying = await measureProcessorMsOf(() => fresh.query('answer the mail', signal));
    keepRun(recordings, '001001', 'something new for the garden');
    const inserting = await measureProcessorMsOf(() => fresh.refresh(signal));
    delay.disable();
    const held = delay.max / 1e6;
    t.diagnostic(
      `load ${loading.toFixed(0)} ms, query ${querying.toFixed(0)} ms, insert ${inserting.toFixed(0)} ms, event loop held ${held.toFixed(0)} ms`,
    );
    assert.equal((await fresh.query('something new for the garden', signal))[0]?.runId, '001001');
    // Of the processor's time, all threads together; the figures of the clock are kept by the bench.
    assert.ok(loading < 1000 + 4 * MANY && querying < 500 && inserting < 750);
  });
});
