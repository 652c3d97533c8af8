/** A second provider when the first stays away: asked, kept by choice, never silent; two real clients against strict servers that go down and come back. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { withSecond } from '../../adapters/model/with-second.ts';
import { FAST_LIMITS } from '../adapters/model/bench.ts';
import { type Decide, PROVIDERS, type ProviderBench } from '../adapters/model/providers.ts';
import type { FakePost } from '../fakes/chat.ts';
import type { Decision } from '../servers/anthropic/server.ts';
import { makeReply } from '../servers/anthropic/wire-reply.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { NO_SCOPE } from '../support/phone.ts';
import { withPicture } from '../support/with-picture.ts';

const LIMITS = { limits: { ...FAST_LIMITS, attempts: 2 } };
const DONE = makeReply({ action: 'done', summary: 'All is done.' });
const CLICK = makeReply({ action: 'click', target: { x: 500, y: 500 } });

type Server = { bench: ProviderBench; isDown: boolean; isLast: boolean; steps: Decision[] };

let first: Server;
let second: Server;
let bot: TestDeskhand;

async function open(name: string): Promise<Server> {
  const provider = PROVIDERS.find((one) => one.name === name);
  assert.ok(provider);
  const server: Omit<Server, 'bench'> = { isDown: false, isLast: false, steps: [] };
  const decide: Decide = (index, schema): Decision => {
    if (server.isDown)
      return index % 2 === 0 ? { fault: 'reset' } : { fault: 'status', status: 529, type: 'overloaded_error' };
    if (/"score/.test(schema)) return { screen: 'A desktop.', reasons: ['It looks finished.'], score: 90 };
    if (/"narrative/.test(schema)) return { narrative: 'It was done.', lessons: [] };
    if (/"kind/.test(schema)) return { kind: 'simple', scope: NO_SCOPE };
    if (/"risk/.test(schema)) return { target: 'a surface', risk: 'moderate', reason: 'It selects.' };
    const step = server.steps.shift() ?? DONE;
    // The provider goes down after its last answer.
    if (server.isLast && server.steps.length === 0) server.isDown = true;
    return step;
  };
  const bench = await provider.start(decide, LIMITS);
  return Object.assign(server, { bench });
}

async function begin(): Promise<void> {
  first = await open('Anthropic');
  second = await open('OpenAI');
  bot = await startTestDeskhand({ model: withPicture(withSecond(first.bench.model, second.bench.model)) });
}
async function close(): Promise<void> {
  await bot.close();
  await first.bench.close();
  await second.bench.close();
}

/** Everything that was said since. */
function listen(): () => readonly FakePost[] {
  const seen = new Set(bot.chat.seen().map(({ id }) => id));
  return () => bot.chat.seen().filter(({ id }) => !seen.has(id));
}
const waitFor = (news: () => readonly FakePost[], fits: (post: FakePost) => boolean): Promise<FakePost> =>
  bot.chat.waitFor((post) => news().some(({ id }) => id === post.id) && fits(post), 30_000);
const isQuestion = (post: FakePost): boolean =>
  post.buttons.flat().some(({ label, isLive }) => label === 'Use it' && isLive);
const isEnd = ({ kind }: FakePost): boolean => kind === 'end';
const command = async (text: string): Promise<string> => {
  const news = listen();
  await bot.chat.sendText(text);
  return (await waitFor(news, () => true)).text;
};
const stepsOf = ({ bench }: Server): readonly { readonly text: string }[] =>
  bench.asked().filter(({ system }) => system.startsWith('You are Deskhand'));

describe('When the first provider stays away', () => {
  beforeEach(begin);
  afterEach(close);

  it('the second is offered with its price, and asked nothing before the tap', async () => {
    first.isDown = true;
    const news = listen();
    await bot.chat.sendText('/run tidy up');
    const card = await waitFor(news, isQuestion);
    assert.match(card.text, /claude-sonnet-5-5 does not answer\..*Nothing came from 127\.0\.0\.1/);
    assert.match(card.text, /Use gpt-6\.1-sol, about .{0,40}0\.0\d+.{0,40} a step\?/);
    assert.deepEqual(
      card.buttons.flat().map(({ label }) => label),
      ['Use it', 'Always use it', 'Retry', 'Stop'],
    );
    await bot.chat.tap(card.id, 'Stop');
    await waitFor(news, isEnd);
    assert.equal(second.bench.asked().length, 0);
  });

  it('a tap repeats what was in flight on the second, for this run; the next run is the first one’s again', async () => {
    first.steps = [CLICK];
    const news = listen();
    first.isLast = true;
    await bot.chat.sendText('/run tidy up');
    const card = await waitFor(news, isQuestion);
    await bot.chat.tap(card.id, 'Use it');
    const end = await waitFor(news, isEnd);
    assert.match(end.text, /gpt-6\.1-sol/);
    const question = ({ text = '' }: { readonly text?: string } = {}): string => text.replace(/^Step .*$/m, '');
    assert.notEqual(question(stepsOf(second)[0]), '');
    assert.equal(
      question(stepsOf(second)[0]),
      question(stepsOf(first).at(-1)),
      'what was not answered, on a fresh look',
    );
    const events = bot.events('000001');
    const replies = events.filter((event) => event.type === 'reply.received');
    for (const reply of replies) assert.ok(reply.cost_usd !== null && reply.cost_usd > 0);
    assert.equal(replies.at(-1)?.model, 'gpt-6.1-sol');
    const checks = events.filter((event) => event.type === 'verification.done');
    for (const check of checks) assert.match(String(check.model), /^gpt-/);
    Object.assign(first, { isDown: false, isLast: false });
    const before = second.bench.asked().length;
    const next = listen();
    await bot.chat.sendText('/run tidy up again');
    assert.doesNotMatch(
      (await waitFor(next, isEnd)).text,
      /gpt/,
      'only another model than the configured one is named',
    );
    assert.equal(second.bench.asked().length, before);
    assert.ok(!next().some(isQuestion));
  });

  it('“always” is kept for this person: used without a question, told, listed by /model and taken back there', async () => {
    assert.match(await command('/model'), /fallback: .*gpt-6\.1-sol.*I ask first/);
    first.isDown = true;
    const news = listen();
    await bot.chat.sendText('/run tidy up');
    await bot.chat.tap((await waitFor(news, isQuestion)).id, 'Always use it');
    await waitFor(news, isEnd);
    assert.match(await command('/model'), /fallback: .*gpt-6\.1-sol.*your choice: without asking/);

    const next = listen();
    await bot.chat.sendText('/run tidy up again');
    const told = await waitFor(next, (post) => /as you chose/.test(post.text));
    assert.match(told.text, /claude-sonnet-5-5 does not answer.*I use gpt-6\.1-sol for the rest of this run/);
    assert.match((await waitFor(next, isEnd)).text, /gpt-6\.1-sol/);
    assert.ok(!next().some(isQuestion));

    assert.match(await command('/model fallback ask'), /I ask you before I use gpt-6\.1-sol/);
    const last = listen();
    await bot.chat.sendText('/run tidy up once more');
    await bot.chat.tap((await waitFor(last, isQuestion)).id, 'Stop');
    await waitFor(last, isEnd);
  });

  it('and the second does, too, Retry is the first one’s turn', async () => {
    first.isDown = true;
    second.isDown = true;
    const news = listen();
    await bot.chat.sendText('/run tidy up');
    const card = await waitFor(news, isQuestion);
    await bot.chat.tap(card.id, 'Use it');
    const again = await waitFor(news, (post) => isQuestion(post) && post.id !== card.id);
    assert.ok(second.bench.asked().length > 0);
    first.isDown = false;
    await bot.chat.tap(again.id, 'Retry');
    assert.doesNotMatch((await waitFor(news, isEnd)).text, /gpt/);
    assert.equal(bot.events('000001').findLast((event) => event.type === 'reply.received')?.model, 'claude-sonnet-5-5');
  });
});

describe('/model fallback', () => {
  beforeEach(begin);
  afterEach(close);

  it('says what it takes', async () => {
    assert.match(await command('/model fallback sometimes'), /model fallback always.*uses it without asking/);
    assert.match(await command('/model fallback always'), /your runs go on with gpt-6\.1-sol and tell you/);
  });
});
