/** Asks which machine is meant, with a button for each, and remembers the answer for the thread. */
import type { InboundMessage, Receipt } from '../../ports/chat.ts';
import type { MachineSeen } from '../../ports/work.ts';
import { say, slash } from '../../words/say.ts';
import type { Defaults } from './defaults.ts';
import type { OwnButtons } from './own-buttons.ts';
import type { AnswerHere } from './sending.ts';

export interface ChoosingPorts {
  readonly buttons: OwnButtons;
  readonly defaults: Defaults;
  readonly yours: (senderId: string) => readonly MachineSeen[];
  readonly answer: AnswerHere;
}

export interface Choosing {
  /** Asks; the tap sends the message on. */
  readonly askWhich: (message: InboundMessage, names: readonly string[]) => Promise<Receipt>;
  /** Tells this thread's machine, with a button for each. */
  readonly sayWhich: (message: InboundMessage) => Promise<Receipt>;
}

export function createChoosing(ports: ChoosingPorts): Choosing {
  const { yours, answer } = ports;
  const askWhich = async (message: InboundMessage, names: readonly string[]): Promise<Receipt> => {
    const group = {};
    const rows = names.map((machine) => [
      {
        label: machine,
        data: ports.buttons.register({ kind: 'pick', machine, message }, message.sender.id, message.thread, group),
        style: 'plain' as const,
      },
    ]);
    // The message waits in its buttons: those outlive this process.
    await ports.buttons.kept();
    return answer(
      message,
      [
        say`Which computer is that for? Your choice holds for this chat until you change it with ${slash(say`on NAME`)}.`,
      ],
      rows,
    );
  };

  const sayWhich = async (message: InboundMessage): Promise<Receipt> => {
    const { sender, thread } = message;
    const chosen = ports.defaults.of(sender.id, thread);
    const group = {};
    const rows = yours(sender.id).map(({ name }) => [
      {
        label: name === chosen ? `✓ ${name}` : name,
        data: ports.buttons.register({ kind: 'choose', machine: name }, sender.id, thread, group),
        style: 'plain' as const,
      },
    ]);
    await ports.buttons.kept();
    const text =
      chosen === null
        ? say`I ask each time which computer you mean. Choose one for this chat:`
        : say`What you write here goes to ${chosen}. Choose another one for this chat:`;
    return answer(message, [text], rows);
  };

  return { askWhich, sayWhich };
}
