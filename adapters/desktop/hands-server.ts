/** The hands process's end of the channel: carries out calls, aborts them when told, and goes when its parent goes. */
import type { z } from 'zod';
import { type Desktop, DesktopLost, Refused } from '../../src/ports/desktop.ts';
import type { Pictures } from '../../src/ports/pictures.ts';
import { SaidError } from '../../src/words/said-error.ts';
import type { Text } from '../../src/words/say.ts';
import { CALLS, type HandsReply, requestSchema } from './hands-protocol.ts';

export interface HandsParts {
  readonly desktop: Desktop;
  readonly pictures: Pictures;
  /** Resolves when the display has gone. */
  readonly lost: Promise<DesktopLost>;
}

/** The channel to the parent: `process` in a forked child. */
export interface ParentChannel {
  send(message: HandsReply, sent: () => void): void;
  onMessage(listener: (message: unknown) => void): void;
  onDisconnect(listener: () => void): void;
  exit(): void;
}

type Runner = (args: unknown, signal: AbortSignal) => Promise<unknown>;

/** Opens the parts, says ready, and serves until the parent says close or is gone, or the display is gone. */
export function serveHands(open: () => Promise<HandsParts>, channel: ParentChannel): void {
  const running = new Map<number, AbortController>();
  let parts: HandsParts | null = null;
  const opening = open();
  const runners = opening.then(createRunners);
  // A failed opening is reported below; calls that came before fail with it.
  runners.catch(noop);

  const leave = async (): Promise<void> => {
    for (const controller of running.values()) controller.abort(new Error('hands are closing'));
    try {
      await parts?.desktop.close();
    } finally {
      channel.exit();
    }
  };
  const reportLost = (why: Text): void => channel.send({ kind: 'lost', why }, () => channel.exit());

  const carryOut = async (id: number, name: string, args: unknown): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const runner = (await runners).get(name);
      if (runner === undefined) throw new Error(`hands know no "${name}"`);
      const value = await runner(args, controller.signal);
      channel.send({ kind: 'done', id, value }, noop);
    } catch (error) {
      channel.send({ kind: 'failed', id, ...describeFailure(error, controller.signal) }, noop);
    } finally {
      running.delete(id);
    }
  };

  channel.onMessage((message) => {
    const request = requestSchema.parse(message);
    if (request.kind === 'call') carryOut(request.id, request.name, request.args);
    if (request.kind === 'abort') running.get(request.id)?.abort(new Error('aborted'));
    if (request.kind === 'close') leave();
  });
  channel.onDisconnect(leave);
  opening.then(
    (opened) => {
      parts = opened;
      opened.lost.then((error) => reportLost(error.text));
      channel.send({ kind: 'ready' }, noop);
    },
    (error: unknown) => reportLost(wordsOf(error)),
  );
}

function createRunners({ desktop, pictures }: HandsParts): ReadonlyMap<string, Runner> {
  const runners: Readonly<Record<keyof typeof CALLS, Runner>> = {
    describe: take(CALLS.describe.args, (_, signal) => desktop.describe(signal)),
    capture: take(CALLS.capture.args, ([request], signal) => desktop.capture(request, signal)),
    fingerprint: take(CALLS.fingerprint.args, ([display], signal) => desktop.fingerprint(display, signal)),
    glimpse: take(CALLS.glimpse.args, (_, signal) => desktop.glimpse(signal)),
    front: take(CALLS.front.args, (_, signal) => desktop.front(signal)),
    elements: take(CALLS.elements.args, ([request], signal) => desktop.elements(request, signal)),
    windowAt: take(CALLS.windowAt.args, ([place], signal) => desktop.windowAt(place, signal)),
    titles: take(CALLS.titles.args, (_, signal) => desktop.titles(signal)),
    webElements: take(CALLS.webElements.args, ([display], signal) => desktop.webElements(display, signal)),
    press: take(CALLS.press.args, ([element], signal) => desktop.press(element, signal)),
    focus: take(CALLS.focus.args, ([element], signal) => desktop.focus(element, signal)),
    setValue: take(CALLS.setValue.args, ([element, text], signal) => desktop.setValue(element, text, signal)),
    cursor: take(CALLS.cursor.args, (_, signal) => desktop.cursor(signal)),
    move: take(CALLS.move.args, ([to], signal) => desktop.move(to, signal)),
    click: take(CALLS.click.args, ([at, button, count], signal) => desktop.click(at, button, count, signal)),
    mouseDown: take(CALLS.mouseDown.args, ([at], signal) => desktop.mouseDown(at, signal)),
    mouseUp: take(CALLS.mouseUp.args, ([at], signal) => desktop.mouseUp(at, signal)),
    drag: take(CALLS.drag.args, ([from, to], signal) => desktop.drag(from, to, signal)),
    scroll: take(CALLS.scroll.args, ([at, direction, amount], signal) => desktop.scroll(at, direction, amount, signal)),
    type: take(CALLS.type.args, ([text], signal) => desktop.type(text, signal)),
    key: take(CALLS.key.args, ([keys, repeat], signal) => desktop.key(keys, repeat, signal)),
    holdKey: take(CALLS.holdKey.args, ([keys, ms], signal) => desktop.holdKey(keys, ms, signal)),
    keepDown: take(CALLS.keepDown.args, ([keys], signal) => desktop.keepDown(keys, signal)),
    clipboardRead: take(CALLS.clipboardRead.args, (_, signal) => desktop.clipboardRead(signal)),
    clipboardCopy: take(CALLS.clipboardCopy.args, (_, signal) => desktop.clipboardCopy(signal)),
    clipboardWrite: take(CALLS.clipboardWrite.args, ([text], signal) => desktop.clipboardWrite(text, signal)),
    presence: take(CALLS.presence.args, (_, signal) => desktop.presence(signal)),
    presses: take(CALLS.presses.args, (_, signal) => desktop.presses(signal)),
    wake: take(CALLS.wake.args, (_, signal) => desktop.wake(signal)),
    stayAwake: take(CALLS.stayAwake.args, ([isWanted], signal) => desktop.stayAwake(isWanted, signal)),
    releaseAll: take(CALLS.releaseAll.args, (_, signal) => desktop.releaseAll(signal)),
    cut: take(CALLS.cut.args, ([jpeg, request], signal) => pictures.cut(jpeg, request, signal)),
    cover: take(CALLS.cover.args, ([jpeg, boxes], signal) => pictures.cover(jpeg, boxes, signal)),
    animate: take(CALLS.animate.args, ([jpegs, request], signal) => pictures.animate(jpegs, request, signal)),
    stack: take(CALLS.stack.args, ([jpegs], signal) => pictures.stack(jpegs, signal)),
    mark: take(CALLS.mark.args, ([jpeg, request], signal) => pictures.mark(jpeg, request, signal)),
    adopt: take(CALLS.adopt.args, ([given, request], signal) => pictures.adopt(given, request, signal)),
    findAgain: take(CALLS.findAgain.args, ([before, now, at], signal) => pictures.findAgain(before, now, at, signal)),
  };
  return new Map(Object.entries(runners));
}

function take<Args>(schema: z.ZodType<Args>, run: (args: Args, signal: AbortSignal) => Promise<unknown>): Runner {
  return (args, signal) => run(schema.parse(args), signal);
}

function describeFailure(
  error: unknown,
  signal: AbortSignal,
): { readonly failure: 'refused' | 'lost' | 'aborted' | 'error'; readonly text: Text } {
  const text = wordsOf(error);
  if (error instanceof Refused) return { failure: 'refused', text };
  if (error instanceof DesktopLost) return { failure: 'lost', text };
  return { failure: signal.aborted && error === signal.reason ? 'aborted' : 'error', text };
}

/** A library's words cross as they are: a string. */
function wordsOf(error: unknown): Text {
  if (error instanceof SaidError) return error.text;
  return error instanceof Error ? error.message : String(error);
}

function noop(): void {}
