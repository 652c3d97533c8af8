/** What stands in the chat, and what does not: strangers, topics, the words of a run, trouble with Telegram and with the model; one bot for all. */
import { test } from 'node:test';
import type { FloodRule } from '../servers/telegram/flood.ts';
import { startPhone } from '../support/phone.ts';
import { noX11 } from '../support/x11.ts';
import { bearModelTrouble } from './phone/model-trouble.ts';
import { meetStrangers } from './phone/strangers.ts';
import { bearTelegramTrouble } from './phone/telegram-trouble.ts';
import { workInTopics } from './phone/topics.ts';
import { readWords } from './phone/words.ts';

const REAL_FLOOD: FloodRule = { burst: 20, perSecond: 1 };
/** The time limit of all parts together, on a machine that is ten times as busy. */
const WHOLE_MS = 900_000;

test('a chat on the phone', { skip: noX11, timeout: WHOLE_MS }, async (t) => {
  let flood: FloodRule | null = null;
  const phone = await startPhone(t, { flood: () => flood });
  try {
    // The first part, since nothing may have been asked or kept yet.
    await t.test('strangers and borrowed words', (part) => meetStrangers(part, phone));
    await t.test('a run in a topic', (part) => workInTopics(part, phone));
    flood = REAL_FLOOD;
    await t.test('the words of a run', (part) => readWords(part, phone));
    flood = null;
    await t.test('Telegram in trouble', (part) => bearTelegramTrouble(part, phone));
    await t.test('a model in trouble', (part) => bearModelTrouble(part, phone));
  } finally {
    await phone.close(/ 429 | 502 | 409 |IMAGE_PROCESS_FAILED/);
  }
});
