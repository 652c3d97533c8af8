/** What is true of every provider beside the contract of a model: the cached prefix, one retry layer, the circuit breaker. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { parseReply } from '../../../src/action/reply.ts';
import type { ModelRequest, ModelResponse } from '../../../src/ports/model.ts';
import { english } from '../../../src/words/speak.ts';
import { makeStepRequest } from '../../contracts/model.ts';
import { makePicture } from '../../fixtures/pictures.ts';
import { PROMPT_STATES } from '../../fixtures/prompt/states.ts';
import type { Decision } from '../../servers/anthropic/server.ts';
import { makeReply } from '../../servers/anthropic/wire-reply.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { FAST_LIMITS } from './bench.ts';
import { APIS, EACH_ONCE, type ProviderBench, WIRES } from './providers.ts';

const PICTURE = await makePicture(1260, 784, null);
const DONE = makeReply({ action: 'done', summary: 'Done.' });
const STEP = makeStepRequest(PROMPT_STATES.plain, [PICTURE]);
const STREAMED: ModelRequest = { ...STEP, onText: () => {} };
const OVERLOADED: Decision = { fault: 'status', status: 529, type: 'overloaded_error' };
const quiet = new AbortController().signal;

for (const provider of EACH_ONCE) {
  const { name, start } = provider;
  describe(name, () => {
    let bench: ProviderBench;
    afterEach(() => bench.close());

    it('gets the same system bytes at every step, and every step after the first reads them from its cache', async () => {
      bench = await start(() => DONE);
      const system = `${STEP.system}\n${'A note of the person. '.repeat(600)}`;
      const responses: ModelResponse[] = [];
      // The first question finds out how a server wants to be asked.
      await bench.model.ask({ ...STEP, system }, quiet);
      for (const state of [PROMPT_STATES.first, PROMPT_STATES.plain, PROMPT_STATES.full]) {
        const step = makeStepRequest(state, [PICTURE]);
        responses.push(await bench.model.ask({ ...step, system, onText: () => {} }, quiet));
      }
      const seen = bench.asked().slice(-3);
      assert.equal(new Set(seen.map((question) => question.system)).size, 1);
      assert.ok(seen[0]?.system.startsWith(system));
      assert.equal(new Set(seen.map((question) => question.text)).size, 3);
      for (const { usage } of responses) assert.ok(usage.cacheRead > 1000, JSON.stringify(usage));
    });

    it('is asked again once for each fault, by nobody but Deskhand', async () => {
      bench = await start((index) => [OVERLOADED, { fault: 'reset' } as const, DONE][index % 3] ?? DONE);
      for (const request of [STEP, STREAMED]) {
        const delays: string[] = [];
        const { stop, text, detail } = await bench.model.ask(
          { ...request, onDelay: (why) => void delays.push(english(why)) },
          quiet,
        );
        assert.equal(stop, 'complete', english(detail));
        assert.ok(parseReply(text).ok);
        assert.equal(delays.length, 2);
        assert.match(delays[0] ?? '', /overloaded \(529\)/);
      }
      assert.equal(bench.asked().length, 6);
    });

    it('counts what an answer that broke off had taken, and nothing for one that never began', async () => {
      const broken: Decision = { fault: 'break', type: 'overloaded_error' };
      bench = await start((index) => [DONE, OVERLOADED, DONE, broken, DONE][index] ?? DONE);
      // The first question finds out how a server wants to be asked.
      const plain = await bench.model.ask(STREAMED, quiet);
      const turnedAway = await bench.model.ask(STREAMED, quiet);
      const brokenOff = await bench.model.ask(STREAMED, quiet);
      const sizeOf = ({ usage }: ModelResponse): number => usage.input + usage.cacheRead + usage.cacheWrite;
      assert.ok(Math.abs(sizeOf(turnedAway) - sizeOf(plain)) < 100, `${sizeOf(turnedAway)} ${sizeOf(plain)}`);
      assert.ok(sizeOf(brokenOff) > 1.5 * sizeOf(plain), `${sizeOf(brokenOff)} ${sizeOf(plain)}`);
    });

    // What is about the API alone, and then about the wire format.
    if (!APIS.includes(provider)) return;

    it('whose reply makes no sense, is empty, cut off or a refusal, is told apart', async () => {
      for (const [decision, stop, words] of [
        ['no JSON', 'complete', /does not start with/],
        [{ fault: 'empty' }, 'complete', /is empty/],
        [{ fault: 'truncated', reply: DONE }, 'truncated', null],
        [{ fault: 'refusal' }, 'refused', null],
      ] as const satisfies readonly (readonly [Decision, string, RegExp | null])[]) {
        bench = await start(() => decision);
        for (const request of [STEP, STREAMED]) {
          const response = await bench.model.ask(request, quiet);
          assert.equal(response.stop, stop);
          if (words === null) assert.match(english(response.detail), /^The .{20,}\.$/s);
          else {
            const parsed = parseReply(response.text);
            assert.match(parsed.ok ? '' : english(parsed.reason), words);
          }
        }
        await bench.close();
      }
    });

    // One circuit breaker is before all of them.
    if (provider !== WIRES[0] && !WITH_REPEATS) return;

    it('that stays away is given up, then only tried once a question, and is trusted again when it answers', async () => {
      let isDown = true;
      bench = await start(() => (isDown ? OVERLOADED : DONE), { limits: { ...FAST_LIMITS, totalMs: 900 } });
      const askNamed = (text: string): Promise<ModelResponse> => bench.model.ask({ ...STREAMED, text }, quiet);
      const triesOf = (text: string): number => bench.asked().filter((question) => question.text === text).length;
      const first = await askNamed('first');
      assert.equal(first.stop, 'unavailable');
      assert.match(english(first.detail), /overloaded \(529\)/);
      assert.ok(triesOf('first') > 1, `${triesOf('first')} tries`);
      for (const text of ['second', 'third']) {
        assert.equal((await askNamed(text)).stop, 'unavailable');
        assert.equal(triesOf(text), 1);
      }
      isDown = false;
      assert.equal((await askNamed('fourth')).stop, 'complete');
      isDown = true;
      assert.equal((await askNamed('fifth')).stop, 'unavailable');
      assert.ok(triesOf('fifth') > 1, 'all its tries again');
    });
  });
}

describe('A streamed answer that takes its time', { concurrency: true }, () => {
  const long = makeReply({ action: 'type', text: 'A long text. '.repeat(40) });
  for (const { name, start } of EACH_ONCE.filter((provider) => ['Anthropic', 'OpenAI'].includes(provider.name))) {
    it(`at ${name} is waited for as long as it goes on writing, though it is longer than an attempt may be silent`, async () => {
      const limits = { ...FAST_LIMITS, attemptMs: 1000 };
      const bench = await start(() => ({ fault: 'drip', ms: 90, reply: long }), { limits });
      const startedAt = performance.now();
      const { stop, detail } = await bench.model.ask(STREAMED, quiet);
      const tookMs = performance.now() - startedAt;
      await bench.close();
      assert.equal(stop, 'complete', english(detail));
      assert.ok(tookMs > 1000, `${tookMs} ms`);
      assert.equal(bench.asked().length, 1);
    });
  }
});
