/** Triggers as programs have them: the command, the port as the documentation shows it, and a process that is killed right after 202. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { killAfterAccepted, openTriggerPlace } from '../support/trigger-place.ts';
import { noX11 } from '../support/x11.ts';

const DOCS = join(import.meta.dirname, '../../docs/orders.md');

test('a script calls with curl and openssl as the documentation says, and with the command; a kill after 202 loses nothing', {
  skip: noX11,
}, async (t) => {
  const place = await openTriggerPlace(t);
  const bot = await place.start();
  const { ann, command } = place;
  // A bot may write first only to whoever wrote to it once.
  ann.send('/start');
  await ann.waitFor((messages) => messages.at(-1));
  const secret = await place.makeTrigger('build-done', 'remind me that build {number} is done');
  const file = statSync(join(place.home, 'data', 'state', 'trigger-secrets.json'));
  assert.equal(file.mode & 0o777, 0o600);

  const example = /```sh\n(secret=[\s\S]+?)```/.exec(readFileSync(DOCS, 'utf8'))?.[1] ?? '';
  const script = example
    .replace('what deskhand trigger --secret build-done showed', secret)
    .replace('127.0.0.1:7781', `127.0.0.1:${place.port()}`);
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script]);
  assert.deepEqual(JSON.parse(stdout), { accepted: true, order: '1' });
  const told = await ann.waitFor((messages) => messages.find(({ text }) => text.startsWith('⏰ Reminder')));
  assert.match(told.text, /build \{number\} is done\n\s*Sent by a program, not by you:\n\s*number: 7/);

  writeFileSync(join(place.home, 'fields.json'), '{"number": 8}');
  const called = await command([
    'trigger',
    'build-done',
    '--json',
    join(place.home, 'fields.json'),
    '--id',
    'by-command',
  ]);
  assert.deepEqual(called, { code: 0, output: 'Called: order 1.\n' });
  const [again, wrong, list, refused] = await Promise.all([
    command(['trigger', 'build-done', '--json', '-', '--id', 'by-command'], '{"number": 8}'),
    command(['trigger', 'build-done', '--json', '-'], '{"more": 8}'),
    command(['trigger', '--list']),
    command(['trigger', '--secret', 'build-done']),
  ]);
  assert.deepEqual([again.code, again.output.trim()], [1, 'A call with this id came before, and counts once.']);
  assert.deepEqual([wrong.code, wrong.output.trim()], [2, 'These fields are missing: number.']);
  assert.match(list.output, /^build-done {2}\(order 1; fields: number; has a secret\)\n$/);
  assert.equal(refused.code, 2);
  assert.match(refused.output, /needs a terminal with a person before it/);

  const ping = await place.makeTrigger('ping', 'remind me of {what}');
  const round = await killAfterAccepted(place, bot, { secret: ping, round: 0, calls: 3 });
  assert.equal(round.wrong, '');
});
