/** What a run may ask of memory. */
import type { MachineResult } from '../ports/machine.ts';

export interface BriefingRequest {
  readonly run: string;
  readonly goal: string;
  /** Application in front when the run began; '' when there is none. */
  readonly app: string;
  /** The earlier run this one goes on from; null. */
  readonly continues: string | null;
}

export interface Briefing {
  /** For the system prompt; '' when there is nothing to say. */
  readonly text: string;
  /** Notes that stand in it whole: path → text. */
  readonly notes: ReadonlyMap<string, string>;
  /** What stands in it and came from a screen or a program, in this run or an earlier one. */
  readonly elsewhere: readonly Remembered[];
}

export interface Remembered {
  /** Path of the note, or what else it is; '' for no name. */
  readonly name: string;
  readonly text: string;
  /** It tells of runs: what a task that is done again needs stands there, too. */
  readonly isLog: boolean;
}

export interface RunMemory {
  /** Never takes longer than a few seconds, and never rejects but with the signal's reason: a run goes without what cannot be had. */
  brief(request: BriefingRequest, signal: AbortSignal): Promise<Briefing>;
  /** How a similar task was done before, in words. */
  recall(text: string, signal: AbortSignal): Promise<MachineResult>;
}
