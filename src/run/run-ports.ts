/** Everything a run needs from outside, handed in once. */
import type { Action } from '../action/schema.ts';
import type { Caps } from '../config/caps.ts';
import type { RunEvent } from '../journal/events.ts';
import type { Recordings } from '../journal/recordings.ts';
import type { RunState } from '../journal/run-state.ts';
import type { RunMemory } from '../memory/run-memory.ts';
import type { Questions } from '../outbound/questions.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { Sender, Thread } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import type { Desktop } from '../ports/desktop.ts';
import type { Stamp } from '../ports/journal.ts';
import type { Machine } from '../ports/machine.ts';
import type { Model } from '../ports/model.ts';
import type { Pictures } from '../ports/pictures.ts';
import type { Vault } from '../ports/vault.ts';
import type { GateContext, Judgement } from '../safety/risk.ts';
import type { Skill } from '../skills/skill.ts';
import type { RunControl } from './control.ts';
import type { Price } from './plan/estimate.ts';
import type { RunSession } from './session.ts';

export interface Gate {
  /** Learns what `judge` needs and cannot wait for: called before it. */
  prepare(action: Action, context: GateContext, signal: AbortSignal): Promise<void>;
  judge(action: Action, context: GateContext): Judgement;
}

export interface RunPorts {
  readonly desktop: Desktop;
  readonly pictures: Pictures;
  readonly machine: Machine;
  readonly vault: Vault;
  readonly memory: RunMemory;
  readonly gate: Gate;
  readonly clock: Clock;
  readonly recordings: Recordings;
  readonly questions: Questions;
  readonly sendFile: (
    thread: Thread,
    path: string,
    signal: AbortSignal,
  ) => Promise<{ readonly ok: boolean; readonly text: string }>;
  /** The conversation with this person alone, on the platform of that thread; null when there is none. */
  readonly directThread: (of: Thread, senderId: string) => Thread | null;
  /** Carries out an act in a window that shows Deskhand's own conversation: what arrives from there meanwhile counts for nothing. */
  readonly duringOwnInput: <Value>(act: () => Promise<Value>) => Promise<Value>;
  /** Text typed since the last Enter, by application: of all runs, and by hand. */
  readonly typed: Map<string, string>;
  /** A reply in a thread. */
  readonly tell: (thread: Thread, text: readonly SpokenSpan[]) => void;
  /** Whether pictures of the screen may go to this thread. */
  readonly showsPictures: (thread: Thread) => boolean;
  /** Cost of today's other runs, USD. */
  readonly dayCostUsd: () => number;
  readonly settings: RunSettings;
}

export interface RunSettings {
  readonly caps: Caps;
  readonly confirmTimeoutMs: number;
  readonly displayIndex: number;
  /** Of the main model; null: unknown. */
  readonly mainPrice?: Price | null;
}

/** One run under way. */
export interface ActiveRun {
  readonly runId: string;
  readonly goal: string;
  readonly thread: Thread;
  readonly sender: Sender;
  readonly skill: MatchedSkill | null;
  /** null: none is configured, or nobody thinks here (an act by hand). */
  readonly model: Model | null;
  /** The settings' caps, tightened by the skill's and by how hard the goal is. */
  readonly caps: Caps;
  readonly control: RunControl;
  readonly session: RunSession;
  /** With those of its parts, as far as they have come. */
  state(): RunState;
  /** Of the whole plan, when this is one part of it. */
  readonly whole?: () => RunState;
  /** Appends to the journal and evolves the state. Throws `JournalFailed` when the event cannot be written; the run is over then. */
  record(event: RunEvent): RunEvent & Stamp;
  /** Brings the live message up to date with what no event tells: a wait for the model, what it is about to do. */
  refresh(): void;
  /** Resolves when all recorded events are on the disk; rejects with `JournalFailed`. */
  sync(): Promise<void>;
}

export interface MatchedSkill {
  readonly skill: Skill;
  readonly params: Readonly<Record<string, string>>;
  /** Names of other skills that fit the goal too, best first. */
  readonly others: readonly string[];
}
