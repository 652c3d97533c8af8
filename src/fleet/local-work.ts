/** Work within this process: messages are received directly; the receiver stores them. */
import type { InboundMessage, Receipt, Sender, Thread } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import type { Listening, MachineTold, Taken, Work } from '../ports/work.ts';

export interface LocalMachine {
  readonly name: string;
  readonly receive: (message: InboundMessage) => Promise<Receipt>;
  readonly listening: (thread: Thread, sender: Sender, text: string) => Listening;
  readonly told: () => MachineTold;
}

export function createLocalWork(machine: LocalMachine, clock: Pick<Clock, 'now'>): Work {
  let note: Parameters<Work['start']>[0] = () => undefined;
  const isOurs = (name: string): boolean => name === machine.name;
  const take = async ({
    message,
    until,
  }: {
    readonly message: InboundMessage;
    readonly until: number;
  }): Promise<Taken> =>
    clock.now() > until ? { kind: 'expired' } : { kind: 'taken', receipt: await machine.receive(message) };
  return {
    async start(taken) {
      note = taken;
    },
    machines: () => [{ name: machine.name, isHere: true, lastSeenAt: clock.now(), told: machine.told() }],
    async hand(errand) {
      if (!isOurs(errand.machine)) throw new Error(`There is no machine ${errand.machine}.`);
      note({ machine: errand.machine, update: errand.message.updateId }, await take(errand));
    },
    takeBack: () => Promise.resolve(),
    ask: (errand) => (isOurs(errand.machine) ? take(errand) : Promise.resolve({ kind: 'away' })),
    listening: (name, thread, sender, text) =>
      Promise.resolve(isOurs(name) ? machine.listening(thread, sender, text) : null),
    // The local machine is always present.
    onChange: () => undefined,
    stop: () => Promise.resolve(),
  };
}
