/** Work by hand from the chat: see the screen, click on numbers, type, take over a paused run. */

import type { Action } from '../../action/schema.ts';
import type { LookPress } from '../../outbound/buttons.ts';
import { isOwnerAlone, type OwnerPorts } from '../../outbound/owner.ts';
import { wordsAlone } from '../../outbound/reply.ts';
import type { InboundMessage, Thread } from '../../ports/chat.ts';
import { RunStopped, type StopByHand, type StopReason } from '../../run/control.ts';
import { followPointer, guardCorner } from '../../run/life/follow-hand.ts';
import type { RunPorts } from '../../run/life/run-ports.ts';
import { centerOf, toPoint } from '../../screen/coordinates.ts';
import { middleOf, WHOLE } from '../../screen/zoom-area.ts';
import { say, slash, type Text } from '../../words/say.ts';
import type { ByHandName } from '../parse-command.ts';
import { actByHand, type ByHandRequest, createByHandSession } from './act-by-hand.ts';
import { readByHand } from './by-hand.ts';
import { sendOriginal, sendUncovered } from './original-screen.ts';
import { pointOnDisplay, type ScreenPorts, showMoreNumbers, showScreen, WHOLE_SCREEN } from './show-screen.ts';
import type { ShownScreen } from './shown-screens.ts';

export interface HandDesk {
  /** `displayIndex` null: the thread's last display, else the configured one. The sent picture settles the message, as do the following methods. */
  showScreen(asked: Sent, displayIndex: number | null): Promise<void>;
  /** Where a word stands on the screen, with buttons to click it. */
  find(asked: Sent, wanted: string): Promise<void>;
  /** The screen in its own size, as a file. */
  sendOriginal(asked: Sent, displayIndex: number): Promise<void>;
  /** Sends it without covers, to the owner alone. */
  sendUncovered(asked: Sent, displayIndex: number): Promise<void>;
  act(command: { readonly name: ByHandName; readonly rest: string }, message: Sent): Promise<void>;
  /** A button below a picture, or a point of it: `at`, 0–1000 across and down. */
  press(screen: string, press: LookPress, message: Sent, at: Spot | null): Promise<void>;
  /** Stops the act under way; false when there is none. */
  stop(reason: StopReason): boolean;
}

type Spot = { readonly x: number; readonly y: number };
type Sent = Pick<InboundMessage, 'updateId' | 'thread' | 'sender'>;

export interface HandDeskPorts extends ScreenPorts, OwnerPorts {
  readonly runPorts: RunPorts;
  readonly failsafe: (by: StopByHand) => void;
}

/** Whether it is an act, which after a crash is reported instead of repeated. */
export function isAct(press: LookPress): boolean {
  return ['number', 'middle', 'point', 'key', 'scroll'].includes(press.do);
}

export function createHandDesk(ports: HandDeskPorts): HandDesk {
  const { runPorts, shown, outbox } = ports;
  const session = createByHandSession(runPorts);

  const reply = (thread: Thread, text: Text, settles: string): void => {
    outbox.post(thread, wordsAlone([text]), settles);
  };
  /** Facts about the asker that each picture of the screen needs. */
  const askedBy = (asked: Sent) => ({
    ...WHOLE_SCREEN,
    thread: asked.thread,
    settles: asked.updateId,
    mayUncover: isOwnerAlone(asked, ports),
  });
  const displayOf = (thread: Thread): number => shown.display(thread)?.index ?? runPorts.settings.displayIndex;

  const carryOut = async (
    { updateId, thread, sender }: Sent,
    what: Pick<ByHandRequest, 'act' | 'displayIndex'>,
    below: ShownScreen | null = null,
  ): Promise<void> => {
    // Sending a file does not use the screen, so it is allowed while a run is at work.
    const isForFile = what.act.kind === 'action' && what.act.action.action === 'send_file';
    const before = ports.current()?.run;
    if (session.isAsking() || (before?.control.isPaused() && before.state().openConfirmation !== null))
      reply(thread, say`Waiting for your answer above. ${slash('stop')} cancels both.`, '');
    await session.inTurn(async () => {
      const current = ports.current();
      if (current !== null && !current.run.control.isPaused() && !isForFile)
        return reply(thread, say`A run is in progress. Send ${slash('pause')} or ${slash('stop')} first.`, updateId);
      const request = { ...what, thread, sender, updateId, paused: isForFile ? null : (current?.run ?? null) };
      const acting = new AbortController();
      runPorts.localStop.watch(() => ports.failsafe('keys'), acting.signal);
      followPointer(
        runPorts,
        guardCorner(() => ports.failsafe('corner')),
        acting.signal,
      );
      const done = await actByHand(request, session, runPorts)
        .catch((error: unknown) => {
          if (!(error instanceof RunStopped)) throw error;
          // Another kind of stop was reported where it was requested.
          return error.why.kind === 'failsafe' ? { ...STOPPED, words: sayStopped(error.why.by) } : null;
        })
        .finally(() => acting.abort());
      const { displayIndex } = what;
      if (done === null || done.words === null) return;
      if (isForFile) reply(thread, done.words, updateId);
      else {
        const { words, ring, isToldWhy } = done;
        // After a card in between, the picture is posted anew, as nobody would look above the card.
        const replaces = done.hasAsked ? null : (below?.posting ?? null);
        const area = below === null || isToldWhy ? WHOLE : below.area;
        await showScreen(
          { ...askedBy({ updateId, thread, sender }), words, ring, isToldWhy, area, replaces, displayIndex },
          ports,
        );
      }
    });
  };

  const clickNumber = async (id: string | null, number: number, message: Sent): Promise<void> => {
    const screen = id === null ? shown.latest(message.thread) : shown.find(id);
    if (screen === null) return reply(message.thread, id === null ? NO_NUMBERS : TOO_OLD, message.updateId);
    const element = screen.numbers.get(number);
    if (element === undefined)
      return reply(
        message.thread,
        screen.numbers.size === 0
          ? say`That picture has no numbers. ${slash('screenshot')} shows the screen as it is now.`
          : say`There is no ${number} on that picture: it has 1 to ${screen.numbers.size}.`,
        message.updateId,
      );
    const { display } = screen.observation.frame;
    // Recognised text is no listed element, so it is identified by its place and pixels.
    const at = element.isRead === true ? toPoint(centerOf(element, display)) : { element };
    const act = { kind: 'pointed', at, on: screen.observation } as const;
    await carryOut(message, { act, displayIndex: display.index });
  };

  return {
    showScreen: (asked, displayIndex) =>
      showScreen({ ...askedBy(asked), displayIndex: displayIndex ?? displayOf(asked.thread) }, ports),
    find: (asked, wanted) => showScreen({ ...askedBy(asked), displayIndex: displayOf(asked.thread), wanted }, ports),
    sendOriginal: (asked, displayIndex) => sendOriginal(asked, displayIndex, ports),
    sendUncovered: (asked, displayIndex) => sendUncovered(asked, displayIndex, ports),
    async act(command, message) {
      const read = readByHand(command.name, command.rest);
      if (!read.ok) return reply(message.thread, read.reason, message.updateId);
      if ('number' in read) return await clickNumber(null, read.number, message);
      const act = { kind: 'action', action: read.action } as const;
      await carryOut(message, { act, displayIndex: displayOf(message.thread) });
    },
    async press(id, press, message, at) {
      const { thread, updateId: settles } = message;
      const screen = shown.find(id);
      if (press.do === 'number') return await clickNumber(id, press.number, message);
      if (press.do === 'fresh' || screen === null) {
        const displayIndex = screen?.observation.frame.display.index ?? displayOf(thread);
        const words = press.do === 'fresh' ? '' : TOO_OLD;
        return await showScreen({ ...askedBy(message), displayIndex, words }, ports);
      }
      const { display } = screen.observation.frame;
      const { index: displayIndex } = display;
      if (press.do === 'key' || press.do === 'scroll') {
        const action = handAction(press);
        return await carryOut(message, { act: { kind: 'action', action }, displayIndex }, screen);
      }
      if (press.do === 'more') return await showMoreNumbers(screen, settles, ports);
      if (press.do === 'zoom')
        return await showScreen({ ...askedBy(message), displayIndex, area: press.area, isGrid: true }, ports);
      if (press.do === 'point' && at === null) return reply(thread, NO_POINT, settles);
      const spot = at === null ? middleOf(screen.area ?? WHOLE) : pointOnDisplay(screen, at);
      const act = { kind: 'pointed', at: spot, on: screen.observation } as const;
      await carryOut(message, { act, displayIndex });
    },
    stop: (reason) => session.stop(reason),
  };
}

const STOPPED = { ring: null, isToldWhy: false, hasAsked: false } as const;

function handAction(press: Extract<LookPress, { readonly do: 'key' | 'scroll' }>): Action {
  return press.do === 'key'
    ? { action: 'key', keys: press.keys, repeat: 1 }
    : { action: 'scroll', direction: press.direction, amount: SCROLL_NOTCHES };
}

/** About half a window. */
const SCROLL_NOTCHES = 5;

function sayStopped(by: StopByHand): Text {
  return by === 'corner'
    ? say`Stopped: the mouse was pushed into the top-left corner.`
    : say`Stopped: the stop keys were pressed on the computer.`;
}

const NO_POINT = say`Nothing was clicked: that tap didn't say where.`;
const NO_NUMBERS = say`There is no picture with numbers yet. ${slash('screenshot')} sends one.`;
const TOO_OLD = say`That picture is too old: this is how it looks now.`;
