import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { findNeededWords, foldGoal } from '../../src/skills/trigger-words.ts';

test('the most telling word of an expression is found', () => {
  assert.deepEqual(findNeededWords('(?i)^\\s*tweet:?\\s+(?P<text>.+)$'), ['tweet']);
  assert.deepEqual(findNeededWords('(?i)(?:open|launch)\\s+(?:the\\s+)?app'), ['open', 'launch']);
  assert.deepEqual(findNeededWords('weather(?: in)? [A-Z]'), ['weather']);
  assert.deepEqual(findNeededWords('colou?r'), ['colo']);
  assert.deepEqual(findNeededWords('a{0}bc*'), ['b']);
  assert.equal(findNeededWords('(?:mail|.*)'), null);
  assert.equal(findNeededWords('\\bх\\b'), null);
  assert.equal(findNeededWords('\\Qx.y\\E'), null);
  assert.equal(findNeededWords('(a'), null);
});

/** Expressions put together at random, over few letters so that goals match often. */
const expression = fc.letrec<{ node: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    fc.constantFrom('a', 'b', 'ab', 'ba', 's', 'k', '.', '\\w', '[ab]', '[^a]', '\\s', '\\.', '', '^', '$', '\\b'),
    tie('node').map((inner) => `(?:${inner})`),
    tie('node').map((inner) => `(${inner})`),
  ),
  node: fc.oneof(
    { maxDepth: 4 },
    tie('atom'),
    fc
      .tuple(tie('atom'), fc.constantFrom('?', '*', '+', '{0,2}', '{2}', '{1,}?', ''))
      .map(([atom, times]) =>
        /^(?:|\^|\$|\\b)$/.test(atom)
          ? atom
          : atom.length > 1 && !/^[[(\\]/.test(atom)
            ? `(?:${atom})${times}`
            : `${atom}${times}`,
      ),
    fc.tuple(tie('node'), tie('node')).map(([one, other]) => one + other),
    fc.tuple(tie('node'), tie('node')).map(([one, other]) => `(?:${one}|${other})`),
  ),
})).node;

test('a goal that holds none of the needed words never matches, whatever the expression', () => {
  const goal = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'B', 's', 'ſ', 'k', 'K', ' ', '.'), maxLength: 8 });
  fc.assert(
    fc.property(
      expression,
      fc.boolean(),
      fc.array(goal, { minLength: 5, maxLength: 5 }),
      (pattern, isFolding, goals) => {
        const source = isFolding ? `(?i)${pattern}` : pattern;
        const needed = findNeededWords(source);
        if (needed === null) return;
        const compiled = RE2JS.compile(source);
        for (const one of goals) {
          const mayMatch = needed.some((word) => foldGoal(one).includes(word));
          assert.ok(mayMatch || !compiled.matcher(one).find(), `${source} on ${JSON.stringify(one)} needs ${needed}`);
        }
      },
    ),
    { numRuns: 500 },
  );
});
