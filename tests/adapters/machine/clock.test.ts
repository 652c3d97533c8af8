import { setTimeout } from 'node:timers/promises';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { testClockContract } from '../../contracts/clock.ts';
import { createFakeClock } from '../../fakes/clock.ts';

testClockContract('the computer', () => ({
  clock: createSystemClock(),
  pass: async (ms) => {
    await setTimeout(ms);
  },
}));

testClockContract('fake', () => {
  const clock = createFakeClock();
  return { clock, pass: clock.advance };
});
