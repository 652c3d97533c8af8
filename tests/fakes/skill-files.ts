/** Skills kept in memory, as files would be. */

import { parseSkill } from '../../src/skills/parse-skill.ts';
import type { Skill } from '../../src/skills/skill.ts';
import type { SkillFiles } from '../../src/skills/skill-files.ts';
import { nameKey } from '../../src/skills/skill-name.ts';
import { say } from '../../src/words/say.ts';

export interface FakeSkillFiles extends SkillFiles {
  /** Puts, changes or (null) deletes one of the person's own files. */
  put(file: string, markdown: string | null): void;
}

export function createFakeSkillFiles(shipped: readonly Skill[] = []): FakeSkillFiles {
  const own = new Map<string, string>();
  const listeners = new Set<() => void>();
  const put: FakeSkillFiles['put'] = (file, markdown) => {
    if (markdown === null) own.delete(file);
    else own.set(file, markdown);
    for (const changed of listeners) queueMicrotask(changed);
  };
  const parsed = () => [...own].sort().map(([file, text]) => ({ file, result: parseSkill(text, { file }) }));
  return {
    put,
    async read() {
      const skills = parsed().flatMap(({ result }) => (result.ok ? [result.skill] : []));
      const problems = parsed().flatMap(({ file, result }) =>
        result.ok ? [] : [say`The skill ${file} is skipped: ${result.reason}.`],
      );
      return { skills: [...shipped, ...skills], problems };
    },
    watch(changed, signal) {
      if (signal.aborted) return;
      listeners.add(changed);
      signal.addEventListener('abort', () => listeners.delete(changed), { once: true });
    },
    async text(name) {
      const same = parsed().find(({ result }) => result.ok && nameKey(result.skill.name) === nameKey(name));
      return same === undefined ? null : (own.get(same.file) ?? null);
    },
    async save(name, markdown) {
      const same = parsed().find(({ result }) => result.ok && nameKey(result.skill.name) === nameKey(name));
      const file = same?.file ?? `${nameKey(name)}.md`;
      put(file, markdown);
      return file;
    },
  };
}
