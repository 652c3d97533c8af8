/** /status says what is not as it should be. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { renderStatusReport } from '../../src/commands/status-report.ts';
import { createFakeChat } from '../fakes/chat.ts';
import { createFakeClock } from '../fakes/clock.ts';
import { createFakeDesktop } from '../fakes/desktop.ts';

const ROOT = join(import.meta.dirname, '../..');

test('a missing sandbox stands in the status, and nothing does when all is well', async () => {
  const clock = createFakeClock();
  const chat = createFakeChat({ now: () => clock.now() });
  const report = async (notices: readonly string[]): Promise<string> =>
    JSON.stringify(
      await renderStatusReport({
        chats: new Map([[chat.platform, chat]]),
        desktop: createFakeDesktop({ width: 100, height: 100 }),
        displayIndex: 1,
        helpers: [],
        clock,
        model: null,
        current: null,
        waitsFor: '',
        caps: { maxIterations: 35, timeLimitMs: 1, tokenBudget: 1, costLimitUsd: 1, dayCostLimitUsd: 1 },
        waiting: 0,
        todayUsd: 0,
        notices,
      }),
    );
  assert.match(
    await report(['Shell commands run without a sandbox: so it is.']),
    /Note.*without a sandbox: so it is\./,
  );
  assert.doesNotMatch(await report([]), /Note/);
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
