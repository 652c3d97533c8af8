/** What is masked on a question is said beside it, in the language of the question. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Chat, OutboundMessage, Span } from '../../../src/ports/chat.ts';
import { createRedactor } from '../../../src/safety/secrets/redact.ts';
import { redactChat } from '../../../src/safety/secrets/redacted-ports.ts';
import { createFakeChat } from '../../fakes/chat.ts';
import { PLAIN } from '../../support/plain-message.ts';
import { makeToken } from '../../support/tokens.ts';

const never = new AbortController().signal;

test('what a question masks is said in its language', async () => {
  const posted: OutboundMessage[] = [];
  const inner: Chat = {
    ...createFakeChat(),
    post: async (thread, message) => {
      posted.push(message);
      return { result: 'sent', message: { thread, messageId: '1' } };
    },
  };
  const chat = redactChat(inner, createRedactor([]));
  const thread = { platform: 'web', key: 'web', isGroup: false } as const;
  const token = makeToken('ghp_<A36>', 77);
  const said = async (language: string, text: Span): Promise<unknown> => {
    await chat.post(thread, { ...PLAIN, kind: 'question', language, text: [text] }, never);
    return posted.at(-1)?.text.at(-1);
  };
  const hash =
    /^\n⚠ Hier verdeckt, in der Ausführung aber ganz: GitHub token\. Unverdeckt hat der Text den sha256 [0-9a-f]{16}…$/;
  assert.match(String(await said('de', `printf %s ${token}`)), hash);
  assert.match(
    String(await said('de', 'psql postgres://me:hunter2@db/x')),
    /: password\. Der Hash wird nicht gezeigt: Daraus ließe sich das Geheimnis erraten\.$/,
  );
  assert.match(
    String(await said('en', `printf %s ${token} `)),
    /Masked here, and whole in what is done: GitHub token\./,
  );
  assert.match(String(await said('nowhere', `printf %s  ${token}`)), /Masked here/);
});
