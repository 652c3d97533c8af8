/** One projection of a journal: every act whole and in its step, whatever came between; and told in the same words everywhere. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createRecordings } from '../../adapters/files/recordings.ts';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { runEventSchema } from '../../src/journal/events.ts';
import { buildTimeline } from '../../src/journal/history/timeline.ts';
import { html } from '../../src/journal/report/html.ts';
import { renderReport } from '../../src/journal/report/report.ts';
import { chooseWorking, listActs, listItems, readSteps, type StampedEvent } from '../../src/journal/steps.ts';
import { tellActs } from '../../src/memory/run-digest.ts';
import { say } from '../../src/words/say.ts';
import { EARLIER_FOLDERS, openEarlierFolder } from '../support/earlier-form.ts';
import { SAMPLE_EVENTS } from '../support/sample-run.ts';

const CLICK = { action: 'click', target: { x: 500, y: 500 }, button: 'left', count: 1 };
const judged = (step: string, action: object = CLICK) => ({
  type: 'risk.judged',
  step,
  action,
  risk: 'moderate',
  reason: 'r',
  rule: 'test.rule',
});
const intended = (step: string, more: object = {}) => ({
  type: 'action.intended',
  step,
  action: CLICK,
  by: 'model',
  ...more,
});
const performed = (step: string, more: object = {}) => ({
  type: 'action.performed',
  step,
  ok: true,
  text: '',
  effect: 'changed',
  ms: 5,
  ...more,
});
const look = (iteration: number, more: object = {}) => ({
  type: 'observation.taken',
  iteration,
  frame: `000${iteration}.jpg`,
  app: `app ${iteration}`,
  window: 'w',
  width: 1,
  height: 1,
  elements: 0,
  note: '',
  ...more,
});
const asked = (step: string, confirmation: string) => ({
  ...judged(step),
  type: 'confirmation.asked',
  confirmation,
  bound_to: 'x',
  expires_at: 'y',
});
const answered = (confirmation: string, answer: string, text = '') => ({
  type: 'confirmation.answered',
  confirmation,
  answer,
  by: 'telegram:1',
  text,
});
const CREATED = {
  type: 'run.created',
  run: '000001',
  goal: 'g',
  thread: { platform: 'telegram', key: 'k', isGroup: false },
  sender: { id: 'telegram:1', name: 'Ann', language: '' },
  command: 'c',
  skill: null,
  params: {},
  model: 'm',
};

function journal(...events: readonly object[]): readonly StampedEvent[] {
  return events.map((event, index) => ({
    ...runEventSchema.parse(event),
    seq: index + 1,
    at: new Date(Date.UTC(2026, 10, 22, 12, 0, index)).toISOString(),
  }));
}

describe('the steps of a run', () => {
  it('a question left open over a look still belongs to its act; the one who asked has a name', () => {
    const [first, second] = readSteps(
      journal(CREATED, look(1), judged('1.0'), asked('1.0', 'q'), look(2), answered('q', 'deny', 'no <b>')),
    ).slice(1);
    const [act] = listActs(first === undefined ? [] : [first]);
    assert.equal(second?.items.length, 0);
    assert.equal(act?.asked?.answer?.type === 'confirmation.answered' && act.asked.answer.by, 'Ann');
    assert.equal(act?.intended, null);
    assert.deepEqual(chooseWorking(act === undefined ? [] : [act]), []);
  });

  it('what the screen showed late counts for the act, also behind one that only looked', () => {
    const wait = { action: 'wait', seconds: 1 };
    const [click] = listActs(
      readSteps(
        journal(
          look(1),
          judged('1.0'),
          intended('1.0'),
          performed('1.0', { effect: 'unchanged' }),
          intended('1.1', { action: wait }),
          performed('1.1', { effect: 'unchanged' }),
          look(2, { answered_late: true }),
        ),
      ),
    );
    assert.equal(click?.effect, 'changed');
  });

  it('the same step of two runs in one list is two acts', () => {
    const one = [CREATED, look(1), judged('1.0'), asked('1.0', 'c1'), answered('c1', 'approve'), intended('1.0')];
    const other = [{ ...CREATED, run: '000002' }, look(1), judged('1.0'), intended('1.0'), performed('1.0')];
    const acts = listActs(readSteps(journal(...one, ...other)));
    assert.deepEqual(
      acts.map(({ ok, asked: question }) => [ok, question?.answer?.type ?? null]),
      [
        [null, 'confirmation.answered'],
        [true, null],
      ],
    );
  });

  it('an act that is judged once more is one act; asked in vain and judged again it is two', () => {
    const again = { ...judged('1.0'), risk: 'high' };
    const once = readSteps(journal(look(1), judged('1.0'), again, asked('1.0', 'q'), answered('q', 'deny')));
    assert.deepEqual(
      listActs(once).map((act) => [act.judged?.risk, act.asked?.answer?.type]),
      [['high', 'confirmation.answered']],
    );
    const twice = readSteps(
      journal(look(1), judged('1.0'), asked('1.0', 'q'), answered('q', 'changed'), judged('1.0'), intended('1.0')),
    );
    assert.deepEqual(
      listActs(twice).map((act) => [act.asked !== null, act.intended !== null]),
      [
        [true, false],
        [false, true],
      ],
    );
  });

  it('whatever comes in whatever order, nothing is lost and nothing counts twice', () => {
    const steps = ['1.0', '1.1', 'hand.1'];
    const event = fc.oneof(
      fc.constantFrom(...steps).map((step) => judged(step)),
      fc.constantFrom(...steps).map((step) => intended(step)),
      fc.constantFrom(...steps).map((step) => performed(step)),
      fc.constantFrom(...steps).map((step) => ({ type: 'action.unknown', step, why: 'w' })),
      fc.constantFrom(...steps).map((step) => asked(step, `of ${step}`)),
      fc.constantFrom(...steps).map((step) => answered(`of ${step}`, 'approve')),
      fc.boolean().map((isLate) => look(1, { answered_late: isLate })),
      fc.constantFrom('hint.received', 'answer.received').map((type) => ({ type, by: 'x', text: 't' })),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const written = journal(CREATED, ...events);
        const found = readSteps(written);
        assert.deepEqual(
          found.flatMap((step) => step.events),
          written,
        );
        const count = (...types: readonly string[]) => events.filter(({ type }) => types.includes(type)).length;
        assert.equal(found.length, 1 + count('observation.taken'));
        const acts = listActs(found);
        assert.ok(acts.filter((act) => act.judged !== null).length <= count('risk.judged'));
        const last = events.findLast(({ type }) => type === 'risk.judged' || type === 'action.intended');
        assert.equal(last !== undefined, acts.length > 0);
        assert.equal(acts.filter((act) => act.intended !== null).length, count('action.intended'));
        assert.equal(listItems(found).length - acts.length, count('hint.received', 'answer.received'));
        for (const act of acts) assert.equal(act.ok === true, act.result?.type === 'action.performed');
        assert.ok(acts.every(({ intended: begun, result }) => result === null || begun !== null));
      }),
    );
  });

  for (const name of EARLIER_FOLDERS)
    it(`${name}: the timeline and the report say the same of every act and note`, async (t) => {
      const { data } = openEarlierFolder(t, name);
      const recordings = createRecordings({ folder: join(data, 'recordings'), clock: createSystemClock() });
      for (const runId of await recordings.list()) {
        const events = (await recordings.read(runId)) ?? [];
        expectSameWords(events);
      }
    });

  it('a sample with everything: the same words, and the digest has a line for each act that was tried', () => {
    expectSameWords(SAMPLE_EVENTS);
    const acts = listActs(readSteps(SAMPLE_EVENTS));
    const tried = acts.filter(({ result }) => result !== null).length;
    assert.equal(tellActs(acts, 99).split('\n').length, tried);
    assert.ok(tried > 0);
  });
});

function expectSameWords(events: readonly StampedEvent[]): void {
  for (const language of ['en', 'de'] as const) {
    const text = renderReport({ events, pictures: new Map(), narrative: '', language }).replaceAll(/<[^>]+>/g, '');
    for (const { title, decision, reason, riskName } of buildTimeline(events, [], language).entries)
      for (const words of [title, decision, reason, riskName])
        assert.ok(text.includes(html`${words}`.html), `“${words}” in the report`);
  }
}

describe('a sentence in a journal', () => {
  const detailOf = (said: unknown, language: 'en' | 'de'): string | undefined => {
    const lines = [judged('1.0'), intended('1.0'), performed('1.0', { text: 'a.txt is there; it is in use.', said })];
    const events = lines.map(
      (line, index): StampedEvent => ({
        ...runEventSchema.parse(JSON.parse(JSON.stringify(line))),
        seq: index + 1,
        at: '2026-11-21T08:00:00.000Z',
      }),
    );
    return buildTimeline(events, [], language)
      .entries.find(({ kind }) => kind === 'step')
      ?.detail.replace(/^(?:Done; the screen changed|Erledigt; der Bildschirm hat sich verändert)\. /, '');
  };

  it('is said in the language of who reads it, with its parts, after it went through the file', () => {
    const said = say`${say`${'a.txt'} is there`}; ${say`it is in use`}.`;
    assert.equal(detailOf(said, 'en'), 'a.txt is there; it is in use.');
    assert.equal(detailOf(said, 'de'), 'a.txt ist da; es wird gerade benutzt.');
  });

  it('is said as it stands there in English when it was written as a string, or in a form that is known no more', () => {
    for (const said of [
      undefined,
      { told: 'a.txt is there' },
      { why: 'x', rule: 'y' },
      { say: 7 },
      'a.txt is there; it is in use.',
    ])
      for (const language of ['en', 'de'] as const)
        assert.equal(detailOf(said, language), 'a.txt is there; it is in use.', JSON.stringify(said));
  });
});
