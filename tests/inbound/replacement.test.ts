import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findReplacement } from '../../src/inbound/replacement.ts';
import type { Chat, ChatHealth } from '../../src/ports/chat.ts';
import { createFakeChat } from '../fakes/chat.ts';
import { inEnglish } from '../support/in-english.ts';

const NOW = 1_000_000;
const chat = (health: Partial<ChatHealth>): Chat => ({
  ...createFakeChat(),
  health: () => ({ isConnected: false, lastContactAt: null, detail: 'Another program reads them.', ...health }),
});
const TAKEN = { takenSince: NOW - 61_000 };

test('a bot whose place is taken for a minute gives up only when nobody can reach it otherwise', () => {
  assert.equal(inEnglish(findReplacement([chat(TAKEN)], NOW)), 'Another program reads them.');
  assert.equal(inEnglish(findReplacement([chat(TAKEN), chat({})], NOW)), 'Another program reads them.');
  assert.equal(inEnglish(findReplacement([chat(TAKEN), chat({ isConnected: true })], NOW)), null);
  assert.equal(inEnglish(findReplacement([chat({ takenSince: NOW - 20_000 })], NOW)), null);
  assert.equal(inEnglish(findReplacement([chat({})], NOW)), null, 'an outage passes');
  assert.equal(inEnglish(findReplacement([], NOW)), null);
});
