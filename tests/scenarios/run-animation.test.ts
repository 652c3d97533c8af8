/** The moving picture of a real run: what is covered on the screen is covered in every frame of it, and it keeps within its limits. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { connectDisplay } from '../../adapters/desktop/x11/connection.ts';
import { createProperties } from '../../adapters/desktop/x11/properties.ts';
import { readFrontWindow } from '../../adapters/desktop/x11/windows.ts';
import { isCard, isEnd, playbookSkill, startTestLaunch, type TestLaunch, textOf } from '../support/launched.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

const noWindow = existsSync('/usr/lib/x86_64-linux-gnu/libgtk-3.so.0') ? noX11 : 'not installed: libgtk-3-0';
/** Its password field is magenta, its open field green. */
const WINDOW = join(import.meta.dirname, '../support/gtk-window.py');
const PICTURES = 6;
const GIF_END = 0x3b;
const MOST_RUNS = 3;

/** Pixels that are nearly of this colour, in one frame. */
function count(frame: Buffer, isOf: (red: number, green: number, blue: number) => boolean): number {
  let found = 0;
  for (let at = 0; at < frame.length; at += 3)
    if (isOf(frame[at] ?? 0, frame[at + 1] ?? 0, frame[at + 2] ?? 0)) found += 1;
  return found;
}

const isMagenta = (red: number, green: number, blue: number): boolean => red > 150 && green < 110 && blue > 150;
const isGreen = (red: number, green: number, blue: number): boolean => red < 110 && green > 150 && blue < 110;

/** Waits until a new window's fields are known: its first pictures show them uncovered, and say so. */
async function untilFieldsAreTold(bot: TestLaunch): Promise<void> {
  const seen = new Set<string>();
  await until(async () => {
    await bot.say('/screenshot');
    const shown = await bot.waitFor(({ id, kind, picture }) => kind === 'reply' && picture !== null && !seen.has(id));
    seen.add(shown.id);
    return !/could not be hidden/.test(textOf(shown));
  }, 'the password field to be hidden');
}

async function run(bot: TestLaunch, goal: string): Promise<void> {
  await bot.run(goal);
  const seen = new Set<string>();
  for (;;) {
    const next = await bot.waitFor((message) => (isCard(message) || isEnd(message)) && !seen.has(message.id));
    seen.add(next.id);
    if (isEnd(next)) return;
    await bot.tap(next, 'Approve');
  }
}

test('a password field is covered in every frame of the moving picture at the end of a run', {
  skip: noWindow,
}, async (t) => {
  const words = Array.from({ length: PICTURES }, (_, index) => ({ action: 'type', text: `word ${index} ` }));
  const bot = await startTestLaunch(t, {
    hasSessionBus: true,
    skills: { 'write.md': playbookSkill('write', words), 'short.md': playbookSkill('short', words.slice(0, 2)) },
  });
  const pathOf = (nth: number): string => join(bot.data, 'recordings', String(nth).padStart(6, '0'), 'run.gif');
  let runs = 0;
  try {
    const window = bot.display.open('/usr/bin/python3', [WINDOW, 'Sign in']);
    const connection = await connectDisplay(bot.display.env);
    const properties = createProperties(connection);
    await until(
      async () => (await readFrontWindow(properties, connection.root)).title === 'Sign in',
      'the window to be there',
    );
    connection.close();
    await untilFieldsAreTold(bot);
    // The secret field shows on the screen itself, so without a cover its color would be in every frame.
    let made: Buffer | null = null;
    // A computer that is too busy leaves the animation out once or twice.
    while (made === null && runs < MOST_RUNS) {
      runs += 1;
      await run(bot, 'write');
      const path = pathOf(runs);
      // Whole once its last byte is there.
      const whole = (): Buffer | null => {
        const bytes = existsSync(path) ? readFileSync(path) : null;
        return bytes?.at(-1) === GIF_END ? bytes : null;
      };
      made = await until(whole, 'the moving picture to be there').catch(() => null);
    }
    const gif = made ?? assert.fail(`no moving picture in ${MOST_RUNS} runs`);
    assert.ok(gif.length <= 1_500_000, `${gif.length} bytes`);
    const { pages = 0, delay = [] } = await sharp(gif, { animated: true }).metadata();
    assert.ok(pages >= 3, `${pages} frames`);
    assert.ok(delay.reduce((sum, ms) => sum + ms, 0) <= 8000);
    for (let page = 0; page < pages; page += 1) {
      const frame = await sharp(gif, { page }).removeAlpha().toColourspace('srgb').raw().toBuffer();
      assert.equal(count(frame, isMagenta), 0, `frame ${page + 1} of ${pages} shows the password field`);
      assert.ok(count(frame, isGreen) > 500, `frame ${page + 1} of ${pages} does not show the window`);
    }
    if (WITH_REPEATS) {
      await run(bot, 'short');
      assert.equal(existsSync(pathOf(runs + 1)), false, 'three steps or fewer stay still');
    }
    await window.end();
  } finally {
    await bot.stop();
  }
});
