/** What is kept between acts, and what the next part of a plan begins with. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyReader } from '../../../src/ports/machine.ts';
import { createOwners, renewOwners } from '../../../src/run/life/owners.ts';
import type { Typed } from '../../../src/run/typed-text.ts';
import { say } from '../../../src/words/say.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { createFakeDesktop } from '../../fakes/desktop.ts';
import { createFakeMachine } from '../../fakes/machine.ts';
import { toAction } from '../../safety/open-test-gate.ts';

const XTERM = { app: 'xterm', pid: 7, window: '1' };
const GRANT = {
  action: toAction({ action: 'scroll', direction: 'down' }),
  judgement: { risk: 'high', reason: say`It sends`, rule: 'x' },
  observation: { front: { app: 'Mail', title: 'New message', pid: 1 } },
  element: null,
} as const;

const make = () => ({
  desktop: createFakeDesktop({ width: 560, height: 336 }),
  machine: createFakeMachine(),
  clock: createFakeClock(),
});

const SHELL: KeyReader = { kind: 'shell', startedAt: 0 };
const did = (action: object): Typed => ({
  ...{ action: toAction(action), place: XTERM, ok: true, isSecret: false, reader: SHELL },
});

test('the next part of a plan knows where things are, and nothing that was granted, asked or marked', () => {
  const ports = make();
  const before = createOwners(ports);
  before.grants.add(GRANT);
  before.folder.enter('/tmp');
  before.marks.pointAt({ x: 3, y: 4 });
  const name = before.secrets.keep('hunter2');
  before.notes.note('Printer.md', 'Toner is full.');
  before.typed.note(did({ action: 'type', text: 'rm -r ' }));
  before.typed.noteClipboard({ copiedIn: null, copy: '1' });
  assert.ok(before.typed.clipboard('1').isOurs && !before.typed.clipboard('2').isOurs, 'somebody copied meanwhile');
  before.focus.note(toAction({ action: 'open_app', app: 'xterm' }), 'xterm', null);

  const after = renewOwners(before, ports);
  assert.ok(before.grants.covers(GRANT) && !after.grants.covers(GRANT));
  assert.equal(after.folder.path(), ports.machine.home);
  assert.equal(after.marks.ring(), null);
  assert.throws(() => after.secrets.reveal(name), /never asked for/);
  assert.equal(after.typed.clipboard('1').isOurs, false);
  assert.equal(after.notes.textOf('Printer.md'), 'Toner is full.');
  assert.equal(after.typed.pending(XTERM, null).isKnown, false);
  assert.notEqual(after.focus.of('xterm'), null);
  assert.equal(after.screen, before.screen);
});

test('a secret answer is typed once by its name; another name is refused', () => {
  const { secrets } = createOwners(make());
  const [first, second] = [secrets.keep('one'), secrets.keep('two')];
  assert.equal(secrets.reveal(`${second} and ${first}`), 'two and one');
  assert.throws(() => secrets.reveal(first), /used already/);
});

test('a line that one run leaves unsent is not known in the next; what that one wrote to the clipboard is not its own', () => {
  const ports = make();
  const first = createOwners(ports);
  first.typed.note(did({ action: 'type', text: 'echo ' }));
  first.typed.noteClipboard({ copiedIn: null, copy: '1' });
  const next = createOwners(ports);
  assert.deepEqual(next.typed.pending(XTERM, SHELL), { whole: '', since: '', isKnown: false });
  assert.equal(next.typed.clipboard('1').isOurs, false);
});
