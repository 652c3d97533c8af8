/** What Telegram refuses, in words: its own, or its code alone where it sends none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeFailure } from '../../../../adapters/chat/telegram/answer.ts';
import { speak } from '../../../../src/words/speak.ts';

test('a refusal without words is told by its code, in the reader’s language', () => {
  const refused = { kind: 'refused', code: 403, retryAfterMs: null, migratedTo: null } as const;
  assert.equal(speak(describeFailure({ ...refused, description: '' }), 'de'), 'Telegram sagte 403');
  assert.equal(speak(describeFailure({ ...refused, description: 'Forbidden' }), 'de'), 'Telegram sagte 403: Forbidden');
});
