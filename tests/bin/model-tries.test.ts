/** A model that is tried in setup and does not answer: told in a sentence, and nothing is kept. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, describe, it } from 'node:test';
import { tryKey } from '../../src/bin/setup/model-tries.ts';
import { readSettings } from '../../src/config/read-settings.ts';
import { english } from '../../src/words/speak.ts';
import { listen } from '../servers/listen.ts';
import { inEnglish } from '../support/in-english.ts';

describe('A provider that takes the question and never answers', async () => {
  const silent = await listen(createServer(() => undefined));
  after(() => silent.stop());
  const read = readSettings(
    { OPENAI_API_KEY: 'sk-test-0123456789', OPENAI_BASE_URL: `http://127.0.0.1:${silent.port}/v1`, MODEL_MAIN: 'mine' },
    {},
  );
  assert.ok(read.ok, read.ok ? '' : read.problems.map(english).join('\n'));
  const { settings } = read;

  it('is given up after its time', async () => {
    const tried = await tryKey(settings, new AbortController().signal, 1500);
    assert.deepEqual(inEnglish(tried), { why: 'No answer came within 1.5 seconds. Nothing was saved.', told: '' });
  });

  it('Ctrl-C ends the wait at once', async () => {
    const person = new AbortController();
    const tried = tryKey(settings, person.signal, 600_000);
    person.abort(new Error('Ctrl-C'));
    await assert.rejects(tried, /Ctrl-C/);
  });
});
