/** Kills a process that writes memory, at random moments, on the same data again and again; then looks at what is there. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createStateStore } from '../../adapters/files/state-store.ts';
import { createVault } from '../../adapters/files/vault.ts';
import { createRecall } from '../../adapters/recall/recall.ts';
import { OWN_FILES } from '../../src/bin/own-files.ts';
import { until } from '../support/until.ts';

export interface MemoryKillReport {
  readonly rounds: number;
  /** How much was acknowledged in all. */
  readonly acknowledged: Readonly<Record<string, number>>;
  /** Acknowledged, and not there afterwards. */
  readonly lost: readonly string[];
  /** Half-written, and to be seen. */
  readonly torn: readonly string[];
}

const WRITER = join(import.meta.dirname, 'write-memory.ts');
const LINE = /^- entry (\d+) x{300} end \1$/;

export async function killMemoryWriters(
  folder: string,
  {
    rounds,
    random,
    say,
    lifeMs,
  }: {
    readonly rounds: number;
    readonly lifeMs: number;
    readonly random: () => number;
    readonly say: (line: string) => void;
  },
): Promise<MemoryKillReport> {
  const lost: string[] = [];
  const torn: string[] = [];
  const acknowledged: Record<string, number> = { note: 0, recording: 0, state: 0, index: 0 };
  let next = 1;
  for (let round = 1; round <= rounds; round += 1) {
    // The last life comes far enough to have something to lose.
    const least = round === rounds ? /^note [\s\S]*^recording /m : /./;
    const said = await liveAndDie(folder, next, least, random() * lifeMs);
    for (const [what] of said) acknowledged[what] = (acknowledged[what] ?? 0) + 1;
    const notes = said.filter(([what]) => what === 'note').map(([, value]) => value);
    next = Math.max(next, ...notes.map(Number)) + 1;
    look(folder, said, { lost, torn });
    await lookAtState(folder, said, lost);
    // What is left half-way is gone once somebody opens it again.
    await createVault(join(folder, 'vault'));
    for (const name of listAll(join(folder, 'vault')))
      if (name.endsWith('.tmp')) torn.push(`${name} stays in the vault`);
    if (round % 10 === 0)
      say(`round ${round}: ${JSON.stringify(acknowledged)}, ${lost.length} lost, ${torn.length} torn`);
  }
  const runs = listRecordings(folder).length;
  const recall = createRecall({
    worker: OWN_FILES.recallWorker,
    library: () => import.meta.resolve('@xenova/transformers'),
    recordings: join(folder, 'recordings'),
    models: join(folder, 'models'),
    mayDownload: false,
    compileCache: '',
  });
  const indexed = await recall.refresh(new AbortController().signal);
  if (indexed !== runs) lost.push(`${runs - indexed} recordings are not in the index`);
  await recall.close();
  return { rounds, acknowledged, lost, torn };
}

type Said = readonly (readonly [what: string, value: string])[];

async function liveAndDie(folder: string, from: number, least: RegExp, ms: number): Promise<Said> {
  const child = spawn(process.execPath, [WRITER, folder, String(from)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await until(
    () => least.test(output),
    () => `${least} in ${output}`,
  );
  await sleep(ms);
  child.kill('SIGKILL');
  await closed;
  const lines = output.slice(0, output.lastIndexOf('\n') + 1).split('\n');
  return lines.flatMap((line): Said => {
    const [what = '', value = ''] = line.split(' ');
    return value === '' ? [] : [[what, value]];
  });
}

function look(folder: string, said: Said, { lost, torn }: { readonly lost: string[]; readonly torn: string[] }): void {
  const daily = join(folder, 'vault', 'Daily');
  const names = existsSync(daily) ? readdirSync(daily).filter((name) => name.endsWith('.md')) : [];
  const lines = names.flatMap((name) => readFileSync(join(daily, name), 'utf8').split('\n'));
  const entries = lines.filter((line) => line.startsWith('- '));
  torn.push(...entries.filter((line) => !LINE.test(line)).map((line) => `a line of the note: ${line.slice(0, 60)}`));
  const there = new Set(entries.map((line) => LINE.exec(line)?.[1]));
  if (there.size !== entries.length) torn.push('a line of the note stands there twice');
  const kept = new Set(listRecordings(folder));
  for (const [what, value] of said) {
    if (what === 'note' && !there.has(value)) lost.push(`note ${value}`);
    if (what === 'recording' && !kept.has(value)) lost.push(`recording ${value}`);
    if (what === 'failed') torn.push(`the index failed: ${value}`);
  }
  for (const runId of kept)
    if (!isJson(join(folder, 'recordings', runId, 'recording.json'))) torn.push(`recording ${runId}`);
  const index = join(folder, 'recordings', 'index', 'lexical-1', 'index.json');
  if (existsSync(index) && !isJson(index)) torn.push('index.json');
}

async function lookAtState(folder: string, said: Said, lost: string[]): Promise<void> {
  const last = said.findLast(([what]) => what === 'state')?.[1];
  if (last === undefined) return;
  const { store, damage } = await createStateStore(join(folder, 'state', 'settings.json'));
  const value = JSON.stringify(store.get('learned') ?? null);
  const count = Number(/"count":(\d+)/.exec(value)?.[1] ?? 0);
  if (damage !== '' || count < Number(last)) lost.push(`state ${last}: ${damage}`);
}

function listRecordings(folder: string): readonly string[] {
  const recordings = join(folder, 'recordings');
  if (!existsSync(recordings)) return [];
  return readdirSync(recordings).filter((name) => existsSync(join(recordings, name, 'recording.json')));
}

function listAll(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' });
}

function isJson(path: string): boolean {
  try {
    JSON.parse(readFileSync(path, 'utf8'));
    return true;
  } catch {
    return false;
  }
}
