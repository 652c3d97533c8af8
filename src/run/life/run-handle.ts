/** What a run is started with, and what the rest of Deskhand may do with one under way. */

import type { Inbox } from '../../inbox/inbox.ts';
import type { QueuedCommand } from '../../inbox/queued-command.ts';
import type { Outcome } from '../../journal/events.ts';
import type { Buttons } from '../../outbound/buttons.ts';
import type { Detail } from '../../outbound/detail.ts';
import type { Outbox } from '../../outbound/outbox.ts';
import type { Sender, Thread } from '../../ports/chat.ts';
import type { SkillMatch } from '../../skills/match-skill.ts';
import type { Language } from '../../words/speak.ts';
import type { RunControl, StopByHand, StopReason } from '../control.ts';
import type { DecidedHow } from '../decide/make-decider.ts';
import type { Budget } from '../limits/budget.ts';
import type { ModelOfRun } from '../model-of-run.ts';
import type { Hands, PlanParts } from '../plan-parts.ts';
import type { RunLog } from '../run-log.ts';
import type { RunTerms } from '../run-terms.ts';
import type { Continued } from './continue-run.ts';

export interface RunOutlets {
  readonly outbox: Outbox;
  readonly inbox: Pick<Inbox, 'begin' | 'sync' | 'refuse'>;
  readonly buttons: Buttons;
  /** Stops everything: somebody asked for it by hand, at the computer itself. */
  readonly failsafe: (by: StopByHand) => void;
  readonly languageOf: (thread: Thread) => Language;
  readonly detailOf: (senderId: string) => Detail;
  readonly warn: (problem: string) => void;
}

export interface RunStart {
  readonly command: QueuedCommand;
  readonly skill: MatchedSkill | null;
  readonly decided: DecidedHow;
  /** null: none is configured. */
  readonly model: ModelOfRun | null;
  /** State taken over from an earlier run; null when the run begins anew. */
  readonly continued: Continued | null;
  /** False: the person does not want it recorded. */
  readonly isRecorded: boolean;
  /** null: a person asked for it, and waits for it. */
  readonly terms: RunTerms | null;
}

export interface MatchedSkill extends SkillMatch {
  /** Names of other skills that fit the goal too, best first. */
  readonly others: readonly string[];
}

/** What the rest of Deskhand may know of a run under way. */
export interface RunUnderWay extends Pick<RunLog, 'runId' | 'state' | 'record'> {
  readonly thread: Thread;
  readonly sender: Sender;
  readonly control: RunControl;
  readonly budget: Pick<Budget, 'caps'>;
  /** Parts of the run's plan; empty without one. */
  readonly parts: Pick<PlanParts, 'underWay' | 'onDesktop' | 'done'>;
  /** null: no model reads what the person says during the run. */
  readonly model: object | null;
  /** True when the end is told to the calling program instead of the person. */
  readonly isQuiet: boolean;
  /** Used for acts by hand while the run is paused. */
  readonly hands: () => Hands;
}

/** What the rest of Deskhand may do with a run under way. */
export interface RunHandle {
  readonly run: RunUnderWay;
  pause(by: string): boolean;
  resume(by: string): boolean;
  /** Revokes the scope: from now on each step asks. False when nothing was granted. */
  revokeScope(by: string): boolean;
  hint(by: string, text: string): void;
  stop(reason: StopReason): void;
  /** Resolves when the last message is handed in and the journal is closed. */
  readonly ended: Promise<Outcome>;
}
