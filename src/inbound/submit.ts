/** Takes a command to the queue: an old one is asked about first, then the parameters that its skill needs and the goal lacks. */

import type { Inbox } from '../inbox/inbox.ts';
import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { Questions } from '../outbound/questions.ts';
import type { Reply } from '../outbound/reply.ts';
import type { Thread } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import type { Machine } from '../ports/machine.ts';
import type { Model } from '../ports/model.ts';
import type { RunQueue } from '../run/queue.ts';
import { findMissingParams, type SkillBook, type SkillMatch } from '../skills/match-skill.ts';
import { say, type Text } from '../words/say.ts';
import type { Language } from '../words/speak.ts';
import { askForParams } from './ask-params.ts';
import { askStillWanted } from './ask-still-wanted.ts';

export interface SubmitPorts {
  readonly clock: Clock;
  readonly inbox: Pick<Inbox, 'refuse'>;
  readonly queue: Pick<RunQueue, 'add'>;
  readonly questions: Questions;
  readonly reply: Reply;
  readonly book: () => SkillBook;
  /** null: a skill without a playbook cannot run. */
  readonly model: Model | null;
  readonly machine: Pick<Machine, 'platform'>;
  readonly timeoutMs: number;
  readonly languageOf: (thread: Thread) => Language;
}

/** `doubt`: why it must not start by itself; ''. */
export type Submit = (command: QueuedCommand, doubt?: Text) => void;

/** A command older than this is asked about before it runs: the person may have changed their mind hours ago. */
const OLD_COMMAND_MS = 10 * 60_000;

export function createSubmit(ports: SubmitPorts, signal: AbortSignal): Submit {
  const { clock, inbox, queue, reply } = ports;

  const putInQueue = (command: QueuedCommand): void => {
    const before = queue.add(command);
    if (before > 0) reply(command.thread, [say`Queued, ${before} ahead of it.`]);
  };

  const enqueue = (command: QueuedCommand): void => {
    const match = ports.book().match(command.goal);
    const canRun = match !== null && (ports.model !== null || match.skill.playbook !== null);
    if (!canRun || findMissingParams(match).length === 0) putInQueue(command);
    else askForMissing(match, command).catch(() => undefined);
  };

  /** Asks for the missing parameters; after a restart the question is asked again. */
  const askForMissing = async (match: SkillMatch, command: QueuedCommand): Promise<void> => {
    const params = await askForParams(match, command, { ...ports, platform: ports.machine.platform }, signal);
    if (params === null) return inbox.refuse(command.update, say`what its skill needs to know was not answered`);
    putInQueue({ ...command, params });
  };

  const askWhetherWanted = async (command: QueuedCommand, why: Text): Promise<void> => {
    if (await askStillWanted(command, why, ports, signal)) enqueue(command);
    else inbox.refuse(command.update, say`it had waited too long and is no longer wanted`);
  };

  return (command, doubt = '') => {
    const isOld = clock.now() - Date.parse(command.sentAt) > OLD_COMMAND_MS;
    if (!isOld && doubt === '') enqueue(command);
    else askWhetherWanted(command, doubt || say`I was offline in the meantime.`).catch(() => undefined);
  };
}
