/** Another program's look at the screen: the owner is asked before its first one. */
import type { Caller, CallerBook } from '../callers/caller-book.ts';
import { askYes, isYes } from '../outbound/ask-yes.ts';
import { findOwner, type OwnerPorts } from '../outbound/owner.ts';
import type { Questions } from '../outbound/questions.ts';
import type { Clock } from '../ports/clock.ts';
import { refuseProgram } from '../ports/control.ts';
import type { Desktop } from '../ports/desktop.ts';
import { anySignal, withLimit } from '../ports/waits/abort-signals.ts';
import { ELEMENTS_HEAD, renderElement } from '../screen/element-line.ts';
import { findDisplay, type Observation, observe } from '../screen/observe.ts';
import { oneLine, shorten } from '../words/amounts.ts';
import { say } from '../words/say.ts';
import { english } from '../words/speak.ts';
import { fence } from '../words/untrusted.ts';

export interface CallerLookPorts extends OwnerPorts {
  readonly clock: Clock;
  readonly desktop: Desktop;
  readonly questions: Pick<Questions, 'ask'>;
  readonly settings: { readonly displayIndex: number };
  readonly timeoutMs: number;
}

const LOOK_MS = 10_000;
/** Shorter than the minute that callers wait for an answer; the question stays open. */
const PATIENCE_MS = 45_000;
const NOT_AGAIN_MS = 10 * 60_000;
const MOST_ELEMENTS = 200;

export interface CallerLook {
  /** Resolves once the program may see the screen; rejects with `ControlRefusal` when the owner refuses, or has not answered yet. */
  mayLook(caller: Caller, signal: AbortSignal): Promise<void>;
  look(display: number | undefined, signal: AbortSignal): Promise<Observation>;
}

export function createCallerLook(ports: CallerLookPorts, book: CallerBook, life: AbortSignal): CallerLook {
  const { clock, questions } = ports;
  const asking = new Map<string, Promise<boolean>>();
  const deniedAt = new Map<string, number>();

  /** Asks with one card at a time, however often the program calls meanwhile. */
  async function ask(caller: Caller): Promise<boolean> {
    const owner = findOwner(ports);
    if (owner === null) throw refuseProgram(NOBODY, 2);
    const text = [
      {
        bold: say`May the program ${caller.name} see this screen?`,
      },
      '\n',
      say`It then gets pictures of the screen, what is listed on it, and what its runs report, whenever it asks, until its token ends.`,
    ];
    const { thread, id: of } = owner;
    const { timeoutMs } = ports;
    const mayLook = isYes(await askYes({ thread, of, text, mustArrive: true, timeoutMs }, questions, life));
    if (mayLook) await book.letSee(caller);
    else deniedAt.set(caller.hash, clock.elapsed());
    return mayLook;
  }

  return {
    async mayLook(caller, signal) {
      if (caller.may_see) return;
      const denied = deniedAt.get(caller.hash);
      if (denied !== undefined && clock.elapsed() < denied + NOT_AGAIN_MS) throw refuseProgram(DENIED);
      const asked = asking.get(caller.hash) ?? ask(caller).finally(() => asking.delete(caller.hash));
      asking.set(caller.hash, asked);
      asked.catch(() => undefined);
      const over = new AbortController();
      const patience = anySignal(signal, over.signal);
      const answer = await Promise.race([asked, clock.sleep(PATIENCE_MS, patience).then(() => null)]).finally(() =>
        over.abort(),
      );
      if (answer === null) throw refuseProgram(NOT_YET);
      if (!answer) throw refuseProgram(DENIED);
    },
    async look(wanted, signal) {
      const until = withLimit(LOOK_MS, signal);
      const { index } = await findDisplay(wanted ?? ports.settings.displayIndex, ports.desktop, until);
      if (wanted !== undefined && wanted !== index) throw refuseProgram(`There is no display ${wanted}.`);
      return await observe({ displayIndex: index, ring: null, zoom: null }, ports.desktop, until);
    },
  };
}

/** Window, address and elements are data, whatever they say. */
export function describeLook({ front, address, elements, elementsNote, frame }: Observation): string {
  const listed = elements.slice(0, MOST_ELEMENTS).map((element) => renderElement(element, frame.display));
  const left = elements.length - listed.length;
  const note = english(elementsNote);
  const lines = [
    front.app === '' && front.title === ''
      ? 'No window is in front.'
      : `In front: ${JSON.stringify(shorten(oneLine(front.app), 48))}, window ${JSON.stringify(shorten(oneLine(front.title), 120))}`,
    ...(address === undefined ? [] : [`Address: ${shorten(oneLine(address), 300)}`]),
    ...(listed.length === 0 ? [] : [ELEMENTS_HEAD, ...listed]),
    ...(left > 0 ? [`(${left} more are not listed)`] : []),
    ...(note === '' ? [] : [note]),
  ];
  return fence('screen', lines.join('\n'));
}

const DENIED = 'The owner of this computer does not let this program see the screen. Ask them before you try again.';
const NOT_YET =
  'The owner is asked on their phone whether this program may see the screen. Call again once they said yes.';
const NOBODY =
  'There is nobody who could allow it: no phone is connected. Connect one with deskhand pair, or set WEB_CHAT=on.';
