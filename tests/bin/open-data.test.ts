/** The data folder as a new life finds it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { openData } from '../../src/bin/parts/open-data.ts';
import { createRedactor } from '../../src/safety/secrets/redact.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

const run = promisify(execFile);

/** Opens the data folder and prints what waits, and the warnings. */
const OPEN = `
  const root = process.argv[1];
  const { openData } = await import(root + '/src/bin/parts/open-data.ts');
  const { createSystemClock } = await import(root + '/adapters/machine/clock.ts');
  const { createRedactor } = await import(root + '/src/safety/secrets/redact.ts');
  const warnings = [];
  const data = await openData(process.argv[2], createSystemClock(), createRedactor([]), (text) => warnings.push(text));
  console.log(JSON.stringify({ waiting: data.inbox.unsettled().map(({ command }) => command.goal), warnings }));
  data.close();
`;

test('a disk that takes nothing more is no reason not to start: what waits is found, and the person can be told', async (t) => {
  const folder = join(makeTempFolder(t), 'data');
  const data = await openData(folder, createSystemClock(), createRedactor([]), assert.fail);
  for (const [updateId, asks] of [
    ['web:1', 'nothing'],
    ['web:2', { goal: 'look' }],
  ] as const)
    data.inbox.accept(
      {
        updateId,
        thread: { platform: 'web', key: 'main', isGroup: false },
        sender: { id: 'web:owner', name: 'Ann', language: '' },
        sentAt: 0,
        content: { kind: 'text', text: '/run look' },
      },
      asks,
    );
  // A delivery that is over, so that compaction has something to leave out.
  data.inbox.queueDelivery(
    { platform: 'web', key: 'main', isGroup: false },
    { text: ['x'], buttons: [], kind: 'reply', picture: null, file: null, again: {}, edits: null },
    null,
  );
  data.inbox.finishDelivery('d1', null);
  data.close();
  // No byte can be written to any file.
  const args = ['-c', 'ulimit -f 0; exec "$0" --input-type=module -e "$1" "$2" "$3"'];
  const root = join(import.meta.dirname, '../..');
  const { stdout } = await run('/bin/bash', [...args, process.execPath, OPEN, root, folder]);
  const { waiting, warnings } = JSON.parse(stdout);
  assert.deepEqual(waiting, ['look']);
  assert.match(warnings.join(), /inbox\.jsonl could not be compacted/);
});

test('an inbox that is empty although there were runs counts as lost, at the very first start it does not', async (t) => {
  const folder = join(makeTempFolder(t), 'data');
  const open = () => openData(folder, createSystemClock(), createRedactor([]), assert.fail);
  const first = await open();
  assert.equal(first.inbox.damage, '');
  (await first.recordings.create()).journal.close();
  first.close();
  rmSync(join(folder, 'state', 'inbox.jsonl'));
  const next = await open();
  t.after(() => next.close());
  assert.match(next.inbox.damage, /what it held is lost/);
});
