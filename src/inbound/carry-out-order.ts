/** What each command does, except those that start a run. */

import { renderHelp } from '../commands/replies.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { InboundMessage } from '../ports/chat.ts';
import { say, slash, type Text } from '../words/say.ts';
import type { Front } from './gateway-ports.ts';
import type { Order } from './interpret.ts';

/** Its answer; null when that was sent already. Rejects with a sentence for people. */
export async function carryOutOrder(
  command: Order,
  message: InboundMessage,
  front: Front,
): Promise<readonly SpokenSpan[] | null> {
  const { sender } = message;
  switch (command.name) {
    case 'screenshot':
      await front.hands.showScreen(message, command.display);
      return null;
    case 'find':
      await front.hands.find(message, command.wanted);
      return null;
    case 'status':
      await front.statusDesk.show(message);
      return null;
    case 'allowed':
      await front.allowedDesk.open(command.rest, message);
      return null;
    case 'tools':
      await front.toolsDesk.open(command.rest, message);
      return null;
    case 'doctor':
      await front.doctorDesk.show(message);
      return null;
    // Where there are several, these never come this far.
    case 'machines':
    case 'on':
      return [say`There is only this computer here. docs/fleet.md tells how one bot controls several.`];
    case 'detail':
      return [await front.detail.change(sender.id, command.rest)];
    case 'queue':
      front.queueCards.show(message.thread, message.updateId);
      return null;
    case 'pause':
      return [pause(sender.name, front)];
    case 'resume':
      return [front.queue.current()?.resume(sender.name) ? say`Continuing.` : say`Nothing is paused.`];
    case 'why':
      if (!command.isRaw) return await front.describeWhy();
      await front.sendTrace(message);
      return null;
    case 'cost':
      return await (command.isByModel ? front.describeModelCosts(sender.id) : front.describeCost());
    case 'stats':
      return await front.describeStats(command.rest);
    case 'model':
      return await front.modelChoice.change(sender.id, command.rest);
    case 'skills':
      await openSkills(command.rest, message, front);
      return null;
    case 'at':
    case 'every':
    case 'watch':
    case 'orders':
    case 'plain':
      await front.orderDesk.take(command.name, command.rest, message);
      return null;
    case 'help':
      return renderHelp();
    case 'start':
      await front.startDesk.show(message);
      return null;
    case 'memory':
    case 'remember':
    case 'forget':
    case 'record':
      return await front.askMemory(command.name, command.words);
    case 'click':
    case 'type':
    case 'key':
    case 'scroll':
    case 'open':
    case 'get':
      await front.hands.act(command, message);
      return null;
  }
}

function pause(by: string, { queue }: Front): Text {
  const current = queue.current();
  if (current?.run.control.isPaused()) return say`Already paused. ${slash('resume')} continues.`;
  return current?.pause(by) ? say`Paused before the next step. ${slash('resume')} continues.` : say`Nothing to pause.`;
}

async function openSkills(rest: string, message: InboundMessage, front: Front): Promise<void> {
  const saves = /^save\s+(?:run\s+)?(\d{1,6})$/i.exec(rest)?.[1];
  if (saves === undefined) await front.skillsDesk.open(rest, message);
  else await front.saveSkill(saves.padStart(6, '0'), message);
}
