/** The socket for programs of this computer: their requests, and the ways in that need the owner's approval. */
import type { WebChat } from '../../../adapters/chat/web/web-chat.ts';
import { serveControl } from '../../../adapters/files/control-socket.ts';
import { openTriggerPort, type TriggerPort, TriggerPortUnavailable } from '../../../adapters/triggers/trigger-port.ts';
import type { Settings } from '../../config/schema.ts';
import type { Deskhand } from '../../deskhand.ts';
import { createPairingDesk, type PairingDeskPorts } from '../../inbound/pairing.ts';
import type { CallerAnswer, CallerControl, CallerWork } from '../../ports/callers.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Control, ControlRefusal } from '../../ports/control.ts';
import { say } from '../../words/say.ts';
import { call } from '../call.ts';
import { EXIT, ExitError } from '../exit.ts';
import type { ChatUpdate } from '../update/chat-update.ts';
import { controlSocketPath } from './open-data.ts';

export interface SocketParts {
  readonly deskhand: Pick<Deskhand, 'control' | 'askOwner'>;
  /** null: the page is off. */
  readonly web: WebChat | null;
  readonly pairing: PairingDeskPorts;
  readonly chatUpdate: Pick<ChatUpdate, 'isUnderWay'>;
  /** Puts a mask over every secret in a text. */
  readonly mask: (text: string) => string;
}

export interface ControlParts extends SocketParts {
  readonly deskhand: Pick<Deskhand, 'control' | 'askOwner' | 'triggers'>;
  readonly settings: Pick<Settings, 'TRIGGERS' | 'TRIGGERS_PORT'>;
  readonly clock: Clock;
}

/** The two ways in that a terminal can open: where somebody has a phone, the owner says yes there first. */
function openWaysIn(
  { askOwner }: Pick<Deskhand, 'askOwner'>,
  web: WebChat | null,
  ports: PairingDeskPorts,
  chatUpdate: Pick<ChatUpdate, 'isUnderWay'>,
): Pick<Control, 'pairing' | 'page' | 'mayChangeSettings' | 'mayUpdate'> {
  const pairing = createPairingDesk(ports);
  return {
    pairing: {
      ...pairing,
      async begin(signal) {
        await askOwner(say`Somebody at a terminal wants to let one more phone in by a code.`, signal);
        return await pairing.begin(signal);
      },
    },
    mayChangeSettings: (signal) => askOwner(say`Somebody at a terminal wants to change tokens and keys.`, signal),
    mayUpdate: (version, signal) =>
      chatUpdate.isUnderWay()
        ? askOwner(
            say`I checked that it comes from Deskhand’s makers. If it does not start, the present version comes back.`,
            signal,
            say`Put version ${version} in?`,
          )
        : askOwner(say`Somebody at a terminal wants to put version ${version} in the place of this one.`, signal),
    page: {
      async link(signal) {
        if (web === null)
          throw new ControlRefusal(
            say`The page is off. Set ${'WEB_CHAT=on'}, and start Deskhand again.`,
            EXIT.configuration,
          );
        await askOwner(
          say`Somebody at a terminal wants a link to the page, which can do what you can do here.`,
          signal,
        );
        return web.openLink();
      },
      sessions: async () => web?.sessions() ?? [],
      end: async (id) => (await web?.endSession(id)) ?? false,
    },
  };
}

export interface OpenedDoors {
  /** For the ready line: ` | triggers http://127.0.0.1:7781`; '' where that port is off. */
  readonly label: string;
  close(): Promise<void>;
}

/** Lets programs of this computer reach this Deskhand. Ends with exit code 2 when the port for triggers is wanted and cannot be had. */
export async function openDoors(
  folder: string,
  parts: ControlParts,
  warn: (problem: string) => void,
): Promise<OpenedDoors> {
  const port = await openPort(parts, warn);
  const closeSocket = await openSocket(folder, parts, warn);
  return {
    label: port === null ? '' : ` | triggers http://127.0.0.1:${port.port}`,
    async close() {
      await Promise.all([port?.close(), closeSocket()]);
    },
  };
}

async function openPort(
  { settings: { TRIGGERS, TRIGGERS_PORT }, deskhand: { triggers }, clock }: ControlParts,
  warn: (problem: string) => void,
): Promise<TriggerPort | null> {
  if (TRIGGERS === 'off') return null;
  try {
    return await openTriggerPort(TRIGGERS_PORT, { triggers, clock, warn });
  } catch (error) {
    if (!(error instanceof TriggerPortUnavailable)) throw error;
    throw new ExitError(EXIT.configuration, error.text, { cause: error });
  }
}

/** Resolves with the function that closes it. */
export async function openSocket(
  folder: string,
  { deskhand, web, pairing, chatUpdate, mask }: SocketParts,
  warn: (problem: string) => void,
): Promise<() => Promise<void>> {
  try {
    const socket = await serveControl(controlSocketPath(folder), {
      ...deskhand.control,
      ...openWaysIn(deskhand, web, pairing, chatUpdate),
      callers: maskAnswers(deskhand.control.callers, mask),
    });
    return socket.close;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    warn(`${call('pair')} and other commands cannot reach this Deskhand (${why}); end it to pair somebody.`);
    return () => Promise.resolve();
  }
}

/** Masks another program's answers like those to a model or a chat. */
function maskAnswers(callers: CallerControl, mask: (text: string) => string): CallerControl {
  const maskOne = (work: CallerWork): CallerWork =>
    work.message === undefined ? work : { ...work, message: mask(work.message) };
  const masked = (answer: CallerAnswer): CallerAnswer => {
    if (answer.kind === 'look') return { ...answer, text: mask(answer.text) };
    if (answer.kind === 'status') return { ...answer, works: answer.works.map(maskOne) };
    return 'work' in answer ? { ...answer, work: maskOne(answer.work) } : answer;
  };
  return {
    ...callers,
    ask: async (token, request, told, signal) =>
      masked(await callers.ask(token, request, (answer) => told(masked(answer)), signal)),
  };
}
