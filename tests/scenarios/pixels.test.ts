/** The whole way, decided from pixels: a phone, the real bot, a model that sees only the picture, a real click in a real window. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findColor } from '../servers/anthropic/pixels.ts';
import type { SeenRequest } from '../servers/anthropic/request-rules.ts';
import { startAnthropicServer } from '../servers/anthropic/server.ts';
import { makeReply } from '../servers/anthropic/wire-reply.ts';
import { startTelegramServer } from '../servers/telegram/telegram-server.ts';
import { startBot } from '../support/bot.ts';
import { chromiumWindow } from '../support/chromium-window.ts';
import { repeats } from '../support/repeats.ts';
import { startTargetPage } from '../support/target-page.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { noX11, startTestDisplay } from '../support/x11.ts';

const TOKEN = '4242:AAbbccddeeffgghhiijjkkllmmnnooppqqr';
const KEY = 'sk-ant-test-0123456789';
const OWNER = 1001;
const COLOR = [230, 30, 140] as const;

const purposeOf = (request: SeenRequest): 'step' | 'verify' | 'risk' | 'memory' => {
  const schema = JSON.stringify(request.schema ?? '');
  if (schema.includes('"score"')) return 'verify';
  if (schema.includes('"narrative"')) return 'memory';
  return schema.includes('"target"') ? 'risk' : 'step';
};

for (const [width, height] of [[1440, 900], ...repeats([1024, 768] as const, [2880, 1800] as const)] as const) {
  test(`at ${width}×${height} a model that sees only the picture hits a target at a random place`, {
    skip: noX11,
  }, async (t) => {
    const folder = makeTempFolder(t);
    const place = { x: 0.1 + Math.random() * 0.8, y: 0.15 + Math.random() * 0.75 };
    const page = await startTargetPage({ color: `rgb(${COLOR.join(',')})`, ...place, sizePx: 44 });
    const display = await startTestDisplay({ width, height });
    const telegram = await startTelegramServer({ token: TOKEN });
    const owner = telegram.person(OWNER, { name: 'Ann' });
    const anthropic = await startAnthropicServer({
      key: KEY,
      async decide(request) {
        const purpose = purposeOf(request);
        if (purpose === 'verify') return { screen: 'The target is gray.', reasons: ['It turned gray'], score: 95 };
        if (purpose === 'memory') return { narrative: 'It was clicked.', lessons: [] };
        if (purpose === 'risk') return { target: 'a pink square', risk: 'moderate', reason: 'It only selects.' };
        const target = await findColor(request.pictures[0]?.jpeg ?? new Uint8Array(), COLOR);
        return target === null
          ? makeReply({ action: 'done', summary: 'I clicked the pink square.' })
          : makeReply({ action: 'click', target });
      },
    });
    display.open(...chromiumWindow(page.url, `${folder}/browser`, width, height));
    await page.shown;
    const bot = await startBot({
      env: {
        ...display.env,
        HOME: folder,
        DATA_DIR: folder,
        TELEGRAM_BOT_TOKEN: TOKEN,
        TELEGRAM_ALLOWED_USERS: String(OWNER),
        TELEGRAM_API_ROOT: telegram.root,
        ANTHROPIC_API_KEY: KEY,
        ANTHROPIC_BASE_URL: anthropic.url,
      },
    });
    try {
      assert.match(
        bot.ready,
        new RegExp(`^ready telegram \\| desktop x11 :\\d+ ${width}x${height} \\| model claude-sonnet-5-5$`),
      );
      const sentAt = performance.now();
      owner.send('/run click the pink square');
      await owner.waitFor((messages) => messages.length > 0);
      t.diagnostic(`the first word after ${Math.round(performance.now() - sentAt)} ms`);
      assert.ok(performance.now() - sentAt < 3000, 'the first word comes at once');
      const end = await owner.waitFor(
        (messages) => messages.find((message) => message.rang && /Done and checked/.test(message.text)),
        60_000,
      );
      assert.ok(end.photo !== null && end.rang, 'the end is a new message with a picture, and rings');
      assert.ok(page.clicks.length > 0);
      // A page that is slow to turn gray is clicked once more; what counts is where.
      assert.ok(page.clicks.every((click) => click.hit));
      assert.deepEqual(anthropic.faults, []);
    } finally {
      assert.equal(await bot.stop(), 0);
      await Promise.all([telegram.stop(), anthropic.stop(), page.stop()]);
      await display.stop();
    }
  });
}
