/** /status says what is not as it should be. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { noteModels } from '../../src/bin/model-notices.ts';
import { renderStatusReport } from '../../src/commands/status-report.ts';
import { readSettings } from '../../src/config/read-settings.ts';
import { NAMELESS_APP } from '../../src/ports/desktop.ts';
import { say, type Text } from '../../src/words/say.ts';
import { createFakeChat } from '../fakes/chat.ts';
import { createFakeClock } from '../fakes/clock.ts';
import { createFakeDesktop } from '../fakes/desktop.ts';

const ROOT = join(import.meta.dirname, '../..');

async function reportOf(notices: readonly Text[]): Promise<string> {
  const clock = createFakeClock();
  const chat = createFakeChat({ now: () => clock.now() });
  return JSON.stringify(
    await renderStatusReport({
      chats: new Map([[chat.platform, chat]]),
      desktop: createFakeDesktop({ width: 100, height: 100 }),
      displayIndex: 1,
      helpers: [],
      clock,
      model: null,
      current: null,
      waitsFor: '',
      isVerbose: false,
      caps: { maxIterations: 35, timeLimitMs: 1, tokenBudget: 1, costLimitUsd: 1, dayCostLimitUsd: 1 },
      waiting: 0,
      todayUsd: 0,
      notices,
    }),
  );
}

test('a missing sandbox stands in the status, and nothing does when all is well', async () => {
  assert.match(
    await reportOf(['Shell commands run without a sandbox: so it is.']),
    /Note.*without a sandbox: so it is\./,
  );
  assert.doesNotMatch(await reportOf([]), /Note/);
});

test('a limit of the confined place that does not hold is told at the start and in the status', async (t) => {
  // Where no control group can be made, as on a machine without them.
  const code = `
    const { openSandbox } = await import(process.argv[1] + '/adapters/machine/sandbox.ts');
    const { english } = await import(process.argv[1] + '/src/words/speak.ts');
    const sandbox = await openSandbox({ platform: 'linux', home: '/nowhere', root: '/nowhere', dataDir: '/nowhere' });
    console.log(JSON.stringify([sandbox.hasPlace, english(sandbox.placeLack)]));
    sandbox.close();`;
  const words = [
    '-m',
    'sh',
    '-c',
    'umount -R -l /sys/fs/cgroup && exec "$@"',
    'sh',
    process.execPath,
    '-e',
    code,
    ROOT,
  ];
  const found = spawnSync('/usr/bin/unshare', words, { encoding: 'utf8' });
  if (found.status !== 0) return t.skip(`no mounts of its own: ${found.stderr}`);
  const [hasPlace, lack] = JSON.parse(found.stdout) as [boolean, string];
  if (!hasPlace) return t.skip(`no confined place: ${lack}`);
  assert.match(lack, /^How (?:many processes|much memory) a command .* is not limited here/);
  const read = readSettings({}, {});
  assert.ok(read.ok);
  const notices = noteModels(read.settings, { model: null }, [lack], () => undefined, new AbortController().signal);
  assert.deepEqual(notices, [lack]);
  assert.match(await reportOf(notices), /Note.*is not limited here/);
});

test('with no window in front no application is blamed for it; what is wrong with all of them is still said', async () => {
  const desktop = createFakeDesktop({ width: 100, height: 100 });
  const report = async (note: Text): Promise<string> =>
    JSON.stringify(
      await renderStatusReport({
        chats: new Map(),
        desktop: {
          ...desktop,
          front: () => Promise.resolve({ app: '', title: '', pid: null, box: null }),
          elements: () => Promise.resolve({ elements: [], coverage: 'unavailable', reason: note }),
        },
        displayIndex: 1,
        helpers: [],
        clock: createFakeClock(),
        model: null,
        current: null,
        waitsFor: '',
        isVerbose: false,
        caps: { maxIterations: 35, timeLimitMs: 1, tokenBudget: 1, costLimitUsd: 1, dayCostLimitUsd: 1 },
        waiting: 0,
        todayUsd: 0,
        notices: [],
      }),
    );
  assert.match(
    await report(say`${NAMELESS_APP} does not show its elements; the picture is all there is to go by.`),
    /none, no window is in front/,
  );
  assert.match(await report('There is no session bus.'), /There is no session bus/);
});

test('why no elements are listed is told to the person: it is not an order to the model', async () => {
  const clock = createFakeClock();
  const desktop = createFakeDesktop({ width: 100, height: 100 });
  const report = JSON.stringify(
    await renderStatusReport({
      chats: new Map(),
      desktop: { ...desktop, elements: () => Promise.reject(new Error('too late')) },
      displayIndex: 1,
      helpers: [],
      clock,
      model: null,
      current: null,
      waitsFor: '',
      isVerbose: false,
      caps: { maxIterations: 35, timeLimitMs: 1, tokenBudget: 1, costLimitUsd: 1, dayCostLimitUsd: 1 },
      waiting: 0,
      todayUsd: 0,
      notices: [],
    }),
  );
  assert.match(report, /Elements.*did not arrive in time; the picture is all there is to go by\./);
  for (const path of globSync('{adapters/desktop,src/screen}/**/*.ts', { cwd: ROOT }))
    assert.doesNotMatch(readFileSync(join(ROOT, path), 'utf8'), /\bwork from the picture/i, path);
});
