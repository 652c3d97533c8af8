/** What a machine refuses by its own rules, and how a file that is wrong is told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAction } from '../../../src/action/schema.ts';
import { type Policy, readPolicy, USUAL_POLICY } from '../../../src/fleet/trust/policy.ts';
import { createPolicyGate, POLICY_RULE } from '../../../src/fleet/trust/policy-gate.ts';
import type { GateContext } from '../../../src/safety/risk.ts';
import { english } from '../../../src/words/speak.ts';
import { openTestGate } from '../../safety/open-test-gate.ts';

const gate = await openTestGate({ platform: 'linux', home: '/home/person' });

function judge(given: object, context: GateContext, policy: Partial<Policy> = {}) {
  const parsed = parseAction(given);
  assert.ok(parsed.ok);
  return createPolicyGate(gate, { ...USUAL_POLICY, ...policy }).judge(parsed.action, context);
}

test('an act by hand weighs what a model’s weighs', () => {
  const remove = { action: 'shell', command: 'rm notes.txt' };
  const parsed = parseAction(remove);
  assert.ok(parsed.ok);
  assert.equal(gate.judge(parsed.action, { isByHand: true }).risk, 'moderate');
  assert.equal(judge(remove, { isByHand: true }).risk, gate.judge(parsed.action, {}).risk);
  assert.equal(judge(remove, { isByHand: true }).risk, 'high');
});

test('what the policy refuses is refused whoever asks and however harmless it is', () => {
  const refused: readonly (readonly [object, GateContext, Policy['refuse']])[] = [
    [{ action: 'shell', command: 'ls' }, {}, ['shell']],
    [{ action: 'type', text: 'ls\n' }, { app: 'xterm' }, ['shell']],
    [{ action: 'key', keys: 'enter' }, { app: 'XTerm' }, ['shell']],
    [{ action: 'send_file', path: '/home/person/a.txt' }, {}, ['send_file']],
    [{ action: 'click', target: { x: 1, y: 1 } }, { isByHand: true }, ['by hand']],
  ];
  for (const [action, context, refuse] of refused) {
    const { risk, rule, confined } = judge(action, context, { refuse });
    assert.deepEqual([risk, rule, confined ?? false], ['critical', POLICY_RULE, false], JSON.stringify(action));
    assert.notEqual(judge(action, context).rule, POLICY_RULE);
  }
});

test('what it does not name is judged as ever', () => {
  assert.equal(
    judge({ action: 'type', text: 'hello' }, { app: 'mousepad' }, { refuse: ['shell'] }).rule === POLICY_RULE,
    false,
  );
  assert.equal(
    judge({ action: 'click', target: { x: 1, y: 1 } }, {}, { refuse: ['by hand'] }).rule === POLICY_RULE,
    false,
  );
});

test('a file of rules is read, and each fault is told with its place and what is right', () => {
  assert.deepEqual(readPolicy('{}'), { ok: true, policy: USUAL_POLICY });
  assert.deepEqual(USUAL_POLICY, { refuse: [], people: null, code: 'critical', whenCutOff: 'go on' });
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['', /it is not JSON/],
    ['[]', /object/],
    ['{"refuse":["shel"]}', /^refuse\.0: it takes names of actions/],
    ['{"refuse":"shell"}', /^refuse: /],
    ['{"people":["anna"]}', /^people\.0: it takes ids like telegram:123/],
    ['{"code":"sometimes"}', /^code: it must be one of critical, every yes, never/],
    ['{"whenCutOff":"wait"}', /^whenCutOff: it must be one of go on, stop/],
    ['{"refuses":["shell"]}', /refuses/],
  ];
  for (const [text, says] of wrong) {
    const read = readPolicy(text);
    assert.equal(read.ok, false, text);
    if (!read.ok) assert.match(read.problems.map(english).join('\n'), says);
  }
});
