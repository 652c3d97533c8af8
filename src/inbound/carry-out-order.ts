/** Carries out each command, except those that start a run. */

import type { Descriptions } from '../commands/describe.ts';
import { renderHelp } from '../commands/replies.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { InboundMessage } from '../ports/chat.ts';
import { say, slash, type Text } from '../words/say.ts';
import type { GatewayContext } from './gateway-ports.ts';
import type { Order } from './interpret.ts';

export type OrderNeeds = Pick<
  GatewayContext,
  | 'hands'
  | 'statusDesk'
  | 'allowedDesk'
  | 'toolsDesk'
  | 'doctorDesk'
  | 'startDesk'
  | 'skillsDesk'
  | 'orderDesk'
  | 'saveSkill'
  | 'askMemory'
  | 'detail'
  | 'modelChoice'
  | 'queue'
  | 'queueCards'
  | keyof Descriptions
>;

/** Its answer; null when that was sent already. Rejects with a sentence for people. */
export async function carryOutOrder(
  command: Order,
  message: InboundMessage,
  context: OrderNeeds,
): Promise<readonly SpokenSpan[] | null> {
  const { sender } = message;
  switch (command.name) {
    case 'screenshot':
      await context.hands.showScreen(message, command.display);
      return null;
    case 'find':
      await context.hands.find(message, command.wanted);
      return null;
    case 'status':
      await context.statusDesk.show(message);
      return null;
    case 'allowed':
      await context.allowedDesk.open(command.rest, message);
      return null;
    case 'tools':
      await context.toolsDesk.open(command.rest, message);
      return null;
    case 'doctor':
      await context.doctorDesk.show(message);
      return null;
    // With several computers these commands are handled before they reach this one.
    case 'machines':
    case 'on':
      return [say`There is only this computer here. docs/fleet.md tells how one bot controls several.`];
    case 'detail':
      return [await context.detail.change(sender.id, command.rest)];
    case 'queue':
      context.queueCards.show(message.thread, message.updateId);
      return null;
    case 'pause':
      return [pause(sender.name, context)];
    case 'resume':
      return [context.queue.current()?.resume(sender.name) ? say`Continuing.` : say`Nothing is paused.`];
    case 'why':
      if (!command.isRaw) return await context.describeWhy();
      await context.sendTrace(message);
      return null;
    case 'cost':
      return await (command.isByModel ? context.describeModelCosts(sender.id) : context.describeCost());
    case 'stats':
      return await context.describeStats(command.rest);
    case 'model':
      return await context.modelChoice.change(sender.id, command.rest);
    case 'skills':
      await openSkills(command.rest, message, context);
      return null;
    case 'at':
    case 'every':
    case 'watch':
    case 'orders':
    case 'plain':
      await context.orderDesk.take(command.name, command.rest, message);
      return null;
    case 'help':
      return renderHelp();
    case 'start':
      await context.startDesk.show(message);
      return null;
    case 'memory':
    case 'remember':
    case 'forget':
    case 'record':
      return await context.askMemory(command.name, command.words);
    case 'click':
    case 'type':
    case 'key':
    case 'scroll':
    case 'open':
    case 'get':
      await context.hands.act(command, message);
      return null;
  }
}

function pause(by: string, { queue }: Pick<GatewayContext, 'queue'>): Text {
  const current = queue.current();
  if (current?.run.control.isPaused()) return say`Already paused. ${slash('resume')} continues.`;
  return current?.pause(by) ? say`Paused before the next step. ${slash('resume')} continues.` : say`Nothing to pause.`;
}

async function openSkills(
  rest: string,
  message: InboundMessage,
  { skillsDesk, saveSkill }: Pick<GatewayContext, 'skillsDesk' | 'saveSkill'>,
): Promise<void> {
  const saves = /^save\s+(?:run\s+)?(\d{1,6})$/i.exec(rest)?.[1];
  if (saves === undefined) await skillsDesk.open(rest, message);
  else await saveSkill(saves.padStart(6, '0'), message);
}
