/** The token stays where it is: in no log line, no health, no delivery, no error, and with no other host. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { it } from 'node:test';
import { inspect } from 'node:util';
import type { Fault } from '../../../servers/telegram/faults.ts';
import { PLAIN } from '../../../support/plain-message.ts';
import { until } from '../../../support/until.ts';
import { NEVER, startBench, THREAD, TOKEN } from './bench.ts';

const SECRET = TOKEN.slice(TOKEN.indexOf(':') + 1);

it('never shows, whatever goes wrong', async (t) => {
  const bench = await startBench(t, { pacing: { pollSeconds: 1, pollGraceMs: 100, callTimeoutMs: 100 } });
  const { server, chat, log, anna, received } = bench;
  const faults: readonly Fault[] = [
    { kind: 'reset' },
    { kind: 'hang' },
    { kind: 'cut' },
    { kind: 'body', body: `<html>${TOKEN}</html>` },
    {
      kind: 'refuse',
      code: 400,
      description: `Bad Request: no route /bot${TOKEN}/sendMessage, ${encodeURIComponent(TOKEN)}`,
    },
    { kind: 'refuse', code: 502, description: `Bad Gateway to ${SECRET}` },
  ];
  const said: unknown[] = [];
  for (const fault of faults) {
    server.fail('sendMessage', fault);
    server.fail('getUpdates', fault);
    server.fail('answerCallbackQuery', fault);
    anna.tapInaccessible(1, 'a');
    said.push(await chat.post(THREAD, PLAIN, NEVER), chat.health());
  }
  await server.goDown();
  said.push(await chat.post(THREAD, PLAIN, NEVER), chat.health());
  await server.comeUp();
  anna.send('back');
  await until(() => received.some(({ content }) => content.kind === 'text'));
  const everything = inspect([said, log], { depth: 10 });
  assert.match(everything, /<token>/, 'it would have been there');
  assert.ok(!everything.includes(SECRET), everything);
});

it('is not carried to where a redirect points', async (t) => {
  const seen: (string | undefined)[] = [];
  const elsewhere = createServer((request, response) => {
    seen.push(request.url);
    response.end('{}');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const address = elsewhere.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const portal = createServer((request, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${port}${request.url}` }).end();
  });
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  const at = portal.address();
  t.after(() => {
    elsewhere.close();
    portal.close();
  });
  const apiRoot = `http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}`;
  const { chat, log } = await startBench(t, { chat: { apiRoot } });
  assert.equal(chat.health().isConnected, false);
  assert.equal((await chat.post(THREAD, PLAIN, NEVER)).result, 'later');
  assert.deepEqual(seen, []);
  assert.ok(!inspect([chat.health(), log]).includes(SECRET));
});
