import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { PRESENCE_SCRIPT, readMacPresence } from '../../../../adapters/desktop/macos/presence.ts';
import { bridgeStreams, OBJC, wrap } from './jxa-streams.ts';

const never = new AbortController().signal;

/** The script's own answer in a Mac of these facts, through the ObjC bridge as osascript has it; null: it is no session at a screen. */
function ask(session: Readonly<Record<string, unknown>> | null, isAsleep: boolean | number, keys = 12): unknown {
  const lines: string[] = [];
  const chunks = ['{"id":3,"do":"presence"}\n', ''];
  const bridge = {
    CGSessionCopyCurrentDictionary: () => ({ js: session ?? undefined }),
    CGMainDisplayID: () => 69_733_632,
    CGDisplayIsAsleep: (display: number) => (display === 69_733_632 ? isAsleep : 'another display was asked for'),
    CGEventSourceCounterForEventType: (state: number, type: number) => (state === 1 && type === 10 ? keys : -1),
    ...bridgeStreams(chunks, lines),
  };
  runInNewContext(PRESENCE_SCRIPT, {
    $: Object.assign((js: unknown) => wrap(js), bridge),
    ObjC: OBJC,
  });
  assert.equal(lines.length, 1);
  return JSON.parse(lines[0] ?? '');
}

for (const [what, session, isAsleep, screen] of [
  ['somebody is logged in', { kCGSSessionOnConsoleKey: true }, false, 'on'],
  ['the values come as numbers', { kCGSSessionOnConsoleKey: 1 }, 0, 'on'],
  ['it is locked', { kCGSSessionOnConsoleKey: true, CGSSessionScreenIsLocked: true }, false, 'locked'],
  ['it is locked, as a number', { kCGSSessionOnConsoleKey: 1, CGSSessionScreenIsLocked: 1 }, 0, 'locked'],
  ['it is locked and the display is off', { CGSSessionScreenIsLocked: true }, true, 'locked'],
  ['only the display is off', { kCGSSessionOnConsoleKey: true }, 1, 'asleep'],
  ['somebody else is logged in at the screen', { kCGSSessionOnConsoleKey: false }, false, 'locked'],
  ['there is no session at all', null, false, 'on'],
] as const) {
  test(`a Mac's screen is ${screen}: ${what}`, async () => {
    const answer = ask(session, isAsleep);
    const asked: unknown[] = [];
    const helper = {
      ask: async (question: unknown) => {
        asked.push(question);
        return answer;
      },
    };
    assert.deepEqual(await readMacPresence(helper, never), { screen, keysPressed: 12 });
    assert.deepEqual(asked, [{ do: 'presence' }]);
  });
}

test('a Mac that does not answer, or with something else, is taken for one that can be worked', async () => {
  for (const answer of [null, {}, { locked: 'yes' }, { id: 1, is: 'failed', why: 'x' }])
    assert.deepEqual(await readMacPresence({ ask: async () => answer }, never), { screen: 'on', keysPressed: null });
});
