/** Writes to vault, recordings, index and small state for ever; says on standard output what was acknowledged. Its parent kills it. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRecordings } from '../../adapters/files/recordings.ts';
import { createStateStore } from '../../adapters/files/state-store.ts';
import { createVault } from '../../adapters/files/vault.ts';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { createRecall } from '../../adapters/recall/recall.ts';
import { OWN_FILES } from '../../src/bin/own-files.ts';
import { addToSection } from '../../src/memory/note-lines.ts';

const [folder = '', from = '1'] = process.argv.slice(2);
const { signal } = new AbortController();
const vault = await createVault(join(folder, 'vault'));
const recordings = createRecordings({ folder: join(folder, 'recordings'), clock: createSystemClock() });
const { store } = await createStateStore(join(folder, 'state', 'settings.json'));
const recall = createRecall({
  worker: OWN_FILES.recallWorker,
  library: () => import.meta.resolve('@xenova/transformers'),
  recordings: join(folder, 'recordings'),
  models: join(folder, 'models'),
  mayDownload: false,
  compileCache: join(import.meta.dirname, '../../node_modules/.cache/compiled'),
});
const say = (what: string, value: string | number): void => void process.stdout.write(`${what} ${value}\n`);
const FILLING = 'x'.repeat(300);
/** A note has room for so many. */
const A_NOTE = 1000;

const indexing = async (): Promise<void> => {
  for (;;) say('index', await recall.refresh(signal));
};
indexing().catch((error: unknown) => say('failed', String(error)));
for (let count = Number(from); ; count += 1) {
  const line = `- entry ${count} ${FILLING} end ${count}`;
  const { ok } = await vault.update(
    `Daily/${Math.floor(count / A_NOTE)}.md`,
    (text) => (text?.includes(line) ? null : addToSection(text ?? '# Day\n', '## Deskhand', line)),
    signal,
  );
  if (ok) say('note', count);
  const { runId, journal } = await recordings.create();
  journal.close();
  await recordings.saveRecording(runId, { version: 1, run: runId, request: `print plan ${count}`, filling: FILLING });
  say('recording', runId);
  await store.set('learned', { count, filling: FILLING });
  say('state', count);
  await sleep(15);
}
