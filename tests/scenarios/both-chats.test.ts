/** One bot in Telegram and in Slack: neither holds up the other, a question of one is answered in the other, and what a chat missed comes once. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Person } from '../servers/slack/people.ts';
import { type SlackServer, startSlackServer, TEAM } from '../servers/slack/slack-server.ts';
import { spawnBot } from '../support/bot.ts';
import { act, BOT_TOKEN, hasButton, hasLiveButton, OWNER, type Phone, startPhone } from '../support/phone.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { ANN, hasLabel, hasLive, SLACK_TOKENS } from '../support/slack-phone.ts';
import { holdsFor, until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

interface Both {
  readonly phone: Phone;
  readonly slack: SlackServer;
  readonly ann: Person;
}

test('one bot in two chats', { skip: noX11 }, async (t) => {
  const slack = await startSlackServer(SLACK_TOKENS);
  const ann = slack.person(ANN, { name: 'Ann' });
  await slack.goDown();
  const settings = {
    SLACK_BOT_TOKEN: SLACK_TOKENS.botToken,
    SLACK_APP_TOKEN: SLACK_TOKENS.appToken,
    SLACK_ALLOWED_USERS: `${TEAM}:${ANN}`,
    SLACK_API_URL: slack.apiUrl,
    LINKED_USERS: `telegram:${OWNER}=slack:${TEAM}:${ANN}`,
  };
  const phone = await startPhone(t, { settings });
  const both = { phone, slack, ann };
  try {
    await t.test('Slack is away at the start: Telegram works, says so, and Slack follows', () => startWithout(both));
    await t.test('asked in Telegram, approved in Slack: both cards say so, it runs once', () => approveInSlack(both));
    if (WITH_REPEATS)
      await t.test('asked in Slack, approved in Telegram; a late press changes nothing', () => approveInTelegram(both));
    await t.test('Telegram goes away in mid-run: Slack goes on; what Telegram missed comes once', () =>
      telegramAway(both),
    );
    if (WITH_REPEATS) {
      await t.test('Slack is away when its run ends and the bot is restarted: the end comes once', () =>
        slackAway(both),
      );
      await t.test('another copy with data of its own: both tokens are taken, it says so and ends', () =>
        secondCopy(both),
      );
    }
  } finally {
    await phone.close(/409|resets?|502/);
    await slack.stop();
  }
  assert.deepEqual(slack.protocolFaults(), []);
});

const append = (file: string) => act({ action: 'shell', command: `echo once >> ${file}` });

function contents({ phone }: Both, file: string): string {
  const path = join(phone.home, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

async function startWithout(both: Both): Promise<void> {
  const { phone, slack, ann } = both;
  assert.match(phone.bot().ready, /^ready telegram, slack \| /);
  phone.say('/status');
  await phone.waitFor(/slack: .*cannot be reached/i);
  await slack.comeUp();
  await ann.say('status').acknowledged;
  await until(() => ann.messages().some(({ text }) => /slack: connected/i.test(text)), 'Slack answers');
}

async function approveInSlack(both: Both): Promise<void> {
  const { phone, ann } = both;
  phone.run('touch it', { steps: [append('one.txt')] });
  const here = await phone.card();
  await until(() => ann.messages().some((one) => hasLive(one, 'Approve')), 'the card is in Slack, too');
  const there = ann.messages().findLast((one) => hasLive(one, 'Approve'));
  assert.match(there?.text ?? '', /echo once >> one\.txt/);
  await ann.tap(there?.ts ?? '', 'Approve').acknowledged;
  assert.match((await phone.end()).text, /Done and checked/);
  await phone.waitFor(({ id, text }) => id === here.id && /Approved by Ann/.test(text));
  await until(
    () => ann.messages().some(({ ts, text }) => ts === there?.ts && /Approved by Ann/.test(text)),
    'so does the one in Slack',
  );
  assert.equal(contents(both, 'one.txt'), 'once\n');
}

async function approveInTelegram(both: Both): Promise<void> {
  const { phone, ann } = both;
  phone.script({ steps: [append('two.txt')] });
  await ann.say('run touch it from Slack').acknowledged;
  const card = await phone.owner.waitFor((messages) => messages.findLast((one) => hasLiveButton(one, 'Approve')));
  await until(() => ann.messages().some((one) => hasLive(one, 'Approve')), 'and in Slack');
  const there = ann.messages().findLast((one) => hasLive(one, 'Approve'));
  const late = there?.buttons.flat().find(({ label }) => label === 'Deny')?.data ?? '';
  await phone.tap(card, 'Approve');
  await ann.tapLate(there?.ts ?? '', late).acknowledged;
  await until(
    () => ann.messages().some((one) => hasLabel(one, 'Again') && /touch it from Slack/.test(one.text)),
    'it is done',
  );
  assert.equal(contents(both, 'two.txt'), 'once\n');
}

async function telegramAway(both: Both): Promise<void> {
  const { phone, slack, ann } = both;
  phone.run('touch it and lose me', { steps: [append('three.txt')] });
  await phone.card();
  await phone.telegram.goDown();
  await until(() => ann.messages().some((one) => hasLive(one, 'Approve')), 'the card is in Slack');
  const there = ann.messages().findLast((one) => hasLive(one, 'Approve'));
  await ann.tap(there?.ts ?? '', 'Approve').acknowledged;
  await until(() => contents(both, 'three.txt') === 'once\n', 'it runs');
  const from = performance.now();
  await ann.say('status').acknowledged;
  await until(() => ann.messages().some(({ text }) => /telegram: .*cannot be reached/i.test(text)), 'Slack answers');
  assert.ok(performance.now() - from < 10_000, 'Slack does not wait for Telegram');
  phone.script({});
  await ann.say('run something else').acknowledged;
  await until(
    () => ann.messages().some((one) => hasLabel(one, 'Again') && /something else/.test(one.text)),
    'a run in Slack ends meanwhile',
  );
  assert.equal(slack.connections(), 1);
  await phone.telegram.comeUp();
  assert.match((await phone.waitFor((message) => hasButton(message, 'Again'), 20_000)).text, /lose me/);
  const ends = phone.owner.received().filter(({ text }) => /Done and checked[\s\S]*lose me/.test(text));
  assert.equal(ends.length, 1);
}

async function slackAway(both: Both): Promise<void> {
  const { phone, slack, ann } = both;
  phone.script({ steps: [append('four.txt')] });
  await ann.say('run touch it and restart').acknowledged;
  await until(() => ann.messages().some((one) => hasLive(one, 'Approve')), 'the card is there');
  const card = await phone.owner.waitFor((messages) => messages.findLast((one) => hasLiveButton(one, 'Approve')));
  await slack.goDown();
  await phone.tap(card, 'Approve');
  await until(() => contents(both, 'four.txt') === 'once\n', 'it runs');
  await until(() => phone.events().at(-1)?.type === 'run.ended', 'it ended');
  await phone.restart('kill');
  await slack.comeUp();
  const ends = () => ann.messages().filter((one) => hasLabel(one, 'Again') && /touch it and restart/.test(one.text));
  await until(() => ends().length > 0, 'the end is told', 20_000);
  await holdsFor(500, () => assert.equal(ends().length, 1));
  assert.match(ends()[0]?.text ?? '', /Done and checked/);
}

async function secondCopy({ phone, slack }: Both): Promise<void> {
  const data = join(phone.home, 'second');
  mkdirSync(data, { mode: 0o700 });
  const second = spawnBot({
    env: {
      ...phone.display.env,
      HOME: phone.home,
      DATA_DIR: data,
      TELEGRAM_BOT_TOKEN: BOT_TOKEN,
      TELEGRAM_ALLOWED_USERS: String(OWNER),
      TELEGRAM_API_ROOT: phone.telegram.root,
      SLACK_BOT_TOKEN: SLACK_TOKENS.botToken,
      SLACK_APP_TOKEN: SLACK_TOKENS.appToken,
      SLACK_ALLOWED_USERS: `${TEAM}:${ANN}`,
      SLACK_API_URL: slack.apiUrl,
    },
  });
  assert.equal(await second.ended, 2);
  const { pid } = phone.bot().child;
  assert.match(second.stderr(), new RegExp(`another Deskhand, process ${pid}, works with this bot already`));
  assert.match(second.stderr(), new RegExp(`another Deskhand, process ${pid}, works with this app already`));
  assert.equal(slack.connections(), 1);
}
