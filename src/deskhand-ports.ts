/** Everything Deskhand needs from outside, passed in once by the start. */
import type { Doctor } from './commands/doctor-desk.ts';
import type { Inbox } from './inbox/inbox.ts';
import type { KeepLimits } from './journal/prune.ts';
import type { Memory } from './memory/memory.ts';
import type { OrderBook } from './orders/order-book.ts';
import type { Chat, Platform } from './ports/chat.ts';
import type { FileInbox } from './ports/file-inbox.ts';
import type { Model } from './ports/model.ts';
import type { StateStore } from './ports/state-store.ts';
import type { Tools } from './ports/tools.ts';
import type { Transcriber } from './ports/transcriber.ts';
import type { Watched } from './ports/watched.ts';
import type { RunPorts } from './run/life/run-ports.ts';
import type { Traces } from './run/traces.ts';
import type { SkillShelf } from './skills/skill-shelf.ts';
import type { ToolGrades } from './tools/grades.ts';
import type { Text } from './words/say.ts';
import type { Language } from './words/speak.ts';

/** Ports that Deskhand itself provides to its runs. */
type OwnPorts =
  | 'questions'
  | 'allowances'
  | 'modelRecords'
  | 'sendFile'
  | 'dayCostUsd'
  | 'directThread'
  | 'duringOwnInput'
  | 'tell';

export interface DeskhandPorts extends Omit<RunPorts, OwnPorts> {
  readonly chats: ReadonlyMap<Platform, Chat>;
  readonly inbox: Inbox;
  readonly orders: OrderBook;
  /** Sources of watches besides the screen. */
  readonly watched: Watched;
  readonly memory: Memory;
  /** null: only playbooks. */
  readonly model: Model | null;
  /** Folder of files that people send. */
  readonly files: FileInbox;
  readonly transcriber: Transcriber;
  readonly state: StateStore;
  /** Secrets of triggers, and nothing else. */
  readonly triggerSecrets: StateStore;
  readonly skills: SkillShelf;
  /** Tool servers, and the grades of their tools. */
  readonly toolServers: { readonly tools: Pick<Tools, 'servers' | 'signIn'>; readonly grades: ToolGrades };
  /** Limits of recordings in days and size. */
  readonly keep: KeepLimits;
  readonly isAllowed: (senderId: string) => boolean;
  /** Sender ids of everybody who may use this now. */
  readonly people: () => readonly string[];
  /** Sender ids that are one person, a group each. */
  readonly links: readonly (readonly string[])[];
  /** Processes that work for Deskhand, each with how it is, for /status. */
  readonly helpers: () => readonly { readonly name: Text; readonly state: Text }[];
  /** Language of all messages; `auto`: as each person's chat reports it. */
  readonly language: Language | 'auto';
  /** Recorded model calls; absent when they are not recorded. */
  readonly traces?: Traces;
  /** Sentences about problems, for /status. */
  readonly notices?: readonly Text[];
  /** Examines everything that is needed, and repairs what can be repaired. */
  readonly doctor: Doctor;
  /** Called once a run's journal is closed; absent when not needed. */
  readonly onRunEnded?: (runId: string) => Promise<void>;
  readonly log: { info(facts: object, text: string): void; warn(facts: object, text: string): void };
}
