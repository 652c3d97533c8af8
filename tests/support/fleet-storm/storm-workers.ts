/** Many machines' ends in one process, each with the real client and a real inbox on the disk. Arguments: a JSON file with what to do. */
import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { openJournal } from '../../../adapters/files/journal.ts';
import { createAskGateway } from '../../../adapters/fleet/ask-gateway.ts';
import { connectFleet } from '../../../adapters/fleet/connect.ts';
import { createNatsWorkplace } from '../../../adapters/fleet/nats-workplace.ts';
import { createRemoteChat } from '../../../adapters/fleet/remote-chat.ts';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { subjectsOf } from '../../../src/fleet/subjects.ts';
import { createInbox } from '../../../src/inbox/inbox.ts';
import { inboxEventSchema } from '../../../src/inbox/inbox-events.ts';
import type { OutboundMessage, Thread } from '../../../src/ports/chat.ts';
import { IDLE } from '../machine-told.ts';
import { sharedNow, tellBusy } from './storm-busy.ts';
import { workersOrderSchema } from './storm-orders.ts';

const order = workersOrderSchema.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
const clock = createSystemClock();
const life = new AbortController();
const picture = new Uint8Array((order.pictures?.kb ?? 0) * 1024).fill(7);
const LIVE: OutboundMessage = {
  text: ['It works on what you asked for.'],
  picture,
  pictureAlt: 'the screen',
  buttons: [[{ label: 'Stop', data: 'stop', style: 'danger' }]],
  kind: 'status',
  file: null,
};
let taken = 0;
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
  let opened: Awaited<typeof connection> | null = null;
  void connection.then((open) => {
    opened = open;
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
  const chat = createRemoteChat({
    platform: 'telegram',
    ask: createAskGateway(
      machine,
      () => opened,
      () => undefined,
    ),
    hello: () => null,
    isConnected: workplace.isConnected,
    lastContactAt: () => null,
  });
  /** Posts the live message, as a run does. */
  const show = (thread: Thread): void => {
    taken += 1;
    if (order.pictures !== null && taken % order.pictures.every === 0) void chat.post(thread, { ...LIVE }, life.signal);
  };
  await workplace.start({
    async receive(message) {
      if (message.content.kind === 'stop') return { toast: String(sharedNow()) };
      if (inbox.accept(message, 'nothing')) await inbox.sync();
      show(message.thread);
      return { toast: 'taken' };
    },
    listening: () => 'nothing',
    refuses: () => null,
    told: () => IDLE,
  });
}
tellBusy(`machines of ${order.machines[0]?.name ?? ''}`, say);
say({ kind: 'ready' });
// The process may be killed at any time, and its compiled code would be lost.
flushCompileCache();
process.on('disconnect', () => process.exit(0));
