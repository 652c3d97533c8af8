/** In which language a person is spoken to where they have not written yet. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPairing } from '../../src/inbound/pairing.ts';
import { createLanguages } from '../../src/outbound/languages.ts';
import type { Chat, Platform, Thread } from '../../src/ports/chat.ts';
import { createFakeClock } from '../fakes/clock.ts';
import { createFakeStateStore } from '../fakes/state-store.ts';

const threadOf = (key: string, isGroup = false): Thread => ({ platform: 'telegram', key, isGroup });
const direct: Chat['direct'] = (senderId) =>
  senderId.startsWith('telegram:') ? threadOf(senderId.slice('telegram:'.length)) : null;
const CHATS: ReadonlyMap<Platform, Pick<Chat, 'direct'>> = new Map([['telegram', { direct }]]);
const ANN = { id: 'telegram:7', name: 'Ann', language: 'de' } as const;

test('whoever wrote in a group is spoken to in their language alone, too, also by a later life', () => {
  const state = createFakeStateStore();
  const first = createLanguages('auto', state, CHATS);
  assert.equal(first.of(threadOf('7')), 'en');
  first.note(threadOf('-100', true), ANN);
  assert.equal(first.of(threadOf('7')), 'de');
  first.note(threadOf('-100', true), { ...ANN, language: '' });
  const later = createLanguages('auto', state, CHATS);
  assert.equal(later.of(threadOf('7')), 'de');
  assert.equal(later.of(threadOf('8')), 'en');
  assert.equal(
    later.of(threadOf('-100', true)),
    'en',
    'a group has no language of its own before somebody writes there',
  );
  assert.equal(createLanguages('en', state, CHATS).of(threadOf('7')), 'en', 'the setting wins');
});

test('whoever is paired is spoken to in their language from the first message of the next start', async () => {
  const state = createFakeStateStore();
  const pairing = createPairing(state, createFakeClock());
  const { code, ended } = pairing.begin(new AbortController().signal);
  await pairing.tryCode(ANN, code, async () => undefined);
  assert.equal((await ended).kind, 'paired');
  assert.equal(createLanguages('auto', state, CHATS).of(threadOf('7')), 'de');
});
