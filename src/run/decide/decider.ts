/** Decider: what chooses each step of a run. A model, a playbook, or a playbook until it no longer fits. */
import type { Reply } from '../../action/reply.ts';
import type { HealedStep } from '../../journal/healed.ts';
import type { Usage } from '../../ports/model.ts';
import type { Observation } from '../../screen/observe.ts';
import type { ScreenWatch } from '../../screen/watch.ts';
import type { Text } from '../../words/say.ts';
import type { StepState } from '../prompt/step-state.ts';

/** For one run; it remembers what it decided before. */
export interface Decider {
  /** The name that people and the journal are shown: `claude-sonnet-5-5`, `playbook`, `playbook, else claude-sonnet-5-5`. */
  readonly name: string;
  /**
   * Who decides the next step. A model looks at the screen and takes its time, so that the screen is watched meanwhile; a playbook
   * answers at once from the list of elements. Changes from `playbook` to `model` when a playbook hands over.
   */
  readonly by: DecidedBy;
  /** Whether what is left to be decided looks at the screen or works it. A model's next step may do both. */
  readonly needsScreen: boolean;
  /** Never throws for what a provider can answer or fail with. Rejects with the signal's reason when it aborts. */
  decide(request: DecisionRequest, signal: AbortSignal): Promise<Decision>;
}

export type DecidedBy = 'model' | 'playbook';

/** All that a step is decided from. */
export interface DecisionRequest {
  readonly state: StepState;
  readonly observation: Observation;
  /** The system prompt of the run. */
  readonly system: string;
  /** Aborts the decision once the screen has changed; null: the decision is waited for whatever happens there. */
  readonly watch: Pick<ScreenWatch, 'overtaken'> | null;
}

export type Decision =
  | ({
      readonly kind: 'reply';
      readonly by: DecidedBy;
      readonly reply: Reply;
      readonly words: ReplyWords;
      /** A playbook's step that goes to something else than its skill says. */
      readonly healed?: HealedStep;
    } & Spent)
  /** `detail`: the provider's own reason for the person (it declined, it was cut off); '' when the reply made no sense. */
  | ({ readonly kind: 'malformed'; readonly reason: Text; readonly detail: Text; readonly text: string } & Spent)
  /** The call was given up: the screen changed meanwhile. */
  | { readonly kind: 'overtaken' }
  /** `unavailable`: the provider cannot be reached now. `rejected`: trying again is no use. */
  | ({ readonly kind: 'unavailable' | 'rejected'; readonly detail: Text } & Spent);

/** What a reply says to people: a model's own words, a playbook's texts. The reply itself has them in English. */
export interface ReplyWords {
  /** What the action is for. */
  readonly intent: Text;
  /** What a `done` or `fail` says; '' for other actions. */
  readonly summary: Text;
}

/** What the decision took. */
export interface Spent {
  readonly usage: Usage;
  /** USD; null: the model's price is unknown. */
  readonly costUsd: number | null;
  /** The id that answered. */
  readonly model: string;
  /** The id that was asked, where another one says that it answered. */
  readonly asked?: string;
}
