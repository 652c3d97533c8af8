/** What every keeper of skills must do. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SkillFiles } from '../../src/skills/skill-files.ts';
import { english } from '../../src/words/speak.ts';
import { writeSkill } from '../support/skill-text.ts';
import { holdsFor, until } from '../support/until.ts';

export interface SkillFilesBench {
  readonly files: SkillFiles;
  /** Writes (or with null deletes) one of the person's own files, past the port. */
  put(file: string, markdown: string | null): void;
}

interface Context {
  after(act: () => void): void;
}

export function testSkillFilesContract(name: string, make: (t: Context) => Promise<SkillFilesBench>): void {
  const names = async ({ files }: SkillFilesBench): Promise<readonly string[]> =>
    (await files.read()).skills.map((skill) => skill.name);

  describe(`${name} keeps the contract of skill files`, () => {
    it('keeps a skill, whole, and gives it back', async (t) => {
      const bench = await make(t);
      assert.notEqual(await bench.files.save('greet', writeSkill({ name: 'greet', steps: 'Wave.' })), '');
      const { skills, problems } = await bench.files.read();
      assert.deepEqual(
        skills.map(({ name: one, steps }) => [one, steps]),
        [['greet', 'Wave.']],
      );
      assert.deepEqual(problems, []);
    });

    it('puts a skill in the place of the own one of the same name, whatever its file is called', async (t) => {
      const bench = await make(t);
      bench.put('other-file.md', writeSkill({ name: 'Greet', steps: 'Wave.' }));
      await bench.files.save('greet', writeSkill({ name: 'greet', steps: 'Bow.' }));
      const { skills } = await bench.files.read();
      assert.deepEqual(
        skills.map(({ steps }) => steps),
        ['Bow.'],
      );
    });

    it('gives the whole text of an own skill back, whatever its file is called', async (t) => {
      const bench = await make(t);
      const text = `${writeSkill({ name: 'Greet', steps: 'Wave.' })}\n`;
      bench.put('other-file.md', text);
      assert.equal(await bench.files.text('greet'), text);
      assert.equal(await bench.files.text('nobody'), null);
    });

    it('skips a bad file with its reason and keeps the others', async (t) => {
      const bench = await make(t);
      bench.put('bad.md', '# SKILL: bad\n## Triggers\n- `(`\n## Steps\nx');
      bench.put('good.md', writeSkill({ name: 'good' }));
      assert.deepEqual(await names(bench), ['good']);
      const { problems } = await bench.files.read();
      assert.equal(problems.length, 1);
      assert.match(english(problems[0] ?? ''), /bad\.md is skipped: the trigger/);
    });

    it('tells of a new, a changed and a deleted file within a second, and of nothing after the abort', async (t) => {
      const bench = await make(t);
      const watching = new AbortController();
      t.after(() => watching.abort());
      let told = 0;
      bench.files.watch(() => {
        told += 1;
      }, watching.signal);
      const change = async (markdown: string | null): Promise<void> => {
        const before = told;
        bench.put('note.md', markdown);
        await until(() => told > before, 'the change to be told');
      };
      await change(writeSkill({ name: 'note' }));
      assert.deepEqual(await names(bench), ['note']);
      await change(writeSkill({ name: 'note-two' }));
      assert.deepEqual(await names(bench), ['note-two']);
      await change(null);
      assert.deepEqual(await names(bench), []);
      watching.abort();
      const before = told;
      bench.put('note.md', writeSkill({ name: 'note' }));
      await holdsFor(300, () => assert.equal(told, before));
    });
  });
}
