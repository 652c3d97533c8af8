/** Memory on the real bot: told, left in the vault, recalled through the real index, sent as a report, over a restart. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { act, hasButton, type Phone, startPhone } from '../support/phone.ts';
import { until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

test('memory on the real bot', { skip: noX11 }, async (t) => {
  const phone = await startPhone(t);
  try {
    await t.test(
      'what is remembered is told to the next run; the run leaves its lines, private files and a report',
      () => rememberAndLeave(phone),
    );
    await t.test('the next similar run is told how it went; /status says how it was found', () => recallIt(phone));
    await t.test('the Report button works after a restart, and sends one file', () => sendReport(phone));
    await t.test('/forget takes the run away, everywhere', () => forgetIt(phone));
  } finally {
    await phone.close();
  }
});

const note = (phone: Phone, path: string): string => {
  const file = join(phone.data, 'vault', path);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

async function rememberAndLeave(phone: Phone): Promise<void> {
  phone.say('/remember I write mails in German');
  await phone.waitFor(/^Saved in/);
  phone.run('note that the printer is out of toner', {
    steps: [act({ action: 'vault_write', path: 'Knowledge/Printer.md', text: '# Printer\n\nThe toner is empty.\n' })],
  });
  await phone.end();
  assert.match(phone.asked('step')[0]?.system ?? '', /<instructions>[\s\S]*I write mails in German/);
  assert.match(note(phone, 'Knowledge/Printer.md'), /^---\ndeskhand_origin: "written by Deskhand in run 1/);
  const run = join(phone.data, 'recordings', '000001');
  await until(() => existsSync(join(run, 'report.html')), 'the report is written');
  await until(
    () => /✅ “note that the printer is out of toner” \(run 1,/.test(note(phone, 'Tasks/task-log.md')),
    'its line is in the log',
  );
  await until(
    () => /It was done as asked\./.test(note(phone, 'Context/recent-actions.md')),
    'the story the model told is there',
  );
  const modes = readdirSync(run).map((name) => [name, statSync(join(run, name), { throwIfNoEntry: false })?.mode]);
  for (const [name, mode] of modes) if (typeof mode === 'number') assert.equal(mode & 0o777, 0o600, String(name));
}

async function recallIt(phone: Phone): Promise<void> {
  const index = join(phone.data, 'recordings', 'index', 'lexical-1', 'index.json');
  await until(
    () => existsSync(index) && readFileSync(index, 'utf8').includes('out of toner'),
    'the run is in the index, after its end',
  );
  phone.run('note that the printer has new toner', { steps: [act({ action: 'recall', text: 'printer toner' })] });
  await phone.end();
  const [first, second] = phone.asked('step');
  assert.match(
    first?.system ?? '',
    /for reference only[\s\S]*run 1, .*“note that the printer is out of toner”\nIt was done as asked/,
  );
  assert.match(first?.system ?? '', /<untrusted from="note Knowledge\/Printer\.md, written by Deskhand in run 1/);
  assert.equal(first?.system, second?.system, 'the same bytes through the run');
  assert.match(second?.text ?? '', /run 1, .*“note that the printer is out of toner”/);
  phone.say('/detail verbose');
  await phone.waitFor(/Detail level: verbose/);
  phone.say('/status');
  await phone.waitFor(/Recall: by words: the weights of MiniLM are not on this computer/);
  phone.say('/doctor');
  await phone.waitFor(/✓ Recall: by words: /);
}

async function sendReport(phone: Phone): Promise<void> {
  const end = phone.owner.received().findLast((message) => hasButton(message, 'Report'));
  assert.ok(end !== undefined);
  await phone.restart('stop');
  phone.say('/queue');
  await phone.waitFor(/Nothing is running/);
  await phone.tap(end, 'Report');
  const sent = await phone.waitFor(/The report of run 2\. It opens/);
  assert.ok(sent.id > end.id);
  assert.equal(sent.document?.name, 'run-2.html');
  assert.match(readFileSync(join(phone.data, 'recordings', '000002', 'report.html'), 'utf8'), /new toner/);
}

async function forgetIt(phone: Phone): Promise<void> {
  phone.say('/forget run 1');
  await phone.waitFor(/Run 1 is forgotten/);
  assert.ok(!existsSync(join(phone.data, 'recordings', '000001')));
  assert.doesNotMatch(note(phone, 'Tasks/task-log.md'), /out of toner/);
  assert.doesNotMatch(note(phone, 'Context/recent-actions.md'), /out of toner/);
  const index = join(phone.data, 'recordings', 'index', 'lexical-1', 'index.json');
  await until(() => !readFileSync(index, 'utf8').includes('out of toner'), 'the index forgets it too');
}
