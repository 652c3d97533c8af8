/** What was written in November 2026 still opens, folds to the same state, and is told whole in both languages. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { openJournal } from '../../adapters/files/journal.ts';
import { createRecordings } from '../../adapters/files/recordings.ts';
import { createStateStore } from '../../adapters/files/state-store.ts';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { createPairing } from '../../src/inbound/pairing.ts';
import { createInbox } from '../../src/inbox/inbox.ts';
import { type InboxEvent, inboxEventSchema } from '../../src/inbox/inbox-events.ts';
import { receivedOf } from '../../src/inbox/queued-command.ts';
import { evolve } from '../../src/journal/evolve.ts';
import { buildTimeline } from '../../src/journal/history/timeline.ts';
import { html } from '../../src/journal/report/html.ts';
import { buildRecording } from '../../src/journal/report/recording.ts';
import { writeReport } from '../../src/journal/report/write-report.ts';
import { type RunState, startingState } from '../../src/journal/run-state.ts';
import { readParts } from '../../src/journal/whole-run.ts';
import { readMemorySettings } from '../../src/memory/memory-settings.ts';
import { createDetail } from '../../src/outbound/detail.ts';
import { createSkillShelf } from '../../src/skills/skill-shelf.ts';
import { createFakeSkillFiles } from '../fakes/skill-files.ts';
import { EARLIER_FOLDERS, openEarlierFolder } from '../support/earlier-form.ts';

const clock = createSystemClock();
const LANGUAGES = ['en', 'de'] as const;
/** Traces of a value in a sentence that is no text. */
const NO_WORDS = /\[object|undefined|NaN|Infinity/;

/** The part of a state that must stay the same. */
function essentials({ outcome, performed, ...state }: RunState) {
  return {
    runId: state.runId,
    goal: state.goal,
    command: state.command,
    part: state.part,
    skill: state.skill,
    params: state.params,
    createdAt: state.createdAt,
    phase: state.phase.name,
    iteration: state.iteration,
    screen: state.screen,
    intent: state.intent,
    notes: state.notes.map(({ text }) => text),
    continues: state.continues,
    isRecorded: state.isRecorded,
    performedBefore: state.performedBefore,
    performed: performed.map(({ action, ok }) => ({ action: action.action, ok })),
    intended: state.intended?.step ?? null,
    openConfirmation: state.openConfirmation?.id ?? null,
    denials: state.denials,
    verifications: state.verifications,
    usage: state.usage,
    costUsd: state.costUsd,
    extended: state.extended,
    outcome: outcome === null ? null : { outcome: outcome.outcome, reason: outcome.reason, score: outcome.score },
  };
}

const expectedSchema = z.looseObject({
  phase: z.object({ name: z.string() }).transform(({ name }) => name),
  performed: z.array(
    z.object({ action: z.object({ action: z.string() }).transform(({ action }) => action), ok: z.boolean() }),
  ),
  intended: z
    .object({ step: z.string() })
    .transform(({ step }) => step)
    .nullable(),
  openConfirmation: z
    .object({ id: z.string() })
    .transform(({ id }) => id)
    .nullable(),
});

describe('what was written in November 2026', () => {
  it('is there to be looked at', () => {
    assert.ok(EARLIER_FOLDERS.length >= 13, EARLIER_FOLDERS.join(' '));
  });

  for (const name of EARLIER_FOLDERS) {
    it(`${name}: every run folds to the state it had`, async (t) => {
      const { data, expected } = openEarlierFolder(t, name);
      const recordings = createRecordings({ folder: join(data, 'recordings'), clock });
      assert.deepEqual(await recordings.list(), Object.keys(expected.runs));
      for (const [runId, before] of Object.entries(expected.runs)) {
        const events = (await recordings.read(runId)) ?? [];
        assert.ok(events.length > 0);
        const now: Readonly<Record<string, unknown>> = essentials(events.reduce(evolve, startingState));
        const then: Readonly<Record<string, unknown>> = expectedSchema.parse(before);
        for (const [field, value] of Object.entries(now)) assert.deepEqual(value, then[field], `${runId} ${field}`);
      }
    });

    it(`${name}: every run is told, as a timeline and as a report, in both languages`, async (t) => {
      const { data } = openEarlierFolder(t, name);
      const recordings = createRecordings({ folder: join(data, 'recordings'), clock });
      for (const runId of await recordings.list()) {
        const events = (await recordings.read(runId)) ?? [];
        const parts = (await readParts(runId, recordings)).map((part) => part.events);
        for (const language of LANGUAGES) {
          const { run, entries } = buildTimeline(events, parts, language);
          assert.doesNotMatch(JSON.stringify({ run, entries }), NO_WORDS);
          const judged = events.filter(({ type }) => type === 'risk.judged').length;
          assert.equal(entries.filter(({ kind }) => kind === 'step').length, judged);
          const report = (await writeReport(runId, language, recordings)) ?? '';
          assert.doesNotMatch(report.replaceAll(/base64,[^"]*/g, ''), NO_WORDS);
          for (const event of events) {
            if (event.type === 'run.ended' || event.type === 'run.recovered') {
              const end = entries.at(-1);
              assert.deepEqual([end?.kind, end?.detail], ['end', event.message]);
              assert.ok(report.includes(html`${event.message}`.html));
            }
            if (event.type === 'hint.received' || event.type === 'answer.received') {
              assert.ok(entries.some(({ detail }) => detail === event.text));
              assert.ok(report.includes(html`${event.text}`.html));
            }
            if (event.type === 'reply.received') assert.ok(report.includes(html`${event.intent}`.html));
          }
        }
      }
    });

    it(`${name}: recordings come out as they were kept`, async (t) => {
      const { data } = openEarlierFolder(t, name);
      const recordings = createRecordings({ folder: join(data, 'recordings'), clock });
      for (const runId of await recordings.list()) {
        const kept = await recordings.readRecording(runId);
        if (kept === null) continue;
        const events = (await recordings.read(runId)) ?? [];
        const parts = (await readParts(runId, recordings)).map((part) => part.events);
        const built: object = JSON.parse(JSON.stringify(buildRecording(events, String(kept.recorded_at), parts)));
        // The narrative may be in a model's own words.
        for (const [field, value] of Object.entries(built))
          if (field !== 'narrative') assert.deepEqual(value, kept[field], `${runId} ${field}`);
      }
    });

    it(`${name}: the inbox knows the same commands nobody was told the end of`, async (t) => {
      const { data, expected } = openEarlierFolder(t, name);
      const schema: z.ZodType<InboxEvent> = inboxEventSchema;
      const inbox = createInbox(openJournal(join(data, 'state', 'inbox.jsonl'), schema, clock));
      assert.equal(inbox.damage, '');
      const known = inbox.unsettled().map(({ command, owed, runs, isDoubted, content }) => ({
        command,
        // Files without a goal were acts.
        isAct: owed === 'word' || (owed === 'answer' && receivedOf(content) !== null),
        runs,
        isDoubted,
        received: receivedOf(content),
      }));
      assert.deepEqual(JSON.parse(JSON.stringify(known)), expected.unsettled);
      inbox.close();
    });
  }

  it('settings still count: how much is told, skills turned off, memory, a paired person', async (t) => {
    const { data } = openEarlierFolder(t, 'lived');
    const { store, damage } = await createStateStore(join(data, 'state', 'settings.json'));
    assert.equal(damage, '');
    assert.ok(createPairing(store, clock).isPaired('telegram:1007'));
    assert.equal(createDetail(store).of('telegram:1001'), 'verbose');
    assert.equal(readMemorySettings(store).isRecording, true);
    const files = createFakeSkillFiles();
    files.put('weather.md', '# SKILL: weather\n## Triggers\n- `^weather$`\n## Steps\nTell it.');
    const life = new AbortController();
    t.after(() => life.abort());
    const shelf = await createSkillShelf({ files, state: store, platform: null, warn: () => undefined }, life.signal);
    assert.deepEqual(
      shelf.list().map(({ skill, isEnabled }) => [skill.name, isEnabled]),
      [['weather', false]],
    );
  });
});
