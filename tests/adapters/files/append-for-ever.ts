/** Appends to the journal named on the command line until it is killed; prints the number of each event that was acknowledged. */
import { z } from 'zod';
import { openJournal } from '../../../adapters/files/journal.ts';
import { createFakeClock } from '../../fakes/clock.ts';

const schema = z.object({ type: z.string(), text: z.string() });
const journal = openJournal(process.argv[2] ?? '', schema, createFakeClock());
for (;;) {
  let seq = 0;
  for (let index = 0; index < 20; index += 1) {
    seq = journal.append({ type: 'noted', text: 'x'.repeat((index % 5) * 900) }).seq;
  }
  await journal.sync();
  process.stdout.write(`${seq}\n`);
}
