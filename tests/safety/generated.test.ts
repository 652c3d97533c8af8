/** Whatever is sent, the gate answers; a larger count runs in `npm run bench:gate`. What is no action at all does nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { parseReply } from '../../src/action/reply.ts';
import { createFakeModel } from '../fakes/model.ts';
import { readCorpus, readNaughtyStrings } from '../support/corpora.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { judgeGenerated } from '../support/generated-acts.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { openTestGate } from './open-test-gate.ts';

const gate = await openTestGate();

test('generated actions in generated moments: the gate never breaks', (t) => {
  const { judged, refused, broken, longestMs } = judgeGenerated(gate, WITH_REPEATS ? 5000 : 1500, 20_261_121);
  t.diagnostic(`${judged} judged, ${refused} no action at all, longest ${longestMs.toFixed(1)} ms`);
  assert.deepEqual(broken, []);
  assert.ok(judged > (WITH_REPEATS ? 2000 : 600));
});

function readHostile(): readonly string[] {
  const malformed = readCorpus('json_malformed.jsonl', z.object({ base64: z.string().nullable() }));
  return [
    ...malformed.flatMap(({ base64 }) => (base64 === null ? [] : [Buffer.from(base64, 'base64').toString()])),
    // The one that is too long for the collection: brackets that never end.
    '[{"":'.repeat(50_000),
    ...readNaughtyStrings(),
  ];
}

test('malformed JSON and naughty strings as replies: no action, no crash', async (t) => {
  const hostile = readHostile();
  assert.deepEqual(
    hostile.filter((text) => parseReply(text).ok),
    [],
  );
  t.diagnostic(`${hostile.length} hostile replies, none an action`);
  for (const offset of [0, 60, 200]) {
    const model = createFakeModel((_, index) => hostile[offset + index] ?? '');
    const bot = await startTestDeskhand({ model });
    await bot.chat.sendText('/run anything');
    const end = await bot.chat.waitFor(({ kind }) => kind === 'end');
    await bot.close();
    assert.match(end.text, /Failed/);
    assert.deepEqual(bot.desktop.did, []);
    assert.deepEqual(bot.machine.did, []);
  }
});
