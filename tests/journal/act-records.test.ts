/** What came of acts, by application and action, told from the journals; and how much that takes with thousands of runs. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createRecordings } from '../../adapters/files/recordings.ts';
import { isActing } from '../../src/action/kinds.ts';
import { renderStats } from '../../src/commands/stats-view.ts';
import { createActRecords } from '../../src/journal/act-records.ts';
import { COUNTED, countRun, sumCounts } from '../../src/journal/app-stats.ts';
import { listActs, readSteps } from '../../src/journal/steps.ts';
import { speakSpans } from '../../src/outbound/spoken.ts';
import { createFakeClock } from '../fakes/clock.ts';
import { createFakeRecordings } from '../fakes/recordings.ts';
import { EARLIER_FOLDERS, openEarlierFolder } from '../support/earlier-form.ts';
import { runOfActs, type ToldAct } from '../support/journal-lines.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

const RUNS = WITH_REPEATS ? 2000 : 300;
const click = { action: 'click' };
const ACTS: readonly ToldAct[] = [
  { action: click, on: 'Save', ms: 2000 },
  { action: click, on: 'Save', effect: 'unchanged' },
  { action: click, on: 'Save', effect: 'unchanged', late: true },
  { action: click, on: 'Send', asked: 'deny' },
  { action: click, on: 'Send', asked: 'approve', ok: false },
  { action: { action: 'type', text: 'x' }, app: 'Browser', asked: 'expired' },
  { action: { action: 'shell', command: 'ls' }, app: 'Browser', effect: 'unknown' },
  { action: { action: 'wait', seconds: 1 } },
  { action: click, on: 'Mine', by: 'person' },
];

const pause = async (): Promise<void> => undefined;
const text = (spans: Parameters<typeof speakSpans>[0], language: 'en' | 'de' = 'en'): string =>
  speakSpans(spans, language)
    .map((span) => (typeof span === 'string' ? span : Object.values(span).join('')))
    .join('');

async function record(recordings: ReturnType<typeof createFakeRecordings>, acts: readonly ToldAct[]): Promise<string> {
  const { runId, journal } = await recordings.create();
  for (const event of runOfActs(runId, acts)) journal.append(event);
  journal.close();
  return runId;
}

test('acts are counted by application and action: what was tried, worked, changed nothing, asked, denied', async () => {
  const recordings = createFakeRecordings();
  await record(recordings, ACTS);
  const records = createActRecords(recordings, pause);
  const { runs, apps } = await records.read();
  assert.equal(runs, 1);
  const editor = apps.find(({ app }) => app === 'Editor');
  assert.deepEqual(editor?.actions, [
    ['click', { tried: 5, worked: 2, idle: 1, failed: 1, asked: 2, denied: 1, ms: 2300 }],
  ]);
  assert.deepEqual(
    apps.map(({ app, all }) => [app, all.tried, all.denied]),
    [
      ['Editor', 5, 1],
      ['Browser', 1, 1],
      ['', 1, 0],
    ],
  );
});

test('what the stream of lines counts is what the steps of a run tell, in journals of earlier versions as well', async (t) => {
  const told = createFakeRecordings();
  await record(told, ACTS);
  const earlier = EARLIER_FOLDERS.map((name) => join(openEarlierFolder(t, name).data, 'recordings'));
  let acts = 0;
  for (const recordings of [told, ...earlier.map((folder) => createRecordings({ folder, clock: createFakeClock() }))])
    for (const runId of await recordings.list()) {
      const steps = readSteps((await recordings.read(runId)) ?? []);
      const byModel = listActs(steps).filter(({ by, action }) => by === 'model' && isActing(action));
      const all = [...(await countRun(recordings.lines(runId, COUNTED))).values()].flatMap((ofApp) => [...ofApp]);
      for (const name of new Set([...byModel.map(({ action }) => action.action), ...all.map(([action]) => action)])) {
        const counted = sumCounts(all.flatMap(([action, counts]) => (action === name ? [counts] : [])));
        const these = byModel.filter(({ action }) => action.action === name);
        const results = these.flatMap(({ result }) => (result?.type === 'action.performed' ? [result] : []));
        acts += these.length;
        assert.deepEqual(
          [counted.tried, counted.asked, counted.failed, counted.worked + counted.idle, counted.ms],
          [
            these.length,
            these.filter(({ asked }) => asked !== null).length,
            results.filter(({ ok }) => !ok).length,
            results.filter(({ ok }) => ok).length,
            results.reduce((sum, { ms }) => sum + ms, 0),
          ],
          `${name} in ${runId}`,
        );
      }
    }
  assert.ok(acts > 25, `only ${acts} acts were compared`);
});

test('a run that was forgotten counts no more, and each journal is read once', async () => {
  const recordings = createFakeRecordings();
  const gone = await record(recordings, ACTS);
  await record(recordings, ACTS);
  await record(recordings, ACTS);
  let read = 0;
  const counting = {
    list: recordings.list,
    lines: (...of: Parameters<typeof recordings.lines>) => {
      read += 1;
      return recordings.lines(...of);
    },
  };
  const records = createActRecords(counting, pause);
  assert.equal((await records.read()).apps[0]?.all.tried, 15);
  assert.equal(read, 3);
  await recordings.remove(gone);
  assert.equal((await records.read()).apps[0]?.all.tried, 10);
  assert.equal(read, 4, 'only the newest, which may still go on, is read again');
});

test('they are told in lines that a phone shows, in both languages', async () => {
  const recordings = createFakeRecordings();
  await record(recordings, ACTS);
  const statistics = await createActRecords(recordings, pause).read();
  const trap = {
    app: 'Editor',
    kind: 'enter' as const,
    what: 'Find',
    way: 'pressing enter',
    seenIn: ['000001', '000002'],
    toldIn: ['000003'],
    helped: 1,
    useless: 0,
    unmet: 0,
  };
  const english = text(renderStats(statistics, [trap], ''));
  assert.match(
    english,
    /^From 1 saved run:\n\nEditor · 1 run · 2 s\nclicks 5: 2 worked, 1 changed nothing, 1 failed, 2 asked, 1 denied, 2 s\n/,
  );
  assert.match(english, /Without a window · 1 run · 0 s\ncommands 1: 1 worked\n/);
  assert.match(english, /Traps I know\n• Editor: “Find” needs Enter\. \(seen in 2 runs, helped 1 of 1\)\n$/);
  const german = text(renderStats(statistics, [trap], 'edi'), 'de');
  assert.match(
    german,
    /Editor · 1 Lauf · 2 s\nKlicks 5: 2 gelungen, 1 ohne Wirkung, 1 misslungen, 2 gefragt, 1 abgelehnt/,
  );
  assert.match(
    german,
    /Fallen, die ich kenne\n• Editor: „Find“ braucht Enter\. \(in 2 Läufen gesehen, half 1 von 1 Mal\)/,
  );
  assert.doesNotMatch(german, /Browser/);
  assert.match(text(renderStats(statistics, [], 'gimp')), /No run has worked in “gimp”/);
  assert.match(text(renderStats({ runs: 0, apps: [] }, [], '')), /Nothing has been done yet/);
  for (const line of english.split('\n')) assert.ok(line.length < 100, line);
});

test('hundreds of journals are streamed: little memory, a torn line is left out, the rest of the program has its turns', async (t) => {
  const folder = makeTempFolder(t);
  const clock = createFakeClock();
  const recordings = createRecordings({ folder, clock });
  const { runId, journal } = await recordings.create();
  const long = Array.from({ length: 4 }, () => ACTS).flat();
  for (const event of runOfActs(runId, long)) journal.append(event);
  await journal.sync();
  journal.close();
  const bytes = readFileSync(join(folder, runId, 'journal.jsonl'));
  for (let run = 2; run <= RUNS; run += 1) {
    const path = join(folder, String(run).padStart(6, '0'));
    mkdirSync(path);
    writeFileSync(join(path, 'journal.jsonl'), bytes);
  }
  appendFileSync(
    join(folder, '000002', 'journal.jsonl'),
    '{"seq":999,"at":"2026-11-22T15:05:24.683Z","type":"action.inten',
  );
  let turns = 0;
  let last = performance.now();
  let longest = 0;
  const timer = setInterval(() => {
    turns += 1;
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  const records = createActRecords(recordings, () => new Promise((resolve) => setImmediate(resolve)));
  const startedAt = performance.now();
  const { runs, apps } = await records.read();
  const firstMs = performance.now() - startedAt;
  const againAt = performance.now();
  await records.read();
  clearInterval(timer);
  t.diagnostic(
    `${RUNS} runs: first ${Math.round(firstMs)} ms, then ${Math.round(performance.now() - againAt)} ms; ${turns} turns, longest ${Math.round(longest)} ms`,
  );
  assert.equal(runs, RUNS);
  assert.equal(apps.find(({ app }) => app === 'Editor')?.all.tried, 5 * 4 * RUNS);
  assert.ok(turns > RUNS / 20, `${turns} turns of others`);
});
