/** A command whose turn has come: its run is started, or its sender is told why not. */

import type { Inbox } from '../../inbox/inbox.ts';
import type { QueuedCommand } from '../../inbox/queued-command.ts';
import type { Recordings } from '../../journal/recordings.ts';
import { type Reply, wordsAlone } from '../../outbound/reply.ts';
import { nameHomeFolder } from '../../safety/places/home-folders.ts';
import { holdsMask } from '../../safety/secrets/redact.ts';
import { readAct } from '../../skills/act-skill.ts';
import { findNearest, findStarters } from '../../skills/offers.ts';
import type { SkillShelf } from '../../skills/skill-shelf.ts';
import { textOf } from '../../words/said-error.ts';
import { clause, say, type Text } from '../../words/say.ts';
import { goalLine } from '../../words/sent-files.ts';
import { english } from '../../words/speak.ts';
import type { ModelOfRun } from '../model-of-run.ts';
import type { RunTerms } from '../run-terms.ts';
import { continueFrom, readEarlierRun } from './continue-run.ts';
import { type Preparation, prepareRun } from './prepare-run.ts';
import type { MatchedSkill, RunHandle, RunOutlets } from './run-handle.ts';
import type { RunPorts } from './run-ports.ts';
import { startRun } from './start-run.ts';
import { withValues } from './with-values.ts';

export interface BeginPorts {
  readonly isAllowed: (senderId: string) => boolean;
  readonly skills: Pick<SkillShelf, 'book'>;
  /** null: none is configured. */
  readonly modelFor: (senderId: string) => ModelOfRun | null;
  readonly recordings: Recordings;
  readonly memory: { readonly isRecording: () => boolean };
  readonly inbox: Inbox;
  readonly reply: Reply;
  /** Whether the other program of that name still has a token. */
  readonly mayCall: (name: string) => boolean;
  readonly runPorts: RunPorts;
  readonly outlets: RunOutlets;
  /** Terms of the standing order that asks for this; null when a person does, or the order is gone. */
  readonly termsOf: (command: QueuedCommand) => RunTerms | null;
}

const MASKED_GOAL = say`Your request held a secret, which I never save, and I was restarted since. Nothing was done. Please send it again.`;

/** Never rejects; null: nothing was started, and its sender knows (or may not use this any more). */
export async function beginCommand(command: QueuedCommand, ports: BeginPorts): Promise<RunHandle | null> {
  const refuse = (reason: Text): null => {
    ports.reply(command.thread, [reason], command.update);
    return null;
  };
  const offer = (reason: Text): null => {
    const book = ports.skills.book();
    const language = ports.outlets.languageOf(command.thread);
    const near = findNearest(command.goal, book, language);
    const goals = near.length > 0 ? near : findStarters(book, language);
    const rows = goals.map((goal) => [
      { label: goal, data: ports.outlets.buttons.register({ kind: 'run', goal }), style: 'plain' as const },
    ]);
    const words = wordsAlone([reason, ...(rows.length === 0 ? [] : ['\n', say`This works right now:`])]);
    ports.outlets.outbox.post(command.thread, { ...words, buttons: rows }, command.update);
    return null;
  };
  // The sender may have lost access while the command waited for its turn or through a restart.
  if (!ports.isAllowed(command.sender.id)) {
    ports.inbox.refuse(command.update, say`whoever asked may no longer use this`);
    ports.outlets.warn(`A command that waited was not started: ${command.sender.id} may not use this any more.`);
    return null;
  }
  const { caller } = command;
  if (caller !== undefined && !ports.mayCall(caller.name))
    return refuse(say`“${goalLine(command.goal)}” was not started: the program ${caller.name} may not ask any more.`);
  if ([command.goal, caller?.act ?? '', ...Object.values(command.values ?? {})].some(holdsMask))
    return refuse(MASKED_GOAL);
  try {
    const earlier = command.continues === undefined ? null : await readEarlierRun(command.continues, ports.recordings);
    const continued = earlier === null ? null : await continueFrom(earlier, ports.recordings);
    const params = { ...earlier?.params, ...command.params };
    // A single act needs no model, and costs nothing.
    const model = caller?.act === undefined ? ports.modelFor(command.sender.id) : null;
    const prepared =
      caller?.act === undefined
        ? prepareRun(command.goal, params, ports.skills.book(), model !== null)
        : prepareAct(caller.act);
    if (!prepared.ok) return offer(prepared.reason);
    const isByProgram = command.isByProgram === true || earlier?.isByProgram === true;
    const values = command.values ?? earlier?.values ?? {};
    const asked = { ...command, values, ...(isByProgram ? { isByProgram } : {}) };
    const start = {
      command: asked,
      ...withValues(await withFolder(prepared, ports), values, model !== null),
      model,
      continued,
      isRecorded: ports.memory.isRecording(),
      terms: ports.termsOf(command),
    };
    return await startRun(start, ports.runPorts, ports.outlets);
  } catch (error) {
    const what = textOf(error);
    ports.outlets.warn(`A run could not be started: ${english(what)}`);
    return refuse(
      say`I couldn't start “${goalLine(command.goal)}”. Nothing was done. ${clause(what)}. Send it again once that is fixed.`,
    );
  }
}

/** Replaces a word for a home folder in the skill's parameters (“downloads”) by its path on this computer. */
async function withFolder<Given extends { readonly skill: MatchedSkill | null }>(
  prepared: Given,
  { runPorts: { machine } }: Pick<BeginPorts, 'runPorts'>,
): Promise<Given> {
  const { skill } = prepared;
  if (skill === null) return prepared;
  const params = await nameHomeFolder(skill.params, machine, new AbortController().signal);
  return { ...prepared, skill: { ...skill, params } };
}

/** Reads an act as it was stored when it was accepted, by this version or an earlier one. */
function prepareAct(json: string): Preparation {
  const read = readAct(json);
  if (!read.ok)
    return { ok: false, reason: say`A program asked for an act that I can't do any more. Nothing was done.` };
  return { ok: true, decided: 'playbook', skill: { skill: read.skill, params: {}, others: [] } };
}
