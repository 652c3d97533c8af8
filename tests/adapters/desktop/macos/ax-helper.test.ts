import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAxHelper } from '../../../../adapters/desktop/macos/ax-helper.ts';

const never = new AbortController().signal;

/** Answers each line with the pid; hangs, dies or babbles when told to. */
const STAND_IN = `
let pending = '';
if (process.argv[1] === 'slow') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
process.stdout.write('{"id":0}\\n');
process.stdin.on('data', (data) => {
  pending += data;
  for (let end = pending.indexOf('\\n'); end >= 0; end = pending.indexOf('\\n')) {
    const question = JSON.parse(pending.slice(0, end));
    pending = pending.slice(end + 1);
    if (question.do === 'die') process.exit(1);
    if (question.do === 'babble') process.stdout.write('warning: no JSON\\n');
    if (question.do !== 'hang') process.stdout.write(JSON.stringify({ id: question.id, pid: process.pid }) + '\\n');
  }
});`;

function open(t: { after(act: () => void): void }) {
  const helper = createAxHelper([process.execPath, '-e', STAND_IN]);
  t.after(helper.close);
  return async (what: string, limitMs = 5000): Promise<unknown> => {
    const answer = await helper.ask({ do: what }, limitMs, never);
    return typeof answer === 'object' && answer !== null && 'pid' in answer ? answer.pid : answer;
  };
}

test('one process answers all questions; what is no answer is passed over', async (t) => {
  const ask = open(t);
  const pid = await ask('look');
  assert.ok(typeof pid === 'number');
  assert.equal(await ask('babble'), pid);
  assert.equal(await ask('look'), pid);
});

test('one that hangs or dies answers nothing, and the next question finds a new one', async (t) => {
  const ask = open(t);
  const first = await ask('look');
  assert.equal(await ask('hang', 100), null);
  const second = await ask('look');
  assert.ok(typeof second === 'number' && second !== first);
  assert.equal(await ask('die'), null);
  assert.notEqual(await ask('look'), second);
});

test('one that takes long to start is not taken for one that hangs', async (t) => {
  const helper = createAxHelper([process.execPath, '-e', STAND_IN, 'slow']);
  t.after(helper.close);
  helper.begin();
  let answer: unknown = null;
  let asked = 0;
  for (; answer === null; asked += 1) answer = await helper.ask({ do: 'look' }, 50, never);
  assert.ok(asked > 5, `${asked}`);
});

test('after three failures in a row it is left alone for a while', async (t) => {
  const ask = open(t);
  for (let tries = 0; tries < 3; tries += 1) assert.equal(await ask('die'), null);
  const times: number[] = [];
  for (let tries = 0; tries < 5; tries += 1) {
    const startedAt = performance.now();
    assert.equal(await ask('look'), null);
    times.push(performance.now() - startedAt);
  }
  assert.ok(Math.min(...times) < 50, 'nothing is started');
});

test('a program that is not there is no answer, not an error', async () => {
  const helper = createAxHelper(['deskhand-has-no-such-program']);
  assert.equal(await helper.ask({ do: 'look' }, 1000, never), null);
  helper.close();
});

test('a stop rejects at once', async (t) => {
  const helper = createAxHelper([process.execPath, '-e', STAND_IN]);
  t.after(helper.close);
  await assert.rejects(helper.ask({ do: 'hang' }, 5000, AbortSignal.timeout(50)), { name: 'TimeoutError' });
});
