/** A disk whose n-th operation fails, for every n: no act without an intent on the disk, the person is told, and the bot lives on. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openJournal } from '../../adapters/files/journal.ts';
import type { JournalDisk } from '../../adapters/files/journal-disk.ts';
import { createRecordings } from '../../adapters/files/recordings.ts';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { compactInbox } from '../../src/inbox/compact-inbox.ts';
import { createInbox } from '../../src/inbox/inbox.ts';
import { inboxEventSchema } from '../../src/inbox/inbox-events.ts';
import { createFakeModel } from '../fakes/model.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { createFaultyDisk, type DiskFault } from '../support/faulty-disk.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { readStep } from '../support/step-request.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

const clock = createSystemClock();
const LETTERS = ['a', 'b'];

/** Types a, then b (which asks), then is done. */
const model = () =>
  createFakeModel((request) => {
    if (request.purpose === 'verify') return { screen: 's', reasons: ['seen'], score: 90 };
    const letter = LETTERS[LETTERS.indexOf(readStep(request).typed ?? '') + 1];
    const action = letter === undefined ? { action: 'done', summary: 'Done.' } : { action: 'type', text: letter };
    return { screen: 's', intent: 'Type', action, note: null };
  });

interface Watched {
  readonly disk: JournalDisk;
  operations(): number;
  /** Whether the intent to type this letter was written and then put onto the disk. */
  isProven(letter: string): boolean;
}

function watchDisk(fault: DiskFault | null): Watched {
  const disk = createFaultyDisk(fault);
  const proven = new Set<string>();
  let unproven: string[] = [];
  return {
    operations: () => disk.operations(),
    isProven: (letter) => proven.has(letter),
    disk: {
      truncate: disk.truncate,
      write(fd, bytes, position) {
        const written = disk.write(fd, bytes, position);
        const letter = /"type":"action.intended".*"text":"(\w)"/.exec(Buffer.from(bytes).toString())?.[1];
        if (letter !== undefined) unproven.push(letter);
        return written;
      },
      async sync(fd) {
        const covered = unproven;
        await disk.sync(fd);
        for (const letter of covered) proven.add(letter);
        unproven = unproven.filter((letter) => !proven.has(letter));
      },
    },
  };
}

function openStores(folder: string, disk: JournalDisk) {
  const journal = openJournal(join(folder, 'inbox.jsonl'), inboxEventSchema, clock, disk);
  return {
    recordings: createRecordings({ folder: join(folder, 'recordings'), clock, disk }),
    inbox: createInbox(journal),
  };
}

/** One command on such a disk, every question answered with yes, to its end as the person sees it; then one more. */
async function liveOn(
  folder: string,
  fault: DiskFault | null,
): Promise<{ readonly operations: number; readonly said: string }> {
  const where = JSON.stringify(fault);
  const watched = watchDisk(fault);
  const bot = await startTestDeskhand({
    model: model(),
    clock,
    risk: (action) => (action.action === 'type' && action.text === 'b' ? 'high' : 'safe'),
    stores: openStores(folder, watched.disk),
  });
  const unproven: string[] = [];
  bot.desktop.onInput((entry) => {
    const letter = /^type (\w)$/.exec(entry)?.[1];
    if (letter !== undefined && !watched.isProven(letter)) unproven.push(letter);
  });
  await bot.chat.sendText('/run first');
  await untilTold(bot, where);
  const operations = watched.operations();
  const said = bot.chat
    .seen()
    .map(({ text }) => text)
    .join('\n');
  assert.deepEqual(unproven, [], `typed without an intent on the disk: ${where}`);
  const typed = bot.desktop.did.filter((entry) => entry.startsWith('type '));
  assert.deepEqual(typed, [...new Set(typed)], `something was typed twice: ${where}`);
  const seen = bot.chat.seen().length;
  await bot.chat.sendText('/help');
  await bot.chat.waitFor(() => bot.chat.seen().length > seen);
  await bot.close();
  return { operations, said };
}

async function untilTold(bot: TestDeskhand, where: string): Promise<void> {
  const answered = new Set<string>();
  const look = async (): Promise<boolean> => {
    const messages = bot.chat.seen();
    if (messages.some(({ kind, text }) => kind === 'end' || /couldn't (save|start)/.test(text))) return true;
    const card = messages.find(
      ({ id, buttons }) =>
        !answered.has(id) && buttons.flat().some(({ label, isLive }) => isLive && label === 'Approve'),
    );
    if (card !== undefined) {
      answered.add(card.id);
      await bot.chat.tap(card.id, 'Approve');
    }
    return false;
  };
  await until(look, () => `${where} to be told: ${JSON.stringify(bot.chat.seen().map(({ text }) => text))}`);
}

const CODES = ['ENOSPC', 'EIO', 'EACCES'] as const;
for (const what of CODES) {
  for (const times of [1, Number.POSITIVE_INFINITY]) {
    test(`${what} ${times === 1 ? 'once' : 'for ever'}, from any operation on: told, nothing done unwritten, and the bot lives on`, async (t) => {
      const { operations } = await liveOn(makeTempFolder(t), null);
      assert.ok(operations > 30, `only ${operations} operations to fail`);
      const all = Array.from({ length: operations }, (_, index) => ({ at: index + 1, times, what }));
      // The codes differ in nothing but the words: each operation fails once with one of the three, every third of them for ever.
      const isAll = what === 'ENOSPC' && WITH_REPEATS;
      const each = times === 1 || WITH_REPEATS ? 3 : 9;
      const faults = all.filter(({ at }) => isAll || at % each === (CODES.indexOf(what) * each) / CODES.length);
      while (faults.length > 0) {
        await Promise.all(
          faults.splice(0, 21).map(async (fault) => {
            const folder = makeTempFolder(t);
            const { said } = await liveOn(folder, fault);
            assert.match(said, /couldn't (save|start|keep)|Done and checked/, JSON.stringify(fault));
            await checkAfterwards(folder, said, fault);
          }),
        );
      }
      t.diagnostic(`${operations} operations`);
    });
  }
}

/** What was told must still be so for the next life: nothing that “was not started” starts, nothing starts twice. */
async function checkAfterwards(folder: string, said: string, fault: DiskFault): Promise<void> {
  const journal = openJournal(join(folder, 'inbox.jsonl'), inboxEventSchema, clock);
  const left = createInbox({ ...journal, found: compactInbox(journal.found) }).unsettled();
  journal.close();
  // When nothing could be written any more, the refusal could not be either; then the next life asks or starts it.
  if (fault.times === 1) assert.deepEqual(left, [], `${JSON.stringify(fault)}: ${said}`);
}
