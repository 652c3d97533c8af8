/** Typed evidence of wishes in documents that were really opened: a cell proves or disproves, what nobody could read does neither. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { openMachine } from '../../../src/bin/parts/open-machine.ts';
import { runChecks } from '../../../src/checks/expect.ts';
import type { KeptWish } from '../../../src/ledger/wish.ts';
import { weighWishes } from '../../../src/run/verify/weigh-wishes.ts';
import { findWishes } from '../../../src/run/wishes/find-wishes.ts';
import { english } from '../../../src/words/speak.ts';
import { writePdf, writeSheets } from '../../support/documents.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const signal = new AbortController().signal;

test('a wish about a cell is met by the cell, not by the picture; a scanned PDF leaves it to the picture', async (t) => {
  const home = makeTempFolder(t);
  const clock = createSystemClock();
  const { machine } = await openMachine({ home, root: home, dataFolder: join(home, 'data'), env: () => ({}) });
  t.after(() => machine.close());
  writeSheets(join(home, 'costs.ods'), { Costs: { B7: { t: 'n', v: 1240, z: '#,##0' } } });
  writePdf(join(home, 'scan.pdf'), ['']);
  const ports = {
    machine,
    clock: { ...clock, elapsed: () => clock.elapsed() * 30 },
    desktop: {
      titles: async () => [],
      front: async () => Promise.reject(new Error('nobody looks')),
      clipboardRead: async () => '',
    },
    answer: null,
    firstTitle: null,
    screen: { title: '', elements: [] },
    isSafePath: () => true,
    isSafeCommand: () => false,
  };
  const weigh = async (goal: string) => {
    const wishes = findWishes(goal, home).map(
      (wish, index): KeptWish => ({ ...wish, id: index + 1, status: { name: 'open', against: '' } }),
    );
    const [wish] = wishes;
    assert.equal(wish?.checks?.length, 1, goal);
    const results = await runChecks(wish?.checks ?? [], ports, signal);
    const verdicts = [{ number: 1, met: 'yes' as const, why: 'the picture shows it' }];
    const [weighed] = weighWishes(wishes, { checked: new Map([[1, results]]), verdicts, claims: {}, iteration: 3 });
    return { isMet: weighed?.isMet, text: english(weighed?.text ?? '') };
  };
  assert.equal((await weigh('Set cell B7 of ~/costs.ods to 1,240')).isMet, true);
  const wrong = await weigh('Set cell B7 of ~/costs.ods to 1,250');
  assert.equal(wrong.isMet, false);
  assert.match(wrong.text, /^B7 in .*costs\.ods is “1,?240” instead of “1,250”$/);
  const scanned = await weigh('Export a PDF “Invoice” with 1 page as ~/scan.pdf');
  assert.deepEqual(scanned, { isMet: true, text: 'the picture shows it' });
});
