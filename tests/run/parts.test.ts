/** What parts of a plan are made of: their roles as files, the clock that stands still while all wait, questions in turn. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { createRoleFiles } from '../../adapters/files/role-files.ts';
import { PROJECT_ROOT } from '../../src/bin/own-files.ts';
import { ROLES } from '../../src/journal/plan-events.ts';
import { createRunControl, RunStopped } from '../../src/run/control.ts';
import { rightsOf } from '../../src/run/parts/rights.ts';
import { createRoles, parseRole } from '../../src/run/parts/role-text.ts';
import { createAskOnce, createTurns } from '../../src/run/parts/turns.ts';
import { createFakeClock } from '../fakes/clock.ts';

describe('a role', () => {
  const shipped = join(PROJECT_ROOT, 'skills', 'roles');

  it('has a shipped text that can be used, for each of them', async () => {
    for (const role of ROLES) {
      const parsed = parseRole(await readFile(join(shipped, `${role}.md`), 'utf8'));
      assert.ok(parsed.ok, role);
      assert.ok(parsed.role.steps >= 10 && parsed.role.text.length > 100);
    }
  });

  it('is told in the person’s own file; one that cannot be used is said, and the shipped one counts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'roles-'));
    const own = join(folder, 'roles');
    const said: string[] = [];
    const roles = createRoles(createRoleFiles({ shipped, own }), (problem) => said.push(problem));
    const before = await roles.read('look');
    assert.deepEqual(said, [], 'that there is none is no problem');
    await mkdir(own);
    await writeFile(join(own, 'look.md'), '---\nsteps: 7 # few\n---\nLook twice.\n');
    assert.deepEqual(await roles.read('look'), { text: 'Look twice.', steps: 7 });
    for (const [text, why] of [
      ['---\nsteps: many\n---\nLook.', /steps/],
      ['---\nsteps: 9000\n---\nLook.', /steps/],
      ['---\nsteps: 7\n---\n', /it has no text/],
      ['x'.repeat(2001), /longer than 2000 characters/],
      ['x'.repeat(20_000), /longer than 16,384 bytes/],
    ] as const) {
      await writeFile(join(own, 'look.md'), text);
      assert.deepEqual(await roles.read('look'), before);
      assert.match(said.at(-1) ?? '', why);
    }
    await rm(join(own, 'look.md'));
    await mkdir(join(own, 'look.md'));
    assert.deepEqual(await roles.read('look'), before);
    await rm(folder, { recursive: true });
  });

  it('gives the rights in code: whatever its text says, only act changes anything', () => {
    for (const role of ROLES) {
      const { actions, whyNot, whyNotAsked, onlyReads } = rightsOf(role);
      assert.equal(actions.includes('file_create'), role === 'act');
      assert.equal(onlyReads, role !== 'act');
      for (const action of [
        'click',
        'type',
        'open_app',
        'open_url',
        'applescript',
        'clipboard_write',
        'screenshot',
      ] as const)
        assert.ok(!actions.includes(action));
      assert.notEqual(whyNot({ action: 'open_app', app: 'xterm' }), null);
      const shell = { action: 'shell', command: 'rm x', timeout_s: 30 } as const;
      assert.equal(whyNot(shell), null);
      assert.equal(whyNotAsked(shell) === null, role === 'act');
    }
  });
});

test('the time of a plan stands still only while every part that is under way waits for the person', async () => {
  const clock = createFakeClock();
  const control = createRunControl(clock);
  const [one, other] = [control.part(), control.part()];
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  await clock.advance(1000);
  const first = one.offTheClock(() => answers[0].promise);
  await clock.advance(1000);
  assert.equal(control.workedMs(), 2000, 'the other one works');
  assert.deepEqual([one.isWaiting(), other.isWaiting(), control.isWaiting()], [true, false, true]);
  const second = other.offTheClock(() => answers[1].promise);
  await clock.advance(60_000);
  assert.equal(control.workedMs(), 2000);
  answers[1].resolve();
  await second;
  await clock.advance(500);
  assert.equal(control.workedMs(), 2500);
  other.leave();
  await clock.advance(60_000);
  assert.equal(control.workedMs(), 2500, 'the only one left waits');
  answers[0].resolve();
  await first;
  await clock.advance(500);
  one.leave();
  assert.equal(control.workedMs(), 3000);
});

test('a part is ended alone, or with the run; a pause holds them all', async () => {
  const control = createRunControl(createFakeClock());
  const [one, other] = [control.part(), control.part()];
  control.pause('for a test');
  const waits = one.whenResumed();
  one.end({ kind: 'other part', part: 2 });
  await assert.rejects(waits, RunStopped);
  assert.deepEqual([one.signal.aborted, other.signal.aborted, control.signal.aborted], [true, false, false]);
  const held = other.whenResumed();
  control.resume();
  await held;
  control.stop({ kind: 'person', name: 'Owner' });
  assert.equal(other.signal.reason, control.signal.reason);
});

test('questions come one at a time, those of one part inside each other at once; who is stopped while it waits leaves', async () => {
  const turns = createTurns();
  const never = new AbortController().signal;
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = turns.take(
    1,
    async () => {
      log.push('1');
      await turns.take(1, async () => log.push('1 again'), never);
      await gate.promise;
      log.push('1 over');
    },
    never,
  );
  const stopped = new AbortController();
  const second = turns.take(2, async () => log.push('2'), stopped.signal);
  const third = turns.take(3, async () => log.push('3'), never);
  stopped.abort(new Error('stopped'));
  await assert.rejects(second, /stopped/);
  gate.resolve();
  await Promise.all([first, third]);
  assert.deepEqual(log, ['1', '1 again', '1 over', '3']);
  const once = createAskOnce<string>();
  let asked = 0;
  const answer = Promise.withResolvers<string>();
  const ask = (): Promise<string> => {
    asked += 1;
    return answer.promise;
  };
  const both = [once('cost', ask), once('cost', ask)];
  answer.resolve('extend');
  assert.deepEqual([await Promise.all(both), asked], [['extend', 'extend'], 1]);
  await once('cost', ask);
  assert.equal(asked, 2);
});
