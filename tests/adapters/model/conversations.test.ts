/** Conversations with each provider in each mode, made from public documentation: what is sent has their form, and what comes back is understood. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseReply } from '../../../src/action/reply.ts';
import type { ModelRequest } from '../../../src/ports/model.ts';
import { english } from '../../../src/words/speak.ts';
import { makeStepRequest } from '../../contracts/model.ts';
import { makePicture } from '../../fixtures/pictures.ts';
import { PROMPT_STATES } from '../../fixtures/prompt/states.ts';
import { readConversations, startReplay } from '../../servers/replay.ts';
import { describeSent, openReplayed } from './replayed.ts';

const CONVERSATIONS = readConversations();
const quiet = new AbortController().signal;
const check: NonNullable<ModelRequest['check']> = (text) => {
  const parsed = parseReply(text);
  return parsed.ok ? null : parsed.reason;
};
const STEP: ModelRequest = {
  ...makeStepRequest(PROMPT_STATES.plain, [await makePicture(1000, 500, null)]),
  effort: 'low',
  check,
};

describe('A conversation made from public documentation', () => {
  it('is there for every provider in every mode it has', () => {
    const there = CONVERSATIONS.map(({ conversation: { provider, tools } }) => `${provider}, ${tools}`);
    assert.deepEqual(there.toSorted(), [
      'anthropic, hosted',
      'anthropic, json',
      'bedrock, hosted',
      'bedrock, json',
      'gemini on vertex, hosted',
      'gemini on vertex, json',
      'gemini, hosted',
      'gemini, json',
      'openai, json',
      'own server, json',
      'vertex, hosted',
      'vertex, json',
    ]);
  });

  for (const { name, conversation } of CONVERSATIONS) {
    it(`${name}: sent in its form, and understood`, async () => {
      assert.match(
        conversation.about,
        /^Made from public documentation, not recorded from a provider: .* \d{4}-\d\d-\d\d\.$/,
      );
      const exchanges = conversation.turns.flatMap((turn) => turn.exchanges);
      const replay = await startReplay(exchanges.map(({ response }) => response));
      const { model, close } = await openReplayed(conversation, replay.url);
      try {
        for (const { isStreamed, understood } of conversation.turns) {
          const told: string[] = [];
          const onText = (text: string): void => void told.push(text);
          const {
            stop,
            detail,
            text,
            usage,
            model: answered,
            costUsd,
          } = await model.ask(isStreamed ? { ...STEP, onText } : STEP, quiet);
          assert.equal(stop, understood.stop, english(detail));
          assert.ok(parseReply(text).ok, text);
          assert.deepEqual(
            { stop, reply: JSON.parse(text), usage, model: answered, isPriced: costUsd !== null },
            understood,
          );
          const last = told.at(-1);
          assert.equal(last !== undefined, isStreamed, 'a streamed one is told');
          if (last !== undefined) assert.deepEqual(parseReply(last), parseReply(text));
        }
      } finally {
        await replay.stop();
        await close();
      }
      assert.deepEqual(
        replay.sent.map((one, index) => {
          const names = Object.keys(exchanges[index]?.request.headers ?? {});
          return describeSent(one, STEP, names);
        }),
        exchanges.map(({ request }) => request),
      );
    });
  }
});
