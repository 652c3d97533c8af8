/** Results of actions and of their checks, as folded from the journal and shown to the next step. */
import type { NamedElement } from '../action/describe.ts';
import type { Action } from '../action/schema.ts';
import type { CommandResult } from '../words/printed.ts';
import type { Text } from '../words/say.ts';

/** What an action did to the screen: `changed`, `unchanged`, or `unknown` when nobody looked. */
export type Effect = 'changed' | 'unchanged' | 'unknown';

/** How an action ended. */
export interface ActionResult {
  /** False: nothing was done, and `text` says why. */
  readonly ok: boolean;
  /** Output or reason, for the next prompt; '' when there is nothing to say. */
  readonly text: Text;
  readonly effect: Effect;
  /** A command that was tried where it can change nothing. */
  readonly confined?: boolean | undefined;
  /** Of a command that was run: what `text` is made of. Absent in journals of before. */
  readonly command?: CommandResult | undefined;
}

/** An action with the name of its target, if known, and its result. */
export interface LastAction {
  readonly action: Action;
  readonly element?: NamedElement | undefined;
  readonly result: ActionResult;
}

/** Result of checking one important action. */
export interface ActCheck {
  readonly passed: boolean;
  /** What was seen or looked up; ''. */
  readonly text: Text;
}

/** Result of one typed check. */
export interface CheckResult {
  /** What was checked, in words. */
  readonly check: Text;
  readonly passed: boolean;
  /** The check failed only because nobody could look, which proves nothing either way. */
  readonly isUntold?: boolean;
  /** What was found, in words. */
  readonly text: Text;
}
