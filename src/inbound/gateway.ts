/** The one way in: authorize, dedupe, journal, understand, and return within milliseconds; the work itself goes on behind. */
import type { InboundMessage, Receipt } from '../ports/chat.ts';
import { say, toldError } from '../words/say.ts';
import { createFront, type Front, type GatewayPorts, NOTHING } from './gateway-ports.ts';
import { readWords } from './goal-of.ts';
import { isHolding, refuseOwnInput } from './refuse-own-input.ts';
import { takeReceived } from './take-received.ts';
import { takeStop } from './take-stop.ts';
import { takeTap } from './take-tap.ts';
import { takeWords } from './take-words.ts';

export interface Gateway {
  /** Never rejects. Resolves when the update is safely noted, so that the platform may forget it. */
  receive(message: InboundMessage): Promise<Receipt>;
}

export function createGateway(ports: GatewayPorts): Gateway {
  const front = createFront(ports);
  return {
    async receive(message) {
      try {
        return await take(message, front);
      } catch (error) {
        return refuse(message, error, front);
      }
    },
  };
}

/** Each way below notes the update (once, and on the disk) before anything comes of it; only a stop is obeyed first. */
async function take(message: InboundMessage, front: Front): Promise<Receipt> {
  const { sender, thread, content } = message;
  if (!front.isAllowed(sender.id)) {
    front.log.info({ sender: sender.id, platform: thread.platform }, 'an update from a stranger was dropped');
    return NOTHING;
  }
  front.languages.note(thread, sender);
  const words = readWords(message, front);
  if (content.kind === 'stop') return await takeStop(message, false, front);
  if (words?.kind === 'command' && words.command.name === 'stop')
    return await takeStop(message, words.command.all, front);
  if (front.isOwnInput() && !isHolding(message, front)) return await refuseOwnInput(message, front);
  if (content.kind === 'tap') return await takeTap(message, content.data, front);
  if (content.kind === 'files' || content.kind === 'voice') return await takeReceived(message, content, words, front);
  return words === null ? NOTHING : await takeWords(message, words, front);
}

function refuse(message: InboundMessage, error: unknown, { log, inbox, reply }: Front): Receipt {
  log.warn({ update: message.updateId, error: String(error) }, 'an update could not be taken');
  // It may have been written and not put onto the disk: what is told now must hold after a restart too.
  inbox.refuse(message.updateId, 'it could not be noted, and was told so');
  reply(message.thread, [
    say`I could not note your message, so nothing was started. ${toldError(error)} Send it again when that is mended.`,
  ]);
  return NOTHING;
}
