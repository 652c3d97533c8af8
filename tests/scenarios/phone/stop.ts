/** Stop from the phone, in every phase: while the model thinks, in the middle of typing, during a long command, while a question is open. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type ByteWindow, openByteWindow } from '../../support/byte-window.ts';
import { type InputWitness, startInputWitness } from '../../support/input-witness.ts';
import { act, hasLiveButton, type Phone, purposeOf } from '../../support/phone.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { holdsFor, until } from '../../support/until.ts';

/** From the word to the end on the phone, its picture included. */
const SOON_MS = 5000;

export async function stopEverywhere(t: TestContext, phone: Phone): Promise<void> {
  const window = await openByteWindow(phone.display, phone.home, 'stop');
  const witness = await startInputWitness(phone.display.env);
  t.after(() => witness.close());
  await t.test('while the model thinks: the request is cut, and the late reply’s click never comes', () =>
    stopThinking(phone, window),
  );
  await t.test('in the middle of 5,000 characters: no later one, nothing held down', () =>
    stopTyping(phone, window, witness),
  );
  await t.test('during a command of 10 s: its whole process group is gone', () => stopCommand(phone));
  await t.test('while a question is open: it says so, and its buttons are dead', () => stopQuestion(phone));
  await t.test('the button of the live message; pressed again it has nothing to stop', () => stopByButton(phone));
  if (WITH_REPEATS) {
    await t.test('only the whole word: a sentence with stop in it is a hint', () => hintWithStop(phone));
    await t.test('stop all also empties the queue', () => stopAll(phone));
  }
}

async function expectStopped(phone: Phone, word: string): Promise<void> {
  const sentAt = performance.now();
  phone.owner.send(word);
  const end = await phone.end();
  assert.ok(performance.now() - sentAt < SOON_MS, `${performance.now() - sentAt} ms`);
  assert.match(end.text, /^⏹ Stopped\nStopped by Ann\./);
}

async function stopThinking(phone: Phone, window: ByteWindow): Promise<void> {
  const late = Promise.withResolvers<void>();
  const click = act({ action: 'click', target: { x: 500, y: 500 } });
  phone.run('think', { steps: [() => late.promise.then(() => click)] });
  await until(() => phone.asked('step').length === 1, 'the model is asked');
  await expectStopped(phone, 'stop');
  const thinking = () =>
    phone.anthropic.exchanges.findLast(({ request }) => request !== null && purposeOf(request) === 'step');
  await until(() => thinking()?.isAborted === true, 'the request is cut');
  late.resolve();
  await holdsFor(500, () => assert.deepEqual(window.presses(), []));
  assert.equal(phone.events().at(-1)?.type, 'run.ended');
}

async function stopTyping(phone: Phone, window: ByteWindow, witness: InputWitness): Promise<void> {
  phone.run('type', { steps: [act({ action: 'type', text: 'abcdefghi '.repeat(500) })] });
  // No shell reads what is typed there, so it asks.
  await phone.tap(await phone.card(), 'Approve');
  await until(() => window.text().length > 50, 'it types');
  await expectStopped(phone, 'Stop.');
  const pressed = (await witness.seen()).length;
  await holdsFor(500, async () => {
    assert.equal((await witness.seen()).length, pressed, 'nothing came after the end');
    assert.deepEqual((await witness.now()).held, []);
  });
  assert.match((await phone.end()).text, /may or may not have happened|was stopped in the middle/);
  assert.ok(phone.events().some(({ type }) => type === 'action.unknown'));
  // A shift or control that is still down would change this.
  phone.say('/type xY1');
  await phone.waitFor(/^Done/);
  await until(() => window.text().endsWith('xY1'), 'it arrives');
  // What was on its way through the terminal when the stop came has come before it.
  const typed = window.text().slice(0, -'xY1'.length);
  assert.ok(typed.length < 4900, 'it was in the middle');
  assert.ok('abcdefghi '.repeat(500).startsWith(typed), 'what came is exact');
}

/** Nobody else sleeps exactly this long; in its sandbox a command does not know its own number out here. */
const MINUTES = `300.${process.pid}${Date.now() % 100_000}`;

async function stopCommand(phone: Phone): Promise<void> {
  const command = `sleep ${MINUTES} & sleep ${MINUTES}; touch late.txt`;
  phone.run('wait long', { steps: [act({ action: 'shell', command, timeout_s: 300 })] });
  await phone.tap(await phone.card(), 'Approve');
  await until(() => findSleepers().filter((line) => line.startsWith('sleep')).length === 2, 'both sleep');
  await expectStopped(phone, 'STOP');
  await until(() => findSleepers().length === 0, 'all of it is gone');
  assert.equal(existsSync(join(phone.home, 'late.txt')), false);
}

/** Command lines with this very time in them; a process that only waits to be reaped has none any more. */
function findSleepers(): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readCommandLine)
    .filter((line) => line.includes(MINUTES));
}

function readCommandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // The process ended while it was looked at.
    return '';
  }
}

async function stopQuestion(phone: Phone): Promise<void> {
  phone.run('touch', { steps: [act({ action: 'shell', command: 'echo x >> stopped.txt' })] });
  const card = await phone.card();
  await expectStopped(phone, '/stop');
  const dead = await phone.waitFor((message) => message.id === card.id && /Stopped: I didn't do it/.test(message.text));
  assert.ok(dead.buttons.flat().every((button) => button.isDisabled));
  assert.equal(existsSync(join(phone.home, 'stopped.txt')), false);
}

async function stopByButton(phone: Phone): Promise<void> {
  phone.run('hang', { steps: [{ fault: 'hang' }] });
  const status = await phone.waitFor((message) => hasLiveButton(message, 'Stop'));
  await until(() => phone.asked('step').length === 1, 'the model is asked');
  const taps = [phone.tap(status, 'Stop'), phone.tap(status, 'Stop')];
  const [first, second] = await Promise.all(taps);
  assert.equal(first, 'Stopped.');
  assert.match(second ?? '', /Stopped\.|has ended|no longer active/);
  assert.match((await phone.end()).text, /Stopped by Ann/);
  phone.say('stop');
  await phone.waitFor(/^Nothing was running\.$/);
}

async function hintWithStop(phone: Phone): Promise<void> {
  const late = Promise.withResolvers<void>();
  const think = act({ action: 'think', text: 'hm' });
  phone.run('read', { steps: [() => late.promise.then(() => think)] });
  await until(() => phone.asked('step').length === 1, 'the model is asked');
  phone.owner.send('do not stop at the first page');
  await phone.waitFor(/^Got it/);
  late.resolve();
  assert.match((await phone.end()).text, /Done and checked/);
  assert.match(phone.asked('step')[1]?.text ?? '', /The person says: do not stop at the first page/);
}

async function stopAll(phone: Phone): Promise<void> {
  phone.run('first', { steps: [{ fault: 'hang' }] });
  await until(() => phone.asked('step').length === 1, 'the model is asked');
  phone.owner.send('/run second');
  await phone.waitFor(/^Queued, 1 ahead of it/);
  phone.owner.send('/run third');
  await phone.waitFor(/^Queued, 2 ahead of it/);
  phone.owner.send('/queue');
  await phone.waitFor(/Now: first \(run \d+\)\n1\. second\n2\. third/);
  phone.owner.send('stop all');
  assert.match((await phone.end()).text, /^⏹ Stopped\nStopped by Ann\. 2 waiting commands cancelled\./);
  assert.ok(!phone.news().some(({ text }) => /^Stopped\./.test(text)), 'a stop is one message');
  await holdsFor(300, () => assert.equal(phone.asked('step').length, 1, 'nothing else was started'));
}
