/** The path on a real desktop: asked, confirmed, acted, checked; stopped, denied, expired; with real applications. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { DeskhandMessage } from '../../adapters/chat/web/wire.ts';
import { readRun } from '../support/bot.ts';
import { startInputWitness } from '../support/input-witness.ts';
import { isCard, isEnd, playbookSkill, startTestLaunch, type TestLaunch, textOf } from '../support/launched.ts';
import { repeats, WITH_REPEATS } from '../support/repeats.ts';
import { isRunning } from '../support/running.ts';
import { holdsFor, until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

const TEXT = 'Grüße, “quoted” & <tagged> $HOME `x` 漢字 ✓\n\ttabbed {}[]|\\~^';

/** Nothing else on the machine sleeps for so long. */
const LATER = `sleep ${30_000 + process.pid}`;

const SKILLS = {
  'terminal.md': playbookSkill(
    'terminal',
    [
      { action: 'open_app', app: 'xterm' },
      { action: 'wait_until', text: 'xterm' },
      { action: 'type', text: 'cat > typed.txt\n' },
      { action: 'type', text: `${TEXT}\n` },
      { action: 'key', keys: 'ctrl+d' },
      { action: 'wait', seconds: 0.3 },
    ],
    [{ check: 'file_exists', path: '~/typed.txt' }],
  ),
  'editor.md': playbookSkill(
    'editor',
    [
      { action: 'open_app', app: 'mousepad' },
      { action: 'wait_until', text: 'Mousepad' },
      { action: 'type', text: TEXT },
      { action: 'key', keys: 'ctrl+s' },
      { action: 'wait_until', text: 'Save' },
      { action: 'key', keys: 'ctrl+a' },
      { action: 'type', text: 'edited.txt' },
      { action: 'key', keys: 'enter' },
      { action: 'wait_until', text: 'edited.txt' },
    ],
    [{ check: 'file_exists', path: '~/edited.txt' }],
  ),
  'touch.md': playbookSkill(
    'touch',
    [{ action: 'shell', command: 'echo once >> touched.txt' }],
    [{ check: 'file_exists', path: '~/touched.txt' }],
  ),
  'long.md': playbookSkill('long', [
    { action: 'shell', command: `touch begun.txt; ${LATER}; touch late.txt`, timeout_s: 60 },
  ]),
  'flood.md': playbookSkill('flood', [
    { action: 'wait_until', text: 'flooded' },
    { action: 'type', text: 'abcdefg\n'.repeat(2000) },
  ]),
};

test('the path on one desktop', { skip: noX11 }, async (t) => {
  const bot = await startTestLaunch(t, { skills: SKILLS, size: { width: 800, height: 600 } });
  const seen = new Set<string>();
  /** The first of these that no earlier run had. */
  const next = async (match: (message: DeskhandMessage) => boolean): Promise<DeskhandMessage> => {
    const message = await bot.waitFor((one) => match(one) && !seen.has(one.id));
    seen.add(message.id);
    return message;
  };
  try {
    await t.test('exact text goes into an application and lands in a file', () => typeExactly(bot, next));
    await t.test(
      'a high-risk command waits; denied it does nothing; approved it runs once; tapped again it is dead',
      () => waitForYes(bot, next),
    );
    if (!WITH_REPEATS) return;
    await t.test('a stop during a long command ends it at once; nothing of it goes on', () => stopCommand(bot, next));
    await t.test('a stop in the middle of 16,000 characters of typing: no later character, nothing held down', () =>
      stopTyping(bot, next),
    );
  } finally {
    await bot.stop();
  }
});

type Next = (match: (message: DeskhandMessage) => boolean) => Promise<DeskhandMessage>;

async function waitForYes(bot: TestLaunch, next: Next): Promise<void> {
  const file = join(bot.home, 'touched.txt');
  await bot.run('touch');
  const first = await next(isCard);
  assert.match(textOf(first), /echo once >> touched\.txt/);
  assert.ok(first.picture !== null);
  await holdsFor(300, () => assert.equal(existsSync(file), false));
  assert.equal(await bot.tap(first, 'Deny'), '');
  assert.match(textOf(await next(isEnd)), /Stopped.*denied/s);
  assert.equal(existsSync(file), false);

  await bot.run('touch');
  const second = await next(isCard);
  const toasts = await Promise.all([
    bot.tap(second, 'Approve'),
    bot.tap(second, 'Approve'),
    bot.tap(second, 'Approve'),
  ]);
  assert.equal(toasts.filter((toast) => toast === '').length, 1);
  assert.match(textOf(await next(isEnd)), /Done and checked/);
  assert.equal(readFileSync(file, 'utf8'), 'once\n');
  assert.match(await bot.tap(second, 'Approve'), /no longer active|already answered/);
  const dead = await bot.waitFor((message) => message.id === second.id && /Approved by/.test(textOf(message)));
  assert.ok(dead.buttons.flat().every((button) => button.data === null));
  assert.equal(readFileSync(file, 'utf8'), 'once\n');
  assert.equal(readRun(bot.data, WITH_REPEATS ? '000004' : '000003').problem, '');
}

async function stopCommand(bot: TestLaunch, next: Next): Promise<void> {
  await bot.run('long');
  await bot.tap(await next(isCard), 'Approve');
  await until(() => existsSync(join(bot.home, 'begun.txt')), 'it to be under way');
  assert.ok(isRunning(LATER));
  await bot.say('stop');
  assert.match(textOf(await next(isEnd)), /Stopped by Owner/);
  await until(() => !isRunning(LATER), 'all of it to be gone');
  assert.equal(existsSync(join(bot.home, 'late.txt')), false);
}

async function stopTyping(bot: TestLaunch, next: Next): Promise<void> {
  const file = join(bot.home, 'flood.txt');
  const isTyping = (): boolean => existsSync(file) && readFileSync(file, 'utf8').length > 100;
  const witness = await startInputWitness(bot.display.env);
  try {
    bot.display.open('xterm', ['-T', 'flooded', '-e', 'sh', '-c', `cat > '${file}'`]);
    await bot.run('flood');
    await bot.tap(await next((message) => isCard(message) && /abcdefg/.test(textOf(message))), 'Approve');
    await until(isTyping);
    await bot.say('stop');
    assert.match(textOf(await next(isEnd)), /Stopped/);
    const pressed = (await witness.seen()).length;
    await holdsFor(700, async () => {
      assert.equal((await witness.seen()).length, pressed, 'no key was pressed after the stop');
      assert.deepEqual((await witness.now()).held, []);
    });
    const { length } = readFileSync(file, 'utf8');
    assert.ok(length < 16_000, `${length} of 16,000 characters had arrived`);
    assert.match(readFileSync(file, 'utf8'), /^(abcdefg\n)*[a-g]*$/);
  } finally {
    witness.close();
  }
}

async function typeExactly(bot: TestLaunch, next: Next): Promise<void> {
  for (const [goal, file, expected] of [
    ['terminal', 'typed.txt', `${TEXT}\n`],
    ...repeats(['editor', 'edited.txt', TEXT] as const),
  ] as const) {
    await bot.run(goal);
    assert.match(await approveUntilEnd(bot, next), /Done and checked/);
    // The terminal hands on what it was typed in its own time.
    const path = join(bot.home, file);
    await until(() => existsSync(path) && readFileSync(path, 'utf8').length >= expected.length);
    assert.equal(readFileSync(path, 'utf8'), expected);
  }
}

/** Approves every card until the run ends; the end's text. */
async function approveUntilEnd(bot: TestLaunch, next: Next): Promise<string> {
  for (;;) {
    const message = await next((one) => isCard(one) || isEnd(one));
    if (isEnd(message)) return textOf(message);
    assert.equal(await bot.tap(message, 'Approve'), '');
  }
}

if (WITH_REPEATS)
  test('an unanswered question expires as No', { skip: noX11 }, async (t) => {
    const bot = await startTestLaunch(t, {
      settings: { CONFIRM_TIMEOUT_S: '1' },
      skills: { 'touch.md': playbookSkill('touch', [{ action: 'shell', command: 'touch touched.txt' }]) },
    });
    try {
      await bot.run('touch');
      const card = await bot.waitFor(isCard);
      assert.match(textOf(await bot.waitFor(isEnd)), /No answer came in time/);
      await bot.waitFor((message) => message.id === card.id && /Expired/.test(textOf(message)));
      assert.equal(existsSync(join(bot.home, 'touched.txt')), false);
    } finally {
      await bot.stop();
    }
  });
