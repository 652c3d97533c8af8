/** A stop is obeyed before anything is written, and also when nothing can be written. */
import type { InboundMessage, Receipt } from '../ports/chat.ts';
import { type Front, NOTHING } from './gateway-ports.ts';

/** `all`: what waits ends, too. */
export async function takeStop(message: InboundMessage, all: boolean, front: Front): Promise<Receipt> {
  const { inbox, log, reply, stopWork } = front;
  const said = stopWork({ all, by: message.sender, thread: message.thread });
  try {
    if (!inbox.accept(message, 'nothing')) return NOTHING;
    await inbox.sync();
  } catch (error) {
    log.warn({ update: message.updateId, error: String(error) }, 'a stop was obeyed and could not be noted');
  }
  reply(message.thread, said);
  return NOTHING;
}
