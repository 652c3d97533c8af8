/**
 * The only way in for messages: authorize, deduplicate, interpret, accept (stored on the disk), dispatch. Takes milliseconds; the work itself goes on
 * in the background.
 */
import type { InboundMessage, Receipt } from '../ports/chat.ts';
import { textOf } from '../words/said-error.ts';
import { say } from '../words/say.ts';
import { accept, owedFor } from './accept.ts';
import { dispatch, obeyStop, tellStopped } from './dispatch.ts';
import { createGatewayContext, type GatewayContext, type GatewayPorts, NOTHING } from './gateway-ports.ts';
import { type Intent, interpret } from './interpret.ts';
import { runHere } from './tell-run.ts';

export interface Gateway {
  /** Never rejects. Resolves when the update is safely noted, so that the platform may forget it. */
  receive(message: InboundMessage): Promise<Receipt>;
}

export interface InboundGateway extends Gateway {
  /** Repeats a message that an earlier process accepted and left without an answer; false when it must not be repeated. Never rejects. */
  repeat(message: InboundMessage): Promise<boolean>;
}

export function createGateway(ports: GatewayPorts): InboundGateway {
  const context = createGatewayContext(ports);
  return {
    async receive(message) {
      try {
        return await take(message, context);
      } catch (error) {
        return refuse(message, error, context);
      }
    },
    async repeat(message) {
      try {
        const intent = await findIntent(message, context);
        if (owedFor(intent) !== 'answer') return false;
        dispatch(message, intent, context);
      } catch (error) {
        refuse(message, error, context);
      }
      return true;
    },
  };
}

async function take(message: InboundMessage, context: GatewayContext): Promise<Receipt> {
  const { sender, thread, updateId } = message;
  if (!context.isAllowed(sender.id)) {
    context.log.info({ sender: sender.id, platform: thread.platform }, 'an update from a stranger was dropped');
    return NOTHING;
  }
  if (context.inbox.knows(updateId)) return NOTHING;
  context.languages.note(thread, sender);
  const intent = await findIntent(message, context);
  // Such a tap has no effect, so it is not stored, and the button still works in its own chat.
  if (intent.kind === 'elsewhere' || intent.kind === 'old session') return dispatch(message, intent, context);
  // A stop is obeyed before anything is written, and also when nothing can be written.
  const stopped = intent.kind === 'stop' ? obeyStop(message, intent, context) : null;
  if (!(await accept(message, intent, context))) return NOTHING;
  tellMoved(message, context);
  const receipt = stopped === null ? dispatch(message, intent, context) : tellStopped(message, stopped, context);
  // The change made by a tap is on the disk before the person is told.
  if (message.content.kind === 'tap' && stopped === null) await context.inbox.sync();
  return receipt;
}

/** Tells the original thread where the run reports, since the person looks there. */
function tellMoved({ movedFrom }: InboundMessage, { reply }: Pick<GatewayContext, 'reply'>): void {
  if (movedFrom === undefined) return;
  const { thread, link, name } = movedFrom;
  reply(thread, [say`I work on this in a topic of its own:`, ' ', { link, label: name }]);
}

type IntentNeeds = Pick<
  GatewayContext,
  'buttons' | 'chats' | 'questions' | 'queue' | 'isOwnInput' | 'orderDesk' | 'waitingFiles' | 'goalOfRun'
>;

async function findIntent(message: InboundMessage, context: IntentNeeds): Promise<Intent> {
  const { content, thread, sender } = message;
  const intent = interpret(message, {
    meaning: content.kind === 'tap' ? context.buttons.find(content.data) : null,
    isElsewhere: content.kind === 'tap' && isElsewhere(content.data, message, context),
    listening: context.questions.listening(thread, sender, 'text' in content ? content.text : ''),
    isRunHere: runHere(thread, context.queue) !== null,
    isOwnInput: context.isOwnInput(),
    saysWhen: (text) => context.orderDesk.reads(text, sender.id),
    waitingFiles: context.waitingFiles.find(thread, sender),
  });
  return intent.kind === 'continue' ? { ...intent, goal: await context.goalOfRun(intent.run) } : intent;
}

/** Whether a known button was tapped in another chat than it was sent to. */
function isElsewhere(
  button: string,
  message: InboundMessage,
  { buttons, chats }: Pick<GatewayContext, 'buttons' | 'chats'>,
): boolean {
  const chat = chats.get(message.thread.platform);
  return (
    buttons.find(button) !== null &&
    !buttons.placesOf(button).some((placed) => placed.platform === chat?.platform && chat.isSameChat(placed, message))
  );
}

function refuse(
  message: InboundMessage,
  error: unknown,
  { log, inbox, reply }: Pick<GatewayContext, 'log' | 'inbox' | 'reply'>,
): Receipt {
  log.warn({ update: message.updateId, error: String(error) }, 'an update could not be taken');
  // The message may be written without being on the disk: it is refused, so that the reply still holds after a restart.
  inbox.refuse(message.updateId, 'it could not be noted, and was told so');
  reply(message.thread, [
    say`I couldn't save your message, so nothing was started. ${textOf(error)} Send it again once that is fixed.`,
  ]);
  return NOTHING;
}
