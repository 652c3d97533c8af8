/** Which model begins a goal, as earlier runs say: properties over many histories, and the cases people meet. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  ENOUGH_RUNS,
  FAILING_SHARE,
  type LearnQuestion,
  learnModel,
  NEWEST_RUNS,
  RELIABLE_SHARE,
} from '../../src/journal/learned-model.ts';
import type { RunRecord } from '../../src/journal/model-records.ts';

const CHEAP = { input: 0.1, cacheRead: 0.01, output: 0.5 };
const USUAL = { input: 2, cacheRead: 0.2, output: 10 };
const DEAR = { input: 5, cacheRead: 0.5, output: 25 };
const OFFERED = [
  { tier: 'fast', id: 'cheap', price: CHEAP },
  { tier: 'main', id: 'usual', price: USUAL },
  { tier: 'strong', id: 'dear', price: DEAR },
] as const;

function runs(
  model: string,
  costUsd: number | null,
  verdicts: readonly RunRecord['verdict'][],
  kind: RunRecord['kind'] = 'simple',
): readonly RunRecord[] {
  return verdicts.map((verdict) => ({ model, kind, verdict, costUsd, isChecked: verdict === 'checked' }));
}

const times = (count: number, verdict: RunRecord['verdict']): readonly RunRecord['verdict'][] =>
  Array.from({ length: count }, () => verdict);

const ask = (records: readonly RunRecord[], other: Partial<LearnQuestion> = {}) =>
  learnModel({ kind: 'simple', usual: 'main', offered: OFFERED, records, maxUsd: 1, ...other });

describe('The model that begins', () => {
  it('is a cheaper one once eight of its runs of that kind say so, and not before', () => {
    const seven = runs('cheap', 0.01, times(ENOUGH_RUNS - 1, 'checked'));
    assert.equal(ask(seven), null);
    assert.deepEqual(ask([...seven, ...runs('cheap', 0.01, ['checked'])]), {
      tier: 'fast',
      because: 'cheaper',
      model: 'cheap',
      runs: 8,
      checked: 8,
      usd: 0.01,
      instead: { model: 'usual', runs: 0, checked: 0, usd: null },
    });
    const elsewhere = runs('cheap', 0.01, times(20, 'checked'), 'multi-step');
    assert.equal(ask(elsewhere), null, 'runs of another kind of goal prove nothing');
    const uncounted = runs('cheap', 0.01, times(20, null));
    assert.equal(ask(uncounted), null, 'stopped runs prove nothing');
  });

  it('is not one that keeps failing, that costs as much in the end, or whose runs nobody could check', () => {
    const usual = runs('usual', 0.05, times(10, 'checked'));
    for (const other of [
      runs('cheap', 0.01, [...times(5, 'checked'), ...times(5, 'failed')]),
      runs('cheap', 0.049, times(10, 'checked')),
      runs('cheap', null, times(10, 'checked')),
      runs('cheap', 0.01, times(10, 'open')),
    ])
      assert.equal(ask([...usual, ...other]), null);
    assert.equal(ask([...usual, ...runs('cheap', 0.01, times(10, 'checked'))])?.model, 'cheap');
  });

  it('is a better one where the usual one keeps failing, as long as the caps allow it', () => {
    const failing = runs('usual', 0.05, times(10, 'failed'));
    const dear = ask(failing);
    assert.deepEqual([dear?.model, dear?.because, dear?.instead.checked], ['dear', 'fails', 0]);
    assert.equal(ask(failing, { maxUsd: 0.1 }), null, 'by its price it would cost 2.5 times as much');
    assert.equal(ask(runs('usual', null, times(10, 'failed'))), null, 'nobody knows what it would cost');
    assert.equal(ask([...failing, ...runs('dear', 0.2, times(8, 'failed'))]), null, 'it fails as well');
    assert.equal(ask([...failing, ...runs('dear', 0.2, times(8, 'checked'))], { maxUsd: 0.1 }), null);
    assert.equal(ask(failing, { offered: OFFERED.slice(0, 2) }), null, 'there is none that is better');
  });

  it('is judged by its newest runs alone, and by the full id as by the short one', () => {
    const old = runs('usual', 0.05, times(50, 'failed'));
    assert.equal(ask([...old, ...runs('usual', 0.05, times(NEWEST_RUNS, 'checked'))]), null);
    assert.equal(ask(runs('cheap-20260801', 0.01, times(8, 'checked')))?.model, 'cheap');
  });

  it('is one of the models that were allowed, with a price, proven, and never above the caps, whatever happened before', () => {
    const cost = fc.option(fc.double({ min: 0, max: 0.5, noNaN: true }), { freq: 6 });
    const PROFILES: readonly (readonly RunRecord['verdict'][])[] = [
      ['checked'],
      ['failed'],
      ['checked', 'checked', 'checked', 'failed'],
      ['checked', 'failed', 'open', null],
    ];
    // As in life, a model behaves in one way for a while.
    const block = fc
      .tuple(
        fc.constantFrom('cheap', 'usual', 'dear', 'foreign', 'cheap-20260801'),
        fc.constantFrom('simple' as const, 'simple' as const, 'multi-step' as const),
        fc.constantFrom(...PROFILES),
        fc.integer({ min: 1, max: 24 }),
        fc.infiniteStream(cost),
        fc.infiniteStream(fc.nat()),
      )
      .map(([model, kind, profile, count, costs, picks]) =>
        runs(
          model,
          null,
          Array.from({ length: count }, () => profile[(picks.next().value ?? 0) % profile.length] ?? null),
          kind,
        ).map((one) => ({ ...one, costUsd: costs.next().value ?? null })),
      );
    const price = fc.option(
      fc.record({
        input: fc.double({ min: 0, max: 20, noNaN: true }),
        cacheRead: fc.double({ min: 0, max: 2, noNaN: true }),
        output: fc.double({ min: 0, max: 80, noNaN: true }),
      }),
      { freq: 6 },
    );
    let chosen = 0;
    fc.assert(
      fc.property(
        fc.array(block, { maxLength: 8 }),
        fc.tuple(price, price, price),
        fc.constantFrom('main' as const, 'strong' as const, 'fast' as const),
        fc.double({ min: -1, max: 1, noNaN: true }),
        (blocks, prices, usual, maxUsd) => {
          const records = blocks.flat();
          const offered = OFFERED.map((offer, index) => ({ ...offer, price: prices[index] ?? null }));
          const question = { kind: 'simple', usual, offered, records, maxUsd } as const;
          const learned = learnModel(question);
          assert.deepEqual(learnModel(structuredClone(question)), learned, 'the same runs make the same choice');
          const hasRuns = (id: string): readonly RunRecord[] =>
            records
              .filter(({ model, kind, verdict }) => model.startsWith(id) && kind === 'simple' && verdict !== null)
              .slice(-NEWEST_RUNS);
          const own = offered.find(({ tier }) => tier === usual);
          assert.ok(own);
          const enough = offered.filter(({ id }) => hasRuns(id).length >= ENOUGH_RUNS);
          if (enough.length === 0) assert.equal(learned, null);
          if (learned === null) return;
          chosen += 1;
          const offer = offered.find(({ tier }) => tier === learned.tier);
          assert.equal(offer?.id, learned.model);
          assert.notEqual(offer?.price, null);
          assert.notEqual(own.price, null);
          assert.notEqual(learned.model, own.id);
          const proof = hasRuns(learned.model);
          const failed = proof.filter(({ verdict }) => verdict === 'failed').length;
          assert.ok(proof.length < ENOUGH_RUNS || failed < proof.length * FAILING_SHARE, 'it does not keep failing');
          if (learned.because === 'cheaper') {
            assert.ok(learned.runs >= ENOUGH_RUNS && learned.checked >= learned.runs * RELIABLE_SHARE);
            assert.notEqual(learned.usd, null);
            if (learned.instead.usd !== null) assert.ok((learned.usd ?? 0) < learned.instead.usd);
          } else {
            const ownRuns = hasRuns(own.id);
            const ownFailed = ownRuns.filter(({ verdict }) => verdict === 'failed').length;
            assert.ok(ownRuns.length >= ENOUGH_RUNS && ownFailed >= ownRuns.length * FAILING_SHARE);
            if (learned.usd !== null) assert.ok(learned.usd <= maxUsd);
            assert.ok(maxUsd >= 0);
          }
        },
      ),
      { numRuns: 800 },
    );
    assert.ok(chosen > 10, `only ${chosen} choices were looked at`);
  });
});
