/** Errors nobody dealt with: a stray rejection is logged and the bot goes on; what is thrown past everything ends it with a sentence. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTelegramServer } from '../servers/telegram/telegram-server.ts';
import { startBot } from '../support/bot.ts';
import { evaluate, INSPECTED } from '../support/inspector.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';
import { noX11, startTestDisplay } from '../support/x11.ts';

const TOKEN = '4242:AAbbccddeeffgghhiijjkkllmmnnooppqqr';

test('a stray rejection does not make the bot deaf; an error thrown past everything ends it, named, without the token', {
  skip: noX11,
}, async (t) => {
  const folder = makeTempFolder(t);
  const display = await startTestDisplay();
  const telegram = await startTelegramServer({ token: TOKEN });
  const owner = telegram.person(1001);
  const bot = await startBot({
    env: {
      ...display.env,
      HOME: folder,
      DATA_DIR: folder,
      TELEGRAM_BOT_TOKEN: TOKEN,
      TELEGRAM_ALLOWED_USERS: '1001',
      TELEGRAM_API_ROOT: telegram.root,
      NODE_OPTIONS: INSPECTED,
    },
  });
  try {
    await evaluate(bot.stderr(), `void Promise.reject(new Error('left to itself ${TOKEN}'))`);
    await until(() => bot.stderr().includes('An error was not dealt with'));
    assert.match(bot.stderr(), /left to itself/);
    owner.send('/status');
    await owner.waitFor((messages) => messages.some(({ text }) => text.startsWith('Run: none')));

    await evaluate(bot.stderr(), `setTimeout(() => { throw new Error('past everything ${TOKEN}'); })`);
    assert.equal(await bot.ended, 1);
    await until(() => /Deskhand ended with an error it did not expect: .*past everything/.test(bot.stderr()));
    assert.ok(!bot.stderr().includes(TOKEN), 'no token is in what it says');
  } finally {
    await bot.kill();
    await telegram.stop();
    await display.stop();
  }
});
