/** Signing in at a tool server from the phone: the owner alone, the page as a link, its last address back, in both languages, and nothing of it kept. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createToolGrades } from '../../src/tools/grades.ts';
import { english } from '../../src/words/speak.ts';
import { createFakeChat } from '../fakes/chat.ts';
import { createFakeStateStore } from '../fakes/state-store.ts';
import { type IssuerWays, startStrictIssuer } from '../servers/mcp/strict-issuer.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { NEVER, NO_ANSWER, NO_WEB, openTestTools } from '../support/tool-servers.ts';
import { until } from '../support/until.ts';

async function open(t: TestContext, { language = 'en' as 'en' | 'de', ways = {} as IssuerWays } = {}) {
  const strict = await startStrictIssuer(ways);
  const folder = makeTempFolder(t);
  mkdirSync(join(folder, 'home'));
  const opened = openTestTools(folder);
  // As when it was added at a terminal: signed in, confirmed.
  const { signIn } = await import('../../adapters/tools/sign-in/sign-in.ts');
  const { issuer, origins, kept } = await signIn(
    {
      ...{ url: strict.url, clientId: undefined, web: NO_WEB, lastPage: '', confirm: async () => true },
      open: async (page) => strict.visit(page.href),
    },
    NEVER,
  );
  await opened.signIns.keep('locked', kept);
  await opened.confirm('locked', { url: strict.url, headers: {}, disabled: false }, { signIn: { issuer, origins } });
  const state = createFakeStateStore();
  const second = createFakeChat({ platform: 'slack' });
  const bot = await startTestDeskhand({
    model: null,
    platform: 'telegram',
    toolServers: { tools: opened.tools, grades: createToolGrades(state) },
    state,
    language,
    secondChat: second,
  });
  t.after(async () => {
    await bot.close();
    await opened.tools.close();
    strict.close();
  });
  const call = async () => {
    const given = { server: 'locked', name: 'echo', arguments: { text: 'in' } };
    return english((await opened.tools.call(given, NO_ANSWER, NEVER)).text);
  };
  const end = async () => {
    strict.ways.refusesRefresh = true;
    strict.expire();
    const said = await call();
    strict.ways.refusesRefresh = false;
    return said;
  };
  /** The panel's button, and the card with the link. */
  const begin = async (label = 'Sign in') => {
    await bot.chat.sendText('/tools locked');
    const panel = await bot.chat.waitFor((message) =>
      message.buttons.flat().some((button) => button.label === label && button.isLive),
    );
    await bot.chat.tap(panel.id, label);
    const card = await bot.chat.waitFor(({ kind }) => kind === 'question');
    const [page = ''] = card.links;
    return { panel, card, page };
  };
  return { strict, opened, bot, second, call, end, begin };
}

test('an ended sign-in is begun anew by the button: the link, the address sent back, and the tool answers again', async (t) => {
  const { strict, bot, call, end, begin } = await open(t);
  assert.match(await end(), /you have to sign in to it: \/tools locked in the chat has a button for it/);
  const { panel, card, page } = await begin();
  assert.match(panel.text, /You have to sign in/);
  assert.match(page, /^http:\/\/127\.0\.0\.1:\d+\/authorize\?.*code_challenge=/);
  assert.match(card.text, new RegExp(`Sign in to locked\nOpen ${new URL(strict.issuer).host}\n`));
  assert.doesNotMatch(card.text, /code_challenge/, 'nobody reads such an address on a phone');
  await bot.chat.sendText('done');
  await until(() => bot.chat.seen().some(({ text }) => text.startsWith('That is not the address of the last page')));
  const last = await strict.visit(page);
  await bot.chat.sendText(last);
  await bot.chat.waitFor(({ text }) => text === 'You are signed in to locked.');
  assert.equal(await call(), 'in');
  assert.deepEqual(strict.refused, ['refresh token']);
  const code = new URL(last).searchParams.get('code') ?? '';
  const kept = JSON.stringify([
    bot.inbox.events(),
    [...bot.recordings.runs.values()].map(({ store }) => store.events()),
  ]);
  assert.ok(code.length > 10 && !kept.includes(code), 'what was sent is written down nowhere');
  assert.ok(strict.tokens.every((token) => !kept.includes(token)));
  await bot.chat.sendText('/tools locked');
  await bot.chat.waitFor((message) => message.buttons.flat().some(({ label }) => label === 'Sign in again'));
});

test('in German, and by the browser of the computer itself: then no address has to be sent', async (t) => {
  const { strict, bot, end, begin } = await open(t, { language: 'de' });
  await end();
  const { card, page } = await begin('Anmelden');
  assert.match(card.text, /Bei locked anmelden\n127\.0\.0\.1:\d+ öffnen\nDie letzte Seite lässt sich/);
  const answered = await fetch(await strict.visit(page));
  assert.equal(await answered.text(), 'Angemeldet. Du kannst diese Seite schließen und zum Chat zurückgehen.');
  await bot.chat.waitFor(({ text }) => text === 'Du bist bei locked angemeldet.');
  const closed = bot.chat.seen().find(({ id }) => id === card.id);
  assert.match(closed?.text ?? '', /Ich warte auf keine Adresse mehr/);
});

test('cancelled, denied there, another sign-in’s answer, and a second tap: each is told, and nothing is kept', async (t) => {
  const { strict, bot, end, begin, call } = await open(t);
  await end();
  const { panel, card } = await begin();
  await bot.chat.tap(panel.id, 'Sign in');
  await bot.chat.waitFor(({ text }) => text === "I'm waiting for you to sign in to locked already.");
  await bot.chat.tap(card.id, 'Cancel');
  await bot.chat.waitFor(({ text }) => text === 'You are not signed in to locked: you cancelled it');
  const again = async () => {
    const before = bot.chat.seen().length;
    await bot.chat.tap(panel.id, 'Sign in');
    const next = await until(() =>
      bot.chat
        .seen()
        .slice(before)
        .find(({ kind }) => kind === 'question'),
    );
    return next.links[0] ?? '';
  };
  const back = (page: string, words: object): string =>
    `${new URL(page).searchParams.get('redirect_uri')}?${new URLSearchParams({ ...words })}`;
  const first = await again();
  const state = new URL(first).searchParams.get('state') ?? '';
  await bot.chat.sendText(back(first, { error: 'access_denied', state }));
  await bot.chat.waitFor(({ text }) => /^You are not signed in to locked: the sign-in was denied at/.test(text));
  await bot.chat.sendText(back(await again(), { code: 'stolen', state }));
  await bot.chat.waitFor(({ text }) => /the answer belongs to another sign-in, so it was not used/.test(text));
  assert.equal(strict.asked.filter((asked) => asked === 'POST /token').length, 2, 'no code was sent on');
  assert.match(await call(), /you have to sign in to it/);
});

test('an address that comes after Cancel is no goal: it is told, used for nothing and written down nowhere', async (t) => {
  const { strict, bot, end, begin, call } = await open(t);
  await end();
  const { card, page } = await begin();
  const last = await strict.visit(page);
  await bot.chat.tap(card.id, 'Cancel');
  await bot.chat.waitFor(({ text }) => text === 'You are not signed in to locked: you cancelled it');
  await bot.chat.sendText(`this one? ${last.replace('http://', '')}`);
  await bot.chat.waitFor(
    ({ text }) =>
      text === "I'm not waiting for that address any more, so I didn't use it. /tools begins a new sign-in.",
  );
  const code = new URL(last).searchParams.get('code') ?? '';
  assert.ok(code.length > 10);
  assert.ok(!JSON.stringify([bot.inbox.events(), bot.chat.seen()]).includes(code));
  assert.equal(bot.recordings.runs.size, 0, 'no run came of it');
  assert.match(await call(), /you have to sign in to it/);
});

test('phones leave the beginning of the address out and put words around it: it is taken all the same', async (t) => {
  const { strict, bot, end, begin, call } = await open(t);
  await end();
  const { page } = await begin();
  await bot.chat.sendText(`It says: ${(await strict.visit(page)).replace('http://', '')} \nnow?`);
  await bot.chat.waitFor(({ text }) => text === 'You are signed in to locked.');
  assert.equal(await call(), 'in');
});

test('somebody else who may use this computer is sent to its owner, and nothing is asked anywhere', async (t) => {
  const { strict, second, end } = await open(t);
  await end();
  const before = strict.asked.length;
  await second.sendText('/tools locked sign-in');
  await second.waitFor(({ text }) => text === 'That is for the owner, in the chat with me alone.');
  assert.equal(strict.asked.length, before);
});

test('another issuer turns the server off in the middle of a run’s calls; a yes to its host turns it on again', async (t) => {
  const { strict, opened, bot, call } = await open(t);
  const other = await startStrictIssuer();
  t.after(() => other.close());
  assert.equal(await call(), 'in');
  strict.expire();
  strict.ways.resource = () => ({ authorization_servers: [other.issuer] });
  assert.match(await call(), /it wants you to sign in elsewhere than when it was confirmed, so it is off/);
  assert.equal(opened.files.read().pins.get('locked')?.changed, 'issuer', 'also for the next life');
  assert.equal(other.asked.length, 0);
  const { host } = new URL(other.issuer);
  await bot.chat.sendText('/tools locked sign-in');
  const ask = await bot.chat.waitFor(({ text }) => text.startsWith(`Sign in at ${host}?`));
  await bot.chat.tap(ask.id, 'Deny');
  await bot.chat.waitFor(
    ({ text }) => text === 'You are not signed in to locked: you did not confirm where to sign in',
  );
  assert.equal(other.asked.length, 0);
  assert.equal(opened.files.read().pins.get('locked')?.changed, 'issuer');
});
