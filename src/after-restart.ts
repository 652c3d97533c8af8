/** After a restart: what an earlier life left is told, closed, or taken up again. */

import type { DeskhandPorts } from './deskhand-ports.ts';
import type { Albums } from './inbound/albums.ts';
import type { Reception } from './inbound/reception.ts';
import type { Submit } from './inbound/submit.ts';
import type { QueuedCommand, Received } from './inbox/queued-command.ts';
import type { Buttons } from './outbound/buttons.ts';
import { closeLeftOpen } from './outbound/close-left-open.ts';
import type { Languages } from './outbound/languages.ts';
import type { Outbox } from './outbound/outbox.ts';
import type { Reply } from './outbound/reply.ts';
import { recoverRuns } from './run/life/recover-runs.ts';
import { readSpentToday, type Spend } from './run/limits/spend.ts';
import { say, toldError } from './words/say.ts';
import { goalLine } from './words/sent-files.ts';

export interface RestartPorts
  extends Pick<
    DeskhandPorts,
    'chats' | 'inbox' | 'recordings' | 'showsPictures' | 'clock' | 'memory' | 'settings' | 'log'
  > {
  readonly outbox: Outbox;
  readonly buttons: Buttons;
  readonly languages: Languages;
  readonly spend: Spend;
  readonly reception: Pick<Reception, 'take'>;
  readonly albums: Pick<Albums, 'takeAgain'>;
  readonly submit: Submit;
  readonly reply: Reply;
  readonly warn: (problem: string) => void;
}

/** Call before the chats are opened. */
export async function takeUpWork(ports: RestartPorts): Promise<void> {
  const { inbox, buttons, clock, log, recordings, spend, submit, reply, warn } = ports;
  if (inbox.damage !== '') warn(inbox.damage);
  for (const [id, button] of inbox.runButtons()) buttons.restore(id, button);
  for (const [id, goal] of inbox.againButtons()) buttons.restore(id, { kind: 'again', goal });
  ports.outbox.resume(closeLeftOpen);
  const { waiting, ended } = await recoverRuns(ports);
  for (const state of ended) log.info({ run: state.runId }, 'a run of an earlier life was reported');
  spend.add(await readSpentToday(recordings, clock).catch(() => 0), clock.now());
  for (const { command, doubt, received, isAct } of waiting) {
    const { platform } = command.thread;
    // There is nobody to show it to and to ask: it stays for a life with that chat.
    if (!ports.chats.has(platform)) warn(`A command from ${platform} waits: that chat is not running.`);
    else if (received === null) submit(command, doubt);
    else if (doubt !== '')
      reply(
        command.thread,
        [say`“${goalLine(command.goal)}” was not started. ${doubt} Send it again.`],
        command.update,
      );
    else if (!ports.albums.takeAgain(command, received))
      receiveAgain(command, received, isAct ? null : command.goal, ports);
  }
  const money = {
    mayAsk: () => spend.today() < ports.settings.caps.dayCostLimitUsd,
    spent: (costUsd: number | null) => spend.add(costUsd, clock.now()),
  };
  await ports.memory.start(money).catch((error: unknown) => warn(`Memory could not be opened: ${String(error)}`));
}

/** Nothing of it was done yet: an earlier life ended while it was taken in. */
function receiveAgain(command: QueuedCommand, received: Received, goal: string | null, ports: RestartPorts): void {
  ports.reception.take(command, received, goal).catch((error: unknown) => {
    ports.reply(command.thread, [say`That did not work: ${toldError(error)}`], command.update);
  });
}
