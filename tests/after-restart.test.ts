/** What a new life does with what waits, when it is not set up as the one before. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInbox } from '../src/inbox/inbox.ts';
import type { InboxEvent } from '../src/inbox/inbox-events.ts';
import { createFakeChat } from './fakes/chat.ts';
import { createFakeJournalStore } from './fakes/journal.ts';
import { createFakeRecordings } from './fakes/recordings.ts';
import { startTestDeskhand } from './support/deskhand.ts';
import { DONE, scriptedModel } from './support/scripted-model.ts';
import { holdsFor } from './support/until.ts';

const model = () => scriptedModel([DONE]);

test('a command from a chat that is not running in this life waits for one in which it is', async () => {
  const slack = createFakeChat({ platform: 'slack' });
  const { thread, sender } = slack;
  const inbox = createFakeJournalStore<InboxEvent>({ now: () => Date.now() });
  createInbox(inbox.open()).accept(
    { updateId: 'slack:1', thread, sender, sentAt: Date.now(), content: { kind: 'text', text: 'run look' } },
    { goal: 'look' },
  );
  const recordings = createFakeRecordings({ now: () => Date.now() });

  const without = await startTestDeskhand({ model: model(), after: { inbox, recordings } });
  await holdsFor(50, () => assert.equal(recordings.runs.size, 0));
  await without.close();

  const together = await startTestDeskhand({ model: model(), after: { inbox, recordings }, secondChat: slack });
  const end = await slack.waitFor(({ kind }) => kind === 'end');
  assert.match(end.text, /“look”/);
  await together.close();
});

test('/stop all is also for what is only asked about', async () => {
  const inbox = createFakeJournalStore<InboxEvent>({ now: () => Date.now() });
  const { thread, sender } = createFakeChat();
  const earlier = createInbox(inbox.open());
  for (const goal of ['one', 'two'])
    earlier.accept(
      {
        updateId: `web:${goal}`,
        thread,
        sender,
        sentAt: Date.now() - 3_600_000,
        content: { kind: 'text', text: `/run ${goal}` },
      },
      { goal },
    );
  const recordings = createFakeRecordings({ now: () => Date.now() });
  const bot = await startTestDeskhand({ model: model(), after: { inbox, recordings } });
  await bot.chat.waitFor(({ text }) => /Run it now\?.*“two”/.test(text));
  await bot.chat.sendText('/stop all');
  await bot.chat.waitFor(({ text }) => /2 waiting commands cancelled/.test(text));
  for (const goal of ['one', 'two']) await bot.chat.waitFor(({ text }) => text === `“${goal}” was not run.`);
  await bot.close();
  assert.deepEqual(createInbox(inbox.open()).unsettled(), []);
  assert.equal(recordings.runs.size, 0);
});
