import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Action } from '../../src/action/schema.ts';
import type { KeyReader } from '../../src/ports/machine.ts';
import { createTypedText, type PendingLine, type TypedText } from '../../src/run/typed-text.ts';
import { toAction } from '../safety/open-test-gate.ts';

const STARTED = 1_000_000;
const one = { app: 'XTerm', pid: 10, window: '0x1' };
const other = { app: 'XTerm', pid: 11, window: '0x2' };
const OLD_SHELL: KeyReader = { kind: 'shell', startedAt: STARTED - 5000 };
const NEW_SHELL: KeyReader = { kind: 'shell', startedAt: STARTED + 10 };
const type = (text: string): Action => toAction({ action: 'type', text });
const key = (keys: string): Action => toAction({ action: 'key', keys });
const CLICK = toAction({ action: 'click', target: { x: 10, y: 10 } });

interface Did {
  readonly action: Action;
  readonly place?: typeof one;
  readonly reader?: KeyReader | null;
  readonly ok?: boolean;
  readonly isSecret?: boolean;
}

function start(...acts: readonly Did[]): TypedText {
  const typed = createTypedText(STARTED);
  for (const { action, place = one, reader = OLD_SHELL, ok = true, isSecret = false } of acts) {
    typed.see(place);
    typed.note({ action, place, reader, ok, isSecret });
  }
  return typed;
}

const lineIn = (typed: TypedText, place = one, reader: KeyReader = OLD_SHELL): PendingLine =>
  typed.pending(place, reader);

describe('what stands in the line of a terminal', () => {
  it('is known of a shell that began in this run, and after Enter or an interrupt', () => {
    assert.equal(lineIn(start()).isKnown, false);
    assert.equal(lineIn(start(), one, NEW_SHELL).isKnown, true);
    const fresh = start({ action: type('ls'), reader: NEW_SHELL });
    assert.deepEqual(lineIn(fresh), { whole: 'ls', since: 'ls', isKnown: true });
    const interrupted = start({ action: type('half') }, { action: key('ctrl+c') }, { action: type('ls') });
    assert.deepEqual(lineIn(interrupted), { whole: 'ls', since: 'ls', isKnown: true });
    const sent = start({ action: key('ctrl+c') }, { action: type('ls\n') });
    assert.deepEqual(lineIn(sent), { whole: '', since: '', isKnown: true });
  });

  it('is not known in a window that was there before, nor after a click, another program, or another window', () => {
    const known: Did = { action: key('ctrl+c') };
    const doubts: Readonly<Record<string, readonly Did[]>> = {
      'as it was': [{ action: type('ls') }],
      click: [known, { action: type('echo ') }, { action: CLICK }, { action: type('rm x') }],
      'another window': [known, { action: type('echo ') }, { action: type('x'), place: other }],
      application: [known, { action: type('echo ') }, { action: toAction({ action: 'open_app', app: 'xterm' }) }],
      'another program': [known, { action: type('print'), reader: { kind: 'other' } }],
      'a key nobody follows': [known, { action: key('up') }],
      'a part of the text': [known, { action: type('ls'), ok: false }],
      'a quote that goes on': [known, { action: type("echo 'a\n") }],
      'a line that goes on': [known, { action: type('echo \\\n') }],
      'a here document': [known, { action: type('cat <<E\n') }],
    };
    for (const [name, acts] of Object.entries(doubts)) assert.equal(lineIn(start(...acts)).isKnown, false, name);
    const clicked = start(...(doubts.click ?? []));
    assert.deepEqual([lineIn(clicked).whole, lineIn(clicked).since], ['echo rm x', 'rm x']);
  });

  it('is of one window: what was typed in another does not stand there', () => {
    const typed = start(
      { action: type('echo '), place: one },
      { action: type('rm -f x'), place: other, reader: NEW_SHELL },
    );
    assert.equal(lineIn(typed, other).whole, 'rm -f x');
    assert.equal(lineIn(typed, one).whole, 'echo ');
    assert.equal(lineIn(typed, one).isKnown, false);
  });

  it('holds nothing that a password field took, and nothing that could not be typed', () => {
    const secret = start({ action: type('hunter2'), isSecret: true });
    assert.ok(!JSON.stringify(lineIn(secret)).includes('hunter2'));
    const failed = start({ action: type('hunter2'), ok: false });
    assert.ok(!JSON.stringify(lineIn(failed)).includes('hunter2'));
  });

  it('is not known where windows cannot be told apart', () => {
    const place = { app: 'XTerm', pid: 10 };
    assert.equal(createTypedText(STARTED).pending(place, NEW_SHELL).isKnown, false);
  });

  it('outlives no run', () => {
    start({ action: type('secret words') });
    assert.equal(lineIn(start()).whole, '');
  });
});
