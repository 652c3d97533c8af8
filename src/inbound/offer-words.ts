/** Handles words that need a tap before they count: forwarded words, an edited message, a deleted message. */

import type { InboundMessage, Receipt } from '../ports/chat.ts';
import { say, slash, type Text } from '../words/say.ts';
import { type GatewayContext, NOTHING } from './gateway-ports.ts';
import type { Intent } from './interpret.ts';

/** Shows the words with Run and Cancel; for words that cannot be offered it says what to do instead. */
export function offerWords(
  message: InboundMessage,
  { how, text, of }: Extract<Intent, { readonly kind: 'offered' }>,
  context: Pick<GatewayContext, 'answer' | 'reception' | 'inbox'>,
): Receipt {
  const { updateId, thread, sender } = message;
  if (text === null)
    return context.answer(
      message,
      how === 'forwarded'
        ? say`I don't act on forwarded messages. Write me what I should do.`
        : say`I only act on new messages. Send what you changed as a new one.`,
    );
  const head = how === 'forwarded' ? say`Forwarded:` : say`Changed:`;
  const why =
    how === 'forwarded' ? say`These are somebody else's words, so I did nothing.` : describeFirst(of, context);
  context.reception.offer({ update: updateId, thread, sender, text, head, why });
  return NOTHING;
}

/** What happens to the run of a deleted message; '' when there is none. */
export function tellDeleted(of: string, context: Pick<GatewayContext, 'inbox'>): Text {
  switch (stateOf(of, context)) {
    case 'running':
      return say`You deleted the message, but its run goes on. ${slash('stop')} ends it.`;
    case 'waiting':
      return say`You deleted the message, but its request is still waiting. ${slash('queue')} can cancel it.`;
    case 'over':
      return '';
  }
}

function describeFirst(of: string | null, context: Pick<GatewayContext, 'inbox'>): Text {
  switch (of === null ? 'over' : stateOf(of, context)) {
    case 'running':
      return say`The run goes on with your first version. ${slash('stop')} ends it.`;
    case 'waiting':
      return say`Your first version is still waiting. ${slash('queue')} can cancel it.`;
    case 'over':
      return say`I already took your first version. Run the new one, too?`;
  }
}

/** Of the run that this update asked for. */
function stateOf(update: string, { inbox }: Pick<GatewayContext, 'inbox'>): 'waiting' | 'running' | 'over' {
  const asked = inbox.unsettled().find(({ command, owed }) => command.update === update && owed === 'run');
  if (asked === undefined) return 'over';
  return asked.runs.length > 0 ? 'running' : 'waiting';
}
