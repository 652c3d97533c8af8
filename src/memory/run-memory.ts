/** The part of memory that a run uses. */
import type { MachineResult } from '../ports/machine.ts';

export interface BriefingRequest {
  readonly run: string;
  readonly goal: string;
  /** Application in front when the run began; '' when there is none. */
  readonly app: string;
  /** The earlier run that this one continues; null. */
  readonly continues: string | null;
}

export interface Briefing {
  /** For the system prompt; '' when there is nothing to say. */
  readonly text: string;
  /** Notes that the text contains completely: path → text. */
  readonly notes: ReadonlyMap<string, string>;
  /** Passages that came from a screen or a program, in this run or an earlier one. */
  readonly elsewhere: readonly Remembered[];
}

export interface Remembered {
  /** Path of the note, or another name of the source; '' for none. */
  readonly name: string;
  readonly text: string;
  /** Whether it tells about runs: a repeated task may need text from it. */
  readonly isLog: boolean;
}

export interface RunMemory {
  /** Takes a few seconds at most, and never rejects except with the signal's reason: unavailable parts are left out. */
  brief(request: BriefingRequest, signal: AbortSignal): Promise<Briefing>;
  /** Tells how a similar task was done before. */
  recall(text: string, signal: AbortSignal): Promise<MachineResult>;
}
