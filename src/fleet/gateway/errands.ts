/**
 * Errands for other machines: stored until the machine has them or they expire, repeated until then, and reported to their sender. An errand goes
 * only to the machine it was meant for.
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
  /**
   * Stores an errand and sends it in the background; resolves once it is on the disk. False: it was taken before. Rejects when it cannot be stored.
   */
  take(message: InboundMessage, machine: string): Promise<boolean>;
  taken(machine: string, update: string, what: Taken): void;
  /** Stops sending it; returns the reply. */
  cancel(update: string): Text;
  /** Machines with a waiting errand. */
  machines(): readonly string[];
  /** The machine has left the fleet: gives up its errands, and tells their senders. */
  drop(machine: string): void;
  /** Sends again what an earlier process left. */
  resume(): void;
}

/** Longest absence of a machine before its errands are given up. */
const WAITS_MS = 60 * 60_000;
/** The transport normally stores an errand within milliseconds; after this time the sender is told that it waits, since the server is down. */
const UNKEPT_MS = 2_000;
/** A running machine takes an errand within milliseconds; after this time the sender is told that it waits. */
const TOLD_AFTER_MS = 12_000;
/** Interval of repeats to a running machine that has not confirmed the errand, which it takes only once. */
const AGAIN_MS = 10_000;
const FAILED_MS = 1_000;
/** Time that a machine's last-moment report may be under way. */
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
  /** An errand that the transport has not stored yet delays later ones to the same machine. */
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

  /** Sends it once, and resolves when the transport has stored it. */
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
