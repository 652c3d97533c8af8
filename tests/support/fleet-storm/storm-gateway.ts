/** The gateway of a storm: the real errands and the real way to the machines, its chats as a parent process. */
import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { compactJournal, openJournal } from '../../../adapters/files/journal.ts';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { createErrands } from '../../../src/fleet/gateway/errands.ts';
import { compactInbox } from '../../../src/inbox/compact-inbox.ts';
import { createInbox } from '../../../src/inbox/inbox.ts';
import { type InboxEvent, inboxEventSchema } from '../../../src/inbox/inbox-events.ts';
import type { Outbox } from '../../../src/outbound/outbox.ts';
import type { Chat, InboundMessage } from '../../../src/ports/chat.ts';
import { openGatewayEnd } from '../fleet.ts';
import { sharedNow, tellBusy } from './storm-busy.ts';
import { gatewayOrderSchema, toGatewaySchema } from './storm-orders.ts';

const SWEPT_MS = 20;
setFlagsFromString('--expose-gc');
const sweep: () => void = runInNewContext('gc');
const order = gatewayOrderSchema.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
const clock = createSystemClock();
const say = (message: object): void => void process.send?.(message);
const thread = { platform: 'telegram', key: 'telegram:7', isGroup: false } as const;
const sender = { id: 'telegram:7', name: 'Ada', language: 'en' };
const path = join(order.folder, 'gateway', 'inbox.jsonl');
await compactJournal<InboxEvent>(path, inboxEventSchema, compactInbox);
const inbox = createInbox(openJournal<InboxEvent>(path, inboxEventSchema, clock));

/** Messages to people are only reported to the parent process. */
const outbox: Outbox = {
  post(to, _message, settles) {
    for (const update of typeof settles === 'string' ? [settles] : (settles ?? [])) {
      // Reported before it is noted: this process may be killed in between, and the next one is silent about what the disk calls settled.
      say({ kind: 'told', update });
      inbox.refuse(update, 'told');
    }
    return { delivery: '', thread: to, posted: Promise.resolve(null) };
  },
  change: () => undefined,
  close: () => undefined,
  live: () => ({ update: () => undefined, end: () => undefined }),
  resume: () => undefined,
  drain: () => Promise.resolve(),
};

/** A chat that shows nothing and reports success. */
const chat: Chat = {
  platform: 'telegram',
  start: () => Promise.resolve(),
  async post(to, { picture }) {
    if (picture !== null) say({ kind: 'pictured' });
    return { result: 'sent', message: { thread: to, messageId: '1' } };
  },
  edit: async (posted) => ({ result: 'sent', message: posted }),
  isSameChat: () => true,
  fetch: async () => ({ result: 'lost', why: 'there are no files' }),
  health: () => ({ isConnected: true, lastContactAt: null, detail: '' }),
  label: () => 'telegram',
  stop: () => Promise.resolve(),
};

const creds = (name: string): string => join(order.creds, `${name}.creds`);
const work = openGatewayEnd({ url: order.url, credsOf: creds }, () => order.machines, {
  chats: new Map([['telegram', chat]]),
  posted: { find: () => null, note: () => undefined },
});
const errands = createErrands(
  {
    work,
    inbox,
    outbox,
    clock,
    cancelButton: () => Promise.resolve({ label: 'x', data: 'x', style: 'plain' }),
    warn(problem) {
      if (/cannot be handed over yet/.test(problem)) say({ kind: 'held up' });
    },
  },
  new AbortController().signal,
);
await work.start(({ machine, update }, what) => {
  say({ kind: 'taken', update, machine, what: what.kind });
  errands.taken(machine, update, what);
});
errands.resume();

const make = (update: string, content: InboundMessage['content']): InboundMessage => ({
  updateId: update,
  thread,
  sender,
  sentAt: Date.now(),
  content,
});

process.on('message', (raw) => {
  const message = toGatewaySchema.parse(raw);
  if (message.kind === 'send') {
    const { update, machine } = message;
    // Taken now or by an earlier process: in both cases the platform may forget the update.
    errands.take(make(update, { kind: 'text', text: `goal ${update} for ${machine}` }), machine).then(
      () => say({ kind: 'receipt', update }),
      () => undefined,
    );
    return;
  }
  if (message.kind === 'weigh') {
    sweep();
    // Memory outside the heap is freed only by a second collection; a young process holds fifteen megabytes of the inbox there.
    setTimeout(() => {
      sweep();
      const { heapUsed, external } = process.memoryUsage();
      say({ kind: 'weighed', live: heapUsed + external });
    }, SWEPT_MS);
    return;
  }
  const { id, machine, at } = message;
  const heardMs = sharedNow() - at;
  const stop = { machine, message: make(`stop-${id}`, { kind: 'stop' }), until: Date.now() + 60_000 };
  void work.ask(stop, 5_000).then((asked) => {
    const ms = sharedNow() - at;
    const obeyedAt = asked.kind === 'taken' ? Number(asked.receipt.toast) : at + ms;
    say({ kind: 'stopped', id, heardMs, obeyedMs: obeyedAt - at, ms, isAnswered: asked.kind === 'taken' });
  });
});
tellBusy('gateway', say);
setInterval(() => {
  say({
    kind: 'memory',
    bytes: process.memoryUsage().rss,
    here: work.machines().filter(({ isHere }) => isHere).length,
  });
}, 1_000);
const looking = setInterval(() => {
  if (!work.machines().some(({ isHere }) => isHere)) return;
  clearInterval(looking);
  say({ kind: 'open' });
}, 50);
say({ kind: 'ready' });
// The process may be killed at any time, and its compiled code would be lost.
flushCompileCache();
process.on('disconnect', () => process.exit(0));
