/** The state of a run, as `evolve` derives it from the events. */
import type { NamedElement } from '../action/describe.ts';
import type { Action } from '../action/schema.ts';
import type { Claims, KeptWish } from '../ledger/wish.ts';
import type { Effort, ModelTier, Usage } from '../ports/model.ts';
import type { Judgement } from '../safety/risk.ts';
import type { Scope } from '../safety/scope.ts';
import type { Text } from '../words/say.ts';
import type { ActCheck, LastAction } from './acted.ts';
import type { Arrival } from './arrivals.ts';
import type { Complexity, ComplexityBy } from './effort.ts';
import type { Outcome, RunEvent } from './events.ts';
import type { HealedStep } from './healed.ts';
import type { LearnedModel } from './learned-model.ts';
import type { KeptNote } from './notes.ts';
import type { Role } from './plan-events.ts';
import type { PlanState } from './plan-state.ts';
import type { ComparedScope } from './scope-compared.ts';
import type { Trace } from './trail.ts';

/** One line for the next prompt, in English: what the person said or did, or what a check found. */
export interface Remark {
  readonly kind: 'hint' | 'answer' | 'denial' | 'hand act' | 'check';
  readonly text: string;
  /** Of a hint: the person's own words. */
  readonly words?: string;
}

export interface RunState {
  readonly runId: string;
  readonly goal: string;
  readonly command: string;
  /** The plan's part that this run works on; null for a run a person asked for. */
  readonly part: PlanPart | null;
  /** Its own plan; null without one. */
  readonly plan: PlanState | null;
  readonly skill: string | null;
  readonly params: Readonly<Record<string, string>>;
  /** ISO 8601 of run.created; '' before it. */
  readonly createdAt: string;
  readonly lastAt: string;
  readonly phase: RunPhase;
  readonly iteration: number;
  /** How hard the goal counts, and which model decides; null when no model does. */
  readonly effort: NotedEffort | null;
  /** What the last reply saw and intended, in the decider's words; null before the first. */
  readonly screen: string;
  readonly intent: string;
  readonly decidedBy: 'model' | 'playbook' | null;
  /** Ids of the models that decided its steps, in the order they first did. */
  readonly models: readonly string[];
  /** Steps of the playbook whose targets differ from the skill's, each as it was last taken. */
  readonly healed: readonly HealedStep[];
  /** The model's notes, in the order in which they were written. */
  readonly notes: readonly KeptNote[];
  /** The goal's wishes, by number; empty for a goal that needs no ledger. */
  readonly wishes: readonly KeptWish[];
  /** What the model's notes claim about wishes, by their number. */
  readonly claims: Claims;
  /** What appeared without an act of the run. */
  readonly arrivals: readonly Arrival[];
  /** Remarks since the last reply that knew them. */
  readonly said: readonly Remark[];
  /** Number of `said` entries that were there at the last look; the next reply knows these, later ones wait for the reply after it. */
  readonly saidBeforeLook: number;
  readonly malformed: Text;
  readonly malformedInARow: number;
  readonly last: LastAction | null;
  /** The model's last acts, the newest of them last. */
  readonly trail: readonly Trace[];
  /** Result of checking the last action; null when it was not checked. */
  readonly lastCheck: ActCheck | null;
  /** The earlier run that this one continues; null. */
  readonly continues: string | null;
  readonly isRecorded: boolean;
  /** Whether a program asked for the run, so that its goal is not in the person's words. */
  readonly isByProgram: boolean;
  /** Values that a program sent for the names in the goal: data, never the person's words. */
  readonly values: Readonly<Record<string, string>>;
  /** Number of entries in `performed` that belong to an earlier run. */
  readonly performedBefore: number;
  readonly performed: readonly {
    readonly action: Action;
    readonly ok: boolean;
    readonly element?: NamedElement | undefined;
  }[];
  /** The act that is intended and not known to have happened: at most one. */
  readonly intended: {
    readonly step: string;
    readonly action: Action;
    readonly element?: NamedElement | undefined;
    readonly by: 'model' | 'person';
  } | null;
  /** What the person granted for this run; null: nothing, or no longer. */
  readonly scope: Scope | null;
  /** Changes in the places it may work in; null until they are compared, and when there was nothing to compare. */
  readonly compared: ComparedScope | null;
  readonly openConfirmation: { readonly id: string; readonly action: Action } | null;
  readonly lastJudgement:
    | (Omit<Judgement, 'reason'> & {
        readonly reason: Text;
        readonly action: Action;
        readonly element?: NamedElement | undefined;
      })
    | null;
  /** Fingerprints of the last 8 actions; '' for an action that had an effect, at once or when it was repeated. */
  readonly ring: readonly string[];
  /** Actions in a row that left the screen as it was. */
  readonly unchangedInARow: number;
  readonly denials: number;
  readonly verifications: number;
  /** Checks of "done" since the last one that found fewer wishes open than before, that one included. */
  readonly checksInVain: number;
  /** Number of wishes that the last check found open; null before the first, and without a ledger. */
  readonly openAtCheck: number | null;
  readonly usage: Usage;
  /** Sum of known costs; null as soon as one call's price was unknown. */
  readonly costUsd: number | null;
  /** Number of extensions by cap. */
  readonly extended: Readonly<Record<string, number>>;
  readonly outcome: Outcome | null;
}

export interface NotedEffort {
  readonly complexity: Complexity | null;
  /** Source of the complexity; null when no model decides. */
  readonly by: ComplexityBy | null;
  readonly tier: ModelTier;
  readonly effort: Effort | null;
  /** Reason of the last change of tier or intent; null while both are as the goal was judged at the start. */
  readonly why: Extract<RunEvent, { readonly type: 'mind.changed' }>['why'] | null;
  /** Evidence for the model that began; null: the usual one began. */
  readonly learned: LearnedModel | null;
}

/** One part of a plan: its number and the total, when it counts as done, what it has to know of earlier ones ('' for nothing). */
export interface PlanPart {
  readonly of: string;
  readonly index: number;
  readonly total: number;
  readonly check: string;
  readonly context: string;
  /** Left out: the part acts, on the desktop. */
  readonly role?: Role | undefined;
  readonly desktop?: boolean | undefined;
  /** From 1; left out the first time. */
  readonly attempt?: number | undefined;
}

export type RunPhase =
  | { readonly name: 'queued' | 'looking' | 'thinking' | 'judging' | 'checking' | 'ended' }
  | { readonly name: 'acting'; readonly action: Action; readonly element?: NamedElement | undefined }
  | { readonly name: 'asking' }
  | { readonly name: 'paused'; readonly why: Text };

/** Before the first event. */
export const startingState: RunState = {
  runId: '',
  goal: '',
  command: '',
  part: null,
  plan: null,
  skill: null,
  params: {},
  createdAt: '',
  lastAt: '',
  phase: { name: 'queued' },
  iteration: 0,
  effort: null,
  screen: '',
  intent: '',
  decidedBy: null,
  models: [],
  healed: [],
  notes: [],
  wishes: [],
  claims: {},
  arrivals: [],
  said: [],
  saidBeforeLook: 0,
  malformed: '',
  malformedInARow: 0,
  last: null,
  trail: [],
  lastCheck: null,
  continues: null,
  isRecorded: true,
  isByProgram: false,
  values: {},
  performedBefore: 0,
  performed: [],
  intended: null,
  scope: null,
  compared: null,
  openConfirmation: null,
  lastJudgement: null,
  ring: [],
  unchangedInARow: 0,
  denials: 0,
  verifications: 0,
  checksInVain: 0,
  openAtCheck: null,
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  costUsd: 0,
  extended: {},
  outcome: null,
};
