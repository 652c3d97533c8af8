/** The menu behind `/` is for the people who are allowed, and nothing hangs on it. */

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { holdsFor, until } from '../../../support/until.ts';
import { startBench } from './bench.ts';

const MENUS = [
  { language: '', commands: [{ command: 'run', description: 'Do something' }] },
  { language: 'de', commands: [{ command: 'run', description: 'Etwas tun' }] },
] as const;

it('is shown to those allowed, in their language, and to nobody else', async (t) => {
  const { server, anna } = await startBench(t, { chat: { menus: MENUS } });
  const stranger = server.person(666);
  await until(() => anna.menu('de')[0]?.description === 'Etwas tun');
  assert.equal(anna.menu('fr')[0]?.description, 'Do something');
  stranger.send('hello');
  await until(() => server.calls('deleteMyCommands').length === 1, 'the one for everybody is taken away');
  await holdsFor(50, () => assert.deepEqual(stranger.menu(), []));
});

it('comes with the first message of somebody who had not written before', async (t) => {
  const { server, anna, chat } = await startBench(t, { isStarted: false });
  anna.setObstacle('not started');
  await chat.start(async () => ({ toast: '' }));
  await until(() => server.calls('setMyCommands').some(({ status }) => status === 400));
  assert.deepEqual(anna.menu(), []);
  anna.setObstacle('');
  anna.send('/start');
  await until(() => anna.menu().length === 1);
});

it('that cannot be registered disturbs nothing, and is not asked for with every message', async (t) => {
  const { server, anna, received } = await startBench(t, { isStarted: true, chat: { menus: MENUS } });
  server.fail('setMyCommands', { kind: 'refuse', code: 500, description: 'Internal Server Error' }, 100);
  for (const text of ['one', 'two', 'three', 'four']) anna.send(text);
  await until(() => received.length === 4);
  await holdsFor(50, () => assert.ok(server.calls('setMyCommands').length <= 4));
});
