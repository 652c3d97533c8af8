import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { compactJournal, openJournal } from '../../../adapters/files/journal.ts';
import { type JournalDisk, systemDisk } from '../../../adapters/files/journal-disk.ts';
import { decodeLines, encodeLine } from '../../../adapters/files/journal-line.ts';
import { JournalFailed } from '../../../src/ports/journal.ts';
import { type JournalTestEvent, journalTestSchema, testJournalContract } from '../../contracts/journal.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { createFakeJournalStore } from '../../fakes/journal.ts';
import { measureProcessorMs } from '../../support/processor-time.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const AT = '2026-11-21T08:00:00.000Z';
const note = (text: string): JournalTestEvent => ({ type: 'noted', text });

testJournalContract('file', (t) => {
  const path = join(makeTempFolder(t), 'journal.jsonl');
  const faults = { write: { left: 0, code: '' }, sync: { left: 0, code: '' } };
  const disk = faultyDisk(faults);
  return {
    open: () => openJournal(path, journalTestSchema, createFakeClock(), disk),
    failWrites: (left, code) => {
      faults.write = { left, code };
    },
    failSyncs: (left, code) => {
      faults.sync = { left, code };
    },
  };
});

testJournalContract('fake', () => createFakeJournalStore<JournalTestEvent>());

describe('a journal file', () => {
  it('is private, and so is the folder made for it', (t) => {
    const path = join(makeTempFolder(t), 'runs', 'journal.jsonl');
    openJournal(path, journalTestSchema, createFakeClock()).close();
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(statSync(join(path, '..')).mode & 0o777, 0o700);
  });

  it('cut anywhere opens at its last whole event and goes on from there', (t) => {
    const path = join(makeTempFolder(t), 'journal.jsonl');
    const full = writeEvents(path, 12);
    const ends = [...full.keys()].filter((at) => full[at] === 0x0a);
    for (let cut = full.length; cut >= 0; cut -= 1) {
      writeFileSync(path, full.subarray(0, cut));
      const journal = openJournal(path, journalTestSchema, createFakeClock());
      const whole = ends.filter((end) => end <= cut).length;
      assert.equal(journal.found.length, whole);
      journal.append(note('after'));
      journal.close();
      const decoded = decodeLines(readFileSync(path));
      assert.equal(decoded.problem, '');
      assert.equal(decoded.lines.length, whole + 1);
    }
    assert.equal(existsSync(`${path}.damaged`), false);
  });

  it('with a flipped bit keeps what is before it, and the damaged file beside it', (t) => {
    const path = join(makeTempFolder(t), 'journal.jsonl');
    const bytes = writeEvents(path, 9);
    const at = bytes.indexOf('note 5');
    bytes[at] = 0xff;
    writeFileSync(path, bytes);
    const journal = openJournal(path, journalTestSchema, createFakeClock());
    t.after(() => journal.close());
    assert.deepEqual(
      journal.found.map(({ text }) => text),
      ['note 1', 'note 2', 'note 3', 'note 4'],
    );
    assert.match(journal.damage, /bytes were left out from line 5: the checksum is wrong/);
    assert.deepEqual(readFileSync(`${path}.damaged`), bytes);
    assert.equal(statSync(`${path}.damaged`).mode & 0o777, 0o600);
  });

  it('leaves out an event it does not understand, without losing the ones after it', (t) => {
    const path = join(makeTempFolder(t), 'journal.jsonl');
    const schema = z.object({ type: z.enum(['noted']), text: z.string() });
    const unknown = { type: 'noticed.by-a-newer-version' };
    const lines = [note('one'), unknown, note('three')].map((event, index) => encodeLine(index + 1, AT, event));
    writeFileSync(path, Buffer.concat(lines.map((line) => line ?? Buffer.alloc(0))));
    const journal = openJournal(path, schema, createFakeClock());
    t.after(() => journal.close());
    assert.deepEqual(
      journal.found.map(({ seq }) => seq),
      [1, 3],
    );
    assert.match(journal.damage, /line 2 was left out: "noticed.by-a-newer-version" is not understood/);
    assert.equal(journal.append({ type: 'noted', text: 'four' }).seq, 4);
  });

  it('keeps long values beside it, private, and misses them by name', (t) => {
    const folder = makeTempFolder(t);
    const path = join(folder, 'journal.jsonl');
    const first = openJournal(path, journalTestSchema, createFakeClock());
    first.append(note('y'.repeat(300_000)));
    first.close();
    const name = readdirSync(folder).find((entry) => /^[0-9a-f]{64}$/.test(entry)) ?? '';
    assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
    assert.ok(statSync(path).size < 65_536);
    truncateSync(join(folder, name), 10);
    const second = openJournal(path, journalTestSchema, createFakeClock());
    t.after(() => second.close());
    assert.deepEqual(second.found, []);
    assert.match(second.damage, new RegExp(`long value ${name} is missing`));
  });

  it('says in words why it cannot be opened', (t) => {
    const folder = makeTempFolder(t);
    assert.throws(
      () => openJournal(folder, journalTestSchema, createFakeClock()),
      (error) => error instanceof JournalFailed && error.code === 'EISDIR' && /it is a folder/.test(error.message),
    );
  });

  it('reads 10,000 events in under 2 s of work', (t) => {
    const path = join(makeTempFolder(t), 'journal.jsonl');
    writeEvents(path, 10_000);
    const tookMs = measureProcessorMs(() => {
      const journal = openJournal(path, journalTestSchema, createFakeClock());
      t.after(() => journal.close());
      assert.equal(journal.found.length, 10_000);
    });
    assert.ok(tookMs < 2000, `${tookMs} ms`);
  });
});

describe('a journal on a failing disk', () => {
  it('goes on after a write that took only a part', (t) => {
    const path = join(makeTempFolder(t), 'journal.jsonl');
    const oneByte: JournalDisk = {
      ...systemDisk,
      write: (fd, bytes, position) => systemDisk.write(fd, bytes.subarray(0, 7), position),
    };
    const journal = openJournal(path, journalTestSchema, createFakeClock(), oneByte);
    for (const text of ['one', 'two', 'three']) journal.append(note(text));
    journal.close();
    assert.equal(decodeLines(readFileSync(path)).lines.length, 3);
  });

  it('takes back the half of an event that was written, even when that fails at first', (t) => {
    const path = join(makeTempFolder(t), 'journal.jsonl');
    const broken = { write: false, truncate: false, bytesTaken: 0 };
    const fail = (code: string): never => {
      throw Object.assign(new Error(code), { code });
    };
    const disk: JournalDisk = {
      ...systemDisk,
      write(fd, bytes, position) {
        if (!broken.write) return systemDisk.write(fd, bytes, position);
        broken.bytesTaken = broken.bytesTaken === 0 ? systemDisk.write(fd, bytes.subarray(0, 15), position) : 0;
        return broken.bytesTaken === 0 ? fail('ENOSPC') : broken.bytesTaken;
      },
      truncate: (fd, length) => (broken.truncate ? fail('EIO') : systemDisk.truncate(fd, length)),
    };
    const journal = openJournal(path, journalTestSchema, createFakeClock(), disk);
    journal.append(note('one'));
    const sound = readFileSync(path);
    broken.write = true;
    broken.truncate = true;
    assert.throws(() => journal.append(note('a longer text that is torn')), { code: 'ENOSPC' });
    assert.notDeepEqual(readFileSync(path), sound);
    assert.throws(() => journal.append(note('kept out')), { code: 'EIO' });
    broken.truncate = false;
    assert.throws(() => journal.append(note('x')), { code: 'ENOSPC' });
    assert.deepEqual(readFileSync(path), sound);
    broken.write = false;
    journal.append(note('two'));
    journal.close();
    const decoded = decodeLines(readFileSync(path));
    assert.equal(decoded.problem, '');
    assert.equal(decoded.lines.length, 2);
  });

  it('writes again what a failed sync may have dropped', async (t) => {
    const path = join(makeTempFolder(t), 'journal.jsonl');
    const writes: number[] = [];
    let failures = 1;
    const disk: JournalDisk = {
      ...systemDisk,
      write(fd, bytes, position) {
        writes.push(position);
        return systemDisk.write(fd, bytes, position);
      },
      async sync(fd) {
        failures -= 1;
        if (failures >= 0) throw Object.assign(new Error('EIO'), { code: 'EIO' });
        await systemDisk.sync(fd);
      },
    };
    const journal = openJournal(path, journalTestSchema, createFakeClock(), disk);
    t.after(() => journal.close());
    journal.append(note('one'));
    journal.append(note('two'));
    const second = writes[1];
    await assert.rejects(journal.sync(), { code: 'EIO' });
    await journal.sync();
    assert.deepEqual(writes, [0, second, 0, second]);
    journal.append(note('three'));
    await journal.sync();
    assert.equal(writes.length, 5);
  });

  it('that was removed or replaced under it says so, instead of writing where nobody will find it', async (t) => {
    const path = join(makeTempFolder(t), 'journal.jsonl');
    const journal = openJournal(path, journalTestSchema, createFakeClock());
    t.after(() => journal.close());
    journal.append(note('one'));
    await journal.sync();
    rmSync(path);
    writeFileSync(path, '');
    journal.append(note('two'));
    await assert.rejects(
      journal.sync(),
      (error) => error instanceof JournalFailed && /removed or replaced/.test(error.message),
    );
  });

  it('shares one sync between all who wait, and one more between those who came while it ran', async (t) => {
    const path = join(makeTempFolder(t), 'journal.jsonl');
    let syncs = 0;
    const disk: JournalDisk = {
      ...systemDisk,
      async sync(fd) {
        syncs += 1;
        await systemDisk.sync(fd);
      },
    };
    const journal = openJournal(path, journalTestSchema, createFakeClock(), disk);
    t.after(() => journal.close());
    journal.append(note('one'));
    const first = journal.sync();
    journal.append(note('two'));
    await Promise.all([first, ...Array.from({ length: 50 }, () => journal.sync())]);
    assert.equal(syncs, 2);
    await journal.sync();
    assert.equal(syncs, 2);
  });
});

describe('a journal whose process is killed', () => {
  it('still holds every event that was acknowledged', async (t) => {
    const folder = makeTempFolder(t);
    const path = join(folder, 'journal.jsonl');
    for (let round = 1; round <= (WITH_REPEATS ? 3 : 2); round += 1) {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'append-for-ever.ts'), path], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let acknowledged = 0;
      let rest = '';
      child.stdout.on('data', (chunk: Buffer) => {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        acknowledged = Number(lines.at(-1) ?? acknowledged);
        if (acknowledged >= round * 400) child.kill('SIGKILL');
      });
      await once(child, 'close');
      const journal = openJournal(path, journalTestSchema, createFakeClock());
      journal.close();
      assert.ok(journal.found.length >= acknowledged);
      assert.equal(decodeLines(readFileSync(path)).problem, '');
    }
  });
});

describe('compacting a journal', () => {
  it('keeps what is wanted, numbered anew, with its times', async (t) => {
    const path = join(makeTempFolder(t), 'inbox.jsonl');
    const clock = createFakeClock();
    const before = openJournal(path, journalTestSchema, clock);
    for (let index = 1; index <= 6; index += 1) {
      before.append(note(`note ${index}`));
      await clock.advance(1000);
    }
    before.close();
    await compactJournal(path, journalTestSchema, (events) => events.filter(({ seq }) => seq % 2 === 0));
    const after = openJournal(path, journalTestSchema, clock);
    t.after(() => after.close());
    assert.deepEqual(
      after.found.map(({ seq, at, text }) => [seq, at.slice(17, 19), text]),
      [
        [1, '01', 'note 2'],
        [2, '03', 'note 4'],
        [3, '05', 'note 6'],
      ],
    );
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  it('leaves out what it does not understand, says so once, and keeps the file as it was', async (t) => {
    const path = join(makeTempFolder(t), 'inbox.jsonl');
    const events = [note('one'), { type: 'of.tomorrow' }, note('two')];
    const whole = Buffer.concat(events.map((event, index) => encodeLine(index + 1, AT, event) ?? Buffer.alloc(0)));
    writeFileSync(path, whole);
    assert.match(await compactJournal(path, journalTestSchema, (found) => found), /line 2 .*of\.tomorrow/);
    assert.equal(await compactJournal(path, journalTestSchema, (found) => found), '');
    const after = openJournal(path, journalTestSchema, createFakeClock());
    t.after(() => after.close());
    assert.deepEqual([after.found.map(({ text }) => text), after.damage], [['one', 'two'], '']);
    assert.deepEqual(readFileSync(`${path}.damaged`), whole);
  });

  it('leaves a damaged or absent journal alone', async (t) => {
    const path = join(makeTempFolder(t), 'inbox.jsonl');
    await compactJournal(path, journalTestSchema, () => []);
    assert.equal(existsSync(path), false);
    writeFileSync(path, 'not a journal\n');
    await compactJournal(path, journalTestSchema, () => []);
    assert.equal(readFileSync(path, 'utf8'), 'not a journal\n');
  });
});

function writeEvents(path: string, count: number): Buffer {
  const journal = openJournal(path, journalTestSchema, createFakeClock());
  for (let index = 1; index <= count; index += 1) journal.append(note(`note ${index}`));
  journal.close();
  return readFileSync(path);
}

interface Fault {
  left: number;
  readonly code: string;
}

/** Fails as often as told, after having written a part as a full disk does. */
function faultyDisk(faults: { readonly write: Fault; readonly sync: Fault }): JournalDisk {
  const check = (fault: Fault): void => {
    if (fault.left === 0) return;
    fault.left -= 1;
    throw Object.assign(new Error(fault.code), { code: fault.code });
  };
  return {
    ...systemDisk,
    write(fd, bytes, position) {
      if (faults.write.left > 0) systemDisk.write(fd, bytes.subarray(0, 20), position);
      check(faults.write);
      return systemDisk.write(fd, bytes, position);
    },
    async sync(fd) {
      check(faults.sync);
      await systemDisk.sync(fd);
    },
  };
}
