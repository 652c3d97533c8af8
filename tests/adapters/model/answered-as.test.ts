/** Whom a server says it is: an id is told as it is, another model's beside the one that was asked, and anything else counts as not said. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { createProviderModel } from '../../../adapters/model/ask-provider.ts';

test('a name that is no id is not taken over; another model is named beside the one asked, and warned of once', async () => {
  let said = '';
  const warned: string[] = [];
  const model = createProviderModel(
    {
      host: 'example.com',
      fault: null,
      send: async () => ({
        text: '{}',
        stop: 'complete',
        detail: '',
        model: said,
        usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 },
      }),
      classify: () => ({ kind: 'surprise' }),
    },
    {
      models: { main: 'claude-haiku-4-5', fast: 'claude-haiku-4-5' },
      prices: {},
      clock: createSystemClock(),
      log: { warn: (_, message) => void warned.push(message) },
    },
  );
  const answeredAs = async (name: string): Promise<readonly (string | undefined)[]> => {
    said = name;
    const request = { purpose: 'step', system: '', text: '', pictures: [], schema: {}, maxTokens: 10 } as const;
    const { model: answered, asked } = await model.ask(request, new AbortController().signal);
    return [answered, asked];
  };
  for (const name of ['', '\u001b[2Jevil', 'two\nlines', 'x'.repeat(5000), '<b>claude</b>'])
    assert.deepEqual(await answeredAs(name), ['claude-haiku-4-5', undefined]);
  assert.deepEqual(await answeredAs('claude-haiku-4-5-20251001'), ['claude-haiku-4-5-20251001', undefined]);
  assert.deepEqual(warned, []);
  for (let time = 0; time < 3; time += 1)
    assert.deepEqual(await answeredAs('claude-opus-5-5'), ['claude-opus-5-5', 'claude-haiku-4-5']);
  assert.deepEqual(warned, ['Another model than the one asked says that it answered']);
});
