/** What each command does; what takes longer than a moment goes on behind. */

import type { Command } from '../commands/parse-command.ts';
import { renderHelp, renderStart } from '../commands/replies.ts';
import type { InboundMessage } from '../ports/chat.ts';
import { say, type Text } from '../words/say.ts';
import type { Front } from './gateway-ports.ts';

export function carryOutCommand(command: Command, message: InboundMessage, front: Front): void {
  const { thread, sender } = message;
  switch (command.name) {
    case 'screenshot':
      front.behind(thread, front.hands.showScreen(thread, command.display));
      break;
    case 'status':
      front.behind(
        thread,
        front.describeStatus().then((text) => front.reply(thread, text)),
      );
      break;
    case 'detail':
      front.behind(
        thread,
        front.detail.change(sender.id, command.rest).then((text) => front.reply(thread, [text])),
      );
      break;
    case 'queue':
      front.queueCards.show(thread);
      break;
    case 'pause':
      front.reply(thread, [pause(sender.name, front)]);
      break;
    case 'resume':
      if (command.run !== null) front.reply(thread, [say`There is no run ${Number(command.run)}.`]);
      else front.reply(thread, [front.queue.current()?.resume(sender.name) ? say`Going on.` : say`Nothing is paused.`]);
      break;
    case 'why':
      front.behind(
        thread,
        command.isRaw ? front.sendTrace(thread) : front.describeWhy().then((text) => front.reply(thread, text)),
      );
      break;
    case 'cost':
      front.behind(
        thread,
        front.describeCost().then((text) => front.reply(thread, text)),
      );
      break;
    case 'skills':
      front.behind(thread, openSkills(command.rest, message, front));
      break;
    case 'help':
      front.reply(thread, renderHelp());
      break;
    case 'start':
      front.reply(thread, renderStart(sender.name));
      break;
    case 'memory':
    case 'remember':
    case 'forget':
    case 'record':
      front.behind(
        thread,
        front.askMemory(command.name, command.words).then((text) => front.reply(thread, text)),
      );
      break;
    case 'click':
    case 'type':
    case 'key':
    case 'scroll':
    case 'open':
    case 'get':
      front.behind(thread, front.hands.act(command, message), message.updateId);
      break;
    case 'run':
    case 'stop':
      // Taken before: a goal goes to the queue, a stop is obeyed first.
      break;
  }
}

function pause(by: string, { queue }: Front): Text {
  const current = queue.current();
  if (current?.run.control.isPaused()) return say`It is paused already. /resume goes on.`;
  return current?.pause(by) ? say`Paused before the next step. /resume goes on.` : say`There is nothing to pause.`;
}

async function openSkills(rest: string, message: InboundMessage, front: Front): Promise<void> {
  const saves = /^save\s+(?:run\s+)?(\d{1,6})$/i.exec(rest)?.[1];
  return saves === undefined
    ? await front.skillsDesk.open(rest, message.thread)
    : await front.saveSkill(saves.padStart(6, '0'), message);
}
