/**
 * What was handed to other machines: kept on the disk until the machine has it or its time is over, handed over again until then, and told
 * to whoever sent it. It goes to the machine it was meant for, or to none.
 */
import type { Inbox } from '../../inbox/inbox.ts';
import type { Outbox, Posting } from '../../outbound/outbox.ts';
import { wordsAlone } from '../../outbound/reply.ts';
import type { SpokenButton, SpokenSpan } from '../../outbound/spoken.ts';
import type { InboundMessage, Thread } from '../../ports/chat.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Taken, Work } from '../../ports/work.ts';
import { say, type Text } from '../../words/say.ts';

export interface ErrandPorts {
  readonly work: Work;
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly clock: Clock;
  /** A button that takes this errand back, also after a restart. */
  readonly cancelButton: (senderId: string, thread: Thread, update: string) => Promise<SpokenButton>;
  readonly warn: (problem: string) => void;
}

export interface Errands {
  /** Keeps it and hands it over in the background; resolves once it is on the disk. False: it was taken before. Rejects when it cannot be kept. */
  take(message: InboundMessage, machine: string): Promise<boolean>;
  taken(machine: string, update: string, what: Taken): void;
  /** Does not hand it over any more; what the person is told. */
  cancel(update: string): Text;
  /** Those that something waits for. */
  machines(): readonly string[];
  /** This machine is none of the fleet any more: what waits for it is given up, and told. */
  drop(machine: string): void;
  /** Hands over again what an earlier life left. */
  resume(): void;
}

/** How long a machine may be away until what waits for it is given up. */
const WAITS_MS = 60 * 60_000;
/** The way has kept a command within milliseconds; after this it is told that it waits, for the server is down. */
const UNKEPT_MS = 2_000;
/** A machine that is there has a command within milliseconds; after this it is told that it waits. */
const TOLD_AFTER_MS = 12_000;
/** A machine that is there and has not said that it has a command gets it again: it takes each once. */
const AGAIN_MS = 10_000;
const FAILED_MS = 1_000;
/** What a machine reports at the last moment is on its way for so long. */
const GRACE_MS = 5_000;

interface Errand {
  readonly message: InboundMessage;
  readonly machine: string;
  readonly until: number;
  readonly life: AbortController;
  /** The card that says that it waits. */
  card: Posting | null;
}

export function createErrands(ports: ErrandPorts, signal: AbortSignal): Errands {
  const { work, inbox, outbox, clock } = ports;
  const open = new Map<string, Errand>();
  /** By machine, the last handover: one that is not kept yet holds up what was sent to the same machine after it. */
  const handovers = new Map<string, Promise<void>>();

  const settle = (errand: Errand, why: string): void => {
    open.delete(errand.message.updateId);
    errand.life.abort();
    inbox.refuse(errand.message.updateId, why);
  };

  const tell = (errand: Errand, text: readonly SpokenSpan[]): void => {
    open.delete(errand.message.updateId);
    errand.life.abort();
    if (errand.card === null) outbox.post(errand.message.thread, wordsAlone(text), errand.message.updateId);
    else {
      outbox.close(errand.card, wordsAlone(text));
      inbox.refuse(errand.message.updateId, 'its card says so');
    }
  };

  const showWaiting = async (errand: Errand, isKept: boolean): Promise<void> => {
    const { machine, message, until, life } = errand;
    const button = await ports.cancelButton(message.sender.id, message.thread, message.updateId);
    life.signal.throwIfAborted();
    const seen = work.machines().find(({ name }) => name === machine);
    const lastSeen = seen?.lastSeenAt ?? null;
    const since: Text =
      lastSeen === null ? say`I have not seen it yet.` : say`I last saw it at ${{ clock: lastSeen }}.`;
    const why: Text = isKept
      ? say`It doesn't answer. ${since} Your message waits for it until ${{ clock: until }} and goes to no other machine.`
      : say`I can't reach it: the server that your computers meet at doesn't answer. Your message waits until ${{ clock: until }} and goes to no other machine.`;
    errand.card = outbox.post(message.thread, {
      ...wordsAlone([{ bold: machine }, '\n', why]),
      buttons: [[button]],
    });
  };

  /** Until the message is kept on its way. */
  const handOnce = async (errand: Errand, again: boolean): Promise<void> => {
    const { machine, message, until } = errand;
    let hasFailed = false;
    while (!errand.life.signal.aborted && clock.now() < until) {
      try {
        return await work.hand({ machine, message, until }, again);
      } catch (error) {
        if (!hasFailed) ports.warn(`A message for ${machine} cannot be handed over yet: ${String(error)}`);
        hasFailed = true;
        await clock.sleep(FAILED_MS, errand.life.signal);
      }
    }
  };

  const follow = async (errand: Errand): Promise<void> => {
    const { machine, until, life } = errand;
    const before = handovers.get(machine) ?? Promise.resolve();
    const mine = before.then(() => handOnce(errand, false)).catch(() => undefined);
    handovers.set(machine, mine);
    const unkept = clock.sleep(UNKEPT_MS, life.signal);
    const isKept = await Promise.race([mine.then(() => true), unkept.then(() => false)]);
    if (isKept && isHere(machine)) await clock.sleep(TOLD_AFTER_MS, life.signal);
    await showWaiting(errand, isKept);
    while (clock.now() < until + GRACE_MS) {
      await clock.sleep(Math.min(AGAIN_MS, until + GRACE_MS - clock.now()), life.signal);
      if (clock.now() < until && isHere(machine)) await handOnce(errand, true);
    }
    await work.takeBack(machine, errand.message.updateId);
    life.signal.throwIfAborted();
    tell(errand, [
      { bold: machine },
      '\n',
      say`It did not come back in time, so your message is not carried out any more. Send it again when it is there.`,
    ]);
  };

  const isHere = (machine: string): boolean => work.machines().some(({ name, isHere }) => name === machine && isHere);

  const begin = (message: InboundMessage, machine: string, until: number): void => {
    const errand: Errand = { message, machine, until, life: new AbortController(), card: null };
    open.set(message.updateId, errand);
    signal.addEventListener('abort', () => errand.life.abort(), { once: true, signal: errand.life.signal });
    follow(errand).catch((error: unknown) => {
      if (!errand.life.signal.aborted)
        ports.warn(`What became of a message for ${machine} is not known: ${String(error)}`);
    });
  };

  return {
    async take(message, machine) {
      const until = clock.now() + WAITS_MS;
      if (!inbox.accept(message, 'answer', { handed: { machine, until } })) return false;
      await inbox.sync();
      begin(message, machine, until);
      return true;
    },
    taken(machine, update, what) {
      const errand = open.get(update);
      if (errand === undefined || errand.machine !== machine) return;
      if (what.kind === 'taken') {
        if (errand.card !== null)
          outbox.close(errand.card, wordsAlone([{ bold: machine }, '\n', say`It has your message now.`]));
        return settle(errand, `taken by ${machine}`);
      }
      if (what.kind === 'refused')
        return tell(errand, [{ bold: machine }, '\n', say`It did not accept your message: ${what.why}.`]);
      tell(errand, [
        { bold: machine },
        '\n',
        say`It was away for too long, so your message was not carried out. Send it again if you still want it.`,
      ]);
    },
    cancel(update) {
      const errand = open.get(update);
      if (errand === undefined) return say`It is not waiting any more.`;
      const { machine } = errand;
      tell(errand, [
        { bold: machine },
        '\n',
        say`Taken back. Should it have been under way already, its report comes here.`,
      ]);
      void work.takeBack(machine, update);
      return say`Taken back.`;
    },
    machines: () => [...new Set([...open.values()].map(({ machine }) => machine))],
    drop(machine) {
      for (const errand of [...open.values()].filter((one) => one.machine === machine))
        tell(errand, [
          { bold: machine },
          '\n',
          say`It was removed from the fleet, so your message is not carried out. Send it to another computer.`,
        ]);
    },
    resume() {
      for (const { command, content, handed } of inbox.unsettled()) {
        if (handed === undefined) continue;
        const { update: updateId, thread, sender, sentAt } = command;
        begin({ updateId, thread, sender, sentAt: Date.parse(sentAt), content }, handed.machine, handed.until);
      }
    },
  };
}
