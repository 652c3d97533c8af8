/** Killed between the making of a run's folder and its first line: the folder goes at the next start, and its command is not lost. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startBot } from '../../support/bot.ts';
import { until } from '../../support/until.ts';
import { noX11 } from '../../support/x11.ts';
import { openCrashPlace } from '../crash-place.ts';

/** Ends the bot by SIGKILL right after it made the folder of a run. */
const KILLER = `
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
const { mkdir } = promises;
promises.mkdir = async (path, ...rest) => {
  const made = await mkdir(path, ...rest);
  if (/recordings\\/\\d{6}$/.test(String(path))) process.kill(process.pid, 'SIGKILL');
  return made;
};
syncBuiltinESMExports();
`;

test('a folder of a run that a kill left empty is gone after the next start, and its run is done or told', {
  skip: noX11,
}, async (t) => {
  const place = await openCrashPlace(t, 'playbook');
  const recordings = join(place.data, 'recordings');
  const runs = (): readonly string[] =>
    existsSync(recordings) ? readdirSync(recordings).filter((name) => /^\d{6}$/.test(name)) : [];
  const isEmpty = (name: string): boolean => readdirSync(join(recordings, name)).length === 0;
  try {
    const killer = join(place.home, 'killer.mjs');
    writeFileSync(killer, KILLER);
    const killed = await startBot({ env: { ...place.env, NODE_OPTIONS: `--import ${killer}` } });
    place.owner.send('/run quick 1');
    await killed.ended;
    assert.deepEqual(runs(), ['000001']);
    assert.ok(isEmpty('000001'), 'nothing was written to it');

    const next = await startBot({ env: place.env });
    t.after(() => next.kill());
    const card = await place.owner.waitFor((messages) => messages.find(({ text }) => text.startsWith('May I run')));
    place.owner.tap(card, 'Approve');
    const end = await place.owner.waitFor((messages) => messages.find(({ text }) => text.includes('“quick 1”')));
    assert.match(end.text, /run 2/, 'its number is not given again');
    await until(() => !runs().includes('000001'), 'the empty folder to go');
    assert.deepEqual(runs().filter(isEmpty), []);
    assert.equal(await next.stop(), 0);
  } finally {
    await place.stop();
  }
});
