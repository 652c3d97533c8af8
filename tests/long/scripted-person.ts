/** The person at the phone in long tests: sends numbered commands, answers every card once, and remembers what was sent. */
import type { Person } from '../servers/telegram/telegram-server.ts';

export interface SentCommand {
  /** The number in its goal. */
  readonly n: number;
  readonly goal: string;
  /** As the bot's journals name it. */
  readonly update: string;
}

export interface ScriptedPerson {
  send(): SentCommand;
  readonly sent: readonly SentCommand[];
  /** Cards seen so far. */
  cards(): number;
  stop(): void;
}

/** `random` gives numbers from 0 to 1. One card in ten is denied; “Run now” always. */
export function createScriptedPerson(owner: Person, random: () => number): ScriptedPerson {
  const sent: SentCommand[] = [];
  const answered = new Set<number>();
  let isStopped = false;

  const look = (): void => {
    for (const message of owner.received()) {
      const labels = message.buttons.flat().flatMap(({ text, data }) => (data === null ? [] : [text]));
      if (answered.has(message.id)) continue;
      const choice = labels.includes('Run now')
        ? 'Run now'
        : labels.includes('Retry')
          ? 'Retry'
          : labels.includes('Resume') && message.rang
            ? 'Resume'
            : labels.includes('Approve')
              ? random() < 0.1
                ? 'Deny'
                : 'Approve'
              : null;
      if (choice === null) continue;
      answered.add(message.id);
      owner.tap(message, choice);
    }
  };
  const watch = async (): Promise<void> => {
    while (!isStopped) {
      look();
      // The next change of any message, or a second look soon.
      await owner.waitFor(() => false, 50).catch(() => undefined);
    }
  };
  void watch();

  return {
    sent,
    send() {
      const n = sent.length + 1;
      const chance = random();
      const goal = `${chance < 0.45 ? 'count' : chance < 0.9 ? 'quick' : 'slow'} ${n}`;
      const command = { n, goal, update: `telegram:${owner.send(`/run ${goal}`)}` };
      sent.push(command);
      return command;
    },
    cards: () => answered.size,
    stop() {
      isStopped = true;
    },
  };
}
