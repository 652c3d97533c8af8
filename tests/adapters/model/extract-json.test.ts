import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { extractJson } from '../../../adapters/model/extract-json.ts';
import { fromStrict, toStrictSchema } from '../../../adapters/model/strict-schema.ts';
import { REPLY_SCHEMA } from '../../../src/action/wire-schema.ts';
import { ASSESSMENT_SCHEMA } from '../../../src/run/plan/complexity.ts';
import { VERIFY_SCHEMA } from '../../../src/run/verify/verify-prompt.ts';
import { SECOND_LOOK_SCHEMA } from '../../../src/safety/second-look.ts';
import { fillNulls, findStrictFault } from '../../servers/openai/strict-rules.ts';
import { measureProcessorMs } from '../../support/processor-time.ts';

/** Prose without braces. */
const prose = fc.string().map((text) => text.replace(/[{}]/g, ''));

test('one object is found, whatever stands around it', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), prose, prose, (value, before, after) => {
      const json = JSON.stringify(value);
      const extracted = extractJson(`${before}${json}${after}`);
      assert.deepEqual(JSON.parse(extracted.text), JSON.parse(json));
    }),
  );
});

test('two objects, none, or a half one are left as they are', () => {
  for (const text of ['', 'no', '{"a":1}{"b":2}', 'a {"a":1} b {"a":1}', '{"a":', '{a}', '[{"a":1},{"b":2}]']) {
    assert.deepEqual(extractJson(text), { text, isWrapped: false }, text);
  }
});

test('a hostile text costs no time', () => {
  const tookMs = measureProcessorMs(() => {
    for (const text of ['{'.repeat(150_000), '{}'.repeat(50_000), '{"'.repeat(60_000), '{x}'.repeat(60_000)])
      extractJson(text);
  });
  assert.ok(tookMs < 2000, `${tookMs} ms`);
});

test('the schemas of Deskhand fit OpenAI’s strict dialect, with the same bytes each time', () => {
  for (const schema of [REPLY_SCHEMA, VERIFY_SCHEMA, ASSESSMENT_SCHEMA, SECOND_LOOK_SCHEMA]) {
    assert.equal(findStrictFault(toStrictSchema(schema)), null);
    assert.equal(toStrictSchema(schema), toStrictSchema(schema));
  }
  assert.match(findStrictFault(REPLY_SCHEMA) ?? '', /Missing 'element'/, 'as they are they would be refused');
});

test('what comes back in the strict dialect is what was meant: its own nulls are gone, others stay', () => {
  const meant = {
    screen: 'a',
    intent: 'b',
    action: 'click',
    x: 1,
    y: 2,
    // biome-ignore lint/suspicious/noThenProperty: the contract's name; it is never a function
    then: [{ action: 'key', text: 'a' }],
    note: null,
  };
  const strict = JSON.stringify(fillNulls(REPLY_SCHEMA, meant));
  assert.match(strict, /"element":null/);
  assert.deepEqual(JSON.parse(fromStrict(REPLY_SCHEMA, strict)), meant);
  assert.equal(fromStrict(REPLY_SCHEMA, 'no JSON'), 'no JSON');
});
