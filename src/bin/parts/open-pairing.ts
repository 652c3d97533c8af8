/** Finds who handles a pairing: the Deskhand running on the data folder, or, without one, this process for the time of the pairing. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { connectControl } from '../../../adapters/files/control-socket.ts';
import { acquireLock } from '../../../adapters/files/lock.ts';
import { createStateStore } from '../../../adapters/files/state-store.ts';
import type { Settings } from '../../config/schema.ts';
import type { ChatDoor } from '../../inbound/chat-door.ts';
import { createPairing, createPairingDesk, type Pairing } from '../../inbound/pairing.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PairingDesk } from '../../ports/control.ts';
import type { OpenCode } from '../../ports/pairing.ts';
import { say, type Text } from '../../words/say.ts';
import { english } from '../../words/speak.ts';
import { call } from '../call.ts';
import { checkPrivate } from '../check-private.ts';
import { EXIT, ExitError } from '../exit.ts';
import type { OpenedDoor } from '../locked-door.ts';
import { controlSocketPath } from './open-data.ts';
import { openSlack } from './open-slack.ts';
import { openTelegram } from './open-telegram.ts';

export interface FindPairingDeskOptions {
  readonly settings: Settings;
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface FoundPairingDesk {
  readonly desk: PairingDesk;
  /** False: a person who is let in has to wait until Deskhand is started. */
  readonly isRunning: boolean;
  close(): Promise<void>;
}

const NOT_RUNNING = say`Deskhand does not run. Start it with ${call('start')}, and run ${call('pair')} beside it.`;

/** Rejects with `ExitError` when a Deskhand runs that does not listen, or no chat is configured that people can be paired in. */
export async function findPairingDesk(options: FindPairingDeskOptions): Promise<FoundPairingDesk> {
  const control = await connectControl(controlSocketPath(options.dataFolder));
  if (control === null) return await openOwnDesk(options);
  const isPairable = pairableChats(options.settings).length > 0;
  return {
    desk: isPairable ? control.pairing : refuseBegin(control.pairing, NOT_PAIRABLE),
    isRunning: true,
    close: () => Promise.resolve(),
  };
}

const NOT_PAIRABLE = say`There is no chat to pair somebody in. Set TELEGRAM_BOT_TOKEN in .env (write /newbot to @BotFather to get one), or SLACK_BOT_TOKEN and SLACK_APP_TOKEN (${call('slack-manifest')} begins it), start Deskhand, and run this again.`;

/** The chats to send the code to, each as the end of “send this code …”. */
export function pairableChats(settings: Settings): readonly Text[] {
  const { TELEGRAM_BOT_TOKEN: telegram, SLACK_BOT_TOKEN: bot, SLACK_APP_TOKEN: app } = settings;
  return [
    ...(telegram === undefined ? [] : [say`to your bot in Telegram`]),
    ...(bot === undefined || app === undefined ? [] : [say`to the Deskhand app in Slack as a direct message`]),
  ];
}

/**
 * Without a running Deskhand it opens the chat only as long as nobody is allowed yet: other people's messages must wait for the Deskhand that obeys
 * them.
 */
async function openOwnDesk({ settings, dataFolder, clock, log }: FindPairingDeskOptions): Promise<FoundPairingDesk> {
  const state = join(dataFolder, 'state');
  checkPrivate({ folders: [state], files: [] }, (text) => log.warn(english(text)));
  const lock = await acquireLock(state);
  if (!lock.ok)
    throw new ExitError(
      EXIT.failure,
      say`Deskhand runs as process ${String(lock.pid)}, but cannot be reached from here; its log says why. End it (kill ${String(lock.pid)}) and run this again.`,
    );
  try {
    const { store, damage } = await createStateStore(join(state, 'settings.json'));
    if (damage !== '') log.warn(damage);
    const pairing = createPairing(store, clock);
    const opened = await openPairable({ settings, pairing, clock, log });
    const doors = opened.map(({ door }) => door);
    const checkDoors = async (): Promise<void> => {
      for (const door of doors) await door.check();
    };
    const desk = createPairingDesk({ pairing, checkDoors, onRemoved: () => undefined, onPaired: () => undefined });
    const set = [...settings.TELEGRAM_ALLOWED_USERS, ...settings.SLACK_ALLOWED_USERS];
    const isInUse = set.length > 0 || pairing.list().length > 0;
    return {
      desk:
        doors.length === 0
          ? refuseBegin(desk, NOT_PAIRABLE)
          : isInUse
            ? refuseBegin(desk, NOT_RUNNING)
            : { ...desk, begin: (signal) => beginBehindDoors(desk, doors, signal) },
      isRunning: false,
      async close() {
        for (const door of doors) await door.stop();
        for (const one of opened) one.release();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Chats for pairing whose tokens are free. */
async function openPairable(
  ports: Pick<FindPairingDeskOptions, 'settings' | 'clock' | 'log'> & { readonly pairing: Pairing },
): Promise<readonly Extract<OpenedDoor, { readonly ok: true }>[]> {
  const { TELEGRAM_BOT_TOKEN: token, SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken } = ports.settings;
  const opened = [
    ...(token === undefined ? [] : [await openTelegram({ ...ports, token })]),
    ...(botToken === undefined || appToken === undefined ? [] : [await openSlack({ ...ports, botToken, appToken })]),
  ];
  return opened.filter((one) => one.ok);
}

/** The chats close at the end of pairing; later messages of the new person are left for the Deskhand that is started next. */
async function beginBehindDoors(desk: PairingDesk, doors: readonly ChatDoor[], signal: AbortSignal): Promise<OpenCode> {
  for (const door of doors) await door.start(() => Promise.reject(new Error('Deskhand does not run')));
  const code = await desk.begin(signal);
  const ended = code.ended.then(async (end) => {
    for (const door of doors) await door.stop();
    return end;
  });
  return { ...code, ended };
}

function refuseBegin(desk: PairingDesk, why: Text): PairingDesk {
  return { ...desk, begin: () => Promise.reject(new ExitError(EXIT.configuration, why)) };
}
