/**
 * The gateway's entry before all machines: checks the sender, finds the machine, and passes the message to that one alone. It reads only machine
 * names; the machine reads the rest.
 */
import { wordsAlone } from '../../outbound/reply.ts';
import type { InboundMessage, Receipt, Thread } from '../../ports/chat.ts';
import { join, say, slash } from '../../words/say.ts';
import { isForAll, isGoal, isStop, readAddress } from './address.ts';
import { createChoosing } from './choosing.ts';
import type { Defaults } from './defaults.ts';
import { readLed } from './label-message.ts';
import { describeMachines } from './machines-view.ts';
import type { OwnButtons } from './own-buttons.ts';
import { createSending, type SendingPorts } from './sending.ts';

export interface MessageRouterPorts extends SendingPorts {
  readonly buttons: OwnButtons;
  readonly defaults: Defaults;
  readonly isAllowed: (senderId: string) => boolean;
  readonly limitTodayUsd: () => number | null;
  /** Cost of all machines today. */
  readonly spentTodayUsd: () => number;
  readonly log: { info(facts: object, text: string): void; warn(facts: object, text: string): void };
}

export interface MessageRouter {
  /** Never rejects; resolves once the message is safe here or on its machine. */
  receive(message: InboundMessage): Promise<Receipt>;
}

const NOTHING: Receipt = { toast: '' };
const LISTEN_MS = 2_000;

export function createMessageRouter(ports: MessageRouterPorts, signal: AbortSignal): MessageRouter {
  const { work, errands, inbox, outbox, openCards } = ports;

  const { yours, answer, toast, askNow, send, stop } = createSending(ports, signal);
  const { askWhich, sayWhich } = createChoosing({ ...ports, yours, answer });
  /** Those that work or ask in this thread. */
  const busyHere = (thread: Thread, senderId: string): readonly string[] =>
    yours(senderId)
      .filter(({ name, told }) => isThread(told?.run?.thread ?? null, thread) || openCards.has(name, thread))
      .map(({ name }) => name);

  /** The machine whose open question these words would answer. */
  const findListening = async ({ thread, sender }: InboundMessage, text: string): Promise<string | null> => {
    const asking = yours(sender.id).filter(({ name }) => name === ports.local || openCards.has(name, thread));
    const heard = await Promise.all(
      asking.map(async ({ name }) => [name, await work.listening(name, thread, sender, text, LISTEN_MS)] as const),
    );
    return heard.find(([, listening]) => listening === 'question' || listening === 'secret question')?.[0] ?? null;
  };

  const withText = (message: InboundMessage, text: string): InboundMessage => {
    const { content } = message;
    if (content.kind === 'text' || content.kind === 'edited' || content.kind === 'files')
      return { ...message, content: { ...content, text } };
    return message;
  };

  const takeAddressed = async (message: InboundMessage, text: string): Promise<Receipt | null> => {
    const { sender, thread } = message;
    const names = yours(sender.id).map(({ name }) => name);
    const address = readAddress(text, names);
    switch (address.kind) {
      case 'none':
        return null;
      case 'list':
        return answer(
          message,
          describeMachines({
            machines: yours(sender.id),
            chosen: ports.defaults.of(sender.id, thread),
            limitTodayUsd: ports.limitTodayUsd(),
            spentTodayUsd: ports.spentTodayUsd(),
          }),
        );
      case 'which':
        return sayWhich(message);
      case 'choose':
        if (message.content.kind === 'files') return send(withText(message, ''), address.machine);
        await ports.defaults.set(sender.id, thread, address.machine);
        return answer(message, [say`From now on what you write here goes to ${address.machine}.`]);
      case 'one':
        return isStop(address.rest)
          ? stop(withText(message, address.rest), [address.machine])
          : sendOrAnswer(withText(message, address.rest), address.machine, address.rest);
      case 'all': {
        if (!isForAll(address.rest)) return answer(message, [FOR_LOOKING]);
        const all = withText(message, address.rest);
        if (isStop(address.rest)) return stop(all, names);
        for (const name of names) await send({ ...all, updateId: `${all.updateId}@${name}` }, name);
        return NOTHING;
      }
      case 'any': {
        if (!isGoal(address.rest))
          return answer(message, [say`“any” is for something to be done: ${slash(say`on any run GOAL`)}.`]);
        const idle = yours(sender.id).find(({ isHere, told }) => isHere && told?.run === null && told.waiting === 0);
        return idle === undefined
          ? answer(message, [
              say`No computer is free right now. Name the one to do it next: ${slash(say`on NAME GOAL`)}.`,
            ])
          : send(withText(message, address.rest), idle.name);
      }
      case 'unknown':
        return answer(message, [
          address.closest === null
            ? say`I don't know a computer called ${address.name}. You can use ${join(names, ', ')}.`
            : say`I don't know a computer called ${address.name}. Did you mean ${address.closest}?`,
        ]);
    }
  };

  /** Words for an open question bypass everything that waits, and are stored nowhere on the way. */
  const sendOrAnswer = async (message: InboundMessage, machine: string, text: string): Promise<Receipt> => {
    if (machine === ports.local || !openCards.has(machine, message.thread)) return send(message, machine);
    const listening = await work.listening(machine, message.thread, message.sender, text, LISTEN_MS);
    return listening === 'question' || listening === 'secret question'
      ? askNow(message, machine)
      : send(message, machine);
  };

  const takeWords = async (message: InboundMessage): Promise<Receipt> => {
    const { content, sender, thread } = message;
    const text = 'text' in content ? content.text : '';
    const addressed = await takeAddressed(message, text);
    if (addressed !== null) return addressed;
    const names = yours(sender.id).map(({ name }) => name);
    const [only] = names;
    const chosen = ports.defaults.of(sender.id, thread);
    const usual = names.length === 1 ? (only ?? null) : chosen !== null && names.includes(chosen) ? chosen : null;
    if (content.kind === 'stop' || isStop(text)) {
      const busy = busyHere(thread, sender.id);
      const all = busy.length > 0 ? busy : usual === null ? names : [usual];
      return stop(message, all);
    }
    if (names.length === 0) return answer(message, [say`There is no computer that you may use.`]);
    const before = openCards.takenBy(message);
    if (before !== null && names.includes(before)) return send(message, before);
    const listening = content.kind === 'text' ? await findListening(message, text) : null;
    if (listening !== null) return askNow(message, listening);
    if (usual === null) return content.kind === 'deleted' ? NOTHING : askWhich(message, names);
    return send(message, usual);
  };

  const takeTap = async (message: InboundMessage, tapped: string): Promise<Receipt | null> => {
    const { sender, thread, content } = message;
    const own = ports.buttons.take(tapped, sender.id, thread);
    if (own === 'dead') return toast(thread, say`This button is no longer active.`);
    if (own?.kind === 'answer') {
      own.tell(sender);
      return toast(thread, say`Answered.`);
    }
    if (own?.kind === 'cancel') return toast(thread, errands.cancel(own.update));
    if (own !== null) {
      if (!ports.mayWork(sender.id, own.machine)) return toast(thread, NOT_YOURS);
      await ports.defaults.set(sender.id, thread, own.machine);
      if (own.kind === 'pick') await send({ ...own.message, updateId: message.updateId }, own.machine);
      // Only now, so that a button whose message is not stored yet still works after a crash.
      ports.buttons.kept().catch(() => undefined);
      return toast(thread, say`${own.machine} it is.`);
    }
    const led = readLed(tapped);
    if (led === null || content.kind !== 'tap') return null;
    if (!ports.mayWork(sender.id, led.machine)) return toast(thread, NOT_YOURS);
    return askNow({ ...message, content: { ...content, data: led.data } }, led.machine);
  };

  const take = async (message: InboundMessage): Promise<Receipt> => {
    const { sender, thread, content } = message;
    if (!ports.isAllowed(sender.id)) {
      ports.log.info({ sender: sender.id, platform: thread.platform }, 'an update from a stranger was dropped');
      return NOTHING;
    }
    if (inbox.knows(message.updateId)) return NOTHING;
    ports.languages.note(thread, sender);
    if (content.kind !== 'tap') return await takeWords(message);
    const receipt = await takeTap(message, content.data);
    if (receipt !== null) return receipt;
    return ports.local === null ? toast(thread, say`This button is no longer active.`) : askNow(message, ports.local);
  };

  return {
    async receive(message) {
      try {
        return await take(message);
      } catch (error) {
        ports.log.warn({ update: message.updateId, error: String(error) }, 'an update could not be taken');
        outbox.post(
          message.thread,
          wordsAlone([say`I couldn't save your message, so nothing was started. Send it again.`]),
        );
        return NOTHING;
      }
    },
  };
}

const NOT_YOURS = say`You may not use that computer.`;
const FOR_LOOKING = say`“all” is for looking, and for a stop: ${slash('on all status')}, ${slash('on all screenshot')}, ${slash('on all stop')}. To have something done, name one computer.`;

function isThread(one: Thread | null, other: Thread): boolean {
  return one?.platform === other.platform && one.key === other.key;
}
