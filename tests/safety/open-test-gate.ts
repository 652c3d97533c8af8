/** A gate as on a person's Mac, without any I/O but loading the second parser. */
import { loadBashParser } from '../../adapters/machine/bash-parser.ts';
import type { Action } from '../../src/action/schema.ts';
import { parseAction } from '../../src/action/schema.ts';
import { createGate, type Gate, type GateOptions } from '../../src/safety/gate.ts';
import { type GateContext, type Judgement, needsApproval, type Risk } from '../../src/safety/risk.ts';

export const HOME = '/Users/alice';
export const ROOT = '/Users/alice/deskhand';

export async function openTestGate(changes: Partial<GateOptions> = {}): Promise<Gate> {
  return createGate({
    platform: 'macos',
    home: HOME,
    root: ROOT,
    dataDir: ROOT,
    secondParser: await loadBashParser(),
    ...changes,
  });
}

/** Judges an action given as JSON would give it. */
export function judgeJson(gate: Gate, value: Readonly<Record<string, unknown>>, context: GateContext = {}): Judgement {
  return gate.judge(toAction(value), context);
}

export function toAction(value: unknown): Action {
  const parsed = parseAction(value);
  if (!parsed.ok) throw new Error(`the test's own action is not valid: ${parsed.reason}`);
  return parsed.action;
}

export function judgeShell(gate: Gate, command: string, context: GateContext = {}): Judgement {
  return judgeJson(gate, { action: 'shell', command }, context);
}

export function asks({ risk }: Judgement): boolean {
  return needsApproval(risk);
}

/** How many came out at each level, for the log. */
export function countRisks(judgements: readonly { readonly risk: Risk }[]): string {
  const counts = new Map<Risk, number>();
  for (const { risk } of judgements) counts.set(risk, (counts.get(risk) ?? 0) + 1);
  return [...counts].map(([risk, count]) => `${risk} ${count}`).join(', ');
}
