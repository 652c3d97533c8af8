/** `npm run -s risk` as outside programs use it. */
import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { ENTRY } from '../support/programs.ts';
import { repeats, WITH_REPEATS } from '../support/repeats.ts';

/** Their answers are twice what a pipe holds. */
const LINES = WITH_REPEATS ? 20_000 : 1800;

function start(): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [ENTRY, 'risk'], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? '', HOME: tmpdir() },
  });
}

interface Ran {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

async function run(input: string | Uint8Array): Promise<Ran> {
  const child = start();
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const closed = once(child, 'close');
  child.stdin.end(input);
  await closed;
  return { code: child.exitCode, output, errors };
}

test('every line that is not empty gets one answer, in order, and nothing else is printed', async () => {
  const lines = [
    '{"action":"shell","command":"ls"}',
    '',
    '{"action":"shell","command":"rm -rf /"}',
    'nonsense',
    '   ',
    '{"action":"type","text":"Grüße 🎉\\u00e9x"}',
  ];
  for (const input of [...repeats(`${lines.join('\n')}\n`, lines.join('\n')), lines.join('\r\n')]) {
    const { code, output, errors } = await run(input);
    const answers = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      answers.map(({ risk }) => risk),
      ['safe', 'critical', 'critical', 'moderate'],
    );
    assert.deepEqual(
      answers.map((answer) => Object.keys(answer).join()),
      Array.from({ length: 4 }, () => 'risk,reason,confined'),
    );
    assert.equal(answers[2].reason, 'not an action: the line is not JSON');
    assert.equal(errors, '');
    assert.equal(code, 0);
  }
});

test('no input is no answer', async () => {
  assert.deepEqual(await run(''), { code: 0, output: '', errors: '' });
});

test('separators that JSON may hold end no line, and bytes that are no text are no action', async () => {
  const { output } = await run('{"action":"type","text":"a\u2028b\u0085c"}\n');
  assert.equal(output.trimEnd().split('\n').length, 1);
  const broken = await run(Buffer.from([0xff, 0xfe, 0x0a, 0x7b, 0x0a]));
  assert.equal(broken.output.trimEnd().split('\n').length, 2);
});

test('answers come as the lines come', async () => {
  const child = start();
  const closed = once(child, 'close');
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  for (const command of ['ls', 'rm x']) {
    child.stdin.write(`${JSON.stringify({ action: 'shell', command })}\n`);
    const { value } = await answers.next();
    assert.equal(JSON.parse(value ?? '{}').risk, command === 'ls' ? 'safe' : 'high');
  }
  child.stdin.end();
  await closed;
  assert.equal(child.exitCode, 0);
});

test('a large input is answered whole, also to a slow reader, and very long lines too', async () => {
  const line = `${JSON.stringify({ action: 'shell', command: 'git log --oneline -5' })}\n`;
  const long = `${JSON.stringify({ action: 'file_create', path: 'a', text: 'x'.repeat(900_000) })}\n`;
  const { code, output } = await run(line.repeat(LINES) + long);
  const answers = output.trimEnd().split('\n');
  assert.equal(answers.length, LINES + 1);
  assert.equal(JSON.parse(answers.at(-1) ?? '').risk, 'high');
  assert.equal(code, 0);
});

test('a reader who stops reading ends it quietly', async () => {
  const child = start();
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  child.stdin.on('error', () => undefined);
  const closed = once(child, 'close');
  child.stdout.once('data', () => child.stdout.destroy());
  child.stdin.end('{"action":"shell","command":"ls"}\n'.repeat(2 * LINES));
  await closed;
  assert.equal(errors, '');
  assert.equal(child.exitCode, 0);
});
