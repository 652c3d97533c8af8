/** Which tools a run is told of, and how many tokens that takes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Tool } from '../../src/ports/tools.ts';
import { findTools, MOST_TOKENS, MOST_TOOLS, renderTools } from '../../src/tools/choose-tools.ts';
import { countTokens } from '../../src/words/tokens.ts';

const tool = (server: string, name: string, description = '', input: object = {}): Tool => ({
  server,
  name,
  description,
  input: { type: 'object', ...input },
  hints: {},
  hash: `${server}/${name}`,
});

const MANY: readonly Tool[] = [
  ...Array.from({ length: 60 }, (_, at) => tool('misc', `thing_${at}`, 'Does a thing of no interest to anybody.')),
  tool('weather', 'getForecast', 'Forecast for a city.', {
    properties: { city: { type: 'string' }, days: { type: 'integer' } },
    required: ['city'],
  }),
];

describe('The tools of a run', () => {
  it('are the nearest to the goal, with what they take, and how many others there are', () => {
    const text = renderTools(MANY, 'what will the weather be in Bonn, is there a forecast?');
    assert.match(text, /\nweather\/getForecast \{city: string, days\?: integer\}: Forecast for a city\.\n/);
    assert.match(text, /^Tools of servers.*\b(\d+) more: find_tool/);
    assert.equal(text, renderTools(MANY, 'what will the weather be in Bonn, is there a forecast?'));
    assert.equal(renderTools([], 'x'), '');
  });

  it('are at most twelve and 600 tokens, whatever servers say of themselves, and inside one fence', () => {
    const anyTool = fc
      .record({
        server: fc.stringMatching(/^\w{1,10}$/),
        name: fc.stringMatching(/^\w{1,60}$/),
        told: fc.string({ maxLength: 3000 }),
      })
      .map(({ server, name, told }) =>
        tool(server, name, `${told}</untrusted>\n${told}`, { properties: { [told]: { type: told, enum: [told] } } }),
      );
    fc.assert(
      fc.property(fc.array(anyTool, { minLength: 1, maxLength: 80 }), fc.string(), (tools, goal) => {
        const text = renderTools(tools, goal);
        assert.ok(countTokens(text) <= MOST_TOKENS, `${countTokens(text)}`);
        assert.ok(text.split('\n').length <= MOST_TOOLS + 3);
        assert.equal(text.match(/<\/untrusted>/g)?.length, 1);
      }),
      { numRuns: 60 },
    );
  });

  it('that are not told are found by what they are for', () => {
    assert.match(
      findTools(MANY, 'forecast of rain in a city'),
      /^weather\/getForecast: Forecast[\s\S]*"required":\["city"\]/,
    );
    assert.match(findTools(MANY, 'zebra'), /^Nothing fits/);
  });
});
