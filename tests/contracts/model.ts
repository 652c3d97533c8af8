/** What every model must do, whoever is behind it. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { parseReply } from '../../src/action/reply.ts';
import { REPLY_SCHEMA } from '../../src/action/wire-schema.ts';
import type { CutCall, Model, ModelRequest, ModelResponse } from '../../src/ports/model.ts';
import { renderSystemPrompt } from '../../src/run/prompt/prompt.ts';
import { renderStateText } from '../../src/run/prompt/state-text.ts';
import type { StepState } from '../../src/run/prompt/step-state.ts';
import { english } from '../../src/words/speak.ts';
import { PROMPT_STATES } from '../fixtures/prompt/states.ts';
import { until } from '../support/until.ts';

export interface ModelBench {
  readonly model: Model;
  /** Lets questions go unanswered from now on; the returned function tells whether one has come. null where a model has no server. */
  readonly hang: (() => () => boolean) | null;
  /** Lets questions fail for good from now on; null where nothing can fail. */
  readonly fail: (() => void) | null;
  /** Lets answers come in many small pieces over about a second from now on; null where answers come whole. */
  readonly drip: (() => void) | null;
  /** When the server saw that the last question was given up before its whole answer; null when there is no server. */
  readonly abortedAt: (() => number | null) | null;
  close(): Promise<void>;
}

/** A question of the loop, as the loop asks it. */
export function makeStepRequest(state: StepState, pictures: readonly Uint8Array[]): ModelRequest {
  return {
    purpose: 'step',
    system: renderSystemPrompt({ platform: 'x11', guidance: state.guidance }),
    text: renderStateText(state),
    pictures,
    schema: REPLY_SCHEMA,
    step: { run: state.runId, iteration: state.iteration },
    maxTokens: 4096,
  };
}

export function testModelContract(name: string, make: () => Promise<ModelBench>, picture: Uint8Array): void {
  describe(`${name} keeps the contract of a model`, () => {
    let bench: ModelBench;
    const quiet = new AbortController().signal;
    const ask = (signal: AbortSignal, more: Partial<ModelRequest> = {}): Promise<ModelResponse> => {
      const request = makeStepRequest(PROMPT_STATES.first, [picture]);
      return bench.model.ask({ ...request, ...more }, signal);
    };

    beforeEach(async () => {
      bench = await make();
    });
    afterEach(() => bench.close());

    it('has a name to show', () => assert.notEqual(bench.model.name.trim(), ''));

    it('answers a step with one valid reply', async () => {
      const response = await ask(quiet);
      assert.equal(response.stop, 'complete', english(response.detail));
      assert.equal(english(response.detail), '');
      const parsed = parseReply(response.text);
      assert.ok(parsed.ok, parsed.ok ? '' : english(parsed.reason));
    });

    it('says who answered, how many tokens it took and what it cost', async () => {
      const { model, usage, costUsd } = await ask(quiet);
      assert.notEqual(model, '');
      for (const count of Object.values(usage)) assert.ok(Number.isInteger(count) && count >= 0, JSON.stringify(usage));
      assert.deepEqual(Object.keys(usage).sort(), ['cacheRead', 'cacheWrite', 'input', 'output']);
      assert.ok(costUsd === null || costUsd >= 0);
    });

    it('answers several questions at once', async () => {
      const responses = await Promise.all([ask(quiet), ask(quiet), ask(quiet)]);
      for (const response of responses) assert.ok(parseReply(response.text).ok);
    });

    it('takes a tier, an effort and a listener for its text, and answers all the same', async () => {
      const told: string[] = [];
      for (const tier of ['fast', 'main', 'strong'] as const) {
        const response = await ask(quiet, { tier, effort: 'low', onText: (text) => void told.push(text) });
        assert.equal(response.stop, 'complete', english(response.detail));
        const last = told.splice(0).at(-1);
        if (last !== undefined) assert.deepEqual(parseReply(last), parseReply(response.text));
      }
    });

    it('tells its text while it comes, each time a little more of it', async (test) => {
      if (bench.drip === null) return test.skip('it answers whole');
      bench.drip();
      const told: { readonly text: string; readonly at: number }[] = [];
      const { text } = await ask(quiet, { onText: (soFar) => void told.push({ text: soFar, at: performance.now() }) });
      assert.ok(told.length > 3, `${told.length} pieces`);
      for (const [index, { text: soFar }] of told.entries()) assert.ok(soFar.startsWith(told[index - 1]?.text ?? ''));
      assert.deepEqual(parseReply(told.at(-1)?.text ?? ''), parseReply(text));
      assert.ok((told.at(-1)?.at ?? 0) - (told[0]?.at ?? 0) > 300, 'the first piece came long before the last');
    });

    it('closes the connection at once when a stop comes while its text does', async (test) => {
      if (bench.drip === null || bench.abortedAt === null) return test.skip('it answers whole');
      bench.drip();
      const control = new AbortController();
      const reason = new Error('stopped');
      const onText = (): void => control.abort(reason);
      const cuts: CutCall[] = [];
      const onCut = (cut: CutCall): void => void cuts.push(cut);
      await assert.rejects(ask(control.signal, { onText, onCut }), (error) => error === reason);
      const told = cuts.map(({ usage: { input, output, cacheRead, cacheWrite } }) => [
        input + cacheRead + cacheWrite > 500,
        output > 0,
      ]);
      assert.deepEqual(told, [[true, true]], `what it had taken is told once: ${JSON.stringify(cuts)}`);
      await until(bench.abortedAt, 'the other side to see it before it has sent everything');
    });

    it('rejects with the reason of a signal that was aborted before', async () => {
      const reason = new Error('stopped before');
      await assert.rejects(ask(AbortSignal.abort(reason)), (error) => error === reason);
    });

    it('rejects with the reason at once when the signal aborts while it thinks', async (test) => {
      if (bench.hang === null) return test.skip('it answers at once');
      const isAsked = bench.hang();
      const control = new AbortController();
      const reason = new Error('stopped');
      const cuts: CutCall[] = [];
      const asked = ask(control.signal, { onCut: (cut) => void cuts.push(cut) });
      await until(isAsked, 'the question to arrive');
      control.abort(reason);
      // Only the abort ends the question.
      await assert.rejects(asked, (error) => error === reason);
      assert.equal(cuts.length, 1, 'what was sent may have been read');
    });

    it('says in a sentence why there is no answer, and does not throw', async (test) => {
      if (bench.fail === null) return test.skip('nothing can fail');
      bench.fail();
      const { stop, detail, text } = await ask(quiet);
      assert.ok(['refused', 'unavailable', 'rejected'].includes(stop), stop);
      assert.equal(text, '');
      assert.match(english(detail), /^[A-Z0-9a-z].{15,}[.!]$/s);
    });
  });
}
