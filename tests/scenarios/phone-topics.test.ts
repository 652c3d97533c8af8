/** A run in a topic alone: through a gateway, and among the repeats; `npm test` has its beginning in phone-chat.test.ts. */
import { test } from 'node:test';
import { startPhone } from '../support/phone.ts';
import { isThroughFleet } from '../support/phone-through-fleet.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { noX11 } from '../support/x11.ts';
import { workInTopics } from './phone/topics.ts';

if (isThroughFleet || WITH_REPEATS)
  test('a run in a topic', { skip: noX11 }, async (t) => {
    const phone = await startPhone(t);
    try {
      await workInTopics(t, phone);
    } finally {
      await phone.close();
    }
  });
