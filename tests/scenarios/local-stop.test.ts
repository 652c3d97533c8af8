/**
 * A person at the computer stops everything by keys alone, with no network: whole runs on a real display, worked by real hands; and the
 * bot as it is started by the corner, too.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { createLackNote, createLocalStop } from '../../adapters/desktop/local-stop/local-stop.ts';
import { createX11StopKeys } from '../../adapters/desktop/x11/stop-keys.ts';
import { parseKeys } from '../../src/action/keys.ts';
import type { LocalStop } from '../../src/ports/local-stop.ts';
import { startTestDeskhand, type TestDeskhand, type TestDeskhandOptions } from '../support/deskhand.ts';
import { startTestHands, type TestHands } from '../support/hands.ts';
import { startInputWitness } from '../support/input-witness.ts';
import { isCard, isEnd, playbookSkill, startTestLaunch, textOf } from '../support/launched.ts';
import { KEYSYMS, openPersonKeyboard, type PersonKeyboard } from '../support/person-keyboard.ts';
import { isRunning } from '../support/running.ts';
import { DONE, scriptedModel, step } from '../support/scripted-model.ts';
import { until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

const CHORD = [KEYSYMS.ctrl, KEYSYMS.alt, KEYSYMS.escape] as const;
const TYPING = step({ action: 'type', text: 'word by word '.repeat(1400) });
/** Nothing else on the machine sleeps for so long. */
const LATER = `sleep ${40_000 + process.pid}`;
const HOLDING = step({ action: 'hold_key', keys: 'shift+b', seconds: 10 });

async function press(person: PersonKeyboard, keysyms: readonly number[]): Promise<void> {
  for (const keysym of keysyms) await person.down(keysym);
  for (const keysym of keysyms.toReversed()) await person.up(keysym);
}

describe('The stop keys at the computer', { skip: noX11 }, () => {
  let hands: TestHands;
  let person: PersonKeyboard;
  let localStop: LocalStop;
  const bots: TestDeskhand[] = [];
  const isEnded = ({ kind }: { readonly kind: string }): boolean => kind === 'end';

  const start = async (options: Omit<TestDeskhandOptions, 'desktop' | 'localStop'>): Promise<TestDeskhand> => {
    const bot = await startTestDeskhand({ ...options, desktop: hands.desktop, localStop });
    bots.push(bot);
    return bot;
  };
  const isUnderWay = (bot: TestDeskhand): Promise<unknown> =>
    until(() => bot.types().includes('action.intended'), 'the act');
  /** Again and again, as a person does: the keyboard is followed some 30 ms after a run begins, on a busy machine later. */
  const pressUntil = (isHeard: () => boolean): Promise<unknown> =>
    until(async () => {
      await press(person, CHORD);
      return isHeard();
    }, 'the stop to be told');
  const held = async (): Promise<readonly string[]> => {
    const witness = await startInputWitness(hands.display.env);
    try {
      return (await witness.now()).held;
    } finally {
      witness.close();
    }
  };

  before(async () => {
    hands = await startTestHands({ width: 800, height: 600 });
    hands.display.open('xterm', ['-e', 'cat > /dev/null']);
    await until(async () => (await hands.desktop.front(new AbortController().signal)).app === 'XTerm', 'the terminal');
    person = await openPersonKeyboard(hands.display.env);
    const parsed = parseKeys('ctrl+option+escape');
    assert.ok(parsed.ok);
    const warn = (problem: string): void => assert.fail(problem);
    const follow = createX11StopKeys({
      env: () => hands.display.env,
      combo: parsed.combo,
      ownEscape: hands.ownEscape,
      now: () => performance.now(),
      onLack: createLackNote(parsed.combo, warn),
    });
    localStop = createLocalStop(follow, warn);
  });
  afterEach(async () => {
    for (const bot of bots.splice(0)) await bot.close();
  });
  after(async () => {
    localStop.close();
    person.close();
    await hands.close();
  });

  test('the combination ends a run that types, and what waits behind it; nothing of it stays down', async () => {
    const bot = await start({ model: scriptedModel([TYPING, DONE]) });
    await bot.chat.sendText('/run write a lot');
    await isUnderWay(bot);
    await bot.chat.sendText('/run something else');
    await bot.chat.waitFor(({ text }) => /Queued/.test(text));
    await pressUntil(() => bot.chat.seen().some(isEnded));
    const end = await bot.chat.waitFor(isEnded);
    assert.match(end.text, /Stopped.*The stop keys were pressed on the computer/s);
    await bot.chat.waitFor(({ text }) => /“something else” was not started: the stop keys were pressed/.test(text));
    const ended = bot.events().find(({ type }) => type === 'run.ended');
    assert.ok(ended?.type === 'run.ended' && ended.reason === 'failsafe' && ended.outcome === 'stopped');
    await until(async () => (await held()).length === 0, 'all keys to be up');
    assert.equal(bot.recordings.runs.size, 1);
  });

  test('so does Escape held for a second, while a run types and while it holds keys', async () => {
    for (const act of [TYPING, HOLDING]) {
      const bot = await start({ model: scriptedModel([act, DONE]) });
      await bot.chat.sendText('/run keep the keyboard busy');
      await isUnderWay(bot);
      await person.down(KEYSYMS.escape);
      const end = await bot.chat.waitFor(isEnded, 30_000);
      await person.up(KEYSYMS.escape);
      assert.match(end.text, /The stop keys were pressed/);
      await until(async () => (await held()).length === 0, 'all keys to be up');
      await bots.pop()?.close();
    }
  });

  test('an Escape that the run itself holds stops nothing', async () => {
    const own = step({ action: 'hold_key', keys: 'escape', seconds: 1.6 });
    const bot = await start({ model: scriptedModel([own, DONE]) });
    await bot.chat.sendText('/run hold Escape');
    assert.match((await bot.chat.waitFor(isEnded, 30_000)).text, /Done and checked/);
  });

  test('they are heard while the hands hang, and the run ends all the same', async () => {
    const bot = await start({ model: scriptedModel([HOLDING, DONE]) });
    await bot.chat.sendText('/run hold a key');
    await isUnderWay(bot);
    const pid = hands.pid();
    assert.ok(pid !== null);
    process.kill(pid, 'SIGSTOP');
    await pressUntil(() => bot.chat.seen().some(isEnded));
    assert.match((await bot.chat.waitFor(isEnded)).text, /The stop keys were pressed/);
    await until(async () => (await held()).length === 0, 'the next life of the hands to let go', 30_000);
  });

  test('an act by hand is stopped by them, too', async () => {
    const bot = await start({ model: null });
    await bot.chat.sendText(`/type ${'word by word '.repeat(300)}`);
    await pressUntil(() => bot.chat.seen().some(({ text }) => /the stop keys were pressed/.test(text)));
  });
});

test('the bot as it is started: a shell command ends at once by the stop keys and by the corner, nothing of it goes on', {
  skip: noX11,
}, async (t) => {
  const bot = await startTestLaunch(t, {
    skills: {
      'long.md': playbookSkill('long', [
        { action: 'shell', command: `touch begun.txt; ${LATER}; touch late.txt`, timeout_s: 60 },
      ]),
    },
  });
  const person = await openPersonKeyboard(bot.display.env);
  const put = (x: number, y: number): void => {
    execFileSync('/usr/bin/xdotool', ['mousemove', String(x), String(y)], { env: bot.display.env });
  };
  const begun = join(bot.home, 'begun.txt');
  const seen = new Set<string>();
  try {
    for (const [stop, words] of [
      [() => press(person, CHORD), /The stop keys were pressed on the computer/],
      [() => put(0, 0), /top-left corner/],
    ] as const) {
      put(200, 200);
      rmSync(begun, { force: true });
      await bot.run('long');
      const card = await bot.waitFor((message) => isCard(message) && !seen.has(message.id));
      await bot.tap(card, 'Approve');
      await until(() => existsSync(begun), 'the command runs');
      assert.ok(isRunning(LATER));
      await stop();
      const end = await bot.waitFor((message) => isEnd(message) && !seen.has(message.id));
      assert.match(textOf(end), words);
      await until(() => !isRunning(LATER), 'all of it to be gone');
      assert.equal(existsSync(join(bot.home, 'late.txt')), false);
      seen.add(card.id).add(end.id);
    }
  } finally {
    person.close();
    await bot.stop();
  }
});
