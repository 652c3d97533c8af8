/** Decider: chooses each step of a run. It is a model, a playbook, or a playbook that hands over to a model when it no longer fits. */
import type { Reply } from '../../action/reply.ts';
import type { HealedStep } from '../../journal/healed.ts';
import type { Usage } from '../../ports/model.ts';
import type { Observation } from '../../screen/observe.ts';
import type { ScreenWatch } from '../../screen/watch.ts';
import type { Text } from '../../words/say.ts';
import type { StepState } from '../prompt/step-state.ts';

/** Serves one run, and remembers what it decided before. */
export interface Decider {
  /** The name that people and the journal are shown: `claude-sonnet-5-5`, `playbook`, `playbook, else claude-sonnet-5-5`. */
  readonly name: string;
  /**
   * Who decides the next step. A model looks at the screen and takes its time, so that the screen is watched meanwhile; a playbook
   * answers at once from the list of elements. Changes from `playbook` to `model` when a playbook hands over.
   */
  readonly by: DecidedBy;
  /** Whether the steps left need the screen, to look at it or to work it. A model's next step may always need it. */
  readonly needsScreen: boolean;
  /** Never throws for an answer or a failure of the provider. Rejects with the signal's reason when it aborts. */
  decide(request: DecisionRequest, signal: AbortSignal): Promise<Decision>;
}

export type DecidedBy = 'model' | 'playbook';

/** All that a step is decided from. */
export interface DecisionRequest {
  readonly state: StepState;
  readonly observation: Observation;
  /** The system prompt of the run. */
  readonly system: string;
  /** Aborts the decision once the screen has changed; null: the decision goes on whatever happens on the screen. */
  readonly watch: Pick<ScreenWatch, 'overtaken'> | null;
}

export type Decision =
  | ({
      readonly kind: 'reply';
      readonly by: DecidedBy;
      readonly reply: Reply;
      readonly words: ReplyWords;
      /** A playbook's step whose target has another name now than in its skill. */
      readonly healed?: HealedStep;
    } & Spent)
  /** `detail`: the provider's own reason for the person (it declined, it was cut off); '' when the reply made no sense. */
  | ({ readonly kind: 'malformed'; readonly reason: Text; readonly detail: Text; readonly text: string } & Spent)
  /** The call was given up: the screen changed meanwhile. */
  | { readonly kind: 'overtaken' }
  /** `unavailable`: the provider cannot be reached now. `rejected`: trying again is no use. */
  | ({ readonly kind: 'unavailable' | 'rejected'; readonly detail: Text } & Spent);

/** The parts of a reply for people, a model's own words or a playbook's texts. `reply` has the same in English. */
export interface ReplyWords {
  /** What the action is for. */
  readonly intent: Text;
  /** What a `done` or `fail` says; '' for other actions. */
  readonly summary: Text;
}

/** Cost of the decision. */
export interface Spent {
  readonly usage: Usage;
  /** USD; null: the model's price is unknown. */
  readonly costUsd: number | null;
  /** The id that answered. */
  readonly model: string;
  /** Id of the model that was asked, when the answer names another one. */
  readonly asked?: string;
}
