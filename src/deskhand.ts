/** Puts the parts together: chats in front, gateway, queue, runs. Everything outside is handed in. */

import { createSpend, readSpentToday } from './costs/spend.ts';
import { createAfterRunDesk } from './gateway/after-run.ts';
import { createAlbums } from './gateway/albums.ts';
import { askForParams } from './gateway/ask-params.ts';
import { createButtons } from './gateway/buttons.ts';
import { renderCostReport } from './gateway/cost-report.ts';
import { createDetail } from './gateway/detail.ts';
import { createGateway } from './gateway/gateway.ts';
import { createHandDesk } from './gateway/hand-desk.ts';
import type { Inbox, QueuedCommand, Received, StoredDelivery } from './gateway/inbox.ts';
import { createLanguages } from './gateway/languages.ts';
import { createLinks } from './gateway/links.ts';
import { createLooks } from './gateway/looks.ts';
import { createOutbox, type Outgoing } from './gateway/outbox.ts';
import { createOwnInput } from './gateway/own-input.ts';
import { createQuestions, isSameThread } from './gateway/questions.ts';
import { createQueueCards } from './gateway/queue-card.ts';
import { createReception } from './gateway/reception.ts';
import { renderWhy } from './gateway/replies.ts';
import { saveAsSkill } from './gateway/save-skill.ts';
import { sendFile } from './gateway/send-file.ts';
import { sendTrace } from './gateway/send-trace.ts';
import { createSkillsDesk } from './gateway/skills-desk.ts';
import { renderStatusReport } from './gateway/status-report.ts';
import { stopWork } from './gateway/stop-work.ts';
import { createWaitingFiles } from './gateway/waiting-files.ts';
import type { Memory } from './memory/memory.ts';
import type { Chat, Platform, Thread } from './ports/chat.ts';
import type { FileInbox } from './ports/file-inbox.ts';
import type { Model } from './ports/model.ts';
import type { StateStore } from './ports/state-store.ts';
import type { Transcriber } from './ports/transcriber.ts';
import { type KeepLimits, pruneRecordings } from './recordings/prune.ts';
import { prepareRun } from './run/begin-run.ts';
import { continueFrom, readEarlierRun } from './run/continue-run.ts';
import type { StopReason } from './run/control.ts';
import { evolve, type RunState, startingState } from './run/evolve.ts';
import { createRunQueue } from './run/queue.ts';
import { recoverRuns } from './run/recover-runs.ts';
import type { RunPorts } from './run/run-ports.ts';
import { type RunHandle, startRun } from './run/start-run.ts';
import type { Traces } from './run/traces.ts';
import { holdsMask } from './safety/redact.ts';
import { findMissingParams } from './skills/match-skill.ts';
import type { SkillShelf } from './skills/skill-shelf.ts';
import { say, type Text } from './words/say.ts';
import type { Language } from './words/speak.ts';

export interface DeskhandPorts
  extends Omit<
    RunPorts,
    'questions' | 'sendFile' | 'dayCostUsd' | 'directThread' | 'duringOwnInput' | 'tell' | 'typed'
  > {
  readonly chats: ReadonlyMap<Platform, Chat>;
  readonly inbox: Inbox;
  readonly memory: Memory;
  /** null: only playbooks. */
  readonly model: Model | null;
  /** Where files that people send are put. */
  readonly files: FileInbox;
  readonly transcriber: Transcriber;
  readonly state: StateStore;
  readonly skills: SkillShelf;
  /** How long and how much recordings are kept. */
  readonly keep: KeepLimits;
  readonly isAllowed: (senderId: string) => boolean;
  /** Sender ids that are one person, a group each. */
  readonly links: readonly (readonly string[])[];
  /** Processes that work for Deskhand, each with how it is, for /status. */
  readonly helpers: () => readonly { readonly name: string; readonly state: string }[];
  /** The language of what Deskhand says; `auto`: as each person's chat reports it. */
  readonly language: Language | 'auto';
  /** What the model was asked and said; absent when nobody listens. */
  readonly traces?: Traces;
  /** Sentences for /status about what is not as it should be. */
  readonly notices?: readonly string[];
  readonly log: { info(facts: object, text: string): void; warn(facts: object, text: string): void };
}

export interface Deskhand {
  /** Recovers what an earlier life left, then opens the chats. */
  start(): Promise<void>;
  /** Ends the current run, delivers what can be delivered, and lets go of everything. */
  stop(detail: string): Promise<void>;
  /** Stops everything at once, as the failsafe corner does. */
  failsafe(): void;
  /** Stops what somebody has running who may not use this any more. */
  dismiss(senderId: string): void;
  /** A sentence to whoever's run is under way. */
  tellCurrent(text: Text): void;
}

/** A command older than this is asked about before it runs: the person may have changed their mind hours ago. */
const OLD_COMMAND_MS = 10 * 60_000;
const DRAIN_MS = 3000;
/** How long the next plain message may be the answer to what was wrong with a run. */
const FEEDBACK_MS = 120_000;
const MASKED_GOAL = say`This command held a secret, which is not kept on the disk, and I was restarted since. Nothing was done; send it again.`;

export function createDeskhand(ports: DeskhandPorts): Deskhand {
  const { clock, inbox, log, recordings } = ports;
  const life = new AbortController();
  const buttons = createButtons();
  const spend = createSpend(clock);
  const warn = (problem: string): void => log.warn({}, problem);
  const languages = createLanguages(ports.language);
  const outbox = createOutbox(
    {
      chats: ports.chats,
      inbox,
      clock,
      readPicture: (run, name) => recordings.readFrame(run, name),
      languageOf: languages.of,
      warn,
    },
    life.signal,
  );
  const detail = createDetail(ports.state);
  const ownInput = createOwnInput(clock);
  const questions = createQuestions({ outbox, buttons, clock, findOthers: createLinks(ports) });
  /** What people said when a skill needed to know more, by the command's update. */
  const given = new Map<string, Readonly<Record<string, string>>>();
  let last: RunHandle | null = null;
  let isEnding = false;
  /** The newest run, until what it has cost is in `spend`. */
  let uncounted: RunHandle | null = null;

  const reply = (thread: Thread, text: Outgoing['text'], settles?: string): void => {
    outbox.post(thread, { kind: 'reply', text, picture: null, buttons: [], file: null, again: {} }, settles);
  };

  const runPorts: RunPorts = {
    ...ports,
    questions,
    directThread: ({ platform }, senderId) => ports.chats.get(platform)?.direct?.(senderId) ?? null,
    duringOwnInput: ownInput.during,
    typed: new Map(),
    tell: reply,
    dayCostUsd: () => spend.today(),
    sendFile: (thread, path, signal) => sendFile(thread, path, { ...ports, outbox }, signal),
  };

  const queue = createRunQueue(async (command) => {
    // It may have waited for its turn, or through a restart, since it was let in.
    if (!ports.isAllowed(command.sender.id)) {
      inbox.refuse(command.update, 'its sender may not use this any more');
      return null;
    }
    if (holdsMask(command.goal)) {
      reply(command.thread, [MASKED_GOAL], command.update);
      return null;
    }
    try {
      const earlier = command.continues === undefined ? null : await readEarlierRun(command.continues, recordings);
      const continued = earlier === null ? null : continueFrom(earlier);
      const params = { ...earlier?.params, ...given.get(command.update) };
      const before = continued?.performed.map(({ action }) => action) ?? [];
      const prepared = prepareRun(command.goal, params, ports.skills.book(), ports.model, before);
      given.delete(command.update);
      if (!prepared.ok) {
        reply(command.thread, [prepared.reason], command.update);
        return null;
      }
      const start = { command, ...prepared, continued, isRecorded: ports.memory.isRecording() };
      const handle = await startRun(start, runPorts, {
        outbox,
        inbox,
        buttons,
        failsafe,
        languageOf: languages.of,
        detailOf: detail.of,
        warn,
      });
      last = handle;
      uncounted = handle;
      handle.ended
        .then(() => {
          spend.add(handle.run.state().costUsd, clock.now());
          uncounted = null;
          ports.memory.noteEnd();
          return prune();
        })
        .catch(() => undefined);
      return handle;
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      warn(`A run could not be started: ${what}`);
      const text = say`I could not start “${command.goal}”; nothing was done. ${what} Send it again when that is mended.`;
      reply(command.thread, [text], command.update);
      return null;
    }
  });

  async function prune(): Promise<void> {
    const unfinished = new Set(inbox.unsettled().flatMap(({ runs }) => runs));
    await pruneRecordings(recordings, ports.keep, unfinished, { now: clock.now(), warn }).catch((error: unknown) =>
      warn(`Old recordings could not be looked through: ${String(error)}`),
    );
  }

  const putInQueue = (command: QueuedCommand): void => {
    const before = queue.add(command);
    if (before > 0) reply(command.thread, [say`Queued; ${before} before it. /queue shows all.`]);
  };

  /** What its skill needs and the goal does not say is asked for first; after a restart once more. */
  const enqueue = (command: QueuedCommand): void => {
    const match = ports.skills.book().match(command.goal);
    const canRun = match !== null && (ports.model !== null || match.skill.playbook !== null);
    if (!canRun || findMissingParams(match).length === 0) {
      putInQueue(command);
      return;
    }
    askForParams(match, command, { questions, timeoutMs: ports.settings.confirmTimeoutMs }, life.signal)
      .then((params) => {
        if (params === null) {
          inbox.refuse(command.update, 'what its skill needs was not said');
          return;
        }
        given.set(command.update, params);
        putInQueue(command);
      })
      .catch(() => undefined);
  };

  /** `doubt`: why it must not start by itself; ''. */
  const submit = (command: QueuedCommand, doubt: Text = ''): void => {
    const isOld = clock.now() - Date.parse(command.sentAt) > OLD_COMMAND_MS;
    if (isOld || doubt !== '')
      askWhetherStillWanted(command, doubt || say`I was away meanwhile.`).catch(() => undefined);
    else enqueue(command);
  };

  async function askWhetherStillWanted(command: QueuedCommand, why: Text): Promise<void> {
    const sent = { moment: Date.parse(command.sentAt) };
    const answer = await questions.ask(
      {
        thread: command.thread,
        of: command.sender.id,
        text: [{ bold: say`Run it now?` }, ' ', say`“${command.goal}” was sent on ${sent}. ${why}`],
        picture: null,
        file: null,
        choices: [
          [
            { label: say`Run now`, value: 'run', style: 'good' },
            { label: say`Cancel`, value: 'cancel', style: 'plain' },
          ],
        ],
        acceptsText: false,
        isSecret: false,
        timeoutMs: ports.settings.confirmTimeoutMs,
        closing: (end) => [
          end.kind === 'choice' && end.value === 'run'
            ? say`“${command.goal}”: running it now.`
            : say`“${command.goal}”: not run.`,
        ],
      },
      life.signal,
    );
    if (answer.kind === 'choice' && answer.value === 'run') enqueue(command);
    else inbox.refuse(command.update, 'old, and not wanted any more');
  }

  const hands = createHandDesk({
    ...ports,
    outbox,
    buttons,
    runPorts,
    failsafe,
    looks: createLooks(),
    current: () => queue.current(),
    settle: (update) => inbox.refuse(update, 'stopped'),
    isEnding: () => isEnding,
  });

  const stopByHand = (reason: StopReason): boolean => hands.stop(reason);
  const waitingFiles = createWaitingFiles(clock);
  const reception = createReception({
    ...ports,
    outbox,
    buttons,
    waiting: waitingFiles,
    submit,
    tellRun,
    stop: ({ sender, thread }, all) => stopWork({ queue, inbox, reception, stopByHand }, { all, by: sender, thread }),
  });

  /** Files and spoken words for the question or the run of their thread. */
  function tellRun({ thread, sender }: QueuedCommand, text: string): Text {
    if (questions.listening(thread, sender) === 'question' && questions.tell(thread, sender, text))
      return say`Answered.`;
    const current = queue.current();
    if (current === null || !isSameThread(current.run.thread, thread)) return '';
    current.hint(sender.id, text);
    return say`Noted; the run takes it into account with its next step.`;
  }

  const afterRun = createAfterRunDesk(
    {
      outbox,
      questions,
      recordings,
      languageOf: languages.of,
      noteFeedback: ports.memory.noteFeedback,
      timeoutMs: Math.min(FEEDBACK_MS, ports.settings.confirmTimeoutMs),
    },
    life.signal,
  );
  const gateway = createGateway({
    ...ports,
    languages,
    reception,
    detail,
    queueCards: createQueueCards({ queue, inbox, outbox, buttons }),
    waitingFiles,
    outbox,
    buttons,
    questions,
    queue,
    submit,
    goalOfRun: async (runId) => (await readEarlierRun(runId, recordings))?.goal ?? null,
    askMemory: (name, words) => ports.memory.command(name, words, queue.current()?.run.runId ?? null),
    skillsDesk: createSkillsDesk({ shelf: ports.skills, outbox, buttons }),
    isOwnInput: ownInput.isSuspected,
    describeWhy: async () => renderWhy(stateOf(queue.current() ?? last) ?? (await readLastRun())),
    afterRun,
    saveSkill: (runId, { thread, sender }) =>
      saveAsSkill(
        { runId, thread, sender },
        { ...ports, shelf: ports.skills, questions, outbox, timeoutMs: ports.settings.confirmTimeoutMs },
        life.signal,
      ),
    sendTrace: async (thread) =>
      sendTrace(thread, { recordings, traces: ports.traces ?? null, outbox, runs: await newestRuns() }),
    describeCost: async () =>
      renderCostReport({ recordings, clock, runs: await newestRuns(), caps: ports.settings.caps }),
    describeStatus: () =>
      renderStatusReport({
        ...ports,
        displayIndex: ports.settings.displayIndex,
        helpers: ports.helpers(),
        notices: ports.notices ?? [],
        current: stateOf(queue.current()),
        waiting: queue.waiting().length,
        todayUsd: spend.today() + (uncounted?.run.state().costUsd ?? 0),
      }),
    hands,
    stopWork: (request) => stopWork({ queue, inbox, reception, stopByHand }, request),
  });

  const albums = createAlbums({ ...ports, gateway }, life.signal);

  /** Nothing of what waits starts by itself afterwards. */
  function failsafe(): void {
    for (const { thread, goal, update } of queue.clear())
      reply(
        thread,
        [say`“${goal}” was not started: the pointer was pushed into the top-left corner. Send it again.`],
        update,
      );
    queue.stop({ kind: 'failsafe', detail: '' });
    hands.stop({ kind: 'failsafe', detail: '' });
  }

  /** The run under way or last ended, with its parts when it has a plan; none before the first. */
  async function newestRuns(): Promise<readonly string[]> {
    const runs = await recordings.list();
    const newest = runs.at(-1);
    if (newest === undefined) return [];
    const [created] = (await recordings.read(newest)) ?? [];
    const first = created?.type === 'run.created' && created.part !== undefined ? created.part.of : newest;
    return runs.filter((run) => run >= first);
  }

  /** The newest run of earlier lives; null when there is none. */
  async function readLastRun(): Promise<RunState | null> {
    const newest = (await recordings.list()).at(-1);
    const events = newest === undefined ? null : await recordings.read(newest);
    return events === null || events.length === 0 ? null : events.reduce(evolve, startingState);
  }

  async function recover(): Promise<void> {
    if (inbox.damage !== '') warn(inbox.damage);
    for (const [id, button] of inbox.runButtons()) buttons.restore(id, button);
    for (const [id, goal] of inbox.againButtons()) buttons.restore(id, { kind: 'again', goal });
    outbox.resume(closeLeftOpen);
    const { waiting, ended } = await recoverRuns({ ...ports, languages, outbox, buttons, warn });
    for (const state of ended) log.info({ run: state.runId }, 'a run of an earlier life was reported');
    spend.add(await readSpentToday(recordings, clock).catch(() => 0), clock.now());
    for (const { command, doubt, received, isAct } of waiting) {
      if (received === null) submit(command, doubt);
      else if (doubt !== '')
        reply(command.thread, [say`“${command.goal}” was not started. ${doubt} Send it again.`], command.update);
      else if (!albums.takeAgain(command, received)) receiveAgain(command, received, isAct ? null : command.goal);
    }
    const money = {
      mayAsk: () => spend.today() < ports.settings.caps.dayCostLimitUsd,
      spent: (costUsd: number | null) => spend.add(costUsd, clock.now()),
    };
    await ports.memory.start(money).catch((error: unknown) => warn(`Memory could not be opened: ${String(error)}`));
    void prune();
  }

  /** Nothing was done with it yet: an earlier life ended while it was taken in. */
  function receiveAgain(command: QueuedCommand, received: Received, goal: string | null): void {
    reception
      .take(command, received, goal)
      .catch((error: unknown) =>
        reply(
          command.thread,
          [say`That did not work: ${error instanceof Error ? error.message : String(error)}`],
          command.update,
        ),
      );
  }

  return {
    async start() {
      await recover();
      // A disk that takes nothing is no reason to be out of reach: each command then says so.
      await inbox.sync().catch((error: unknown) => warn(String(error)));
      // One that takes its time holds up no other.
      await Promise.all([...ports.chats.values()].map((chat) => chat.start((message) => albums.receive(message))));
    },
    async stop(detail) {
      isEnding = true;
      queue.close();
      queue.stop({ kind: 'signal', detail });
      hands.stop({ kind: 'signal', detail });
      await queue.whenIdle();
      await ports.memory.drain(DRAIN_MS);
      await outbox.drain(DRAIN_MS);
      life.abort(new Error(detail));
      await Promise.all([...ports.chats.values()].map((chat) => chat.stop()));
      await inbox.sync().catch(() => undefined);
    },
    failsafe,
    dismiss(senderId) {
      if (queue.current()?.run.sender.id === senderId)
        queue.stop({ kind: 'person', name: 'the owner of this computer' });
    },
    tellCurrent(text) {
      const current = queue.current();
      if (current !== null) reply(current.run.thread, [text]);
    },
  };
}

/** Of the part that is being worked on, when the run has a plan; of its last part once it has ended. */
function stateOf(handle: RunHandle | null): RunState | null {
  if (handle === null) return null;
  const { session, state } = handle.run;
  return session.part?.state() ?? session.partsDone.at(-1) ?? state();
}

/** A question or a live message of an earlier life: it says what became of it, and its buttons are dead. */
function closeLeftOpen(left: StoredDelivery): Outgoing {
  const end =
    left.kind === 'question'
      ? say`Deskhand was restarted; no answer counts as No.`
      : say`Deskhand was restarted; this run is over.`;
  return {
    kind: left.kind,
    text: [...left.text, '\n\n', { bold: end }],
    picture: null,
    buttons:
      left.kind === 'question' ? left.buttons.map((row) => row.map((button) => ({ ...button, data: null }))) : [],
    file: null,
    again: {},
  };
}
