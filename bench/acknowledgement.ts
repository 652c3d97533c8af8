/** How soon the phone hears of its command. */
import { startPhone } from '../tests/support/phone.ts';
import type { Figure } from './figure.ts';

const ACKNOWLEDGEMENTS = 10;
const MAX_ACKNOWLEDGEMENT_MS = 1000;

/** The slowest time from an update at Telegram's server to the first message there, through the real process. */
export async function measureAcknowledgement(): Promise<Figure> {
  const afters: (() => void)[] = [];
  const phone = await startPhone({ after: (act) => afters.push(act) });
  const times: number[] = [];
  let correct = true;
  try {
    for (let turn = 1; turn <= ACKNOWLEDGEMENTS; turn += 1) {
      const sentAt = performance.now();
      phone.run('nothing at all');
      const first = await phone.waitFor(() => true);
      times.push(performance.now() - sentAt);
      correct &&= first.text.startsWith(`Run ${turn} nothing at all\n`);
      await phone.end();
    }
    await phone.close();
  } finally {
    for (const act of afters) act();
  }
  const ours = Math.round(Math.max(...times));
  return {
    figure: 'acknowledgement',
    unit: 'ms',
    better: 'lower',
    ours,
    theirs: null,
    ratio: null,
    goal: MAX_ACKNOWLEDGEMENT_MS,
    ok: ours <= MAX_ACKNOWLEDGEMENT_MS,
    correct,
    n: times.length,
  };
}
