// biome-ignore-all lint/suspicious/noThenProperty: the contract's name; it is never a function
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { parseReply } from '../../src/action/reply.ts';
import { ACTION_NAMES } from '../../src/action/schema.ts';
import { REPLY_SCHEMA, TOOL_REPLY_SCHEMA } from '../../src/action/wire-schema.ts';
import { english } from '../../src/words/speak.ts';
import { EXAMPLE_ACTIONS } from '../fixtures/actions.ts';
import { findMisfit, findSchemaFault } from '../servers/anthropic/schema-rules.ts';
import { flattenReply, makeReply } from '../servers/anthropic/wire-reply.ts';
import { readCorpus, readNaughtyStrings } from '../support/corpora.ts';

const CLICK = { action: 'click', target: { x: 512.5, y: 340 } };
const nested = (action: unknown, parts: object = {}): string =>
  JSON.stringify({ screen: 'A form.', intent: 'Send it', action, note: null, ...parts });
const flat = (parts: object): string => JSON.stringify({ screen: 'A form.', intent: 'Send it', note: null, ...parts });

function reasonOf(text: string): string {
  const parsed = parseReply(text);
  assert.equal(parsed.ok, false, `accepted: ${text.slice(0, 200)}`);
  return parsed.ok ? '' : english(parsed.reason);
}

describe('A reply in the shape of the contract', () => {
  it('is parsed, with the defaults of its actions filled in', () => {
    const text = nested(CLICK, {
      then: [
        { action: 'type', text: 'hi' },
        { action: 'key', keys: 'enter' },
      ],
      note: 'sent once',
    });
    assert.deepEqual(parseReply(text), {
      ok: true,
      reply: {
        screen: 'A form.',
        intent: 'Send it',
        action: { action: 'click', target: { x: 512.5, y: 340 }, button: 'left', count: 1 },
        then: [
          { action: 'type', text: 'hi' },
          { action: 'key', keys: 'enter', repeat: 1 },
        ],
        note: 'sent once',
      },
    });
  });

  it('may leave out the follow-ups and the note', () => {
    const parsed = parseReply(JSON.stringify({ screen: '', intent: '', action: CLICK }));
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.reply.then, []);
    assert.equal(parsed.reply.note, null);
  });

  it('may stand in code fences and white space, with or without a language', () => {
    for (const [before, after] of [
      ['```json\n', '\n```'],
      ['```\n', '```\n'],
      ['  \r\n```JSON ', ' ```  '],
      ['\uFEFF\n', '\n\n'],
    ]) {
      assert.ok(parseReply(`${before}${nested(CLICK)}${after}`).ok, JSON.stringify(before));
    }
  });

  it('may spell names and words in any case, and carry keys nobody knows', () => {
    const parsed = parseReply(
      nested({ action: ' Click ', target: { element: 2, hint: 'x' }, button: 'RIGHT', why: 1 }, { mood: 'good' }),
    );
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.reply.action, { action: 'click', target: { element: 2 }, button: 'right', count: 1 });
  });
});

describe('A malformed reply is no action, and its reason says what to do', () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['an empty text', '', /is empty/],
    ['empty fences', '```json\n```', /is empty/],
    ['text before the object', `Sure! ${nested(CLICK)}`, /no text before/],
    ['text after the object', `${nested(CLICK)} Done.`, /no text after/],
    ['two objects', `${nested(CLICK)}${nested(CLICK)}`, /exactly one/],
    ['two objects on two lines', `${nested(CLICK)}\n${nested(CLICK)}`, /exactly one/],
    ['a list', `[${nested(CLICK)}]`, /not a JSON object/],
    ['a cut-off object', nested(CLICK).slice(0, -9), /does not end with \}/],
    ['an action missing', JSON.stringify({ screen: '', intent: '' }), /^action: it must name an action/],
    ['a screen that is no text', nested(CLICK, { screen: 5 }), /^screen: it must be text/],
    ['an intent that is missing', JSON.stringify({ screen: '', action: CLICK }), /^intent: it is missing/],
    ['a note that is a list', nested(CLICK, { note: ['a'] }), /^note: it must be text/],
    ['an action nobody knows', nested({ action: 'explode' }), /no action "explode"/],
    ['an action without a name', nested({ target: { x: 1, y: 1 } }), /needs a name/],
    ['a number as text', nested({ action: 'click', target: { x: '5', y: 5 } }), /target/],
    ['a count that is too large', nested({ ...CLICK, count: 4 }), /click\.count/],
    ['half a point', nested({ action: 'click', target: { x: 5 } }), /target is/],
    ['an action named like a built-in', flat({ action: 'constructor' }), /no action "constructor"/],
    ['four follow-ups', nested(CLICK, { then: Array(4).fill({ action: 'wait', seconds: 1 }) }), /at most 3/],
    [
      'a follow-up of another kind',
      nested(CLICK, { then: [{ action: 'shell', command: 'ls' }] }),
      /then\[0\].*cannot be a follow-up/,
    ],
    [
      'a follow-up that is broken',
      nested(CLICK, { then: [{ action: 'wait', seconds: 1 }, { action: 'key' }] }),
      /then\[1\]: key\.keys/,
    ],
    ['follow-ups that are no list', nested(CLICK, { then: CLICK }), /^then: it must be a list/],
  ];
  for (const [name, text, reason] of cases) {
    it(name, () => assert.match(reasonOf(text), reason));
  }

  it('a point outside the screen is refused, never moved inside', () => {
    for (const target of [
      { x: 1000.01, y: 5 },
      { x: -0.1, y: 5 },
      { x: 5, y: 1e9 },
    ]) {
      assert.match(reasonOf(nested({ action: 'click', target })), /x and y go from 0 to 1000/);
      assert.match(reasonOf(flat({ action: 'click', ...target })), /x and y go from 0 to 1000/);
    }
  });
});

describe('A reply in the flat shape of the wire', () => {
  it('means the same as the nested one, for every action', () => {
    assert.deepEqual(
      EXAMPLE_ACTIONS.map(({ action }) => action),
      ACTION_NAMES,
    );
    for (const action of EXAMPLE_ACTIONS) {
      const reply = makeReply(action, { followUps: [{ action: 'key', keys: 'enter', repeat: 1 }] });
      const wire = flattenReply(reply);
      assert.deepEqual(parseReply(JSON.stringify(reply)), { ok: true, reply: { ...reply, action } });
      assert.deepEqual(parseReply(JSON.stringify(wire)), parseReply(JSON.stringify(reply)), action.action);
    }
  });

  it('fits the schema, for every action', () => {
    for (const action of EXAMPLE_ACTIONS) {
      assert.equal(findMisfit(TOOL_REPLY_SCHEMA, flattenReply(makeReply(action))), null, action.action);
    }
  });

  it('takes no notice of parameters that belong to other actions', () => {
    const junk = {
      element: 99,
      x: 1,
      y: 2,
      to_element: 98,
      to_x: 3,
      to_y: 4,
      text: 'rm -rf /',
      count: 2,
      button: 'middle',
      direction: 'up',
      seconds: 9,
      path: '/etc/passwd',
      line: 5,
      old: 'old',
      options: ['yes'],
      secret: true,
      command: 'rm -rf /',
      script: 'do shell script "x"',
      url: 'https://evil.example',
    };
    const groups = [
      ['element', 'x', 'y'],
      ['to_element', 'to_x', 'to_y'],
    ];
    const renamed: Readonly<Record<string, readonly string[]>> = {
      shell: ['command'],
      applescript: ['script'],
      open_url: ['url'],
      fetch: ['url'],
    };
    const junkKeys = fc.subarray(Object.keys(junk));
    fc.assert(
      fc.property(fc.constantFrom(...EXAMPLE_ACTIONS), junkKeys, (action, keys) => {
        const own = flattenReply(makeReply(action));
        const taken = [
          ...Object.keys(own),
          ...groups.filter((group) => group.some((key) => key in own)).flat(),
          ...(renamed[action.action] ?? []),
        ];
        const added = Object.fromEntries(
          Object.entries(junk).filter(([key]) => keys.includes(key) && !taken.includes(key)),
        );
        const parsed = parseReply(JSON.stringify({ ...added, ...own }));
        assert.deepEqual(parsed.ok && parsed.reply.action, action);
      }),
    );
  });

  it('accepts the names of the contract too, and they win', () => {
    const parsed = parseReply(flat({ action: 'shell', command: 'ls', text: 'rm -rf /' }));
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.reply.action, { action: 'shell', command: 'ls', timeout_s: 30 });
  });

  it('may carry null for what it leaves out', () => {
    const parsed = parseReply(
      flat({ action: 'click', element: null, x: 5, y: 6, button: null, count: null, then: null }),
    );
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.reply.action, { action: 'click', target: { x: 5, y: 6 }, button: 'left', count: 1 });
  });
});

describe('Keys held around an act', () => {
  const heldIn = (action: object): unknown => {
    const parsed = parseReply(flat({ action: 'click', x: 5, y: 6, ...action }));
    return parsed.ok && 'modifiers' in parsed.reply.action
      ? parsed.reply.action.modifiers
      : reasonOf(flat({ action: 'click', x: 5, y: 6, ...action }));
  };

  it('come under the short name of the wire or their own, as a list or as one', () => {
    for (const given of [{ options: ['shift', 'cmd'] }, { modifiers: ['shift', 'cmd'] }])
      assert.deepEqual(heldIn(given), ['shift', 'cmd']);
    assert.deepEqual(heldIn({ options: 'Control_L' }), ['Control_L']);
  });

  it('are keys there are, and few', () => {
    assert.match(String(heldIn({ options: ['shfit'] })), /closest is shift/);
    assert.match(String(heldIn({ options: ['a', 'b', 'c', 'd', 'e'] })), /at most 4/);
  });
});

describe('The wire schema', () => {
  it('is flat and small enough for the providers that compile it', () => {
    assert.equal(findSchemaFault(REPLY_SCHEMA, 2000), null);
    assert.equal(findSchemaFault(TOOL_REPLY_SCHEMA, 2000), null);
    assert.doesNotMatch(JSON.stringify(REPLY_SCHEMA), /tool/, 'where there are none nothing is said of them');
  });
});

describe('Hostile replies', () => {
  it('malformed JSON is no action and no exception', () => {
    for (const { base64 } of readCorpus('json_malformed.jsonl', z.object({ base64: z.string().nullable() }))) {
      // One line is too long for the corpus and only says how it is made.
      const text = base64 === null ? '[{"":'.repeat(50_000) : Buffer.from(base64, 'base64').toString('utf8');
      reasonOf(text);
      reasonOf(`\`\`\`json\n${text}\n\`\`\``);
      reasonOf(`{"screen":"","intent":"","action":${text}}`);
    }
  });

  it('naughty strings are no reply, and come through exactly as text to type', () => {
    for (const text of readNaughtyStrings()) {
      reasonOf(text);
      if (text === '') continue;
      const parsed = parseReply(flat({ action: 'type', text, note: text }));
      assert.ok(parsed.ok);
      assert.deepEqual(parsed.reply.action, { action: 'type', text });
      assert.equal(parsed.reply.note, text);
    }
  });

  it('of a key that stands twice the last counts, here as in every judge of it', () => {
    const parsed = parseReply(
      '{"screen":"","intent":"","action":{"action":"shell","command":"ls"},"action":{"action":"screenshot"}}',
    );
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.reply.action, { action: 'screenshot' });
  });

  it('prototype tricks change nothing', () => {
    const parsed = parseReply(
      '{"__proto__":{"action":"shell"},"screen":"","intent":"","action":{"action":"wait","__proto__":{"seconds":1}}}',
    );
    assert.equal(parsed.ok, false);
    assert.equal(Object.hasOwn(Object.prototype, 'seconds'), false);
  });

  it('deep nesting and megabytes are answered at once', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const started = performance.now();
    reasonOf(nested({ action: 'click', target: 'DEEP' }).replace('"DEEP"', deep));
    assert.ok(parseReply(nested({ action: 'screenshot', extra: 'DEEP' }).replace('"DEEP"', deep)).ok);
    reasonOf('{'.repeat(1_000_000));
    reasonOf(`${' '.repeat(1_000_000)}x`);
    reasonOf('`'.repeat(1_000_000));
    reasonOf('x'.repeat(3_000_000));
    reasonOf(nested({ action: 'type', text: 'x'.repeat(1_000_000) }));
    assert.ok(performance.now() - started < 5000);
  });

  it('any JSON at all is answered without an exception', () => {
    fc.assert(fc.property(fc.json(), (text) => void parseReply(text)));
    fc.assert(fc.property(fc.jsonValue(), (action) => void parseReply(nested(action))));
  });
});
