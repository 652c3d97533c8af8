/** The path on a real desktop: asked, confirmed, acted, checked; stopped, denied, expired; with real applications. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readRun } from '../support/bot.ts';
import { startInputWitness } from '../support/input-witness.ts';
import { isCard, isEnd, playbookSkill, startTestLaunch, textOf } from '../support/launched.ts';
import { holdsFor, until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

const TEXT = 'Grüße, “quoted” & <tagged> $HOME `x` 漢字 ✓\n\ttabbed {}[]|\\~^';

test('exact text goes into a terminal and an editor and lands in a file', { skip: noX11 }, async (t) => {
  const bot = await startTestLaunch(t, {
    skills: {
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
    },
  });
  const seen = new Set<string>();
  try {
    for (const [goal, file, expected] of [
      ['terminal', 'typed.txt', `${TEXT}\n`],
      ['editor', 'edited.txt', TEXT],
    ] as const) {
      await bot.run(goal);
      const end = await approveUntilEnd(bot, seen);
      assert.match(end, /Done and checked/);
      // The terminal hands on what it was typed in its own time.
      const path = join(bot.home, file);
      await until(() => existsSync(path) && readFileSync(path, 'utf8').length >= expected.length);
      assert.equal(readFileSync(path, 'utf8'), expected);
    }
  } finally {
    await bot.stop();
  }
});

test('a high-risk command waits; denied it does nothing; approved it runs once; tapped again it is dead', {
  skip: noX11,
}, async (t) => {
  const bot = await startTestLaunch(t, {
    skills: {
      'touch.md': playbookSkill(
        'touch',
        [{ action: 'shell', command: 'echo once >> touched.txt' }],
        [{ check: 'file_exists', path: '~/touched.txt' }],
      ),
    },
  });
  const file = join(bot.home, 'touched.txt');
  try {
    await bot.run('touch');
    const first = await bot.waitFor(isCard);
    assert.match(textOf(first), /echo once >> touched\.txt/);
    assert.ok(first.picture !== null);
    await holdsFor(300, () => assert.equal(existsSync(file), false));
    assert.equal(await bot.tap(first, 'Deny'), '');
    assert.match(textOf(await bot.waitFor(isEnd)), /Stopped.*denied/s);
    assert.equal(existsSync(file), false);

    await bot.run('touch');
    const second = await bot.waitFor((message) => isCard(message) && message.id !== first.id);
    const toasts = await Promise.all([
      bot.tap(second, 'Approve'),
      bot.tap(second, 'Approve'),
      bot.tap(second, 'Approve'),
    ]);
    assert.equal(toasts.filter((toast) => toast === '').length, 1);
    await bot.waitFor((message) => isEnd(message) && /Done and checked/.test(textOf(message)));
    assert.equal(readFileSync(file, 'utf8'), 'once\n');
    assert.match(await bot.tap(second, 'Approve'), /no longer active|already answered/);
    const dead = await bot.waitFor((message) => message.id === second.id && /Approved by/.test(textOf(message)));
    assert.ok(dead.buttons.flat().every((button) => button.data === null));
    assert.equal(readFileSync(file, 'utf8'), 'once\n');
    const { problem } = readRun(bot.data, '000002');
    assert.equal(problem, '');
  } finally {
    await bot.stop();
  }
});

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

test('a stop during a 10 s command ends it at once; nothing of it goes on', { skip: noX11 }, async (t) => {
  const command = 'touch begun.txt; sleep 4; touch late.txt; sleep 6';
  const bot = await startTestLaunch(t, {
    skills: { 'long.md': playbookSkill('long', [{ action: 'shell', command, timeout_s: 60 }]) },
  });
  try {
    await bot.run('long');
    await bot.tap(await bot.waitFor(isCard), 'Approve');
    await until(() => existsSync(join(bot.home, 'begun.txt')));
    await bot.say('stop');
    assert.match(textOf(await bot.waitFor(isEnd)), /Stopped by Owner/);
    await holdsFor(4500, () => assert.equal(existsSync(join(bot.home, 'late.txt')), false));
  } finally {
    await bot.stop();
  }
});

test('a stop in the middle of 16,000 characters of typing: no later character, nothing held down', {
  skip: noX11,
}, async (t) => {
  const bot = await startTestLaunch(t, {
    skills: {
      'flood.md': playbookSkill('flood', [
        { action: 'open_app', app: 'xterm' },
        { action: 'wait', seconds: 1 },
        { action: 'type', text: 'cat > flood.txt\n' },
        { action: 'type', text: 'abcdefg\n'.repeat(2000) },
      ]),
    },
  });
  const file = join(bot.home, 'flood.txt');
  const witness = await startInputWitness(bot.display.env);
  try {
    await bot.run('flood');
    await bot.tap(await bot.waitFor(isCard), 'Approve');
    const typing = await Promise.race([
      bot
        .waitFor((message) => isCard(message) && /abcdefg/.test(textOf(message)))
        .then((card) => bot.tap(card, 'Approve')),
      until(() => existsSync(file) && readFileSync(file, 'utf8').length > 100),
    ]);
    assert.ok(typing === undefined || typing === '');
    await until(() => existsSync(file) && readFileSync(file, 'utf8').length > 100);
    await bot.say('stop');
    await bot.waitFor((message) => isEnd(message) && /Stopped/.test(textOf(message)));
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
    await bot.stop();
  }
});

/** Approves every card until a run ends that had not ended before; the end's text. */
async function approveUntilEnd(bot: Awaited<ReturnType<typeof startTestLaunch>>, seen: Set<string>): Promise<string> {
  for (;;) {
    const next = await bot.waitFor((message) => (isCard(message) || isEnd(message)) && !seen.has(message.id));
    seen.add(next.id);
    if (isEnd(next)) return textOf(next);
    assert.equal(await bot.tap(next, 'Approve'), '');
  }
}
