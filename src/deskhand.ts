/** Puts the parts together, in the order of one message: out, runs, in. Everything outside is handed in. */

import { takeUpWork } from './after-restart.ts';
import { createHandDesk } from './commands/by-hand/hand-desk.ts';
import { createShownScreens } from './commands/by-hand/shown-screens.ts';
import { createDescriptions } from './commands/describe.ts';
import { createDesks } from './commands/desks.ts';
import { createHomeDesk } from './commands/home-desk.ts';
import { createNews, type News } from './commands/news.ts';
import { createPersonSettings } from './commands/person-settings.ts';
import { sendFile } from './commands/send-file.ts';
import type { DeskhandPorts } from './deskhand-ports.ts';
import { createHere, type Here } from './fleet/here.ts';
import { createAlbums } from './inbound/albums.ts';
import { createGateway } from './inbound/gateway.ts';
import { createLinks, samePersonBy } from './inbound/links.ts';
import { openPrograms, type Programs } from './inbound/open-programs.ts';
import { createOwnInput } from './inbound/own-input.ts';
import { createReception } from './inbound/reception.ts';
import { type StopRequest, stopByHandAt, stopWork } from './inbound/stop-work.ts';
import { createSubmit } from './inbound/submit.ts';
import { tellRun } from './inbound/tell-run.ts';
import { createWaitingFiles } from './inbound/waiting-files.ts';
import { createModelRecords } from './journal/model-records.ts';
import { createPruning } from './journal/pruning.ts';
import { openOrders } from './orders/open-orders.ts';
import { createAnnounce } from './outbound/announce.ts';
import { createButtons } from './outbound/buttons.ts';
import { createDetail } from './outbound/detail.ts';
import { createLanguages } from './outbound/languages.ts';
import { createOutbox } from './outbound/outbox.ts';
import { createQuestions } from './outbound/questions.ts';
import { createReply } from './outbound/reply.ts';
import type { Triggers } from './ports/triggers.ts';
import type { StopByHand } from './run/control.ts';
import { beginCommand } from './run/life/begin-command.ts';
import { readEarlierRun } from './run/life/continue-run.ts';
import { createLatestRun } from './run/life/latest-run.ts';
import type { RunPorts } from './run/life/run-ports.ts';
import { createOwnCaps, withOwnCaps } from './run/limits/own-caps.ts';
import { createSpend } from './run/limits/spend.ts';
import { createModelChoice } from './run/model-choice.ts';
import { createRunQueue } from './run/queue.ts';
import { createAllowances } from './safety/scope/allowances.ts';
import type { Text } from './words/say.ts';

export interface Deskhand extends Pick<News, 'tellReturn' | 'tellEverybody'> {
  /** Recovers what an earlier life left, then opens the chats. */
  start(): Promise<void>;
  /** Ends the current run, delivers what can be delivered, and closes everything. */
  stop(detail: string): Promise<void>;
  /** Stops the runs of a person who lost access. */
  dismiss(senderId: string): void;
  /** Tells a person who was let in what the others were told at the start. */
  welcome(): void;
  /** Requests of programs on this computer. */
  readonly control: Programs['control'];
  readonly triggers: Triggers;
  readonly askOwner: Programs['askOwner'];
  /** This machine, for the gateway. */
  readonly here: Here;
  /** Tells a sentence, from a part without languages, to the person of the current run. */
  tellCurrent(sentence: Text): void;
}

const DRAIN_MS = 3000;

export function createDeskhand(given: DeskhandPorts): Deskhand {
  const caps = createOwnCaps(given.state, given.settings.caps);
  const ports: DeskhandPorts = { ...given, settings: withOwnCaps(given.settings, caps) };
  const { clock, inbox, log, memory, recordings } = ports;
  const timeoutMs = ports.settings.confirmTimeoutMs;
  const warn = (problem: string): void => log.warn({}, problem);
  const life = new AbortController();
  let isEnding = false;

  // Out: messages, buttons, questions.
  const buttons = createButtons();
  const languages = createLanguages(ports.language, ports.state, ports.chats);
  const outbox = createOutbox(
    {
      chats: ports.chats,
      inbox,
      clock,
      readPicture: (run, name) => recordings.readFrame(run, name),
      languageOf: languages.of,
      buttons,
      warn,
    },
    life.signal,
  );
  const reply = createReply(outbox);
  const news = createNews({ ...ports, announce: createAnnounce({ ...ports, reply }), warn }, life.signal);
  const questions = createQuestions({
    outbox,
    buttons,
    clock,
    findOthers: createLinks(ports),
    isConnected: ({ platform }) => ports.chats.get(platform)?.health().isConnected === true,
  });
  const detail = createDetail(ports.state);
  const modelRecords = createModelRecords(recordings, () => clock.sleep(0, life.signal));
  const modelChoice = createModelChoice(ports.model, ports.state);
  const ownInput = createOwnInput(clock);

  // Runs, one at a time.
  const spend = createSpend(clock);
  const allowances = createAllowances(ports.state, () => clock.now(), samePersonBy(ports.links));
  const settings = createPersonSettings({ detail, caps, allowances });
  const runPorts: RunPorts = {
    ...ports,
    allowances,
    modelRecords,
    questions,
    directThread: ({ platform }, senderId) => ports.chats.get(platform)?.direct?.(senderId) ?? null,
    duringOwnInput: ownInput.during,
    tell: reply,
    dayCostUsd: () => spend.today(),
    sendFile: (thread, path, signal, settles) => sendFile(thread, path, { ...ports, outbox }, signal, settles),
  };
  const outlets = { outbox, inbox, buttons, failsafe, languageOf: languages.of, detailOf: detail.of, warn };
  const pruning = createPruning({ ...ports, warn });
  const latest = createLatestRun(spend, clock, async () => {
    memory.noteEnd();
    await pruning.prune();
  });
  const queue = createRunQueue(async (command) => {
    const needs = { ...ports, modelFor: modelChoice.forSender, reply, runPorts, outlets, termsOf: standing.termsOf };
    const handle = await beginCommand(command, { ...needs, mayCall: programs.callers.mayCall });
    if (handle !== null) {
      latest.note(handle);
      void handle.ended.then(() => ports.onRunEnded?.(handle.run.runId));
      programs.noteBegun(command, handle);
    }
    standing.began(command, handle);
    homes.follow(handle);
    return handle;
  });
  const homes = createHomeDesk(
    { ...ports, buttons, queue, questions, allowances, detail, caps, languages },
    life.signal,
  );
  const shown = createShownScreens();
  const hands = createHandDesk({
    ...ports,
    outbox,
    buttons,
    runPorts,
    failsafe,
    shown,
    current: () => queue.current(),
  });

  // In: from the chats to the queue.
  const submit = createSubmit(
    { ...ports, inbox, queue, questions, reply, book: ports.skills.book, timeoutMs, languageOf: languages.of },
    life.signal,
  );
  const { standing, orderDesk, triggers } = openOrders(
    { ...ports, outbox, buttons, questions, reply, queue, submit, spend, shown, timeoutMs, warn },
    life.signal,
  );
  const stopping = { queue, inbox, questions, callers: { noteStopped: () => programs.callers.noteStopped() } };
  const stop = (request: StopRequest) =>
    stopWork({ ...stopping, reception, albums, orders: standing, stopByHand: hands.stop }, request);
  const waiting = createWaitingFiles(clock, ports.state);
  const reception = createReception({
    ...ports,
    outbox,
    buttons,
    waiting,
    submit,
    tellRun: (command, text) => tellRun(command, text, { questions, queue }),
    stop: ({ sender, thread }, all) => stop({ all, by: sender, thread, isAnsweredByEnd: true }),
  });
  const descriptions = createDescriptions({ ...ports, modelRecords, modelChoice, queue, latest, spend, outbox });
  const programs = openPrograms(
    {
      ...ports,
      ...{ queue, submit, questions, reply, timeoutMs, allowances, triggers },
      stopWork: stop,
      describeStatus: () => descriptions.describeStatus(true),
    },
    life.signal,
  );
  const gateway = createGateway({
    ...ports,
    ...descriptions,
    ...createDesks(
      { ...ports, outbox, buttons, inbox, queue, questions, languages, detail, descriptions, allowances, timeoutMs },
      life.signal,
    ),
    languages,
    reception,
    detail,
    modelChoice,
    waitingFiles: waiting,
    reply,
    buttons,
    questions,
    queue,
    submit,
    hands,
    stopWork: stop,
    isEnding: () => isEnding,
    isOwnInput: ownInput.isSuspected,
    goalOfRun: async (runId) => (await readEarlierRun(runId, recordings))?.goal ?? null,
    askMemory: (name, words) => memory.command(name, words, queue.current()?.run.runId ?? null),
    orderDesk,
  });
  const albums = createAlbums({ ...ports, gateway }, life.signal);

  function failsafe(by: StopByHand): void {
    stopByHandAt(by, { queue, orders: standing, stopByHand: hands.stop, reply });
  }

  return {
    async start() {
      const parts = { outbox, buttons, languages, spend, reception, albums, gateway, submit, standing, reply, warn };
      await takeUpWork({ ...ports, ...parts });
      pruning.nowAndThen(life.signal).catch(() => undefined);
      standing.start();
      // Even with a full disk the chats open, so that each command can say so.
      await inbox.sync().catch((error: unknown) => warn(String(error)));
      // Repeated in parallel, so that a slow one delays no other.
      await Promise.all(
        [...ports.chats.values()].map((chat) => chat.start(homes.after(albums.receive), homes.open, settings)),
      );
      await news.tellLacks();
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
    control: programs.control,
    triggers,
    askOwner: programs.askOwner,
    here: createHere({ queue, questions, spend, uncountedUsd: latest.uncountedUsd, settings: ports.settings }),
    tellReturn: news.tellReturn,
    tellEverybody: news.tellEverybody,
    welcome: () => void news.tellLacks(),
    dismiss(senderId) {
      if (queue.current()?.run.sender.id === senderId)
        queue.stop({ kind: 'person', name: 'the owner of this computer' });
      const theirs = allowances.all().filter(({ of }) => of === senderId);
      allowances.revoke(theirs.map(({ id }) => id)).catch((error: unknown) => warn(String(error)));
    },
    tellCurrent(sentence) {
      const current = queue.current();
      if (current !== null) reply(current.run.thread, [sentence]);
    },
  };
}
