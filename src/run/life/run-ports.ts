/** Everything that runs need from outside, handed in once; only who puts a run together takes it as a whole. */
import type { Caps } from '../../config/caps.ts';
import type { ModelRecords } from '../../journal/model-records.ts';
import type { Recordings } from '../../journal/recordings.ts';
import type { RunMemory } from '../../memory/run-memory.ts';
import type { Questions } from '../../outbound/questions.ts';
import type { SpokenSpan } from '../../outbound/spoken.ts';
import type { Thread } from '../../ports/chat.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Desktop } from '../../ports/desktop.ts';
import type { LocalStop } from '../../ports/local-stop.ts';
import type { Machine, MachineResult } from '../../ports/machine.ts';
import type { Pictures } from '../../ports/pictures.ts';
import type { Vault } from '../../ports/vault.ts';
import type { ActionGate } from '../../safety/gate.ts';
import type { Allowances } from '../../safety/scope/allowances.ts';
import type { MendedSkills } from '../../skills/mended-skills.ts';
import type { Toolbox } from '../../tools/toolbox.ts';
import type { Together } from '../limits/caps.ts';
import type { Roles } from '../parts/role-text.ts';
import type { Proof } from '../proof.ts';

export interface RunPorts {
  readonly desktop: Desktop;
  readonly pictures: Pictures;
  readonly localStop: Pick<LocalStop, 'watch'>;
  readonly machine: Machine;
  readonly vault: Vault;
  readonly memory: RunMemory;
  readonly gate: ActionGate;
  /** Mends a skill whose targets have other names in the application now. */
  readonly skills: { readonly mended: Pick<MendedSkills, 'mend'> };
  /** Tools of servers. */
  readonly tools: Toolbox;
  /** What people allow in every run of theirs. */
  readonly allowances: Pick<Allowances, 'scopesFor' | 'add'>;
  readonly clock: Clock;
  readonly recordings: Recordings;
  /** What earlier runs say about each model. */
  readonly modelRecords: ModelRecords;
  readonly questions: Questions;
  /** `settles`: the message that asked for the file by hand. */
  readonly sendFile: (thread: Thread, path: string, signal: AbortSignal, settles?: string) => Promise<MachineResult>;
  /** The conversation with this person alone, on the platform of that thread; null when there is none. */
  readonly directThread: (of: Thread, senderId: string) => Thread | null;
  /** Carries out an act in a window that shows Deskhand's own conversation: what arrives from there meanwhile counts for nothing. */
  readonly duringOwnInput: <Value>(act: () => Promise<Value>) => Promise<Value>;
  /** A reply in a thread. */
  readonly tell: (thread: Thread, text: readonly SpokenSpan[]) => void;
  /** Whether pictures of the screen may go to this thread. */
  readonly showsPictures: (thread: Thread) => boolean;
  /** Proof required beside a yes where taps pass through another computer; left out: none. */
  readonly proof?: Proof | undefined;
  /** Cost of today's other runs, USD. */
  readonly dayCostUsd: () => number;
  /** Cost of today on the other computers of the same bot, and their common limit; left out: there are none. */
  readonly together?: (() => Together | null) | undefined;
  /** Texts by which the parts of a plan are told their roles. */
  readonly roles: Roles;
  readonly settings: RunSettings;
}

export interface RunSettings {
  readonly caps: Caps;
  readonly confirmTimeoutMs: number;
  /** `countdown`: an act within the granted scope that can be undone is carried out when nobody objects in time. */
  readonly confirmStyle?: 'ask' | 'countdown';
  readonly displayIndex: number;
}
