/** The answer to a secret question is used once and kept nowhere, also not on the page it was written on. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { joinWebChat } from '../../../../adapters/chat/web/client.ts';
import { never, startWebChat } from './web-bench.ts';

test('it becomes dots once it is taken, and stays so when it is delivered again', async () => {
  const isSecret = (text: string): boolean => text === 'correct horse';
  const taken = new Set<string>();
  const bench = await startWebChat({
    answer: async ({ content, updateId }) => {
      // The second delivery is a repeat, which the gateway ignores.
      if (content.kind !== 'text' || !isSecret(content.text) || taken.has(updateId)) return { toast: '' };
      taken.add(updateId);
      return { toast: '', isSecret: true };
    },
  });
  const client = await joinWebChat(bench.chat.openLink(), never);
  try {
    await client.sendText('hello', never, randomUUID());
    const id = randomUUID();
    await client.sendText('correct horse', never, id);
    await client.sendText('correct horse', never, id);
    const shown = await client.read(never);
    assert.deepEqual(
      shown.map((message) => (message.from === 'person' ? message.text : '')),
      ['hello', '••••••••'],
    );
    assert.ok(!bench.logged().includes('correct horse'));
  } finally {
    await bench.chat.stop();
  }
});
