/** A whole Deskhand on fakes: a person's chat in front, a desktop in memory behind, a scripted model between. */
import { createSystemClock } from '../../adapters/machine/clock.ts';
import type { Action } from '../../src/action/schema.ts';
import type { Doctor } from '../../src/commands/doctor-desk.ts';
import { createDeskhand, type Deskhand } from '../../src/deskhand.ts';
import type { DeskhandPorts } from '../../src/deskhand-ports.ts';
import { createInbox, type Inbox } from '../../src/inbox/inbox.ts';
import type { InboxEvent } from '../../src/inbox/inbox-events.ts';
import type { RunEvent } from '../../src/journal/events.ts';
import type { KeepLimits } from '../../src/journal/prune.ts';
import type { Recordings } from '../../src/journal/recordings.ts';
import { createMemory } from '../../src/memory/memory.ts';
import { createOrderBook } from '../../src/orders/order-book.ts';
import type { OrderEvent } from '../../src/orders/order-events.ts';
import type { Chat, Platform } from '../../src/ports/chat.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Desktop } from '../../src/ports/desktop.ts';
import type { Stamp } from '../../src/ports/journal.ts';
import type { LocalStop } from '../../src/ports/local-stop.ts';
import type { Model } from '../../src/ports/model.ts';
import type { Pictures } from '../../src/ports/pictures.ts';
import type { StateStore } from '../../src/ports/state-store.ts';
import type { Transcriber } from '../../src/ports/transcriber.ts';
import type { Watched } from '../../src/ports/watched.ts';
import type { RunSettings } from '../../src/run/life/run-ports.ts';
import type { ActionGate } from '../../src/safety/gate.ts';
import type { Judgement, Risk } from '../../src/safety/risk.ts';
import type { Skill } from '../../src/skills/skill.ts';
import { createSkillShelf } from '../../src/skills/skill-shelf.ts';
import { createToolGrades } from '../../src/tools/grades.ts';
import { NO_TOOLBOX, type Toolbox } from '../../src/tools/toolbox.ts';
import { say } from '../../src/words/say.ts';
import { createFakeChat, type FakeChat } from '../fakes/chat.ts';
import { createFakeDesktop, type FakeDesktop } from '../fakes/desktop.ts';
import { createFakeFileInbox, type FakeFileInbox } from '../fakes/file-inbox.ts';
import { createFakeJournalStore, type FakeJournalStore } from '../fakes/journal.ts';
import { createFakeMachine, type FakeMachine } from '../fakes/machine.ts';
import { createFakePictures } from '../fakes/pictures.ts';
import { createFakeRecall, type FakeRecall } from '../fakes/recall.ts';
import { createFakeRecordings, type FakeRecordings } from '../fakes/recordings.ts';
import { createFakeRoles } from '../fakes/roles.ts';
import { createFakeSkillFiles, type FakeSkillFiles } from '../fakes/skill-files.ts';
import { createFakeStateStore } from '../fakes/state-store.ts';
import { createFakeVault, type FakeVault } from '../fakes/vault.ts';

export interface TestDeskhandOptions {
  /** Tools of servers; none by default. */
  readonly tools?: Toolbox;
  readonly toolServers?: DeskhandPorts['toolServers'];
  readonly model: Model | null;
  readonly skills?: readonly Skill[];
  /** Small settings; empty ones unless given. */
  readonly state?: StateStore;
  /** The risk of an action; safe by default. */
  readonly risk?: (action: Action) => Risk;
  /** Whole judgements instead of `risk`; null leaves the action to `risk`. */
  readonly judge?: (action: Action) => Judgement | null;
  readonly settings?: Partial<RunSettings>;
  readonly onRunEnded?: (runId: string) => Promise<void>;
  readonly clock?: Clock;
  /** A real desktop instead of the fake one; `TestDeskhand.desktop` is then not used. */
  readonly desktop?: Desktop;
  /** Pictures of the real desktop; the fake ones by default. */
  readonly pictures?: Pictures;
  /** Whether the chat shows pictures; true by default. */
  readonly showsPictures?: boolean;
  /** The keys at the computer that stop everything; nobody presses them unless given. */
  readonly localStop?: Pick<LocalStop, 'watch'>;
  /** A fake machine to use; `TestDeskhand.machine` is then this one. */
  readonly machine?: FakeMachine;
  /** A gate to use instead of `risk` and `judge`, which also gets the context. */
  readonly gate?: ActionGate;
  /** The proof demanded beside a yes; none by default. */
  readonly proof?: DeskhandPorts['proof'];
  readonly together?: DeskhandPorts['together'];
  /** Wraps the chats. */
  readonly wrapChats?: (chats: ReadonlyMap<Platform, Chat>) => ReadonlyMap<Platform, Chat>;
  /** Whether the screen changes after an input; always by default. */
  readonly isAnswered?: (entry: string) => boolean;
  /** The helper processes that /status names. */
  readonly helpers?: readonly { readonly name: string; readonly state: string }[];
  /** How long and how much recordings are kept; all of them unless said otherwise. */
  readonly keep?: KeepLimits;
  /** Real stores instead of the fakes; `TestDeskhand.recordings` and `.inbox` are then not used. */
  readonly stores?: { readonly recordings: Recordings; readonly inbox: Inbox };
  /** The platform of the fake chat; the web page by default. */
  readonly platform?: Platform;
  readonly language?: string;
  /** The name of the person in the fake chat. */
  readonly senderName?: string;
  /** Whether the person in front may still use it; always unless given. */
  readonly isOwnerAllowed?: () => boolean;
  readonly transcriber?: Transcriber;
  readonly doctor?: Doctor;
  /** Folders and pages to watch; none exist by default. */
  readonly watched?: Watched;
  /** A real chat in front instead of the fake one, for everybody it lets in; `TestDeskhand.chat` is then not used. */
  readonly chatInFront?: Chat;
  /** Another chat beside it, whose sender is allowed. */
  readonly secondChat?: FakeChat;
  /** Whether the person in the second chat may use it by now; always unless given. */
  readonly isSecondIn?: () => boolean;
  readonly links?: readonly (readonly string[])[];
  /** The chat of an earlier process, whose files are still there. */
  readonly chatFiles?: Pick<FakeChat, 'sentFiles'>;
  readonly vault?: FakeVault;
  /** The stores of an earlier process. */
  readonly after?: Pick<TestDeskhand, 'recordings' | 'inbox'> &
    Partial<Pick<TestDeskhand, 'vault' | 'state' | 'orders' | 'triggerSecrets'>>;
}

export interface TestDeskhand {
  readonly deskhand: Deskhand;
  readonly chat: FakeChat;
  readonly desktop: FakeDesktop;
  readonly skillFiles: FakeSkillFiles;
  readonly recordings: FakeRecordings;
  readonly inbox: FakeJournalStore<InboxEvent>;
  readonly orders: FakeJournalStore<OrderEvent>;
  readonly files: FakeFileInbox;
  readonly machine: FakeMachine;
  readonly vault: FakeVault;
  readonly recall: FakeRecall;
  readonly state: StateStore;
  readonly triggerSecrets: StateStore;
  /** Events of a run, the first one unless told otherwise. */
  events(runId?: string): readonly (RunEvent & Stamp)[];
  /** Types of these events, in order. */
  types(runId?: string): readonly string[];
  close(): Promise<void>;
}

const CAPS = {
  maxIterations: 20,
  timeLimitMs: 600_000,
  tokenBudget: 1_000_000,
  costLimitUsd: 10,
  dayCostLimitUsd: 100,
};

export async function startTestDeskhand(options: TestDeskhandOptions): Promise<TestDeskhand> {
  const clock = options.clock ?? createSystemClock();
  const sentFiles = options.chatFiles?.sentFiles ?? new Map<string, Uint8Array>();
  const { senderName = 'Owner' } = options;
  const chat = createFakeChat({ platform: options.platform ?? 'web', now: () => clock.now(), sentFiles, senderName });
  const desktop = createFakeDesktop({ width: 560, height: 336 });
  // The screen changes after every input, as with a real application.
  desktop.onInput((entry) => {
    if (options.isAnswered?.(entry) === false) return;
    desktop.paint({ x: 300, y: 200, width: 64, height: 64 }, hashColor(entry + desktop.did.length));
  });
  const recordings = options.after?.recordings ?? createFakeRecordings(clock);
  const inbox = options.after?.inbox ?? createFakeJournalStore<InboxEvent>(clock);
  const files = createFakeFileInbox();
  const machine = options.machine ?? createFakeMachine();
  const vault = options.vault ?? options.after?.vault ?? createFakeVault();
  const recall = createFakeRecall(() => requestsOf(recordings));
  const state = options.state ?? options.after?.state ?? createFakeStateStore();
  const skillFiles = createFakeSkillFiles(options.skills ?? []);
  const skills = await createSkillShelf(
    { files: skillFiles, state, platform: machine.platform, warn: () => undefined },
    new AbortController().signal,
  );
  const triggerSecrets = options.after?.triggerSecrets ?? createFakeStateStore();
  const orders = options.after?.orders ?? createFakeJournalStore<OrderEvent>(clock);
  const inboxOfLife = options.stores?.inbox ?? createInbox(inbox.open());
  const deskhand = createDeskhand({
    clock,
    desktop: options.desktop ?? desktop,
    pictures: options.pictures ?? createFakePictures(),
    localStop: options.localStop ?? { watch: () => undefined },
    machine,
    vault,
    memory: createMemory({
      vault,
      recordings: options.stores?.recordings ?? recordings,
      state,
      recall,
      clock,
      model: options.model,
      language: 'en',
      warn: () => undefined,
    }),
    recordings: options.stores?.recordings ?? recordings,
    gate: options.gate ?? {
      prepare: () => Promise.resolve(),
      judge: (action) =>
        options.judge?.(action) ?? {
          risk: options.risk?.(action) ?? 'safe',
          reason: say`as the test says`,
          rule: 'test',
        },
    },
    tools: options.tools ?? NO_TOOLBOX,
    toolServers: options.toolServers ?? {
      tools: { servers: () => [], signIn: async () => '' },
      grades: createToolGrades(state),
    },
    inbox: inboxOfLife,
    watched: options.watched ?? { files: async () => null, page: async () => null },
    orders: createOrderBook(orders.open(), inboxOfLife.ordersKnown()),
    triggerSecrets,
    chats: (options.wrapChats ?? ((chats) => chats))(
      new Map<Platform, Chat>(
        [options.chatInFront ?? chat, ...(options.secondChat === undefined ? [] : [options.secondChat])].map((one) => [
          one.platform,
          one,
        ]),
      ),
    ),
    model: options.model,
    files,
    state,
    transcriber: options.transcriber ?? { transcribe: async () => ({ ok: false, why: 'nothing was heard' }) },
    skills,
    roles: createFakeRoles(),
    keep: options.keep ?? { days: 30, maxBytes: 1_000_000_000 },
    links: options.links ?? [],
    isAllowed: (id) =>
      id === options.secondChat?.sender.id ||
      ((options.chatInFront !== undefined || id === chat.sender.id) && (options.isOwnerAllowed?.() ?? true)),
    people: () => [
      chat.sender.id,
      ...(options.secondChat !== undefined && (options.isSecondIn?.() ?? true) ? [options.secondChat.sender.id] : []),
    ],
    language: options.language ?? 'auto',
    showsPictures: () => options.showsPictures ?? true,
    proof: options.proof,
    together: options.together,
    helpers: () => options.helpers ?? [],
    ...(options.onRunEnded && { onRunEnded: options.onRunEnded }),
    settings: { caps: CAPS, confirmTimeoutMs: 30_000, displayIndex: 1, ...options.settings },
    doctor: options.doctor ?? { examine: async () => [], mend: async () => '' },
    log: { info: () => undefined, warn: () => undefined },
  });
  await deskhand.start();
  const events = (runId = '000001') => recordings.runs.get(runId)?.store.events() ?? [];
  return {
    deskhand,
    chat,
    desktop,
    skillFiles,
    recordings,
    inbox,
    orders,
    triggerSecrets,
    files,
    machine,
    recall,
    vault,
    state,
    events,
    types: (runId) => events(runId).map((event) => event.type),
    close: () => deskhand.stop('the test is over'),
  };
}

function* requestsOf({ runs }: FakeRecordings): Generator<readonly [string, string]> {
  for (const [runId, { recording }] of runs)
    if (recording !== null && 'request' in recording) yield [runId, String(recording.request)];
}

function hashColor(text: string): number {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 0xffffff;
  return hash;
}
