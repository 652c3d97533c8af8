import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { systemDisk } from '../../../adapters/files/journal-disk.ts';
import { createRecordings } from '../../../adapters/files/recordings.ts';
import { testRecordingsContract } from '../../contracts/recordings.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { createFakeRecordings } from '../../fakes/recordings.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const clock = createFakeClock();

testRecordingsContract('folder', (t) => createRecordings({ folder: join(makeTempFolder(t), 'recordings'), clock }));
testRecordingsContract('fake', () => createFakeRecordings());

describe('the folder of runs', () => {
  it('is private in all its parts', async (t) => {
    const folder = join(makeTempFolder(t), 'recordings');
    const recordings = createRecordings({ folder, clock });
    const { runId, journal } = await recordings.create();
    journal.close();
    await recordings.saveFrame(runId, 'look-1.jpg', Uint8Array.of(1));
    await recordings.saveRecording(runId, { version: 1 });
    assert.equal(recordings.folder(runId), join(folder, runId));
    for (const path of [folder, join(folder, runId)]) assert.equal(statSync(path).mode & 0o777, 0o700);
    const files = readdirSync(join(folder, runId));
    assert.deepEqual(files.toSorted(), ['journal.jsonl', 'look-1.jpg', 'recording.json']);
    for (const file of files) assert.equal(statSync(join(folder, runId, file)).mode & 0o777, 0o600);
    assert.deepEqual(JSON.parse(readFileSync(join(folder, runId, 'recording.json'), 'utf8')), { version: 1 });
  });

  it('counts on after the highest number, whatever else lies there', async (t) => {
    const folder = makeTempFolder(t);
    for (const name of ['000041', '000007', 'index', '12', '1234567']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, '000099'), 'a file');
    const recordings = createRecordings({ folder, clock });
    const { runId, journal } = await recordings.create();
    journal.close();
    assert.equal(runId, '000042');
    assert.deepEqual(await recordings.list(), ['000042']);
  });

  it('tells what an earlier life left empty, and gives no number twice after it is gone', async (t) => {
    const folder = makeTempFolder(t);
    for (const name of ['000041', '000042']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, '000042', 'journal.jsonl'), '');
    const recordings = createRecordings({ folder, clock });
    const begun = await recordings.create();
    const left = (await recordings.sizes()).filter(({ isLeftEmpty }) => isLeftEmpty === true);
    assert.deepEqual(
      left.map(({ runId }) => runId),
      ['000041', '000042'],
      'not the one that is about to begin',
    );
    begun.journal.close();
    for (const runId of ['000041', '000042', '000043']) await recordings.remove(runId);
    assert.deepEqual(await recordings.sizes(), []);
    const next = await createRecordings({ folder, clock }).create();
    next.journal.close();
    assert.equal(next.runId, '000044');
  });

  it('says in words that there is no place for a run', async (t) => {
    const folder = join(makeTempFolder(t), 'a file');
    writeFileSync(folder, '');
    await assert.rejects(createRecordings({ folder, clock }).create(), {
      name: 'JournalFailed',
      code: 'EEXIST',
      message: /No folder for the run could be made in .*a file/,
    });
  });

  it('hands the failing disk on to the journals it makes', async (t) => {
    const disk = {
      ...systemDisk,
      write: (): number => {
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      },
    };
    const { journal } = await createRecordings({ folder: makeTempFolder(t), clock, disk }).create();
    t.after(() => journal.close());
    assert.throws(() => journal.append({ type: 'run.started', desktop: '' }), {
      code: 'ENOSPC',
      message: /disk is full/,
    });
  });
});
