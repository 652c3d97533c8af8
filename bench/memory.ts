/** How fast memory is, and that it is right: `npm run -s bench -- memory`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createVault } from '../adapters/files/vault.ts';
import { embedWords } from '../adapters/recall/lexical-embedder.ts';
import { createRecall } from '../adapters/recall/recall.ts';
import { createNoteIndex } from '../src/memory/note-index.ts';
import { renderVaultPart, VAULT_TOKENS } from '../src/memory/vault-part.ts';
import { PAIRS, UNRELATED } from '../tests/fixtures/request-pairs.ts';
import { GOALS, makeVault, NOW } from '../tests/memory/labelled-notes.ts';
import type { Figure } from './figure.ts';
import { measureIdle } from './idle-memory.ts';
import { median } from './median.ts';

const BLOCKS = 3;
const RUNS = 1000;
/** The cache of compiled code, beside the packages. */
const CACHE = join(import.meta.dirname, '../node_modules/.cache/compiled');
const { signal } = new AbortController();

/** `recallWorker`: the program of the index. */
export async function measureMemory(recallWorker: string): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-bench-'));
  try {
    return [
      ...(await measureVault(join(folder, 'vault'))),
      ...(await measureRecall(folder, recallWorker)),
      ...(await measureIdle(folder)),
      ...measureWords(),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From the files: 500 notes, some changed since the last time. */
async function measureVault(folder: string): Promise<readonly Figure[]> {
  const vault = await createVault(folder);
  for (const { path, text } of makeVault()) await vault.update(path, () => text, signal);
  const index = createNoteIndex();
  index.learn(await vault.notes(signal));
  const times: number[] = [];
  let found = 0;
  let isWithin = true;
  for (const [goal, wanted] of GOALS) {
    await vault.update('Knowledge/Travel.md', (text) => `${text}\nmore\n`, signal);
    const startedAt = performance.now();
    const notes = await vault.notes(signal);
    const part = renderVaultPart({ goal, notes, budget: VAULT_TOKENS.usual, now: NOW }, index);
    times.push(performance.now() - startedAt);
    found += wanted.filter((path) => part.shown.includes(path)).length;
    isWithin &&= part.tokens <= VAULT_TOKENS.usual;
  }
  const wanted = GOALS.reduce((sum, [, paths]) => sum + paths.length, 0);
  return [
    bounded('vault part of 500 notes', 'ms', median(times), 30, isWithin, times.length),
    {
      ...bounded('wanted notes in', 'share', found / wanted, 0.9, isWithin, wanted),
      better: 'higher',
      ok: found / wanted >= 0.9,
    },
  ];
}

async function measureRecall(folder: string, worker: string): Promise<readonly Figure[]> {
  const recordings = join(folder, 'recordings');
  const keep = (run: number, request: string): void => {
    const path = join(recordings, String(run).padStart(6, '0'));
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'recording.json'), JSON.stringify({ version: 1, request }));
  };
  for (let run = 1; run <= RUNS; run += 1) keep(run, `${PAIRS[run % PAIRS.length]?.[0]} for client ${run}`);
  const open = () =>
    createRecall({
      worker,
      library: () => import.meta.resolve('@xenova/transformers'),
      recordings,
      models: join(folder, 'models'),
      mayDownload: false,
      compileCache: CACHE,
    });
  const first = open();
  await first.rebuild(signal);
  await first.close();
  const [loads, queries, inserts, held]: [number[], number[], number[], number[]] = [[], [], [], []];
  let isRight = true;
  for (let block = 0; block < BLOCKS; block += 1) {
    const recall = open();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    loads.push(await time(() => recall.query('print the plan', signal)));
    queries.push(await time(() => recall.query('answer the mail of Jonas', signal)));
    keep(RUNS + block + 1, `polish the telescope number ${block}`);
    inserts.push(await time(() => recall.refresh(signal)));
    delay.disable();
    held.push(delay.max / 1e6);
    isRight &&= (await recall.query(`polish telescope number ${block}`, signal)).length > 0;
    await recall.close();
  }
  return [
    bounded('index of 1,000 recordings: load and first answer', 'ms', median(loads), 1000, isRight, BLOCKS),
    bounded('index of 1,000 recordings: query', 'ms', median(queries), 100, isRight, BLOCKS),
    bounded('index of 1,000 recordings: insert', 'ms', median(inserts), 150, isRight, BLOCKS),
    bounded('event loop held by recall', 'ms', median(held), 50, isRight, BLOCKS),
  ];
}

function measureWords(): readonly Figure[] {
  const vectors = PAIRS.map(([stored]) => embedWords(stored));
  const best = (text: string): { readonly at: number; readonly similarity: number } => {
    const wanted = embedWords(text);
    const all = vectors.map((vector) => vector.reduce((sum, value, place) => sum + value * (wanted[place] ?? 0), 0));
    const similarity = Math.max(...all);
    return { at: all.indexOf(similarity), similarity };
  };
  const right = PAIRS.filter(([, asked], at) => {
    const found = best(asked);
    return found.at === at && found.similarity >= 0.5;
  }).length;
  const none = UNRELATED.every((text) => best(text).similarity < 0.5);
  const share = right / PAIRS.length;
  return [
    {
      ...bounded('recall by words, right one first', 'share', share, 0.8, none, PAIRS.length),
      better: 'higher',
      ok: share >= 0.8,
    },
  ];
}

async function time(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

function bounded(figure: string, unit: string, ours: number, goal: number, correct: boolean, n: number): Figure {
  return { figure, unit, better: 'lower', ours, theirs: null, ratio: null, goal, ok: ours <= goal, correct, n };
}
