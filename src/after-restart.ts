/** After a restart: work left by an earlier process is told, closed, or continued. */

import type { DeskhandPorts } from './deskhand-ports.ts';
import type { Albums } from './inbound/albums.ts';
import type { InboundGateway } from './inbound/gateway.ts';
import type { Reception } from './inbound/reception.ts';
import type { Submit } from './inbound/submit.ts';
import { tellInterrupted } from './inbound/tell-interrupted.ts';
import { type QueuedCommand, type Received, receivedOf, type Unsettled } from './inbox/queued-command.ts';
import type { Orders } from './orders/orders-ports.ts';
import type { Buttons } from './outbound/buttons.ts';
import type { Languages } from './outbound/languages.ts';
import type { Outbox } from './outbound/outbox.ts';
import { closeLeftOpen } from './outbound/outgoing.ts';
import type { Reply } from './outbound/reply.ts';
import { recoverRuns } from './run/life/recover-runs.ts';
import { mayCost, readSpentToday, type Spend } from './run/limits/spend.ts';
import { holdsMask } from './safety/secrets/redact.ts';
import { textOf } from './words/said-error.ts';
import { say } from './words/say.ts';
import { goalLine } from './words/sent-files.ts';

export interface RestartPorts
  extends Pick<
    DeskhandPorts,
    | 'chats'
    | 'inbox'
    | 'isAllowed'
    | 'recordings'
    | 'showsPictures'
    | 'clock'
    | 'memory'
    | 'model'
    | 'settings'
    | 'log'
    | 'together'
  > {
  readonly outbox: Outbox;
  readonly buttons: Buttons;
  readonly languages: Languages;
  readonly spend: Spend;
  readonly reception: Pick<Reception, 'take'>;
  readonly albums: Pick<Albums, 'takeAgain'>;
  readonly gateway: Pick<InboundGateway, 'repeat'>;
  readonly submit: Submit;
  readonly standing: Pick<Orders, 'takeUp' | 'recovered'>;
  readonly reply: Reply;
  readonly warn: (problem: string) => void;
}

/** Call before the chats are opened. */
export async function takeUpWork(ports: RestartPorts): Promise<void> {
  const { inbox, buttons, clock, log, recordings, spend, submit, reply, warn } = ports;
  if (inbox.damage !== '') warn(inbox.damage);
  for (const [id, { meaning, thread }] of inbox.runButtons()) buttons.restore(id, meaning, thread);
  for (const [id, { meaning: goal, thread, continues }] of inbox.againButtons())
    buttons.restore(id, { kind: 'again', goal, ...(continues === undefined ? {} : { continues }) }, thread);
  ports.outbox.resume(closeLeftOpen);
  const { waiting, ended } = await recoverRuns(ports);
  for (const state of ended) {
    log.info({ run: state.runId }, 'a run of an earlier life was reported');
    ports.standing.recovered(state.command, state.runId, state.outcome?.outcome ?? 'interrupted', state.costUsd);
  }
  spend.add(await readSpentToday(recordings, clock).catch(() => 0), clock.now());
  const unanswered: Unsettled[] = [];
  for (const left of waiting) {
    const { command, doubt, content, owed } = left;
    const { platform } = command.thread;
    const received = receivedOf(content);
    // Without its chat the command cannot be shown or asked about, so it is left for a start with that chat.
    if (!ports.chats.has(platform)) warn(`A command from ${platform} waits: that chat is not running.`);
    else if (command.order !== undefined) ports.standing.takeUp(command, doubt);
    else if (received === null && owed === 'run') submit(command, doubt);
    else if (received === null) unanswered.push(left);
    else if (doubt !== '')
      reply(
        command.thread,
        [say`“${goalLine(command.goal)}” was not started. ${doubt} Send it again.`],
        command.update,
      );
    else if (!ports.albums.takeAgain(command, received))
      receiveAgain(command, received, owed === 'run' ? command.goal : null, ports);
  }
  const money = {
    mayAsk: () => mayCost(spend, ports.settings.caps.dayCostLimitUsd, ports.together?.() ?? null),
    spent: (costUsd: number | null) => spend.add(costUsd, clock.now()),
  };
  await ports.memory.start(money).catch((error: unknown) => warn(`Memory could not be opened: ${String(error)}`));
  for (const left of unanswered) await answerNow(left, ports);
}

/** Older requests are hardly wanted any more. */
const OLD_MS = 10 * 60_000;

/** Carries out what may be repeated, in one later process only; of everything else the sender is told. */
async function answerNow(left: Unsettled, { inbox, outbox, gateway, clock, isAllowed }: RestartPorts): Promise<void> {
  const { update: updateId, thread, sender, sentAt } = left.command;
  if (!isAllowed(sender.id)) return inbox.refuse(updateId, say`whoever asked may no longer use this`);
  const message = { updateId, thread, sender, sentAt: Date.parse(sentAt), content: left.content };
  const mayRepeat =
    left.owed === 'answer' &&
    !left.isDoubted &&
    inbox.damage === '' &&
    clock.now() - message.sentAt < OLD_MS &&
    !holdsMask(left.command.goal);
  if (mayRepeat) inbox.doubt(updateId);
  if (!mayRepeat || !(await gateway.repeat(message))) outbox.post(thread, tellInterrupted(left), updateId);
}

/** An earlier process ended while it was receiving the files, so nothing of it was done yet. */
function receiveAgain(command: QueuedCommand, received: Received, goal: string | null, ports: RestartPorts): void {
  ports.reception.take(command, received, goal).catch((error: unknown) => {
    ports.reply(command.thread, [say`That didn't work: ${textOf(error)}`], command.update);
  });
}
