/** A life that ends before its n-th write, for every n: what the next life does and tells then. In process, on journals in memory. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import type { Action } from '../../src/action/schema.ts';
import type { InboxEvent } from '../../src/inbox/inbox-events.ts';
import type { RunEvent } from '../../src/journal/events.ts';
import type { Risk } from '../../src/safety/risk.ts';
import { createFakeJournalStore } from '../fakes/journal.ts';
import { createFakeModel, type FakeModel } from '../fakes/model.ts';
import { createFakeRecordings } from '../fakes/recordings.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { readStep } from '../support/step-request.ts';
import { until } from '../support/until.ts';

/** One thing a life did, in order: a write to one of its journals, or an act on the desktop. */
type Effect =
  | { readonly kind: 'inbox'; readonly event: InboxEvent }
  | { readonly kind: 'run'; readonly runId: string; readonly event: RunEvent }
  | { readonly kind: 'act'; readonly act: string };

const clock = createSystemClock();
/** Each goal types its own letters, so that an act done twice shows. */
const STEPS: Readonly<Record<string, readonly string[]>> = { first: ['a', 'b'], second: ['c'], third: ['d'] };

function makeModel(): FakeModel {
  return createFakeModel((request) => {
    if (request.purpose === 'verify') return { screen: 's', reasons: ['seen'], score: 90 };
    const { goal, typed } = readStep(request);
    const letters = STEPS[goal] ?? [];
    const letter = letters[letters.indexOf(typed ?? '') + 1];
    const action = letter === undefined ? { action: 'done', summary: 'Done.' } : { action: 'type', text: letter };
    return { screen: 's', intent: 'Type a letter', action, note: null };
  });
}

/** What was done before and after a place is what tells it from others; the second and third run have few of their own. */
function kindOf(effect: Effect | undefined): string {
  return effect === undefined || effect.kind === 'act'
    ? (effect?.kind ?? 'end')
    : `${effect.kind} ${effect.event.type}`;
}

/** Answers every question of this life with yes, until all is told. */
async function answerUntilDone(bot: TestDeskhand, isDone: () => boolean): Promise<void> {
  const answered = new Set<string>();
  await until(
    () => {
      for (const message of bot.chat.seen()) {
        const label = message.buttons
          .flat()
          .find(({ label: shown, isLive }) => isLive && /^(Approve|Run now)$/.test(shown))?.label;
        if (label === undefined || answered.has(message.id)) continue;
        answered.add(message.id);
        void bot.chat.tap(message.id, label);
      }
      return isDone();
    },
    () => JSON.stringify(bot.chat.seen().map(({ text }) => text)),
  );
}

/** Only typing “b” asks. */
const risk = (action: Action): Risk => (action.action === 'type' && action.text === 'b' ? 'high' : 'safe');

const effects: Effect[] = [];

before(async () => {
  const recordings = createFakeRecordings(clock, (runId, event) => effects.push({ kind: 'run', runId, event }));
  const inbox = createFakeJournalStore<InboxEvent>(clock, (event) => effects.push({ kind: 'inbox', event }));
  const bot = await startTestDeskhand({ model: makeModel(), risk, clock, after: { recordings, inbox } });
  bot.desktop.onInput((act) => effects.push({ kind: 'act', act }));
  await bot.chat.sendText('/run first');
  await bot.chat.sendText('/run second');
  await bot.chat.sendText('/run third');
  const ends = () => bot.chat.seen().filter(({ kind }) => kind === 'end').length;
  await answerUntilDone(bot, () => ends() === 3);
  await bot.chat.sendText('/type e');
  await bot.chat.waitFor(({ text }) => /^Done/.test(text));
  await bot.close();
});

test('whichever write a life ends before, nothing is lost, nothing is done twice, everything is told once', async (t) => {
  const writes = effects.flatMap((effect, index) => (effect.kind === 'act' ? [] : [index]));
  assert.ok(writes.length > 60, `only ${writes.length} writes to end before`);
  const places = [...writes, effects.length];
  const kinds = new Map(places.toReversed().map((at) => [`${kindOf(effects[at - 1])} ${kindOf(effects[at])}`, at]));
  const cuts = WITH_REPEATS ? places : [...kinds.values()];
  assert.ok(cuts.length > 25, `only ${cuts.length} kinds of places`);
  // Ten at once, since they mostly wait for screens to settle.
  while (cuts.length > 0) await Promise.all(cuts.splice(0, 10).map(checkLifeCutAt));
  t.diagnostic(`${writes.length} writes`);
});

async function checkLifeCutAt(cut: number): Promise<void> {
  const kept = effects.slice(0, cut);
  const where = `before ${JSON.stringify(effects[cut] ?? 'the end').slice(0, 200)}`;
  const recordings = createFakeRecordings(clock);
  const inbox = createFakeJournalStore<InboxEvent>(clock);
  await rebuild(kept, recordings, inbox);
  const bot = await startTestDeskhand({ model: makeModel(), risk, clock, after: { recordings, inbox } });
  const accepted = kept.flatMap((effect) =>
    effect.kind === 'inbox' && effect.event.type === 'message.accepted' ? [effect.event] : [],
  );
  const owed = accepted.filter(({ goal, act }) => goal !== null || act);
  const settledBy = (update: string) =>
    inbox.events().filter((event) => event.type === 'delivery.queued' && event.settles === update);
  const isDelivered = (delivery: string): boolean =>
    inbox.events().some((event) => event.type === 'delivery.done' && event.delivery === delivery);
  await answerUntilDone(bot, () =>
    owed.every(({ update }) =>
      settledBy(update).some((event) => event.type === 'delivery.queued' && isDelivered(event.delivery)),
    ),
  );
  await bot.close();

  // Nothing happens twice, on the desktop or in the journals.
  const acts = [...kept.flatMap((effect) => (effect.kind === 'act' ? [effect.act] : [])), ...bot.desktop.did];
  for (const letter of ['a', 'b', 'c', 'd', 'e'])
    assert.ok(acts.filter((act) => act === `type ${letter}`).length <= 1, `${letter} was typed twice ${where}`);
  for (const { update, goal } of owed) {
    const runs = [...recordings.runs.values()].filter(({ store }) =>
      store.events().some((event) => event.type === 'run.created' && event.command === update),
    );
    if (goal !== null) assert.equal(runs.length, 1, `${goal} had ${runs.length} runs ${where}`);
    assert.equal(settledBy(update).length, 1, `${goal} was settled ${settledBy(update).length} times ${where}`);
    for (const { store } of runs) checkRun(store.events(), acts, where);
  }
  // Told once: what had arrived before the cut does not come again.
  const arrived = inbox.events().flatMap((event) => (event.type === 'delivery.done' ? [event.delivery] : []));
  assert.deepEqual(arrived, [...new Set(arrived)], `something was delivered twice ${where}`);
  const ends = bot.chat.seen().filter(({ kind }) => kind === 'end' || kind === 'reply');
  assert.equal(new Set(ends.map(({ text }) => text)).size, ends.length, `something was told twice ${where}`);
  // Buttons of a picture's numbers and its zoom belong to no run, and may stay.
  for (const message of bot.chat.seen().filter(({ kind }) => kind !== 'reply'))
    assert.ok(
      !message.buttons.flat().some(({ label, isLive }) => isLive && !LASTING.includes(label)),
      `a button is alive ${where}: ${message.text}`,
    );
}

/** Buttons that stay live on the end of a run. */
const LASTING = ['Again', 'Save as skill', 'Report', '👍', '👎'];

/** Checks that each act follows its intent and each result its act, and that unknown results are named. */
function checkRun(events: readonly RunEvent[], acts: readonly string[], where: string): void {
  const ends = events.filter(({ type }) => type === 'run.ended' || type === 'run.recovered');
  assert.equal(ends.length, 1, `a run has ${ends.length} ends ${where}`);
  for (const event of events) {
    if (event.type !== 'action.intended' || event.action.action !== 'type') continue;
    const result = events.filter(
      (other) => (other.type === 'action.performed' || other.type === 'action.unknown') && other.step === event.step,
    );
    assert.equal(result.length, 1, `step ${event.step} has ${result.length} results ${where}`);
    const wasDone = acts.includes(`type ${event.action.text}`);
    if (result[0]?.type === 'action.performed') assert.equal(wasDone, result[0].ok, `step ${event.step} ${where}`);
  }
}

async function rebuild(
  kept: readonly Effect[],
  recordings: ReturnType<typeof createFakeRecordings>,
  inbox: ReturnType<typeof createFakeJournalStore<InboxEvent>>,
): Promise<void> {
  const inboxJournal = inbox.open();
  const journals = new Map<string, Awaited<ReturnType<typeof recordings.create>>['journal']>();
  for (const effect of kept) {
    if (effect.kind === 'act') continue;
    if (effect.kind === 'inbox') {
      inboxJournal.append(effect.event);
      // A run's folder is there before it is begun.
      if (effect.event.type === 'command.begun') journals.set(effect.event.run, (await recordings.create()).journal);
    } else journals.get(effect.runId)?.append(effect.event);
  }
  inboxJournal.close();
  for (const journal of journals.values()) journal.close();
}
