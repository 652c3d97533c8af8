/** Deskhand as a tool of another program: the official client, the real bot, the owner's phone on a strict Telegram server. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { USUAL_LIMITS } from '../../src/ports/callers.ts';
import { type Bot, spawnBot, startBot } from '../support/bot.ts';
import { callOverHttp, callOverStdio, control, openCallerPlace, textOf } from '../support/caller-place.ts';
import { until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

const NEVER = new AbortController().signal;

test('a bot that other programs use', { skip: noX11 }, async (t) => {
  const place = await openCallerPlace(t);
  const bot = await startBot({ env: place.env });
  t.after(() => bot.kill());
  await place.ann.waitFor((messages) => messages.at(-1));
  await t.test(
    'the official client drives a whole run over stdio, the phone decides, a name it gives itself counts for nothing, and what it gets is masked',
    (own) => driveRun(own, place),
  );
  await t.test(
    'over HTTP only who has a token and comes from no page is answered; an accepted run survives kill -9',
    (own) => serveHttp(own, place, bot),
  );
});

type Place = Awaited<ReturnType<typeof openCallerPlace>>;

async function driveRun(t: TestContext, { home, data, env, ann, cardAfter }: Place): Promise<void> {
  const pending = (await control(data)).callers.create('helper', USUAL_LIMITS, NEVER);
  const wish = await cardAfter(0);
  assert.match(wish.text, /let the program helper ask for runs/);
  ann.tap(wish, 'Approve');
  const token = await pending;

  // It says that it is somebody else, and that the owner has agreed.
  const client = await callOverStdio(t, env, token, 'Ann (owner)');
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name).sort(), ['act', 'look', 'run', 'screenshot', 'status', 'stop']);

  // The first look asks, and is a picture with elements after the yes.
  const looking = client.callTool({ name: 'look', arguments: {} });
  const lookCard = await cardAfter(wish.id);
  assert.match(lookCard.text, /May the program helper see this screen\?/);
  ann.tap(lookCard, 'Approve');
  const look = await looking;
  assert.equal(look.content[0]?.type, 'image');
  assert.match(textOf(look), /<untrusted from="screen">/);

  const steps: string[] = [];
  const running = client.callTool(
    { name: 'run', arguments: { goal: 'put a note', wait_seconds: 60 } },
    { onprogress: ({ message }) => void steps.push(message ?? '') },
  );
  const card = await cardAfter(lookCard.id);
  assert.match(card.text, /helper \(program\)/, 'by the name of its token');
  assert.ok(!card.text.includes('Ann (owner)') && !card.text.includes('Approved by Deskhand'));
  assert.ok(!existsSync(join(home, 'note.txt')), 'nothing runs before the yes');
  await until(() => steps.some((line) => line.includes('waits for the owner')));
  ann.tap(card, 'Approve');
  const done = await running;
  assert.equal(done.isError ?? false, false, textOf(done));
  assert.match(textOf(done), /ended: verified/);
  assert.equal(readFileSync(join(home, 'note.txt'), 'utf8'), 'noted\n');

  // A single act that would return a file asks, and Deny means no.
  const acting = client.callTool({
    name: 'act',
    arguments: { action: { action: 'file_view', path: join(home, 'note.txt') }, wait_seconds: 60 },
  });
  const actCard = await cardAfter(card.id);
  assert.match(actCard.text, /“helper” would get what this shows/);
  ann.tap(actCard, 'Deny');
  const denied = await acting;
  assert.ok(!textOf(denied).includes('noted'), textOf(denied));

  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const printing = client.callTool({
    name: 'act',
    arguments: {
      action: { action: 'shell', command: `printf %s%s ${secret.slice(0, 4)} ${secret.slice(4)}` },
      wait_seconds: 60,
    },
  });
  ann.tap(await cardAfter(actCard.id), 'Approve');
  const printed = textOf(await printing);
  assert.match(printed, /hidden: GitHub token/);
  assert.ok(!printed.includes(secret));

  const wrong = await client.callTool({ name: 'act', arguments: { action: { action: 'fly' } } });
  assert.equal(wrong.isError, true);
  assert.match(textOf(wrong), /This is no act: /);
  const journal = readFileSync(join(data, 'recordings/000001/journal.jsonl'), 'utf8');
  assert.match(journal, /"by_program":true,"caller":"helper"/);

  // Whoever takes the token back needs no restart.
  assert.equal(await (await control(data)).callers.revoke('helper'), true);
  const after = await client.callTool({ name: 'status', arguments: {} });
  assert.equal(after.isError, true);
  assert.match(textOf(after), /does not count here/);
}

async function serveHttp(t: TestContext, { home, data, env, ann, cardAfter }: Place, first: Bot): Promise<void> {
  rmSync(join(home, 'note.txt'));
  const newest = ann.received().at(-1)?.id ?? 0;
  const pending = (await control(data)).callers.create('another', USUAL_LIMITS, NEVER);
  const wish = await cardAfter(newest);
  ann.tap(wish, 'Approve');
  const token = await pending;

  const served = spawnBot({ env, program: ['src/bin/entry.mjs', 'mcp', 'serve', '--http', '--port', '0'] });
  t.after(() => served.stop());
  await until(() => /^ready http/m.test(served.stdout()));
  const url = new URL(/^ready (http\S+)$/m.exec(served.stdout())?.[1] ?? '');

  const ask = (headers: Readonly<Record<string, string>>, path = url.pathname, body = '{}') =>
    new Promise<number>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port: url.port, path, method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.once('error', reject);
      sent.end(body);
    });
  const bearer = { Authorization: `Bearer ${token}` };
  assert.equal(await ask({ ...bearer, Host: 'evil.example' }), 421);
  assert.equal(await ask({ ...bearer, Origin: 'https://evil.example' }), 403);
  assert.equal(await ask({ ...bearer, Origin: url.origin }), 403);
  assert.equal(await ask({}), 401);
  assert.equal(await ask({ Authorization: 'Bearer x' }), 401);
  assert.equal(await ask(bearer, '/other'), 404);
  assert.equal(await ask(bearer, url.pathname, 'x'.repeat(300 * 1024)), 413);

  await assert.rejects(callOverHttp(t, url, `deskhand_mcp_${'A'.repeat(43)}`), /Send a token that counts here/);

  const client = await callOverHttp(t, url, token);
  const accepted = await client.callTool({ name: 'run', arguments: { goal: 'put a note', wait_seconds: 0 } });
  const id = /^Run (\S+)/.exec(textOf(accepted))?.[1] ?? '';
  const before = await cardAfter(wish.id);
  await first.kill();
  const dead = await client.callTool({ name: 'status', arguments: {} });
  assert.match(textOf(dead), /^Deskhand does not run on this computer/);
  const second = await startBot({ env });
  t.after(() => second.kill());
  // Its card is closed, it is told as interrupted, and nothing was done twice or unasked.
  await ann.waitFor((messages) => messages.find(({ id: at, text }) => at > before.id && /interrupted/i.test(text)));
  assert.ok(!existsSync(join(home, 'note.txt')));
  const status = await client.callTool({ name: 'status', arguments: { id } });
  assert.match(textOf(status), /unknown/);
  const again = await client.callTool({ name: 'run', arguments: { goal: 'put a note', wait_seconds: 0 } });
  const card = await cardAfter(before.id);
  ann.tap(card, 'Approve');
  await until(() => existsSync(join(home, 'note.txt')));
  const own = /^Run (\S+)/.exec(textOf(again))?.[1] ?? '';
  await until(async () =>
    /ended: verified/.test(textOf(await client.callTool({ name: 'status', arguments: { id: own } }))),
  );
}
