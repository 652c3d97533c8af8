/** Writes the present names of its targets into a skill's file, and can undo that; the rest of the file stays unchanged. Pure. */
import { z } from 'zod';
import type { HealedStep } from '../journal/healed.ts';
import { sayRole } from '../words/roles.ts';
import { say, type Text } from '../words/say.ts';
import type { PlaybookStep } from './playbook.ts';
import { writeList } from './write-skill.ts';

/** One target with another name. */
export const changeSchema = z.object({
  /** Number of the step in the playbook, from 1. */
  step: z.number(),
  /** Name of the step's target parameter. */
  key: z.string(),
  before: z.object({ role: z.string(), name: z.string() }),
  after: z.object({ role: z.string(), name: z.string() }),
});

export type TargetChange = z.infer<typeof changeSchema>;

const target = z.looseObject({ role: z.string(), name: z.string() });

/** `playbook`: as the run had it. null: the file has another one by now, or there is nothing to change. */
export function mendSkill(
  markdown: string,
  playbook: readonly PlaybookStep[],
  healed: readonly HealedStep[],
): { readonly markdown: string; readonly changes: readonly TargetChange[] } | null {
  const changes: TargetChange[] = [];
  const steps = playbook.map((step, index) => {
    const mended: Record<string, unknown> = { ...step };
    for (const { key, role, name, near } of healed.find((one) => one.step === index + 1)?.targets ?? []) {
      const read = target.safeParse(step[key]);
      if (!read.success) continue;
      // The hint about the old place is dropped.
      const { x: _x, y: _y, ...old } = read.data;
      const change = { step: index + 1, key, before: { role: old.role, name: old.name }, after: { role, name } };
      changes.push(change);
      mended[key] = { ...old, role, name, ...(near.length === 0 ? {} : { near }) };
    }
    return mended;
  });
  const text = replacePlaybook(markdown, playbook, steps);
  if (text === null || changes.length === 0) return null;
  // The steps in words are the person's, so no text from a screen is put into them.
  return { markdown: text, changes };
}

/** The earlier text, with its targets marked so that no other element replaces them again. */
export function keepExact(
  before: string,
  playbook: readonly PlaybookStep[],
  changes: readonly TargetChange[],
): string | null {
  const steps = playbook.map((step, index) => {
    const kept: Record<string, unknown> = { ...step };
    for (const { key } of changes.filter((change) => change.step === index + 1)) {
      const read = target.safeParse(step[key]);
      if (read.success) kept[key] = { ...read.data, exact: true };
    }
    return kept;
  });
  return replacePlaybook(before, playbook, steps);
}

export function sayChange({ step, before, after }: TargetChange): Text {
  return before.role === after.role
    ? say`step ${step}: “${before.name}” is called “${after.name}” now`
    : say`step ${step}: “${before.name}” (${sayRole(before.role)}) is now “${after.name}” (${sayRole(after.role)})`;
}

/** null when the file's own list is not `was`. */
function replacePlaybook(markdown: string, was: readonly object[], is: readonly object[]): string | null {
  const section = /(^|\n)##[ \t]+playbook[ \t]*\n[\s\S]*?(```[a-z]*\n[\s\S]*?\n?```)/i.exec(markdown);
  const [whole = '', , block = ''] = section ?? [];
  if (section === null || JSON.stringify(readJson(block)) !== JSON.stringify(was)) return null;
  const start = section.index + whole.length - block.length;
  return markdown.slice(0, start) + writeList(is).join('\n') + markdown.slice(start + block.length);
}

function readJson(block: string): unknown {
  try {
    return JSON.parse(block.replace(/^```[a-z]*\n/i, '').replace(/\n?```$/, ''));
  } catch {
    return null;
  }
}
