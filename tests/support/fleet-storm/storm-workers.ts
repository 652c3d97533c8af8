/** Many machines' ends in one process, each with the real client and a real inbox on the disk. Arguments: a JSON file with what to do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal } from '../../../adapters/files/journal.ts';
import { connectFleet } from '../../../adapters/fleet/connect.ts';
import { createNatsWorkplace } from '../../../adapters/fleet/nats-workplace.ts';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { subjectsOf } from '../../../src/fleet/subjects.ts';
import { createInbox } from '../../../src/inbox/inbox.ts';
import { inboxEventSchema } from '../../../src/inbox/inbox-events.ts';
import { IDLE } from '../machine-told.ts';
import { workersOrderSchema } from './storm-orders.ts';

const order = workersOrderSchema.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
const clock = createSystemClock();
const say = (message: object): void => void process.send?.(message);

for (const { name: machine, url } of order.machines) {
  let isGreeted = false;
  const inbox = createInbox(openJournal(join(order.folder, machine, 'inbox.jsonl'), inboxEventSchema, clock));
  const connection = connectFleet({
    url,
    creds: join(order.creds, `${machine}.creds`),
    name: machine,
    inboxPrefix: subjectsOf(machine).inboxPrefix,
    note: () => undefined,
  });
  connection.catch((error: unknown) => say({ kind: 'trouble', text: `${machine}: ${String(error)}` }));
  const workplace = createNatsWorkplace({
    machine,
    version: '9.9.9',
    connection,
    clock,
    onGreeted() {
      if (!isGreeted) say({ kind: 'greeted', machine });
      isGreeted = true;
    },
    onCutOff: () => undefined,
    warn: () => undefined,
  });
  await workplace.start({
    async receive(message) {
      if (message.content.kind === 'stop') return { toast: 'stopped' };
      if (inbox.accept(message, 'nothing')) await inbox.sync();
      return { toast: 'taken' };
    },
    listening: () => 'nothing',
    refuses: () => null,
    told: () => IDLE,
  });
}
say({ kind: 'ready' });
process.on('disconnect', () => process.exit(0));
