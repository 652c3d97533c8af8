/** The settings of the page on the whole bot: what is lowered there holds the next run up, and what is taken back asks again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { createWebChat } from '../../adapters/chat/web/web-chat.ts';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { OWN_FILES } from '../../src/bin/own-files.ts';
import { createAllowances } from '../../src/safety/scope/allowances.ts';
import { NO_HISTORY, never, openSession } from '../adapters/chat/web/web-bench.ts';
import { createFakeStateStore } from '../fakes/state-store.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { scriptedModel, step } from '../support/scripted-model.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const shown = z.object({
  detail: z.string(),
  limits: z.array(z.object({ name: z.string(), value: z.number(), most: z.number() })),
  allowed: z.array(z.object({ id: z.string(), text: z.string() })),
});

test('detail, limits and what is always allowed: read, lowered and taken back on the page, obeyed by the bot', async () => {
  const state = createFakeStateStore();
  const allowances = createAllowances(
    state,
    () => 0,
    (one, other) => one === other,
  );
  const scope = { apps: ['GIMP'], sites: [], folders: [], kinds: ['edit'] } as const;
  await allowances.add('web:owner', { scope, name: 'GIMP' }, null);
  await allowances.add('telegram:7', { scope, name: 'Gmail' }, null);
  const web = createWebChat({
    page: OWN_FILES.page,
    port: 0,
    clock: createSystemClock(),
    log: quiet,
    commands: () => [],
    history: NO_HISTORY,
    state: createFakeStateStore(),
    kept: createFakeStateStore(),
    mask: (text) => text,
    language: 'auto',
  });
  const model = scriptedModel(Array.from({ length: 9 }, (_, at) => step({ action: 'think', text: `thought ${at}` })));
  const bot = await startTestDeskhand({ model, chatInFront: web, state });
  try {
    const origin = web.label().slice('web '.length);
    const session = await openSession({ chat: web, origin: () => origin });
    const headers = { ...session, Origin: origin, 'Content-Type': 'application/json' };
    const change = async (body: object) => {
      const answer = await fetch(`${origin}/settings`, { method: 'POST', headers, body: JSON.stringify(body) });
      assert.equal(answer.status, 200, await answer.clone().text());
      return shown.parse(await answer.json());
    };
    const before = shown.parse(await (await fetch(`${origin}/settings`, { headers: session })).json());
    assert.equal(before.detail, 'normal');
    assert.ok(before.limits.every(({ value, most }) => value === most));
    assert.deepEqual(
      before.allowed.map(({ text }) => text),
      ['edit in GIMP, in every run of yours'],
    );
    const theirs = allowances.list('telegram:7')[0]?.id ?? '';
    assert.equal((await change({ revoke: theirs })).allowed.length, 1);
    assert.equal(allowances.list('telegram:7').length, 1, 'nobody takes back what somebody else allowed');
    assert.deepEqual((await change({ revoke: before.allowed[0]?.id })).allowed, []);
    assert.equal((await change({ detail: 'quiet' })).detail, 'quiet');
    const after = await change({ limits: { steps: 2 } });
    assert.equal(after.limits.find(({ name }) => name === 'steps')?.value, 2);

    await fetch(`${origin}/messages`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ id: 'abcdefghijklmnopqr', text: '/run count' }),
    });
    const card = await waitFor(origin, session, /All 2 steps are used up/);
    assert.match(card, /Extend/);
    assert.equal(state.get('caps') !== undefined, true);
  } finally {
    await bot.close();
  }
});

/** The conversation as text, once it says this. */
async function waitFor(origin: string, headers: Record<string, string>, what: RegExp): Promise<string> {
  const events = await fetch(`${origin}/events`, { headers, signal: never });
  let text = '';
  for await (const chunk of events.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (what.test(text)) return text;
  }
  throw new Error(`never said: ${what}`);
}
