/** A gateway alone: chats and the connection to the machines, without a desktop. */
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { createPairing } from '../../inbound/pairing.ts';
import { createRedactor } from '../../safety/secrets/redact.ts';
import { redactChat } from '../../safety/secrets/redacted-ports.ts';
import type { Text } from '../../words/say.ts';
import type { Launched, LaunchOptions } from '../launch.ts';
import { openChats } from '../parts/open-chats.ts';
import { openSocket } from '../parts/open-control.ts';
import { openData } from '../parts/open-data.ts';
import { secretsOf } from '../settings.ts';
import { openGateway } from './open-gateway.ts';

/** Rejects with `ExitError` for what a person can mend; everything opened before is closed again. */
export async function launchGateway(options: LaunchOptions, signal: AbortSignal): Promise<Launched> {
  const { settings, log, dataFolder } = options;
  const closers: (() => Promise<void> | void)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    signal.throwIfAborted();
    const clock = options.clock ?? createSystemClock();
    const redactor = createRedactor([...secretsOf(settings, options.env)]);
    const warn = (problem: string): void => log.warn(problem);
    const data = await openData(dataFolder, clock, redactor, warn, options.disk);
    closers.push(() => data.close());
    const pairing = createPairing(data.state, clock);
    const chats = await openChats(settings, { ...data, pairing, mask: redactor.text }, clock, log);
    closers.push(() => chats.close());
    const byPlatform = new Map([...chats.byPlatform].map(([name, chat]) => [name, redactChat(chat, redactor)]));
    const gateway = await openGateway({
      settings,
      dataFolder,
      chats,
      byPlatform,
      state: data.state,
      redactor,
      clock,
      log,
    });
    closers.push(() => gateway.stop());
    await gateway.start(null);
    closers.push(async () => {
      await Promise.all([...byPlatform.values()].map((chat) => chat.stop()));
    });
    await Promise.all([...byPlatform.values()].map((chat) => chat.start(gateway.receive)));
    chats.needOne();
    const closeSocket = await openSocket(
      data.folder,
      {
        deskhand: gateway.door,
        web: chats.web,
        pairing: {
          pairing,
          checkDoors: chats.checkDoors,
          onRemoved: gateway.door.dismiss,
          onPaired: () => undefined,
        },
        chatUpdate: { isUnderWay: () => false },
        mask: redactor.text,
      },
      warn,
    );
    closers.push(closeSocket);
    return {
      replaced: new Promise<Text>(() => undefined),
      readyLine: `ready ${chats.labels()} | ${gateway.label()}`,
      chats,
      tellReturn: () => undefined,
      stop: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
