/** What a run is started with, and what the rest of Deskhand may do with one under way. */

import type { Inbox } from '../../inbox/inbox.ts';
import type { QueuedCommand } from '../../inbox/queued-command.ts';
import type { Outcome } from '../../journal/events.ts';
import type { Buttons } from '../../outbound/buttons.ts';
import type { Detail } from '../../outbound/detail.ts';
import type { Outbox } from '../../outbound/outbox.ts';
import type { Thread } from '../../ports/chat.ts';
import type { Model } from '../../ports/model.ts';
import type { Language } from '../../words/speak.ts';
import type { StopReason } from '../control.ts';
import type { DecidedHow } from '../decide/make-decider.ts';
import type { ActiveRun, MatchedSkill } from '../run-ports.ts';
import type { Continued } from './continue-run.ts';

export interface RunOutlets {
  readonly outbox: Outbox;
  readonly inbox: Pick<Inbox, 'begin' | 'sync'>;
  readonly buttons: Buttons;
  /** Stops everything: the pointer was pushed into the corner. */
  readonly failsafe: () => void;
  readonly languageOf: (thread: Thread) => Language;
  readonly detailOf: (senderId: string) => Detail;
  readonly warn: (problem: string) => void;
}

export interface RunStart {
  readonly command: QueuedCommand;
  readonly skill: MatchedSkill | null;
  readonly decided: DecidedHow;
  /** null: none is configured. */
  readonly model: Model | null;
  /** What it takes over from an earlier run; null when it begins anew. */
  readonly continued: Continued | null;
  /** False: the person does not want it recorded. */
  readonly isRecorded: boolean;
}

/** What the rest of Deskhand may do with a run under way. */
export interface RunHandle {
  readonly run: ActiveRun;
  pause(by: string): boolean;
  resume(by: string): boolean;
  hint(by: string, text: string): void;
  stop(reason: StopReason): void;
  /** Resolves when the last message is handed in and the journal is closed. */
  readonly ended: Promise<Outcome>;
}
