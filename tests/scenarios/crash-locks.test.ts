/** One Deskhand per bot token: a second copy says so and leaves that bot alone; a killed one stands in nobody's way. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTelegramServer } from '../servers/telegram/telegram-server.ts';
import { spawnBot, startBot } from '../support/bot.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { noX11, startTestDisplay } from '../support/x11.ts';

const TOKEN = '4242:AAbbccddeeffgghhiijjkkllmmnnooppqqr';

test('two copies with other data folders and the same bot: the second says so; a killed first is no obstacle', {
  skip: noX11,
}, async (t) => {
  const folder = makeTempFolder(t);
  const temp = join(folder, 'tmp');
  for (const name of ['tmp', 'first', 'second', 'third']) mkdirSync(join(folder, name), { mode: 0o700 });
  const display = await startTestDisplay();
  const telegram = await startTelegramServer({ token: TOKEN });
  const environment = (name: string) => ({
    ...display.env,
    HOME: folder,
    TMPDIR: temp,
    DATA_DIR: join(folder, name),
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_ALLOWED_USERS: '1001',
    TELEGRAM_API_ROOT: telegram.root,
    WEB_CHAT_PORT: '0',
  });
  try {
    const first = await startBot({ env: environment('first') });
    const second = spawnBot({ env: environment('second') });
    assert.equal(await second.ended, 2);
    assert.match(
      second.stderr(),
      new RegExp(`another Deskhand, process ${first.child.pid}, works with this bot already`),
    );
    assert.match(second.stderr(), /No chat is left to start/);

    // That the page is there all the same, as with a token that is rejected (doctor.test.ts).
    if (WITH_REPEATS) {
      const withPage = await startBot({ env: { ...environment('third'), WEB_CHAT: 'on' } });
      assert.match(withPage.ready, /^ready web http/);
      assert.equal(await withPage.stop(), 0);
    }

    await first.kill();
    const next = await startBot({ env: environment('second') });
    assert.match(next.ready, /^ready telegram/);
    assert.equal(await next.stop(), 0);
    assert.deepEqual(
      readdirSync(temp).flatMap((name) => (/^deskhand-\d+$/.test(name) ? readdirSync(join(temp, name)) : [])),
      [],
    );
  } finally {
    await telegram.stop();
    await display.stop();
  }
});
