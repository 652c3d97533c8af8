/** The computer worked from the phone, by a model and by hand: what needs no settings of its own shares a bot and a display. */
import { test } from 'node:test';
import { startPhone } from '../support/phone.ts';
import { noX11 } from '../support/x11.ts';
import { workByHand } from './phone/by-hand.ts';
import { placeMessages } from './phone/plain-messages.ts';
import { stopEverywhere } from './phone/stop.ts';
import { verifyClaims } from './phone/verify.ts';

/** The time limit of all parts together, on a machine that is ten times as busy. */
const WHOLE_MS = 900_000;

test('a computer worked from the phone', { skip: noX11, timeout: WHOLE_MS }, async (t) => {
  const phone = await startPhone(t, { settings: { LOG_LEVEL: 'trace' } });
  try {
    // The first part, since it looks at the screen behind all windows.
    await t.test('verification', (part) => verifyClaims(part, phone));
    await t.test('stop', (part) => stopEverywhere(part, phone));
    await t.test('plain messages', (part) => placeMessages(part, phone));
    await t.test('by hand', (part) => workByHand(part, phone));
  } finally {
    await phone.close();
  }
});
