import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { parseEnvFile } from '../../src/config/parse-env-file.ts';
import { readSettings } from '../../src/config/read-settings.ts';
import { english } from '../../src/words/speak.ts';

const problemsOf = (text: string): readonly string[] => parseEnvFile(text).problems.map(english);

test('what is well written is read, and nothing is said', () => {
  const text =
    '\uFEFF# mine\r\n\r\nA=1\r\n  B = two # words\nexport C="x # y"\nD=\nE=\'{"a":\n [1, 2]}\' # prices\nF=a=b\n#G=1\n';
  const { values, problems } = parseEnvFile(text);
  assert.deepEqual({ ...values }, { A: '1', B: 'two', C: 'x # y', D: '', E: '{"a":\n [1, 2]}', F: 'a=b' });
  assert.deepEqual(problems, []);
});

test('a line that is not what it seems is told by its number and never by its words', () => {
  for (const [text, told] of [
    ['A=1\nsk-secret-words\nB=2', /^Line 2 of \.env is ignored: it has no “=”/],
    ['A=1\n\n=sk-secret-words\nB=2', /^Line 3 of \.env is ignored: it has no name/],
    ['A="sk-secret-words\nB=2', /^Line 1 of \.env begins with a quote that is never closed/],
    ['A="sk-secret-words\nB=2\nC="x"', /^Line 1 of \.env opens a quote that is closed only on line 3/],
    ['A="x" sk-secret-words\nB=2', /^What stands behind the closing quote on line 1/],
  ] as const) {
    const problems = problemsOf(text);
    assert.match(problems[0] ?? '', told, text);
    assert.doesNotMatch(problems.join('\n'), /secret/, text);
  }
});

test('blanks behind a “=” do not make the next line its value', () => {
  assert.deepEqual({ ...parseEnvFile('A=   \nB=2').values }, { A: '', B: '2' });
});

test('every line is empty, a remark, a setting as Node finds it, or told', () => {
  const piece = fc.constantFrom('A', 'B2', '=', ' ', '#', 'export ', 'x', '\t');
  const line = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
      const { values, problems } = parseEnvFile(lines.join('\r\n'));
      const names = new Set<string>();
      for (const [index, one] of lines.entries()) {
        const found = one.trim().startsWith('=') ? [] : Object.keys(parseEnv(one));
        for (const name of found) names.add(name);
        const isMeant = one.trim() !== '' && !one.trim().startsWith('#');
        const isTold = problems.some((problem) => english(problem).startsWith(`Line ${index + 1} of .env is ignored`));
        assert.equal(isTold, isMeant && found.length === 0, JSON.stringify(one));
      }
      assert.deepEqual(new Set(Object.keys(values)), names);
    }),
  );
});

test('a name that may be a piece of a token is not repeated', () => {
  const { values } = parseEnvFile('c2stc2VjcmV0LXdvcmRzLW9mLW1pbmU=');
  const result = readSettings({}, values);
  assert.ok(!result.ok);
  const problems = result.problems.map(english);
  assert.match(problems[0] ?? '', /^A name of 31 characters in \.env is not a setting, and not shown/);
  assert.doesNotMatch(problems.join(), /c2stc2/);
});
