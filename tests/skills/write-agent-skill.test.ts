/** Skills of ours as Agent Skills: nothing is lost on the way there and back. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseDocument } from 'yaml';
import { parseAgentSkill } from '../../adapters/files/read-skill.ts';
import { readSkillFolder } from '../../adapters/files/skill-files.ts';
import { writeAnswer } from '../../src/skills/answer.ts';
import { createSkillBook, findMissingParams } from '../../src/skills/match-skill.ts';
import { PERMISSIONS, PLATFORMS, type Skill } from '../../src/skills/skill.ts';
import { isSkillName } from '../../src/skills/skill-name.ts';
import { compileTrigger } from '../../src/skills/triggers.ts';
import { writeAgentSkill } from '../../src/skills/write-agent-skill.ts';
import { english } from '../../src/words/speak.ts';
import { readAgentText } from '../support/agent-skill-text.ts';
import { WITH_REPEATS } from '../support/repeats.ts';

const { skills: SHIPPED } = await readSkillFolder(join(import.meta.dirname, '../../skills'));

async function andBack(skill: Skill): Promise<Skill> {
  const written = writeAgentSkill(skill);
  assert.ok(written !== null);
  const read = await parseAgentSkill(written.text, written.name, { folder: written.name });
  assert.ok(read.ok, `${read.ok ? '' : english(read.reason)}\n${written.text}`);
  return read.skill;
}

/** All of it but where it lies; expressions by how they are written. */
const contentOf = ({ source: _, triggers, answer, ...rest }: Skill) => ({
  ...rest,
  answer: writeAnswer(answer),
  playbook: rest.playbook?.map((step) => ({ ...step })) ?? null,
  expect: rest.expect.map((check) => ({ ...check })),
  triggers: triggers.map(({ pattern }) => pattern),
});

describe('A skill of ours as an Agent Skill', () => {
  it('comes back as it was, for each that is shipped', async () => {
    assert.ok(SHIPPED.length > 20);
    for (const skill of SHIPPED) assert.deepEqual(contentOf(await andBack(skill)), contentOf(skill), skill.name);
  });

  it('is in the form that everybody reads: two known keys, all of ours as text under metadata', async () => {
    for (const skill of SHIPPED) {
      const written = writeAgentSkill(skill);
      const [, properties = ''] = written?.text.split(/^---\n/m) ?? [];
      const value: unknown = parseDocument(properties).toJS({ maxAliasCount: 0 });
      assert.ok(typeof value === 'object' && value !== null && 'metadata' in value);
      assert.deepEqual(Object.keys(value), ['name', 'description', 'metadata']);
      for (const text of Object.values(value.metadata ?? {})) assert.equal(typeof text, 'string');
    }
  });

  it('comes back as it was, whatever stands in it', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    const line = fc.oneof(
      text,
      fc.constantFrom(
        '---',
        '...',
        ': x # y',
        '"',
        "'",
        '\\u0041',
        '\u2028',
        '\u0085',
        '\ufeff',
        '\ud800',
        '{{who}}',
        '`',
      ),
    );
    const prose = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n').replaceAll('\r\n', '\n').trim());
    const name = fc
      .oneof(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
        fc.constantFrom('Über uns', '한국어', 'a  b', 'x-', '𝒳yz'),
      )
      .filter(isSkillName);
    const step = fc.oneof(
      fc.record({ action: fc.constant('type'), text: text.filter((one) => one !== '') }),
      fc.record({ action: fc.constant('shell'), command: fc.constantFrom('ls {{who}}', 'echo "a\\tb"') }),
    );
    const skills: fc.Arbitrary<Skill> = fc.record({
      name,
      description: prose,
      triggers: fc
        .array(fc.constantFrom('(?i)^greet (?P<who>\\w+)$', '^go`"', 'ö\\u2028ü', '^x\\n'), {
          minLength: 1,
          maxLength: 3,
        })
        .map((patterns) =>
          patterns.flatMap((pattern) => {
            const compiled = compileTrigger(pattern);
            return compiled.ok ? [compiled.trigger] : [];
          }),
        )
        .filter((triggers) => triggers.length > 0),
      steps: prose,
      playbook: fc.option(fc.array(step, { minLength: 1, maxLength: 4 })),
      expect: fc.array(
        fc.record({
          check: fc.constant('file_contains' as const),
          path: fc.constant('~/x'),
          text: text.filter((one) => one !== ''),
        }),
        { maxLength: 2 },
      ),
      permissions: fc.option(fc.subarray([...PERMISSIONS])),
      maxIterations: fc.option(fc.integer({ min: 1, max: 1000 })),
      platforms: fc.option(fc.subarray([...PLATFORMS], { minLength: 1 })),
      source: fc.constant({ file: 'x.md' }),
    });
    await fc.assert(
      fc.asyncProperty(skills, async (skill) => {
        // A lone half of a sign is no text that a file could hold.
        const isWhole = [skill.steps, skill.description].every((one) => one.isWellFormed());
        if (isWhole) assert.deepEqual(contentOf(await andBack(skill)), contentOf(skill));
      }),
      { numRuns: WITH_REPEATS ? 400 : 120 },
    );
  });

  it('is asked for its parameters as before, and never comes before one of ours', async () => {
    const [tweet] = SHIPPED.filter(({ name }) => name === 'tweet');
    assert.ok(tweet !== undefined);
    const back = await andBack(tweet);
    assert.deepEqual(findMissingParams({ skill: back, params: {} }), findMissingParams({ skill: tweet, params: {} }));
    const greedy = await readAgentText(
      '---\nname: greedy\ndescription: x\nmetadata:\n  deskhand-triggers: \'["weather in .*", "weather"]\'\n---\nMine.',
      'greedy',
    );
    const book = createSkillBook([...SHIPPED, greedy]);
    assert.equal(book.match('weather in Lisbon')?.skill.name, 'weather');
    assert.equal(book.match('could you please show me the weather in Lisbon')?.skill.name, 'weather');
    assert.equal(book.match('is the weather fine')?.skill.name, 'greedy');
  });

  it('is refused with the reason where our part of it is wrong, and where a trigger fits whatever is said', async () => {
    const reasonOf = async (...metadata: readonly string[]): Promise<string> => {
      const lines = [
        '---',
        'name: x',
        'description: x',
        'metadata:',
        ...metadata.map((one) => `  ${one}`),
        '---',
        'Do.',
      ];
      return await readAgentText(lines.join('\n'), 'x').then(
        () => '',
        (error: Error) => error.message,
      );
    };
    const good = `deskhand-triggers: '["^greet$"]'`;
    assert.equal(await reasonOf(good, 'author: me'), '');
    for (const [lines, reason] of [
      [[`deskhand-triggers: 'greet'`], /deskhand-triggers is no JSON/],
      [[`deskhand-triggers: '[]'`], /triggers/],
      [[`deskhand-permissions: '["shell"]'`], /triggers: it is missing/],
      [[`deskhand-triggers: '["("]'`], /no RE2/],
      [[`deskhand-triggers: '[".*"]'`], /fits whatever you say/],
      [[`deskhand-triggers: '["(?i)[a-z]"]'`], /fits whatever you say/],
      [[`deskhand-triggers: '["^\\\\s*(?P<x>.+)$"]'`], /fits whatever you say/],
      [[good, `deskhand-playbook: '[{"action":"tipe"}]'`], /no action "tipe"/],
      [[good, `deskhand-expect: '[{"check":"magic"}]'`], /check/],
      [[good, `deskhand-permissions: '["all"]'`], /permissions/],
      [[good, `deskhand-code: '"x"'`], /code/],
      [[good, `deskhand-max-iterations: '100000'`], /max-iterations/],
      [[good, `deskhand-name: '"../x"'`], /deskhand-name is no name/],
    ] as const)
      assert.match(await reasonOf(...lines), reason, lines.join());
  });

  it('is not written where our part of it is longer than what is read', () => {
    const [skill] = SHIPPED;
    assert.ok(skill !== undefined);
    assert.equal(writeAgentSkill({ ...skill, playbook: [{ action: 'type', text: 'x'.repeat(40_000) }] }), null);
  });
});
