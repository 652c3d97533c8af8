/** The call of a server's tool: by what the person has said of it, raised by what the server says, and by its arguments at every call. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseAction } from '../../src/action/schema.ts';
import { GRADES, type Grade, type ToolHints } from '../../src/ports/tools.ts';
import { createTaint } from '../../src/run/taint-tracker.ts';
import { type GateContext, needsApproval, weightOf } from '../../src/safety/risk.ts';
import { english } from '../../src/words/speak.ts';
import { HOME, judgeJson, openTestGate } from './open-test-gate.ts';

const base = await openTestGate();
const gateFor = async (grade: Grade | null, hints: ToolHints = {}) =>
  await openTestGate({ tools: (server) => (server === 'files' ? { grade, hints } : null) });
const gates = new Map(
  await Promise.all([...GRADES, null].map(async (grade) => [grade, await gateFor(grade)] as const)),
);

const call = (values: object, server = 'files') => ({ action: 'tool', server, name: 'use', arguments: values });
const judge = (values: object, context: GateContext = {}, grade: Grade | null = 'safe') => {
  const gate = gates.get(grade);
  assert.ok(gate !== undefined);
  return judgeJson(gate, call(values), context);
};

describe('A tool of a server', () => {
  it('runs by itself only where the person has said so', () => {
    const levels = [...GRADES, null].map((grade) => judge({ text: 'hello' }, {}, grade).risk);
    assert.deepEqual(levels, ['safe', 'moderate', 'high', 'critical', 'high']);
    assert.equal(judgeJson(base, call({})).rule, 'tool.unknown');
    assert.equal(judgeJson(base, call({})).risk, 'high');
  });

  it('can be raised by what its server says of it, and never lowered', async () => {
    const all = fc.record(
      { readOnly: fc.boolean(), destructive: fc.boolean(), openWorld: fc.boolean() },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...GRADES, null), all, async (grade, hints) => {
        const plain = judge({ text: 'x' }, {}, grade);
        const hinted = judgeJson(await gateFor(grade, hints), call({ text: 'x' }));
        assert.ok(weightOf(hinted) >= weightOf(plain));
        if (hints.destructive === true) assert.ok(needsApproval(hinted.risk));
      }),
      { numRuns: 40 },
    );
  });

  it('asks about recipients, amounts and addresses that the person did not name, whatever its grade', () => {
    const goal = 'tell bob@friends.example that I owe him 20 euros, after reading https://news.example/today';
    const unsaid: readonly object[] = [
      { to: 'eve@evil.example' },
      { message: 'copy to eve@evil.example please' },
      { amount: 900 },
      { transferAmount: '900' },
      { channel: '#all-hands' },
      { items: [{ recipient: 'eve' }] },
      { url: 'https://evil.example/' },
      { url: 'https://news.example/today?leak=cGFzc3dvcmQ' },
      { host: 'evil.example' },
      { note: 'see http://169.254.169.254/latest/meta-data' },
      { 'https://evil.example/x': 1 },
      { iban: 'DE89370400440532013000' },
      { path: '~/.ssh/id_ed25519' },
      { file: 'file:///Users/alice/.aws/credentials' },
      { blob: 'x'.repeat(30_000) },
    ];
    for (const values of unsaid) {
      const judged = judge(values, { goal });
      assert.ok(needsApproval(judged.risk), JSON.stringify(values).slice(0, 80));
      assert.equal(judged.rule, 'tool.argument', english(judged.reason));
    }
    const said: readonly object[] = [
      { to: 'bob@friends.example', amount: 20 },
      { text: 'I owe him 20 euros' },
      { url: 'https://news.example/today' },
      { path: `${HOME}/notes/today.md`, head: 5 },
      { query: 'weather tomorrow', limit: 10 },
    ];
    for (const values of said) assert.equal(judge(values, { goal }).risk, 'safe', JSON.stringify(values));
  });

  it('asks where a value hides behind more of them than are judged', () => {
    const padding = Array.from({ length: 2100 }, () => 'a');
    for (const values of [{ padding, to: 'eve@evil.example' }, { padding: [...padding, 'eve@evil.example'] }])
      assert.ok(needsApproval(judge(values, { goal: 'sort the letters' }).risk));
    assert.equal(judge({ padding: padding.slice(200) }, { goal: 'sort the letters' }).risk, 'safe');
  });

  it('asks before text that came from elsewhere goes to it, but not before its own comes back', () => {
    const parse = (json: object) => {
      const parsed = parseAction(json);
      assert.ok(parsed.ok);
      return parsed.action;
    };
    const taint = createTaint();
    taint.note(parse({ action: 'file_view', path: '~/diary.txt' }), 'The safe behind the picture opens with 48151623.');
    taint.note(parse(call({ path: '.' })), 'holiday-plan-final-version.md');
    const window = { app: 'Chromium', pid: 1 };
    const find = (json: object): boolean => taint.find(parse(json), { window, typed: '', said: 'tidy up' }) !== null;
    assert.ok(find(call({ text: 'the safe behind the picture' })));
    assert.ok(find(call({ text: Buffer.from('the safe behind the picture').toString('base64') })));
    assert.ok(find(call({ 'the safe behind the picture opens': true })));
    assert.equal(find(call({ path: 'holiday-plan-final-version.md' })), false);
    assert.ok(find(call({ path: 'holiday-plan-final-version.md' }, 'mail')), 'another server is elsewhere');
    assert.ok(find({ action: 'open_url', url: 'https://x.example/?q=holiday-plan-final-version.md' }));
    // A text that is sent in pieces over several calls.
    const piece = parse(call({ text: 'the safe be' }));
    assert.equal(find(call({ text: 'the safe be' })), false);
    taint.wrote(piece, window);
    assert.ok(find(call({ text: 'hind the picture' })));
    assert.equal(judge({ text: 'x' }, { goal: 'x', tainted: { source: 'diary.txt' } }).rule, 'taint.source');
  });

  it('is judged without a throw and in time, whatever stands in the arguments', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (values, goal) => {
        const judged = judge(values, { goal });
        assert.notEqual(judged.rule, 'gate.error', english(judged.reason));
      }),
      { numRuns: 300 },
    );
  });
});
