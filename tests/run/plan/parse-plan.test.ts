/** What a model may hand in as a plan: small, flat, without circles; everything else is refused with what to say. */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { parsePlan } from '../../../src/run/plan/parse-plan.ts';
import { choosePartsToBegin, type PartStatus, type ScheduledPart } from '../../../src/run/plan/schedule.ts';

const one = (more: object = {}) => ({ goal: 'Do it', check: 'done', needs: [], role: 'look', desktop: false, ...more });
const read = (parts: readonly object[], soFar: Parameters<typeof parsePlan>[1] = null) =>
  parsePlan(JSON.stringify({ parts }), soFar);
const reason = (parts: readonly object[]): string => {
  const parsed = read(parts);
  return parsed.ok ? 'usable' : parsed.reason;
};
const DESK = { role: 'act', desktop: true };

describe('a plan is refused', () => {
  it('when it has a circle, too many parts, unknown roles, or hands where there are none', () => {
    assert.match(
      reason([one({ needs: [2] }), one({ needs: [1] }), one()]),
      /part 1 needs part 2, which comes after it/,
    );
    assert.match(reason([one(), one({ needs: [2] }), one()]), /part 2 needs itself/);
    assert.match(reason(Array.from({ length: 50 }, () => one())), /it has 50 parts; 3 to 7 are allowed/);
    assert.match(
      reason([one(), one(), one({ role: 'admin' })]),
      /part 3 has the role "admin"; there are look, act, verify, research/,
    );
    assert.match(reason([one(), one(), one({ desktop: true })]), /part 3 only reads, and has desktop true/);
    assert.match(reason([one(), one({ goal: ' ' }), one()]), /each part has a goal/);
    assert.match(parsePlan('I would rather not').ok ? '' : 'refused', /refused/);
  });

  it('when two parts have the desktop side by side; in turn they are usable all the same', () => {
    const parsed = read([one(DESK), one(), one(DESK)]);
    assert.ok(!parsed.ok);
    assert.match(
      parsed.reason,
      /parts 1 and 3 both have the desktop, and neither needs the other: part 3 must need part 1/,
    );
    assert.equal(parsed.mended?.plan.length, 3);
    assert.equal(
      reason([one(DESK), one({ needs: [1] }), one({ ...DESK, needs: [2] })]),
      'usable',
      'by way of another part',
    );
  });
});

test('a plan of before, without roles, works the desktop part by part', () => {
  const parsed = read([1, 2, 3].map((number) => ({ goal: `Part ${number}`, check: '', needs: [1, 9] })));
  assert.ok(parsed.ok);
  assert.deepEqual(
    parsed.made.plan.map(({ role, desktop, needs }) => [role, desktop, needs]),
    [
      ['act', true, []],
      ['act', true, [1]],
      ['act', true, [1]],
    ],
  );
});

test('what is planned anew is counted on, and may need what is done', () => {
  const soFar = { done: [{ number: 2, line: '' }], first: 5 };
  const parsed = read([one({ needs: [2, 3] }), one({ needs: [5] })], soFar);
  assert.ok(parsed.ok);
  assert.deepEqual(
    parsed.made.plan.map(({ needs }) => needs),
    [[2], [5]],
    'a part that was not done is not there to be needed',
  );
});

test('whatever is planned: at most three at once, one with the desktop, nothing before what it needs, and all of it comes to its end', () => {
  const parts = fc
    .array(fc.record({ desktop: fc.boolean(), wants: fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 4 }) }), {
      minLength: 1,
      maxLength: 7,
    })
    .map((list) =>
      list.map(({ desktop, wants }, index) => ({
        number: index + 1,
        desktop,
        needs: wants.filter((need) => need <= index),
      })),
    );
  fc.assert(
    fc.property(parts, fc.infiniteStream(fc.nat()), (planned, picks) => {
      const status = new Map<number, PartStatus>(planned.map(({ number }) => [number, 'waiting']));
      const now = (): readonly ScheduledPart[] =>
        planned.map((part) => ({ ...part, status: status.get(part.number) ?? 'waiting' }));
      for (let turn = 0; turn < 50; turn += 1) {
        for (const number of choosePartsToBegin(now())) {
          const chosen = planned.find((part) => part.number === number);
          assert.ok(chosen?.needs.every((need) => status.get(need) === 'done'));
          status.set(number, 'under way');
        }
        const running = now().filter((part) => part.status === 'under way');
        assert.ok(running.length <= 3);
        assert.ok(running.filter(({ desktop }) => desktop).length <= 1);
        if (running.length === 0) break;
        const picked = running[(picks.next().value ?? 0) % running.length];
        if (picked !== undefined) status.set(picked.number, 'done');
      }
      assert.ok([...status.values()].every((one) => one === 'done'));
    }),
  );
});
