/** Steps a skill can take without a model: actions of the contract, whose targets may be told by role and name. */
import { z } from 'zod';
import { type ParsedAction, parseAction } from '../action/schema.ts';
import type { HealedTarget } from '../journal/healed.ts';
import { fill, paramsIn } from '../words/fill.ts';
import { textOf } from '../words/said-error.ts';
import { say, type Text } from '../words/say.ts';
import { namesAround } from './neighbours.ts';
import { findTarget, type Healing, type PlaybookScreen } from './playbook-target.ts';

/** One entry of a `## Playbook`: an action whose strings may hold `{{param}}`. */
export type PlaybookStep = Readonly<Record<string, unknown>> & {
  readonly action: string;
  /** Application that must be in front for this step; any when absent. */
  readonly front?: string | undefined;
  /** Text that the title of the front window must contain; any when absent. */
  readonly window?: string | undefined;
  /** Host of the page that must be in front; any when absent. */
  readonly site?: string | undefined;
};

const stepSchema = z.record(z.string(), z.unknown()).and(
  z.object({
    action: z.string(),
    front: z.string().min(1).max(200).optional(),
    window: z.string().min(1).max(200).optional(),
    site: z.string().min(1).max(253).optional(),
  }),
);

export const MOST_STEPS = 100;

/** In a `path`: the first line that the step before printed. */
export const PRINTED = 'printed';

export type PlaybookResult =
  | { readonly ok: true; readonly steps: readonly PlaybookStep[] }
  | { readonly ok: false; readonly reason: Text };

/** Reads the fenced JSON list; every step must be an action once its parameters are filled in. */
export function parsePlaybook(json: string): PlaybookResult {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return { ok: false, reason: say`the playbook is not JSON: ${textOf(error)}` };
  }
  const list = z.array(stepSchema).min(1).max(MOST_STEPS).safeParse(value);
  if (!list.success)
    return { ok: false, reason: say`the playbook is a JSON list of actions, each with its "action" name` };
  for (const [index, step] of list.data.entries()) {
    const tried = resolveStep(step, SAMPLE_PARAMS, NOTHING_LISTED);
    if (!tried.ok && !tried.isMissingElement)
      return { ok: false, reason: say`playbook step ${index + 1}: ${tried.reason}` };
  }
  return { ok: true, steps: list.data };
}

const NOTHING_LISTED: PlaybookScreen = { elements: [], display: { width: 1000, height: 1000 } };

/** While a file is checked its parameters are unknown, so each stands for some text. */
const SAMPLE_PARAMS = new Proxy<Record<string, string>>({}, { get: () => 'text', has: () => true });

export type ResolvedStep =
  /**
   * `isGuess`: nothing is listed on the screen, so a target by name is only its earlier place. `isOneOfMany`: others have its name, and cannot be
   * told apart.
   */
  | (Extract<ParsedAction, { ok: true }> & {
      readonly isGuess: boolean;
      readonly isOneOfMany: boolean;
      /** Targets found under another name or role than the step's. */
      readonly healed: readonly HealedTarget[];
    })
  | { readonly ok: false; readonly reason: Text; readonly isMissingElement: boolean };

/** The action a step means now: parameters filled in after the JSON was parsed, targets found among the elements. */
export function resolveStep(
  step: PlaybookStep,
  params: Readonly<Record<string, string>>,
  screen: PlaybookScreen,
  healing: Healing | null = null,
): ResolvedStep {
  const filled: Record<string, unknown> = {};
  const healed: HealedTarget[] = [];
  let [isGuess, isOneOfMany] = [false, false];
  for (const [key, value] of Object.entries(step)) {
    filled[key] = fillIn(key, value, params);
    if (!TARGETS.includes(key)) continue;
    // A target named after a value of the goal is another one when it has another name.
    const found = findTarget(filled[key], screen, usedParams(value).length > 0 ? null : healing);
    if (found === null) continue;
    if (!found.ok) return { ...found, isMissingElement: true };
    isGuess ||= found.isGuess;
    isOneOfMany ||= found.isOneOfMany === true;
    if (found.healed !== undefined) {
      const { role, name } = found.healed;
      healed.push({ key, role, name, near: [...namesAround(found.healed, screen.elements)] });
    }
    if (key !== 'element') filled[key] = found.target;
    else if ('element' in found.target) filled[key] = found.target.element;
    // Only a listed element can be focused or given a value.
    else return { ok: false, reason: say`the elements of the screen cannot be read`, isMissingElement: true };
  }
  const parsed = parseAction(filled);
  return parsed.ok ? { ...parsed, isGuess, isOneOfMany, healed } : { ...parsed, isMissingElement: false };
}

const TARGETS: readonly string[] = ['target', 'from', 'to', 'element'];

/** Fills a parameter in for its kind of text: one quoted word for a shell or a script, an encoded part in an address. */
function fillIn(key: string, value: unknown, params: Readonly<Record<string, string>>): unknown {
  if (key === 'command') return fill(value, params, quoteWord);
  if (key === 'script') return fill(value, params, quoteAppleScript);
  if (key !== 'url' || typeof value !== 'string' || !value.includes('?')) return fill(value, params, asIs);
  const at = value.indexOf('?');
  return `${String(fill(value.slice(0, at), params, asIs))}${String(fill(value.slice(at), params, encodeURIComponent))}`;
}

/** Names of the parameters that occur in a JSON value, each once. */
export function usedParams(value: unknown): readonly string[] {
  const names = paramsIn(value);
  return [...new Set(names)];
}

function asIs(text: string): string {
  return text;
}

/** Quotes any text as one word for a POSIX shell. */
export function quoteWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Quotes any text as an AppleScript string. */
function quoteAppleScript(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
