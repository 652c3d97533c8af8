/** One line of `npm run -s risk`: JSON with an action, and what is known about the moment beside it; the answer is its risk. */
import { z } from 'zod';
import { parseAction } from '../action/schema.ts';
import { english } from '../words/speak.ts';
import type { Gate } from './gate.ts';
import type { GateContext, Risk } from './risk.ts';
import { scopeSchema } from './scope.ts';

export interface RiskAnswer {
  readonly risk: Risk;
  readonly reason: string;
  /** Whether the command is only not understood, and so runs in the confined place instead of asking. */
  readonly confined: boolean;
}

const text = z.string().max(100_000).exactOptional();

/** Fields about who asks, such as `isByHand`, are dropped: Deskhand decides them, not the line. */
const contextSchema = z.object({
  app: text,
  bundle: text,
  window: text,
  address: text,
  element: z
    .object({
      role: text,
      name: text,
      secure: z.boolean().exactOptional(),
      choice: z.boolean().exactOptional(),
      container: z.object({ role: z.string().max(200), text: z.string().max(100_000) }).exactOptional(),
    })
    .exactOptional(),
  cwd: z.string().max(4096).startsWith('/', 'the working directory is an absolute path').exactOptional(),
  goal: text,
  typed: text,
  scope: scopeSchema.exactOptional(),
});

/** null for an empty line; whatever is not an action is critical. */
export function answerLine(line: string, gate: Pick<Gate, 'judge'>): RiskAnswer | null {
  if (line.trim() === '') return null;
  const value = readJson(line);
  if (!value.ok) return notAnAction('the line is not JSON');
  const parsed = parseAction(value.json);
  if (!parsed.ok) return notAnAction(english(parsed.reason));
  const context = readContext(value.json);
  if (!context.ok) return notAnAction(context.reason);
  const { risk, reason, confined } = gate.judge(parsed.action, context.context);
  return { risk, reason: english(reason), confined: confined === true };
}

/** Called before the answer: looks up what judging this line needs. */
export async function prepareLine(line: string, gate: Pick<Gate, 'prepare'>, signal: AbortSignal): Promise<void> {
  const value = readJson(line);
  const parsed = value.ok ? parseAction(value.json) : null;
  const context = value.ok ? readContext(value.json) : null;
  if (parsed?.ok === true && context?.ok === true) await gate.prepare(parsed.action, context.context, signal);
}

function notAnAction(why: string): RiskAnswer {
  return { risk: 'critical', reason: `not an action: ${why}`, confined: false };
}

function readJson(line: string): { readonly ok: true; readonly json: unknown } | { readonly ok: false } {
  try {
    return { ok: true, json: JSON.parse(line) };
  } catch {
    return { ok: false };
  }
}

type ReadContext =
  | { readonly ok: true; readonly context: GateContext }
  | { readonly ok: false; readonly reason: string };

function readContext(json: unknown): ReadContext {
  if (typeof json !== 'object' || json === null || !('context' in json) || json.context === undefined) {
    return { ok: true, context: assume({}) };
  }
  const result = contextSchema.safeParse(json.context);
  if (result.success) return { ok: true, context: assume(result.data) };
  const issue = result.error.issues[0];
  return { ok: false, reason: `${['context', ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'not valid'}` };
}

/**
 * Fills in what a desktop would tell. A terminal is assumed to run an interactive shell whose line holds only the given text. With a scope, the page
 * in front is assumed to be of its first site, and the clipboard to be copied from one of two places it names.
 */
function assume(context: GateContext): GateContext {
  const { scope } = context;
  const { apps = [], sites = [] } = scope ?? {};
  const [page] = sites.map((site) => `https://${site.replace(/^https?:\/\//, '')}/`);
  const [app] = apps;
  const isBetween = apps.length + sites.length >= 2;
  const copiedIn = page === undefined ? (app === undefined ? null : { app }) : { address: page };
  return {
    terminal: { reader: 'shell', isLineKnown: true },
    ...(page === undefined ? {} : { address: page }),
    ...(isBetween && copiedIn !== null ? { copiedIn } : {}),
    ...context,
  };
}
