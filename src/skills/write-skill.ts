/** Writes a skill as its markdown file (design, section 6). */
import type { Check } from '../ledger/check.ts';
import type { PlaybookStep } from './playbook.ts';
import type { Permission } from './skill.ts';

export interface SkillDraft {
  readonly name: string;
  readonly description: string;
  readonly triggers: readonly string[];
  /** One sentence for each step. */
  readonly steps: readonly string[];
  readonly playbook: readonly PlaybookStep[];
  readonly expect: readonly Check[];
  readonly permissions: readonly Permission[];
  readonly maxIterations: number;
}

/** What `parseSkill` reads back as the same skill. */
export function writeSkill(draft: SkillDraft): string {
  return [
    `# SKILL: ${draft.name}`,
    '',
    '## Description',
    oneLine(draft.description),
    '',
    '## Triggers',
    ...draft.triggers.map((trigger) => `- \`${trigger}\``),
    '',
    '## Steps',
    ...draft.steps.map((step, index) => `${index + 1}. ${oneLine(step)}`),
    '',
    '## Playbook',
    ...writeList(draft.playbook),
    '',
    ...(draft.expect.length === 0 ? [] : ['## Expect', ...writeList(draft.expect), '']),
    '## Permissions',
    draft.permissions.join(', '),
    '',
    '## MaxIterations',
    String(draft.maxIterations),
    '',
  ].join('\n');
}

/** One entry a line; a fence of backticks inside a string must not end the block. */
export function writeList(entries: readonly object[]): readonly string[] {
  const lines = entries.map((entry) => `  ${JSON.stringify(entry).replaceAll('`', '\\u0060')}`);
  return ['```json', '[', lines.join(',\n'), ']', '```'];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
