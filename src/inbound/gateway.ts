/** The one way in: authorize, dedupe, interpret, accept (noted on the disk), dispatch; in milliseconds, and the work itself goes on behind. */
import type { InboundMessage, Receipt } from '../ports/chat.ts';
import { textOf } from '../words/said-error.ts';
import { say } from '../words/say.ts';
import { accept, owedFor } from './accept.ts';
import { dispatch, obeyStop, tellStopped } from './dispatch.ts';
import { createFront, type Front, type GatewayPorts, NOTHING } from './gateway-ports.ts';
import { type Intent, interpret } from './interpret.ts';
import { runHere } from './tell-run.ts';

export interface Gateway {
  /** Never rejects. Resolves when the update is safely noted, so that the platform may forget it. */
  receive(message: InboundMessage): Promise<Receipt>;
}

export interface InboundGateway extends Gateway {
  /** What an earlier life accepted and left without an answer, carried out again; false when it must not be. Never rejects. */
  repeat(message: InboundMessage): Promise<boolean>;
}

export function createGateway(ports: GatewayPorts): InboundGateway {
  const front = createFront(ports);
  return {
    async receive(message) {
      try {
        return await take(message, front);
      } catch (error) {
        return refuse(message, error, front);
      }
    },
    async repeat(message) {
      try {
        const intent = await findIntent(message, front);
        if (owedFor(intent) !== 'answer') return false;
        dispatch(message, intent, front);
      } catch (error) {
        refuse(message, error, front);
      }
      return true;
    },
  };
}

async function take(message: InboundMessage, front: Front): Promise<Receipt> {
  const { sender, thread, updateId } = message;
  if (!front.isAllowed(sender.id)) {
    front.log.info({ sender: sender.id, platform: thread.platform }, 'an update from a stranger was dropped');
    return NOTHING;
  }
  if (front.inbox.knows(updateId)) return NOTHING;
  front.languages.note(thread, sender);
  const intent = await findIntent(message, front);
  // It counts for nothing, so nothing of it is noted: the button goes on working where it is.
  if (intent.kind === 'elsewhere' || intent.kind === 'old session') return dispatch(message, intent, front);
  // A stop is obeyed before anything is written, and also when nothing can be written.
  const stopped = intent.kind === 'stop' ? obeyStop(message, intent, front) : null;
  if (!(await accept(message, intent, front))) return NOTHING;
  tellMoved(message, front);
  const receipt = stopped === null ? dispatch(message, intent, front) : tellStopped(message, stopped, front);
  // What a tap has changed is kept before it is said.
  if (message.content.kind === 'tap' && stopped === null) await front.inbox.sync();
  return receipt;
}

/** Whoever asked looks there, and would see nothing of it. */
function tellMoved({ movedFrom }: InboundMessage, { reply }: Front): void {
  if (movedFrom === undefined) return;
  const { thread, link, name } = movedFrom;
  reply(thread, [say`I work on this in a topic of its own:`, ' ', { link, label: name }]);
}

async function findIntent(message: InboundMessage, front: Front): Promise<Intent> {
  const { content, thread, sender } = message;
  const intent = interpret(message, {
    meaning: content.kind === 'tap' ? front.buttons.find(content.data) : null,
    isElsewhere: content.kind === 'tap' && isElsewhere(content.data, message, front),
    listening: front.questions.listening(thread, sender, 'text' in content ? content.text : ''),
    isRunHere: runHere(thread, front.queue) !== null,
    isOwnInput: front.isOwnInput(),
    saysWhen: (text) => front.orderDesk.reads(text, sender.id),
    waitingFiles: front.waitingFiles.find(thread, sender),
  });
  return intent.kind === 'continue' ? { ...intent, goal: await front.goalOfRun(intent.run) } : intent;
}

/** Whether a known button was tapped in another chat than it was sent to. */
function isElsewhere(button: string, message: InboundMessage, { buttons, chats }: Front): boolean {
  const chat = chats.get(message.thread.platform);
  return (
    buttons.find(button) !== null &&
    !buttons.placesOf(button).some((placed) => placed.platform === chat?.platform && chat.isSameChat(placed, message))
  );
}

function refuse(message: InboundMessage, error: unknown, { log, inbox, reply }: Front): Receipt {
  log.warn({ update: message.updateId, error: String(error) }, 'an update could not be taken');
  // It may have been written and not put onto the disk: what is told now must hold after a restart too.
  inbox.refuse(message.updateId, 'it could not be noted, and was told so');
  reply(message.thread, [
    say`I couldn't save your message, so nothing was started. ${textOf(error)} Send it again once that is fixed.`,
  ]);
  return NOTHING;
}
