/** A desktop with applications that list their elements, worked from the phone: what the model is shown, what makes no sense, what comes up by itself. */
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { startPhone } from '../support/phone.ts';
import { noX11 } from '../support/x11.ts';
import { noticeArrivals } from './phone/arrivals.ts';
import { refuseNonsense } from './phone/bad-input.ts';
import { showState } from './phone/state.ts';

const skip = noX11 || (!existsSync('/usr/bin/mousepad') && 'not installed: mousepad');
/** The time limit of all parts together, on a machine that is ten times as busy. */
const WHOLE_MS = 900_000;

test('a desktop with elements', { skip, timeout: WHOLE_MS }, async (t) => {
  const phone = await startPhone(t, { width: 1440, height: 900, hasSessionBus: true });
  try {
    // The first part, since nothing may be remembered yet; it leaves an editor in front, which the next one works.
    await t.test('the state the model sees', (part) => showState(part, phone));
    await t.test('what makes no sense', (part) => refuseNonsense(part, phone));
    await t.test('what comes up while a run works is noticed', (part) => noticeArrivals(part, phone));
  } finally {
    await phone.close();
  }
});
