/** What a restart must not lose, in one bot with two lives: memory with its vault, index and reports, and the account of the money with its caps. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SeenMessage } from '../servers/telegram/people.ts';
import { act, hasButton, hasLiveButton, type Phone, startPhone } from '../support/phone.ts';
import { until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

test('memory and money on the real bot', { skip: noX11 }, async (t) => {
  const phone = await startPhone(t, { settings: { RUN_COST_LIMIT_USD: String(LIMIT_USD) } });
  try {
    await t.test(
      'what is remembered is told to the next run; the run leaves its lines, private files and a report',
      () => rememberAndLeave(phone),
    );
    await t.test('the next similar run is told how it went; /status says how it was found', () => recallIt(phone));
    await t.test('a run’s money: overshot by one call at most; Extend gives as much again', () => extendMoney(phone));
    const spent = await spentToday(phone);
    await phone.restart('stop', { DAY_COST_LIMIT_USD: String(DAY_LIMIT_USD) });
    await t.test('the Report button works after a restart, and sends one file', () => sendReport(phone));
    await t.test('/forget takes the run away, everywhere', () => forgetIt(phone));
    await t.test('the day’s money is known after a restart, and asked about before the first call', () =>
      limitTheDay(phone, spent),
    );
  } finally {
    await phone.close();
  }
});

/** Each one different: the same over and over would end as stuck. */
const FOR_EVER = Array.from({ length: 30 }, (_, index) => act({ action: 'think', text: `thought ${index}` }));
const LIMIT_USD = 0.02;
const DAY_LIMIT_USD = 0.02;

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
  // The last call about this run; the money of the day is compared later.
  await until(
    () => /has new toner” \(run 2\): It was done/.test(note(phone, 'Context/recent-actions.md')),
    'its story',
  );
}

async function sendReport(phone: Phone): Promise<void> {
  const end = phone.owner.received().find((message) => hasButton(message, 'Report') && /new toner/.test(message.text));
  assert.ok(end !== undefined);
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

/** The open question about a cap that came after `before`. */
function capCard(phone: Phone, before: SeenMessage | null = null): Promise<SeenMessage> {
  return phone.waitFor((message) => hasLiveButton(message, 'Extend') && message.id > (before?.id ?? 0));
}

/** What the calls of the newest run have cost, in order, as the journal says. */
function costs(phone: Phone): readonly number[] {
  return phone.events().flatMap((event) => ('cost_usd' in event ? [event.cost_usd ?? 0] : []));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

async function extendMoney(phone: Phone): Promise<void> {
  phone.run('spend', { steps: FOR_EVER });
  const first = await capCard(phone);
  assert.match(first.text, /This has cost \$0\.02\d of its \$0\.020\./);
  expectOvershot(costs(phone), LIMIT_USD);
  await phone.tap(first, 'Extend');
  const second = await capCard(phone, first);
  expectOvershot(costs(phone), 2 * LIMIT_USD);
  await phone.tap(second, 'Stop');
  const end = await phone.end();
  assert.ok(end.text.includes(` · $${sum(costs(phone)).toFixed(3)}`), end.text);
  assert.equal(costs(phone).length, phone.asked('step').length, 'every call is in the account');
  phone.say('/cost');
  const { text } = await phone.waitFor(/Last 7 days/);
  const told = `$${sum(costs(phone)).toFixed(3)} of at most $0.020, ${costs(phone).length} calls`;
  assert.ok(text.includes(`Run 3: ${told}\n  claude-sonnet-5-5: `), text);
  assert.match(text, /^Today: \$0\.0\d\d of at most \$10\.00, \d+ calls\n {2}claude-sonnet-5-5: /);
}

/** Reached with the last call, and not before it. */
function expectOvershot(calls: readonly number[], limit: number): void {
  assert.ok(sum(calls) >= limit, `${sum(calls)} of ${limit}`);
  assert.ok(sum(calls.slice(0, -1)) < limit, `${sum(calls.slice(0, -1))} of ${limit} before the last call`);
}

async function spentToday(phone: Phone): Promise<string> {
  phone.say('/status');
  return /Today: (\$\d\.\d+)/.exec((await phone.waitFor(/Today/)).text)?.[1] ?? '';
}

async function limitTheDay(phone: Phone, spent: string): Promise<void> {
  assert.equal(await spentToday(phone), spent);
  phone.run('spend more', { steps: FOR_EVER });
  const card = await capCard(phone);
  assert.match(card.text, new RegExp(`Today's runs have cost \\${spent} of \\$0\\.020\\.`));
  assert.equal(phone.asked('step').length, 0);
  await phone.tap(card, 'Stop');
  await phone.end();
}
