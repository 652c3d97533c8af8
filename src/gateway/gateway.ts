/** The one way in: authorize, dedupe, journal, understand, and return within milliseconds; the work itself goes on behind. */
import type { InboundMessage, Receipt, Sender, Thread } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import type { RunQueue } from '../run/queue.ts';
import { say, type Text } from '../words/say.ts';
import { speak } from '../words/speak.ts';
import type { AfterRunDesk } from './after-run.ts';
import type { ButtonMeaning, Buttons } from './buttons.ts';
import type { DetailOf } from './detail.ts';
import { type HandDesk, isAct } from './hand-desk.ts';
import type { Asks, Inbox, QueuedCommand, Received } from './inbox.ts';
import type { Languages } from './languages.ts';
import type { Outbox } from './outbox.ts';
import {
  type Command,
  isByHandCommand,
  type MemoryName,
  type Parsed,
  parseCommand,
  readContinued,
} from './parse-command.ts';
import { readPlainWord } from './plain-words.ts';
import { isSameThread, type Questions } from './questions.ts';
import type { QueueCards } from './queue-card.ts';
import type { Reception } from './reception.ts';
import { renderHelp, renderStart } from './replies.ts';
import type { SkillsDesk } from './skills-desk.ts';
import type { SpokenSpan } from './spoken.ts';
import { type WaitingFiles, withFiles } from './waiting-files.ts';

export interface GatewayPorts {
  readonly isAllowed: (senderId: string) => boolean;
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly languages: Languages;
  readonly buttons: Buttons;
  readonly questions: Questions;
  readonly queue: RunQueue;
  readonly queueCards: QueueCards;
  readonly detail: DetailOf;
  readonly clock: Clock;
  /** Takes a command to its run; asks first when it is old. */
  readonly submit: (command: QueuedCommand) => void;
  readonly hands: Pick<HandDesk, 'showScreen' | 'sendOriginal' | 'act' | 'press'>;
  /** Files and voice notes, taken in behind. */
  readonly reception: Reception;
  readonly waitingFiles: WaitingFiles;
  /** Ends what is under way; what the person is told. */
  readonly stopWork: (request: {
    readonly all: boolean;
    readonly by: Sender;
    readonly thread: Thread;
  }) => readonly SpokenSpan[];
  readonly describeStatus: () => Promise<readonly SpokenSpan[]>;
  /** What an earlier run was asked to do; null when there is no such run. */
  readonly goalOfRun: (runId: string) => Promise<string | null>;
  readonly askMemory: (name: MemoryName, words: string) => Promise<readonly SpokenSpan[]>;
  readonly describeWhy: () => Promise<readonly SpokenSpan[]>;
  readonly sendTrace: (thread: Thread) => Promise<void>;
  readonly describeCost: () => Promise<readonly SpokenSpan[]>;
  readonly skillsDesk: SkillsDesk;
  /** Whether what arrives now may be of our own making. */
  readonly isOwnInput: () => boolean;
  /** Offers to keep this run as a skill. */
  readonly afterRun: AfterRunDesk;
  readonly saveSkill: (run: string, message: Pick<InboundMessage, 'thread' | 'sender'>) => Promise<void>;
  readonly log: { info(facts: object, text: string): void; warn(facts: object, text: string): void };
}

const OWN_INPUT = say`Not taken: it came while I was acting in a window that shows this chat. Send it again in a few seconds.`;

export interface Gateway {
  /** Never rejects. Resolves when the update is safely noted, so that the platform may forget it. */
  receive(message: InboundMessage): Promise<Receipt>;
}

const NOTHING: Receipt = { toast: '' };
/** What is kept of an answer to a secret question. */
const SECRET = { kind: 'text', text: '(secret)' } as const;

export function createGateway(ports: GatewayPorts): Gateway {
  const { inbox, outbox, queue, log } = ports;

  const reply = (thread: Thread, text: readonly SpokenSpan[], settles?: string): void => {
    outbox.post(thread, { kind: 'reply', text, picture: null, buttons: [], file: null, again: {} }, settles);
  };

  /** What takes longer than a moment goes on behind; its trouble is said in the thread. */
  const behind = (thread: Thread, work: Promise<void>, settles?: string): void => {
    work.catch((error: unknown) => {
      log.warn({ error: String(error) }, 'a command failed');
      reply(thread, [say`That did not work: ${error instanceof Error ? error.message : String(error)}`], settles);
    });
  };

  return {
    async receive(message) {
      try {
        return await take(message);
      } catch (error) {
        log.warn({ update: message.updateId, error: String(error) }, 'an update could not be taken');
        // It may have been written and not put onto the disk: what is told now must hold after a restart too.
        inbox.refuse(message.updateId, 'it could not be noted, and was told so');
        reply(message.thread, [
          say`I could not note your message, so nothing was started. ${error instanceof Error ? error.message : String(error)} Send it again when that is mended.`,
        ]);
        return NOTHING;
      }
    },
  };

  async function take(message: InboundMessage): Promise<Receipt> {
    const { sender, thread, content } = message;
    if (!ports.isAllowed(sender.id)) {
      log.info({ sender: sender.id, platform: thread.platform }, 'an update from a stranger was dropped');
      return NOTHING;
    }
    ports.languages.note(thread, sender);
    if (content.kind === 'stop') return await takeStop(message, false);
    const parsed = 'text' in content ? parseCommand(withSlash(content.text, thread, sender)) : null;
    if (parsed?.kind === 'command' && parsed.command.name === 'stop')
      return await takeStop(message, parsed.command.all);
    if (ports.isOwnInput() && !isHolding(message)) return await refuseOwnInput(message);
    if (content.kind === 'tap') return await takeTap(message, ports.buttons.find(content.data));
    if (content.kind === 'files' || content.kind === 'voice') return await takeReceived(message, content, parsed);
    if (parsed === null) return NOTHING;
    const continued = readContinued('text' in content ? content.text : '');
    const goal = continued === null ? goalOf(parsed, thread, sender) : await ports.goalOfRun(continued);
    const isSecret = parsed.kind === 'plain' && ports.questions.listening(thread, sender) === 'secret question';
    const asks = goal !== null ? { goal } : isByHand(parsed) ? 'act' : 'nothing';
    if (!inbox.accept(isSecret ? { ...message, content: SECRET } : message, asks)) return NOTHING;
    if (goal !== null) ports.waitingFiles.forget(thread, sender);
    await inbox.sync();
    carryOut(parsed, goal, message);
    return isSecret ? { toast: '', isSecret } : NOTHING;
  }

  /** In Slack the plain word is the command, unless the person was asked something: then it is the answer. */
  function withSlash(text: string, thread: Thread, sender: Sender): string {
    const isCommand = thread.platform === 'slack' && ports.questions.listening(thread, sender) === 'nothing';
    return (isCommand ? readPlainWord(text) : null) ?? text;
  }

  /** Holding things up is obeyed whoever it comes from. */
  function isHolding({ content }: InboundMessage): boolean {
    const meaning = content.kind === 'tap' ? ports.buttons.find(content.data) : null;
    return meaning?.kind === 'stop' || meaning?.kind === 'pause';
  }

  /** It may have been typed or pressed by ourselves, for whoever has talked the model into it. */
  async function refuseOwnInput(message: InboundMessage): Promise<Receipt> {
    if (!inbox.accept(message, 'nothing')) return NOTHING;
    await inbox.sync();
    log.warn(
      { update: message.updateId },
      'an update was refused: our own input was going into a window with this chat',
    );
    if (message.content.kind === 'tap') return { toast: speak(OWN_INPUT, ports.languages.of(message.thread)) };
    reply(message.thread, [OWN_INPUT]);
    return NOTHING;
  }

  /** A stop is obeyed before anything is written, and also when nothing can be written. */
  async function takeStop(message: InboundMessage, all: boolean): Promise<Receipt> {
    const said = ports.stopWork({ all, by: message.sender, thread: message.thread });
    try {
      if (!inbox.accept(message, 'nothing')) return NOTHING;
      await inbox.sync();
    } catch (error) {
      log.warn({ update: message.updateId, error: String(error) }, 'a stop was obeyed and could not be noted');
    }
    reply(message.thread, said);
    return NOTHING;
  }

  /** The goal this message asks for as a new run; null when it is something else. Decides the order for plain messages. */
  function goalOf(parsed: Parsed, thread: Thread, sender: Sender): string | null {
    const goal = bareGoalOf(parsed, thread, sender);
    return goal === null ? null : withFiles(goal, ports.waitingFiles.find(thread, sender));
  }

  function bareGoalOf(parsed: Parsed, thread: Thread, sender: Sender): string | null {
    if (parsed.kind === 'command') return parsed.command.name === 'run' ? parsed.command.goal : null;
    if (parsed.kind === 'wrong' || parsed.text === '') return null;
    return ports.questions.listening(thread, sender) !== 'nothing' || runOf(thread) !== null ? null : parsed.text;
  }

  /** The words below a file are a goal, or go to the question or the run of this thread; what takes time goes on behind. */
  async function takeReceived(message: InboundMessage, received: Received, words: Parsed | null): Promise<Receipt> {
    const { thread, sender } = message;
    const goal = words === null ? null : bareGoalOf(words, thread, sender);
    if (!inbox.accept(message, goal === null ? 'act' : { goal })) return NOTHING;
    await inbox.sync();
    behind(thread, ports.reception.take(commandOf(message, goal ?? ''), received, goal), message.updateId);
    return NOTHING;
  }

  function runOf(thread: Thread) {
    const current = queue.current();
    return current !== null && isSameThread(current.run.thread, thread) ? current : null;
  }

  function carryOut(parsed: Parsed, goal: string | null, message: InboundMessage): void {
    const { thread, sender } = message;
    if (goal !== null) {
      ports.submit(commandOf(message, goal));
    } else if (parsed.kind === 'wrong') {
      reply(thread, [parsed.reason]);
    } else if (parsed.kind === 'command') {
      carryOutCommand(parsed.command, message);
    } else if (!ports.questions.tell(thread, sender, parsed.text)) {
      const current = runOf(thread);
      if (current === null) return;
      current.hint(sender.id, parsed.text);
      reply(thread, [say`Noted; the run takes it into account with its next step.`]);
    }
  }

  function carryOutCommand(command: Command, message: InboundMessage): void {
    const { thread, sender } = message;
    switch (command.name) {
      case 'screenshot':
        behind(thread, ports.hands.showScreen(thread, command.display));
        break;
      case 'status':
        behind(
          thread,
          ports.describeStatus().then((text) => reply(thread, text)),
        );
        break;
      case 'detail':
        behind(
          thread,
          ports.detail.change(thread, command.rest).then((text) => reply(thread, [text])),
        );
        break;
      case 'queue':
        ports.queueCards.show(thread);
        break;
      case 'pause':
        reply(thread, [
          queue.current()?.pause(sender.name)
            ? say`Paused before the next step. /resume goes on.`
            : say`There is nothing to pause.`,
        ]);
        break;
      case 'resume':
        if (command.run !== null) reply(thread, [say`There is no run ${Number(command.run)}.`]);
        else reply(thread, [queue.current()?.resume(sender.name) ? say`Going on.` : say`Nothing is paused.`]);
        break;
      case 'why':
        behind(
          thread,
          command.isRaw ? ports.sendTrace(thread) : ports.describeWhy().then((text) => reply(thread, text)),
        );
        break;
      case 'cost':
        behind(
          thread,
          ports.describeCost().then((text) => reply(thread, text)),
        );
        break;
      case 'skills':
        behind(thread, openSkills(command.rest, message));
        break;
      case 'help':
        reply(thread, renderHelp());
        break;
      case 'start':
        reply(thread, renderStart(sender.name));
        break;
      case 'memory':
      case 'remember':
      case 'forget':
      case 'record':
        behind(
          thread,
          ports.askMemory(command.name, command.words).then((text) => reply(thread, text)),
        );
        break;
      case 'click':
      case 'type':
      case 'key':
      case 'scroll':
      case 'open':
      case 'get':
        behind(thread, ports.hands.act(command, message), message.updateId);
        break;
      case 'run':
      case 'stop':
        // Taken before: see take and takeStop.
        break;
    }
  }

  async function openSkills(rest: string, message: InboundMessage): Promise<void> {
    const saves = /^save\s+(?:run\s+)?(\d{1,6})$/i.exec(rest)?.[1];
    return saves === undefined
      ? await ports.skillsDesk.open(rest, message.thread)
      : await ports.saveSkill(saves.padStart(6, '0'), message);
  }

  async function takeTap(message: InboundMessage, meaning: ButtonMeaning | null): Promise<Receipt> {
    // A stop is obeyed before anything is written.
    const stopped = meaning?.kind === 'stop' ? obeyTap(message, meaning) : null;
    if (meaning?.kind === 'heard' && meaning.of === message.sender.id) return await takeHeard(message, meaning.text);
    const goal = meaning?.kind === 'again' || meaning?.kind === 'run' ? meaning.goal : null;
    if (!inbox.accept(message, goal === null ? owedFor(meaning) : { goal })) return NOTHING;
    if (goal !== null) {
      // Works once, also when it is tapped again at once; and its run must not be on the disk before the tap is.
      if (message.content.kind === 'tap') ports.buttons.forget([message.content.data]);
      await inbox.sync();
    }
    const toast = stopped ?? (meaning === null ? say`This button is no longer active.` : obeyTap(message, meaning));
    await inbox.sync();
    return { toast: speak(toast, ports.languages.of(message.thread)) };
  }

  /** What was heard counts from now on as written. */
  async function takeHeard(message: InboundMessage, text: string): Promise<Receipt> {
    const { thread, sender, content } = message;
    const words: Parsed = { kind: 'plain', text };
    const goal = goalOf(words, thread, sender);
    if (!inbox.accept(message, goal === null ? 'nothing' : { goal })) return NOTHING;
    if (content.kind === 'tap') ports.reception.decide(content.data, say`Run.`);
    if (goal !== null) ports.waitingFiles.forget(thread, sender);
    await inbox.sync();
    carryOut(words, goal, message);
    return NOTHING;
  }

  /** The toast. */
  function obeyTap(message: InboundMessage, meaning: ButtonMeaning): Text {
    const { thread, sender } = message;
    const current = queue.current();
    const isCurrent = 'run' in meaning && current?.run.runId === meaning.run;
    switch (meaning.kind) {
      case 'choice':
        return ports.questions.choose(meaning.question, meaning.value, sender);
      case 'stop':
        if (!isCurrent) return say`That run has ended.`;
        current.stop({ kind: 'person', name: sender.name });
        return say`Stopped.`;
      case 'pause':
        return isCurrent && current.pause(sender.name)
          ? say`Paused before the next step.`
          : say`There is nothing to pause.`;
      case 'resume':
        return isCurrent && current.resume(sender.name) ? say`Going on.` : say`Nothing is paused.`;
      case 'queue':
        return message.content.kind === 'tap' ? ports.queueCards.press(meaning, message.content.data, sender) : '';
      case 'heard':
        return say`Only the person who spoke can decide.`;
      case 'unheard':
        if (meaning.of !== sender.id) return say`Only the person who spoke can decide.`;
        if (message.content.kind === 'tap') ports.reception.decide(message.content.data, say`Cancelled.`);
        return say`Cancelled.`;
      case 'take over':
        if (!isCurrent) return say`That run has ended.`;
        current.pause(sender.name);
        behind(thread, ports.hands.showScreen(thread, null));
        return say`It is yours. “Continue” gives it back.`;
      case 'screen':
        behind(thread, ports.hands.showScreen(thread, null));
        return '';
      case 'original':
        behind(thread, ports.hands.sendOriginal(thread, meaning.display));
        return '';
      case 'look':
        behind(
          thread,
          ports.hands.press(meaning.look, meaning.press, message),
          isAct(meaning.press) ? message.updateId : undefined,
        );
        return '';
      case 'skills':
        behind(thread, ports.skillsDesk.turn(meaning.tap));
        return '';
      case 'report':
        behind(thread, ports.afterRun.sendReport(meaning.of, thread));
        return '';
      case 'good':
      case 'bad':
        behind(thread, ports.afterRun.takeFeedback(meaning.of, meaning.kind === 'good', message));
        return '';
      case 'skill':
        behind(thread, ports.saveSkill(meaning.of, message));
        return '';
      case 'again':
      case 'run':
        ports.submit({
          update: message.updateId,
          goal: meaning.goal,
          thread,
          sender,
          sentAt: new Date(ports.clock.now()).toISOString(),
        });
        return meaning.kind === 'again' ? say`Once more.` : say`Starting.`;
    }
  }
}

function commandOf({ updateId, thread, sender, sentAt, content }: InboundMessage, goal: string): QueuedCommand {
  const continues = content.kind === 'text' ? readContinued(content.text) : null;
  const command = { update: updateId, goal, thread, sender, sentAt: new Date(sentAt).toISOString() };
  return continues === null ? command : { ...command, continues };
}

function isByHand(parsed: Parsed): boolean {
  return parsed.kind === 'command' && isByHandCommand(parsed.command);
}

/** What a tap is told about after a crash. */
function owedFor(meaning: ButtonMeaning | null): Asks {
  return meaning?.kind === 'look' && isAct(meaning.press) ? 'act' : 'nothing';
}
