/** What comes while we act in a window with this chat may have been typed or pressed by ourselves, for whoever has talked the model into it. */
import type { InboundMessage, Receipt } from '../ports/chat.ts';
import { say } from '../words/say.ts';
import { speak } from '../words/speak.ts';
import { type Front, NOTHING } from './gateway-ports.ts';

const OWN_INPUT = say`Not taken: it came while I was acting in a window that shows this chat. Send it again in a few seconds.`;

/** Holding things up is obeyed whoever it comes from. */
export function isHolding({ content }: InboundMessage, { buttons }: Front): boolean {
  const meaning = content.kind === 'tap' ? buttons.find(content.data) : null;
  return meaning?.kind === 'stop' || meaning?.kind === 'pause';
}

export async function refuseOwnInput(message: InboundMessage, front: Front): Promise<Receipt> {
  const { inbox, log } = front;
  if (!inbox.accept(message, 'nothing')) return NOTHING;
  await inbox.sync();
  log.warn({ update: message.updateId }, 'an update was refused: our own input was going into a window with this chat');
  if (message.content.kind === 'tap') return { toast: speak(OWN_INPUT, front.languages.of(message.thread)) };
  front.reply(message.thread, [OWN_INPUT]);
  return NOTHING;
}
