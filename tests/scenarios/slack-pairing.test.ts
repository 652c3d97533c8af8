/** Slack with nobody in it yet: closed until `npm run pair` opens it for one code; and what is said when it cannot be opened. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type SlackServer, startSlackServer } from '../servers/slack/slack-server.ts';
import { spawnBot, startBot } from '../support/bot.ts';
import { ENTRY } from '../support/programs.ts';
import { SLACK_TOKENS } from '../support/slack-phone.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { atTerminal } from '../support/terminal.ts';
import { until } from '../support/until.ts';
import { noX11, startTestDisplay } from '../support/x11.ts';

async function openPlace(t: TestContext) {
  const folder = makeTempFolder(t);
  const data = join(folder, 'data');
  mkdirSync(data);
  const slack = await startSlackServer(SLACK_TOKENS);
  const display = await startTestDisplay({});
  t.after(async () => {
    await slack.stop();
    await display.stop();
  });
  const env = {
    ...display.env,
    HOME: folder,
    DATA_DIR: data,
    SLACK_BOT_TOKEN: SLACK_TOKENS.botToken,
    SLACK_APP_TOKEN: SLACK_TOKENS.appToken,
    SLACK_API_URL: slack.apiUrl,
  };
  return { slack, env };
}

function runPair(t: TestContext, env: Readonly<Record<string, string | undefined>>, args: readonly string[] = []) {
  // Nobody is let in without a terminal.
  const [program, words] =
    args.length === 0 ? atTerminal(`${process.execPath} ${ENTRY} pair`) : [process.execPath, [ENTRY, 'pair', ...args]];
  const child = spawn(program, words, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let isKept = false;
  t.after(() => child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (!isKept && text.includes('type undo')) {
        isKept = true;
        child.stdin.write('\r');
      }
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { text: () => text, ended };
}

function heard(slack: SlackServer): readonly string[] {
  return slack.calls().map(({ method }) => method);
}

test('somebody is paired through Slack, and only they get answers', { skip: noX11 }, async (t) => {
  const { slack, env } = await openPlace(t);
  const bot = await startBot({ env: { ...env, WEB_CHAT: 'on', WEB_CHAT_PORT: '0' } });
  t.after(() => bot.kill());
  assert.doesNotMatch(bot.ready, /slack/);
  assert.match(bot.stderr(), /Slack is not started: nobody may use it yet.*npm run pair/);
  assert.deepEqual(heard(slack), [], 'the door is closed');
  const pairing = runPair(t, env);
  await until(() => /\n {4}\w{6}\r?\n/.test(pairing.text()), 'the code is shown');
  assert.match(pairing.text(), /Send this code to the Deskhand app in Slack as a direct message/);
  const code = /\n {4}(\w{6})\r?\n/.exec(pairing.text())?.[1] ?? '';
  const ann = slack.person('U00000ANN', { name: 'Ann' });
  const eve = slack.person('U00000EVE', { name: 'Eve' });
  slack.channel('C0000WORK');
  await eve.say('WRONG9').acknowledged;
  await eve.say(code, { channel: 'C0000WORK' }).acknowledged;
  await eve.command(code).acknowledged;
  await ann.say(` ${code.toLowerCase()} `).acknowledged;
  assert.equal(await pairing.ended, 0);
  assert.match(pairing.text(), /Paired: Ann \(slack:T00000001:U00000ANN\)\. They may work this computer now/);
  await until(() => ann.messages().some(({ text }) => /^Paired\./.test(text)), 'she is greeted');
  await ann.say('status').acknowledged;
  await until(() => ann.messages().some(({ text }) => /slack: connected/i.test(text)), 'she gets answers');
  await eve.say(code).acknowledged;
  await eve.say('status').acknowledged;
  assert.deepEqual(
    eve.messages().filter(({ isFromBot }) => isFromBot),
    [],
  );
  const list = runPair(t, env, ['--list']);
  assert.equal(await list.ended, 0);
  assert.match(list.text(), /slack:T00000001:U00000ANN {2}paired .*, Ann/);
  const second = spawnBot({
    env: { ...env, DATA_DIR: join(env.HOME, 'other'), SLACK_ALLOWED_USERS: 'T00000001:U00000ANN' },
  });
  t.after(() => second.kill());
  assert.equal(await second.ended, 2, 'one token, one Deskhand');
  assert.match(second.stderr(), /Slack is not started: another Deskhand, process \d+, works with this app already/);
  const removed = runPair(t, env, ['--remove', 'slack:T00000001:U00000ANN']);
  assert.equal(await removed.ended, 0);
  await until(() => slack.connections() === 0, 'the door is closed again');
  assert.equal(await bot.stop(), 0);
});

test('the two tokens swapped, or one without the other: said at the start, exit 2', async (t) => {
  const swapped = spawnBot({
    env: {
      HOME: makeTempFolder(t),
      SLACK_BOT_TOKEN: SLACK_TOKENS.appToken,
      SLACK_APP_TOKEN: SLACK_TOKENS.botToken,
    },
  });
  assert.equal(await swapped.ended, 2);
  assert.match(swapped.stderr(), /SLACK_BOT_TOKEN: this is the app-level token, which goes into SLACK_APP_TOKEN; set /);
  assert.match(swapped.stderr(), /SLACK_APP_TOKEN: this is the bot token, which goes into SLACK_BOT_TOKEN; set /);
});
