/** Shipped skills that work everywhere, on a real display and without a model; and a skill that is written while the bot runs. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { noBrowser, tryWebSkills, WEB_GOALS } from '../long/web-skills-tried.ts';
import { isCard, isEnd, playbookSkill, startTestLaunch, type TestLaunch, textOf } from '../support/launched.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

const XCLIP = '/usr/bin/xclip';
const seen = new Set<string>();

/** Approves what asks; the text of the run's end. */
async function runToEnd(bot: TestLaunch, goal: string): Promise<string> {
  await bot.run(goal);
  for (;;) {
    const next = await bot.waitFor((message) => (isCard(message) || isEnd(message)) && !seen.has(message.id));
    seen.add(next.id);
    if (isEnd(next)) return textOf(next);
    await bot.tap(next, 'Approve');
  }
}

test('what people ask for every day', { skip: noX11 }, async (t) => {
  // Settings of the desktop are kept by a service on the session's bus.
  const bot = await startTestLaunch(t, { hasSessionBus: true, sharesHome: true, size: { width: 800, height: 600 } });
  mkdirSync(join(bot.home, 'Desktop'));
  writeFileSync(join(bot.home, 'Desktop', 'moon-plan.txt'), 'fly\n');
  try {
    await t.test('how much disk space is left, with the numbers in the answer', async () => {
      assert.match(
        await runToEnd(bot, 'how much disk space is left?'),
        /Done and checked\n[\d.]+ \w+B free of [\d.]+ \w+B, \d+ % used/,
      );
    });
    await t.test('what slows the computer down', async () => {
      assert.match(
        await runToEnd(bot, 'why is my computer so slow?'),
        /Done and checked\n\S.*: \d+ % of a processor core/,
      );
    });
    await t.test('a file is found by a part of its name', async () => {
      assert.match(await runToEnd(bot, 'find the file moon'), /Desktop\/moon-plan\.txt/);
      const none = await runToEnd(bot, 'find the file that-nobody-has');
      assert.match(none, /Done and checked\nI found no file in your home folder with that in its name\.\n/);
      assert.doesNotMatch(none, /left out/);
    });
    await t.test('a folder is made, checked, and never twice; none is made where the place is not there', async () => {
      const goal = 'make a folder called Rechnungen on the desktop';
      assert.match(
        await runToEnd(bot, goal),
        /Done and checked\nThe folder is made\.\n✓ The folder “Rechnungen” is in Desktop/,
      );
      assert.ok(existsSync(join(bot.home, 'Desktop', 'Rechnungen')));
      assert.match(await runToEnd(bot, goal), /^❌[^\n]*\nI couldn't make the folder\..*File exists/);
      // Nobody has that folder here: it is not made beside the way.
      const nowhere = await runToEnd(bot, 'make a folder called New in Downloads');
      assert.match(nowhere, /^❌[^\n]*\nI couldn't make the folder\./);
      assert.equal(existsSync(join(bot.home, 'Downloads')), false);
    });
    await t.test('what changed last is listed with when, and downloads newest first', async () => {
      assert.match(
        await runToEnd(bot, 'what did I work on last?'),
        /Desktop\/moon-plan\.txt · \d{4}-\d\d-\d\d \d\d:\d\d/,
      );
      assert.match(await runToEnd(bot, 'my latest downloads'), /I couldn't read your Downloads folder\./);
      assert.match(
        await runToEnd(bot, 'send me my latest download'),
        /^❌[\s\S]*I found no file in your Downloads folder/,
      );
      mkdirSync(join(bot.home, 'Downloads'));
      writeFileSync(join(bot.home, 'Downloads', 'old.pdf'), '1');
      utimesSync(join(bot.home, 'Downloads', 'old.pdf'), 1, 1);
      writeFileSync(join(bot.home, 'Downloads', 'new.pdf'), '2');
      assert.match(await runToEnd(bot, 'my latest downloads'), /Done and checked[\s\S]*new\.pdf\nold\.pdf/);
    });
    await t.test('what uses the network is counted by program, or is nothing', async () => {
      assert.match(
        await runToEnd(bot, 'what is using the network?'),
        /Done and checked\n(?:\S+: \d+ connections?|No program holds a connection right now\.)/,
      );
    });
    await t.test('what this computer lacks is told as a failure, with what it lacks', async () => {
      for (const [goal, program] of [
        ['set the volume to 30', 'pactl'],
        ['set the brightness to 40', 'brightnessctl'],
        ['print ~/Desktop/moon-plan.txt', 'lp'],
      ] as const)
        if (!existsSync(`/usr/bin/${program}`))
          assert.match(
            await runToEnd(bot, goal),
            new RegExp(`^❌[\\s\\S]* ${program} isn't installed on this computer\\.\n`),
            goal,
          );
      const hasBattery = readdirSync('/sys/class/power_supply', { withFileTypes: true }).some(({ name }) =>
        name.startsWith('BAT'),
      );
      assert.match(
        await runToEnd(bot, 'how full is the battery?'),
        hasBattery ? /Done and checked\n\d+ %/ : /^❌.*\nI found no battery in this computer\.\n/,
      );
    });
    await t.test(
      'notifications are muted and shown again, checked by their setting',
      {
        skip: !existsSync('/usr/bin/gsettings'),
      },
      async () => {
        for (const [goal, shown] of [
          ['turn on do not disturb', 'false'],
          ['turn off do not disturb', 'true'],
        ] as const) {
          const end = await runToEnd(bot, goal);
          t.diagnostic(end);
          assert.match(end, /Done and checked/, shown);
        }
      },
    );
    await t.test('a file is written, checked, and sent to the phone', async () => {
      assert.match(await runToEnd(bot, 'write hello there to ~/hello.txt'), /Done and checked/);
      assert.equal(readFileSync(join(bot.home, 'hello.txt'), 'utf8'), 'hello there\n');
      await runToEnd(bot, 'send me ~/hello.txt');
      await bot.waitFor((message) => message.file?.name === 'hello.txt');
      // A folder that came later is no download to send.
      mkdirSync(join(bot.home, 'Downloads', 'unpacked'), { recursive: true });
      assert.match(await runToEnd(bot, 'send me my latest download'), /Done and checked/);
      await bot.waitFor((message) => message.file?.name === 'new.pdf');
    });
    await t.test('words are put on the clipboard', { skip: !existsSync(XCLIP) }, async () => {
      await runToEnd(bot, 'copy red pandas & “friends” to the clipboard');
      const held = execFileSync(XCLIP, ['-o', '-selection', 'clipboard'], {
        env: bot.display.env,
        encoding: 'utf8',
        timeout: 30_000,
      });
      assert.equal(held, 'red pandas & “friends”');
    });
    await t.test('an application is opened', async () => {
      assert.match(await runToEnd(bot, 'launch xterm'), /Done and checked[\s\S]*✓ xterm is in front/);
    });
    await t.test('a skill written while the bot runs answers soon, and is gone when its file is', async () => {
      const path = join(bot.data, 'skills', 'own', 'fresh.md');
      const answers = async (): Promise<boolean> => {
        await bot.say('/skills fresh');
        const reply = await bot.waitFor(
          (message) => message.kind === 'reply' && !seen.has(message.id) && /fresh/.test(textOf(message)),
        );
        seen.add(reply.id);
        return /Say for example/.test(textOf(reply));
      };
      assert.equal(await answers(), false);
      writeFileSync(path, playbookSkill('fresh', [{ action: 'wait', seconds: 0 }]));
      // The file system tells of a change in its own time.
      await until(answers, 'it answers');
      assert.match(await runToEnd(bot, 'fresh'), /All steps finished/);
      writeFileSync(path, 'broken');
      await until(async () => !(await answers()), 'it answers no more');
      await bot.say('/skills');
      await bot.waitFor((message) => /fresh\.md is skipped: it has no title/.test(textOf(message)));
    });
  } finally {
    await bot.stop();
  }
});

if (WITH_REPEATS)
  test('pages open in a real browser, with what was asked for in their address', {
    skip: noX11 || noBrowser,
  }, async (t) => {
    const goals = WEB_GOALS.filter(([, skill]) => skill === 'wikipedia-deutsch');
    assert.deepEqual(await tryWebSkills(t, goals, (line) => t.diagnostic(line)), []);
  });
