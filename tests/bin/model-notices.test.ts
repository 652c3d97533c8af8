/** A model of one's own that sees no pictures is found at the start; one that is paid for is asked nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { chooseModel } from '../../src/bin/choose-model.ts';
import { noteModels } from '../../src/bin/model-notices.ts';
import { readSettings } from '../../src/config/read-settings.ts';
import { english } from '../../src/words/speak.ts';
import type { Decision } from '../servers/anthropic/server.ts';
import { startOpenAiServer } from '../servers/openai/server.ts';
import { until } from '../support/until.ts';

const log = { warn: () => {} };

async function start(decision: Decision, model = 'qwen-vl') {
  const server = await startOpenAiServer({
    key: null,
    models: [model],
    responses: 'missing',
    hasStructuredOutput: false,
    decide: () => decision,
  });
  const read = readSettings({ OPENAI_BASE_URL: server.url, MODEL_MAIN: model }, {});
  assert.ok(read.ok);
  const warned: string[] = [];
  const life = new AbortController();
  const { model: chosen } = chooseModel(read.settings, createSystemClock(), log, {
    home: '/nobody',
    dataFolder: '/nobody',
    env: {},
  });
  const notices = noteModels(
    read.settings,
    { model: chosen },
    ['other'],
    (problem) => void warned.push(problem),
    life.signal,
  );
  const told = (): readonly string[] => notices.map((notice) => english(notice));
  return { server, life, warned, told };
}

for (const [name, decision, words] of [
  ['cannot name the colors', { left: 'red', right: 'blue' }, /^qwen-vl does not see pictures.*MODEL_MAIN/],
  ['answers with something else', 'I am a text model.', /^qwen-vl does not see pictures/],
  [
    'has a server that refuses pictures',
    { fault: 'status', status: 400, message: 'this model does not support image input' },
    /^qwen-vl cannot look at the picture/,
  ],
] as const satisfies readonly (readonly [string, Decision, RegExp])[]) {
  test(`a model that ${name} is told of in the log and by /status`, async () => {
    const { server, life, warned, told } = await start(decision);
    try {
      await until(() => told().some((notice) => words.test(notice)));
      assert.ok(warned.some((problem) => words.test(problem)));
      assert.equal(told()[0], 'other');
      assert.match(told()[1] ?? '', /price and the limits of qwen-vl are not known/i);
    } finally {
      life.abort();
      await server.stop();
    }
  });
}

test('one that sees is told nothing of, and one that is known is not asked', async () => {
  const seeing = await start({ left: 'Yellow', right: 'green' });
  const known = await start('never asked', 'gpt-6-luna');
  try {
    await until(() => seeing.server.calls.length > 0);
    assert.equal(seeing.server.calls[0]?.pictures[0]?.width, 112);
    assert.equal(known.server.exchanges.length, 0);
    assert.ok(![...seeing.told(), ...known.told()].some((notice) => /does not see/.test(notice)));
  } finally {
    for (const { life, server } of [seeing, known]) {
      life.abort();
      await server.stop();
    }
  }
});
