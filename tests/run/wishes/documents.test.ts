/** A goal that names a cell is believed by the cell: the document itself is opened, whatever the model says. */
import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDocuments } from '../../../adapters/machine/documents/open-document.ts';
import { readProcessTable } from '../../../adapters/machine/process-table.ts';
import { openSandbox } from '../../../adapters/machine/sandbox.ts';
import { OWN_CODE, OWN_FILES } from '../../../src/bin/own-files.ts';
import { createFastClock } from '../../fakes/clock.ts';
import { createFakeMachine, type FakeMachine } from '../../fakes/machine.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { writeSheets } from '../../support/documents.ts';
import { DONE, grantWishes, type Scripted, scriptedModel, step, verdict } from '../../support/scripted-model.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const skip = process.platform === 'linux' ? false : 'opens documents as Linux does';
const probe = await openSandbox({ platform: 'linux', home: '/nowhere', root: '/nowhere', dataDir: '/nowhere' });
probe.close();

const MOVE = step({ action: 'move', target: { x: 300, y: 300 } });

function openHome(t: { after(act: () => void | Promise<void>): void }): {
  readonly machine: FakeMachine;
  readonly write: (b7: number) => void;
} {
  const home = realpathSync(makeTempFolder(t));
  const program = OWN_FILES.documentChild;
  const documents = openDocuments(
    { program, code: [...OWN_CODE, program] },
    { home, platform: 'linux', hasPlace: probe.hasPlace, readProcesses: readProcessTable },
  );
  assert.ok(documents !== null);
  t.after(() => documents.close());
  const fake = createFakeMachine({ home });
  return {
    machine: { ...fake, facts: { ...fake.facts, document: documents.document } },
    write: (b7) => writeSheets(join(home, 'costs.xlsx'), { Costs: { A7: 'Sum', B7: b7 } }),
  };
}

const verify: Scripted = ({ text }) => ({ ...verdict(97, 'All good'), ...grantWishes(text) });
const modelOf = (steps: readonly Scripted[]) =>
  scriptedModel(steps, { verify, intent: { kind: 'multi-step', scope: null } });

test('a “done” too early is not believed, whatever the picture shows; once the cell is right, it is', {
  skip,
}, async (t) => {
  const { machine, write } = openHome(t);
  write(1180);
  const mend: Scripted = () => {
    write(1240);
    return MOVE;
  };
  const model = modelOf([DONE, mend, DONE]);
  const bot = await startTestDeskhand({ model, machine, clock: createFastClock(5) });
  await bot.chat.sendText('/run Open ~/costs.xlsx and make sure the sum in B7 is 1,240. Close it.');
  const { text } = await bot.chat.waitFor(({ kind }) => kind === 'end', 30_000);
  assert.match(text, /Done and checked[\s\S]*✓ make sure the sum in B7 is 1,240\n/);
  const second = model.asked.filter(({ purpose }) => purpose === 'step')[1]?.text ?? '';
  assert.match(second, /is open: B7 in \S+costs\.xlsx is “1180” instead of “1,240”/);
  await bot.close();
});

test('a model that never does it has not done it, and the end names the cell, in German', { skip }, async (t) => {
  const { machine, write } = openHome(t);
  write(1180);
  const bot = await startTestDeskhand({ model: modelOf([DONE]), machine, language: 'de', clock: createFastClock(20) });
  await bot.chat.sendText('/run Öffne ~/costs.xlsx und setze B7 auf 1.240. Schließe sie.');
  const { text } = await bot.chat.waitFor(({ kind }) => kind === 'end', 30_000);
  assert.match(text, /✗ setze B7 auf 1\.240: .*B7.*costs\.xlsx.*1180.*1\.240/);
  await bot.close();
});
