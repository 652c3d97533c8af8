/** What an inbox was read from at the start is let go: a gateway's holds tens of thousands of lines, and lives for months. */
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openJournal } from '../../adapters/files/journal.ts';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { createInbox, type Inbox } from '../../src/inbox/inbox.ts';
import { inboxEventSchema } from '../../src/inbox/inbox-events.ts';
import { redactJournal } from '../../src/journal/recordings.ts';
import { createRedactor } from '../../src/safety/secrets/redact.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const COMMANDS = 4_000;
const clock = createSystemClock();

function open(path: string): { readonly inbox: Inbox; readonly found: WeakRef<object> } {
  const journal = openJournal(path, inboxEventSchema, clock);
  return { inbox: createInbox(redactJournal(journal, createRedactor([]))), found: new WeakRef(journal.found) };
}

test('an inbox keeps what it needs of what was in it, and neither its events nor its bytes', async (t) => {
  const path = join(makeTempFolder(t), 'inbox.jsonl');
  const first = open(path).inbox;
  const thread = { platform: 'telegram', key: 'telegram:7', isGroup: false } as const;
  const sender = { id: 'telegram:7', name: 'Ada', language: 'en' };
  for (let index = 0; index < COMMANDS; index += 1) {
    const [updateId, content] = [`telegram:${index}`, { kind: 'text', text: `goal ${index}` } as const];
    first.accept({ updateId, thread, sender, sentAt: clock.now(), content }, 'answer');
    first.refuse(updateId, 'taken by studio');
  }
  await first.sync();
  first.close();
  const bytes = statSync(path).size;
  assert.ok(bytes > 1_000_000);

  collect();
  const before = process.memoryUsage();
  const { inbox, found } = open(path);
  await until(() => {
    collect();
    return found.deref() === undefined;
  }, 'the events are gone');
  const { arrayBuffers } = process.memoryUsage();
  assert.ok(
    arrayBuffers - before.arrayBuffers < bytes / 2,
    `${arrayBuffers - before.arrayBuffers} of ${bytes} bytes are held`,
  );
  assert.ok(inbox.knows('telegram:0') && inbox.unsettled().length === 0);
  inbox.close();
});
