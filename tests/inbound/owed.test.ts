/** Every accepted word owes something: cut off after each write, the next life answers it or says that it was cut off, and does nothing twice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMAND_HELP } from '../../src/commands/parse-command.ts';
import { createInbox } from '../../src/inbox/inbox.ts';
import type { InboxEvent } from '../../src/inbox/inbox-events.ts';
import { INSTRUCTIONS } from '../../src/memory/vault-part.ts';
import { parseSkill } from '../../src/skills/parse-skill.ts';
import { createFakeJournalStore, type FakeJournalStore } from '../fakes/journal.ts';
import { createFakeModel } from '../fakes/model.ts';
import { createFakeVault, type FakeVault } from '../fakes/vault.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { DONE, scriptedModel } from '../support/scripted-model.ts';
import { writeSkill } from '../support/skill-text.ts';
import { until } from '../support/until.ts';

const clock = { now: () => Date.now() };

/** What is sent, with how the next life may deal with it: carry it out again, or only tell. */
const SENT: Readonly<Record<string, 'again' | 'told'>> = {
  '/stop': 'told',
  '/stop all': 'told',
  '/screenshot': 'again',
  '/status': 'again',
  '/queue': 'again',
  '/pause': 'told',
  '/resume': 'told',
  '/resume run 7': 'again',
  '/why': 'again',
  '/why raw': 'again',
  '/cost': 'again',
  '/stats': 'again',
  '/memory': 'again',
  '/remember I write mails in German': 'again',
  '/forget German': 'told',
  '/forget learned 1': 'told',
  '/forget run 7': 'again',
  '/record off': 'again',
  '/skills': 'again',
  '/skills save 7': 'told',
  '/allowed': 'again',
  '/allowed revoke 1': 'told',
  '/tools': 'again',
  '/tools files/read_file safe': 'again',
  '/detail quiet': 'again',
  '/doctor': 'again',
  '/find notes': 'again',
  '/model': 'again',
  '/click 500 500': 'told',
  '/type hello': 'told',
  '/key enter': 'told',
  '/scroll up': 'told',
  '/open calculator': 'told',
  '/get ~/no-such-file': 'told',
  '/help': 'again',
  '/start': 'again',
  '/no-such-command': 'again',
  '/at': 'told',
  '/every': 'told',
  '/watch': 'told',
  '/orders': 'again',
  '/machines': 'again',
  '/on studio /status': 'again',
  '': 'again',
};

test('every command is tried', () => {
  const untried = COMMAND_HELP.map(([word]) => word).filter(
    (word) => word !== 'run' && !Object.keys(SENT).some((text) => text.startsWith(`/${word}`)),
  );
  assert.deepEqual(untried, []);
});

/** The inbox as a crash right after `count` of these writes leaves it. */
function cutOff(events: readonly InboxEvent[], count: number): FakeJournalStore<InboxEvent> {
  const store = createFakeJournalStore<InboxEvent>(clock);
  const journal = store.open();
  for (const event of events.slice(0, count)) journal.append(event);
  journal.close();
  return store;
}

async function untilSettled({ inbox }: TestDeskhand): Promise<void> {
  await until(() => createInbox(inbox.open()).unsettled().length === 0, 'every command to be settled');
}

const isLastWord = (event: InboxEvent, update: string): boolean =>
  event.type === 'delivery.queued' && event.settles === update;

function textOf(event: InboxEvent | undefined): string {
  return event?.type === 'delivery.queued' ? event.message.text.map((span) => JSON.stringify(span)).join('') : '';
}

const remembered = async (vault: FakeVault): Promise<number> => {
  const { ok, text } = await vault.read(INSTRUCTIONS, new AbortController().signal);
  return ok ? text.split('I write mails in German').length - 1 : 0;
};

for (const [text, how] of Object.entries(SENT))
  test(`cut off after each write: ${JSON.stringify(text)} is ${how === 'again' ? 'answered' : 'told'} once`, async () => {
    const life = await startTestDeskhand({ model: createFakeModel(() => 'hang') });
    await life.chat.sendText(text);
    await untilSettled(life);
    await life.close();
    const events = life.inbox.events();
    const accepted = events.findIndex(({ type }) => type === 'message.accepted');
    const event = events[accepted];
    assert.ok(event?.type === 'message.accepted');
    for (let count = accepted + 1; count <= events.length; count += 1) {
      // The command's effect is on the disk in one case, and not yet in the other.
      for (const vault of [life.vault, createFakeVault()]) {
        const inbox = cutOff(events, count);
        const wasAnswered = inbox.events().some((one) => isLastWord(one, event.update));
        const next = await startTestDeskhand({
          model: createFakeModel(() => 'hang'),
          after: { inbox, recordings: life.recordings, vault },
        });
        await untilSettled(next);
        await next.close();
        const words: readonly InboxEvent[] = inbox.events().filter((one) => isLastWord(one, event.update));
        assert.equal(words.length, 1, `after write ${count} of ${events.length}`);
        assert.deepEqual(next.desktop.did, [], 'nothing is done twice');
        if (!wasAnswered) {
          assert.equal(/Interrupted|what was running ended/.test(textOf(words[0])), how === 'told', textOf(words[0]));
          if (text.startsWith('/remember')) assert.equal(await remembered(vault), 1);
        }
      }
    }
  });

const done = () => scriptedModel([DONE]);

/** Where the button is, which it is, and what the next life may do with a tap on it. */
const TAPS: readonly (readonly [string, string, RegExp, 'again' | 'told'])[] = [
  ['/screenshot', 'Zoom', /^In front|^No window/, 'told'],
  ['/screenshot', 'New picture', /^In front|^No window/, 'told'],
  ['/skills', 'press', /skill/i, 'told'],
  ['/run look', 'Report', /run 1\b/, 'again'],
  ['/run look', '👍', /run 1\b/, 'again'],
  ['/run look', '👎', /run 1\b/, 'told'],
  ['/run look', 'Save as skill', /run 1\b/, 'told'],
];

const parsed = parseSkill(writeSkill({ name: 'press', playbook: [{ action: 'key', keys: 'enter' }] }), 'shipped');
const skills = parsed.ok ? [parsed.skill] : [];

for (const [before, label, where, how] of TAPS)
  test(`cut off after each write: a tap on “${label}” below ${before} has one last word`, async () => {
    const life = await startTestDeskhand({ model: done(), skills, settings: { confirmTimeoutMs: 50 } });
    await life.chat.sendText(before);
    const isThere = (one: { readonly label: string }): boolean => one.label === label;
    const card = await life.chat.waitFor((post) => where.test(post.text) && post.buttons.flat().some(isThere));
    await untilSettled(life);
    const from = life.inbox.events().length;
    await life.chat.tap(card.id, label);
    await untilSettled(life);
    await life.close();
    const events = life.inbox.events();
    const at = events.findIndex((event, index) => index >= from && event.type === 'message.accepted');
    const event = events[at];
    assert.ok(event?.type === 'message.accepted');
    for (let count = at + 1; count <= events.length; count += 1) {
      const inbox = cutOff(events, count);
      const isOver = inbox
        .events()
        .some(
          (one) => isLastWord(one, event.update) || (one.type === 'message.refused' && one.update === event.update),
        );
      const next = await startTestDeskhand({ model: done(), after: { inbox, recordings: life.recordings } });
      await untilSettled(next);
      await next.close();
      const words: readonly InboxEvent[] = inbox.events().filter((one) => isLastWord(one, event.update));
      assert.ok(words.length === 1 || (isOver && words.length === 0), `after write ${count} of ${events.length}`);
      assert.deepEqual(next.desktop.did, [], 'nothing is done twice');
      if (!isOver) assert.equal(/Interrupted/.test(textOf(words[0])), how === 'told', textOf(words[0]));
    }
  });

test('what was being answered again when Deskhand ended once more is only told', async () => {
  const life = await startTestDeskhand({ model: null });
  await life.chat.sendText('/status');
  await untilSettled(life);
  await life.close();
  const inbox = cutOff(life.inbox.events(), 1);
  const [accepted] = inbox.events();
  assert.ok(accepted?.type === 'message.accepted');
  createInbox(inbox.open()).doubt(accepted.update);
  const next = await startTestDeskhand({ model: null, after: { inbox, recordings: life.recordings } });
  await next.chat.waitFor(({ text }) => /Interrupted.*\/status/.test(text));
  await next.close();
});

test('what was asked for hours ago, or by somebody who was let go, is not carried out by a later life', async () => {
  const life = await startTestDeskhand({ model: null });
  await life.chat.sendText('/screenshot');
  await untilSettled(life);
  await life.close();
  const [accepted] = life.inbox.events();
  assert.ok(accepted?.type === 'message.accepted');
  const old = cutOff([{ ...accepted, sent_at: new Date(Date.now() - 3_600_000).toISOString() }], 1);
  const later = await startTestDeskhand({ model: null, after: { inbox: old, recordings: life.recordings } });
  await later.chat.waitFor(({ text }) => /Interrupted.*\/screenshot/.test(text));
  await later.close();
  const inbox = cutOff([accepted], 1);
  const without = await startTestDeskhand({
    model: null,
    after: { inbox, recordings: life.recordings },
    isOwnerAllowed: () => false,
  });
  await untilSettled(without);
  assert.deepEqual(without.chat.seen(), []);
  await without.close();
});

test('a secret that is not kept on the disk is not remembered in its masked form', async () => {
  const inbox = createFakeJournalStore<InboxEvent>(clock);
  const life = await startTestDeskhand({ model: null });
  createInbox(inbox.open()).accept(
    {
      updateId: 'u1',
      thread: life.chat.thread,
      sender: life.chat.sender,
      sentAt: Date.now(),
      content: { kind: 'text', text: '/remember the key is [hidden: API key]' },
    },
    'answer',
  );
  await life.close();
  const next = await startTestDeskhand({ model: null, after: { inbox, recordings: life.recordings } });
  await next.chat.waitFor(({ text }) => /Interrupted/.test(text));
  await next.close();
});
