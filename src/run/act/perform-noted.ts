/** Performs one act: its intent is on the disk before it, its result in the journal after it, also when it fails. */

import { asText, asWhy } from '../../journal/said.ts';
import type { Thread } from '../../ports/chat.ts';
import { DesktopLost, type Fingerprint, Refused } from '../../ports/desktop.ts';
import { JournalFailed } from '../../ports/journal.ts';
import type { MachineResult } from '../../ports/machine.ts';
import type { Pictures } from '../../ports/pictures.ts';
import type { AskForServer, ToolAnswer, ToolCall } from '../../ports/tools.ts';
import type { Scope } from '../../safety/scope.ts';
import { foldersIn } from '../../safety/shell/shown-paths.ts';
import type { Observation } from '../../screen/observe.ts';
import type { Sample } from '../../screen/screen-memory.ts';
import { settle } from '../../screen/settling/settle.ts';
import type { Settled, SettleRequest } from '../../screen/settling/settled.ts';
import type { Skill } from '../../skills/skill.ts';
import { readText } from '../../skills/skill-texts.ts';
import type { Toolbox } from '../../tools/toolbox.ts';
import { nameRun } from '../../words/run-name.ts';
import { textOf } from '../../words/said-error.ts';
import { join, say, type Text } from '../../words/say.ts';
import { english } from '../../words/speak.ts';
import { askForServer } from '../ask-for-server.ts';
import { type AskPersonNeeds, askPerson } from '../ask-person.ts';
import type { RunControl } from '../control.ts';
import { perform } from '../perform/perform.ts';
import type { ActState, PerformPorts } from '../perform/perform-ports.ts';
import { readToolPictures } from '../perform/tool-pictures.ts';
import type { RunLog } from '../run-log.ts';
import type { SaidWords } from '../said-words.ts';
import type { Taint } from '../taint-tracker.ts';
import type { JudgedRequest } from './action-request.ts';

export interface PerformNotedNeeds
  extends RunLog,
    AskPersonNeeds,
    ActState,
    Omit<
      PerformPorts,
      'skillText' | 'askPerson' | 'sendFile' | 'callTool' | 'tools' | 'isApproved' | 'isProven' | 'place' | 'noteOrigin'
    > {
  readonly tools: Toolbox;
  readonly pictures: Pick<Pictures, 'adopt'>;
  readonly thread: Thread;
  readonly said: SaidWords;
  /** What the person granted for this run; null: nothing. */
  readonly scope: () => Scope | null;
  readonly taint: Pick<Taint, 'note'>;
  readonly skill: { readonly skill: Pick<Skill, 'references' | 'source' | 'steps'> } | null;
  readonly control: RunControl;
  readonly sendFile: (thread: Thread, path: string, signal: AbortSignal) => Promise<MachineResult>;
}

const NOT_STARTED = say`It was not started.`;

/**
 * A sample of the watch no older than this stands for the screen just before the act: taking another one would cost a third of Deskhand's time per
 * step.
 */
const JUST_NOW_MS = 60;

/**
 * Writes the intent to the disk and takes the fingerprint of the screen before the act. A failure here comes before anything is done, and is noted
 * so.
 * `seen`: the last sample of the same display, if there is one.
 */
export async function prepareAct(
  step: string,
  display: number,
  seen: Sample | null,
  run: PerformNotedNeeds,
): Promise<Fingerprint> {
  const { signal } = run.control;
  const isFresh = seen !== null && run.clock.elapsed() - seen.atMs <= JUST_NOW_MS;
  try {
    const [before] = await Promise.all([
      isFresh ? seen.fingerprint : run.desktop.fingerprint(display, signal),
      run.sync(),
    ]);
    signal.throwIfAborted();
    return before;
  } catch (error) {
    if (!(error instanceof JournalFailed)) {
      run.record({ type: 'action.performed', step, ok: false, ...asText(NOT_STARTED), effect: 'unchanged', ms: 0 });
    }
    throw error;
  }
}

/** Performs the act; null when the desktop went away during it. An intent without a result is noted as unknown, and never repeated blindly. */
export async function performOrNote(
  request: JudgedRequest,
  observation: Observation,
  run: PerformNotedNeeds,
): Promise<MachineResult | null> {
  try {
    return await performIn(request, observation, run);
  } catch (error) {
    const why = run.control.signal.aborted ? say`the run was stopped in the middle of it` : textOf(error);
    run.record({ type: 'action.unknown', step: request.step, ...asWhy(why) });
    if (error instanceof DesktopLost && !run.control.signal.aborted) return null;
    throw error;
  }
}

/** Waits for the screen after the act is done; when the desktop goes away now, only the effect is unknown. */
export async function settleOrGiveUp(request: SettleRequest, run: PerformNotedNeeds): Promise<Settled> {
  try {
    return await settle(request, run, run.control.signal);
  } catch (error) {
    // Refused: its display was unplugged.
    if (!(error instanceof DesktopLost || error instanceof Refused)) throw error;
    return {
      effect: 'unknown',
      isAnswered: false,
      note: say`The desktop went away after the last action: ${error.text}`,
    };
  }
}

/** Performs an action with the run's ports, and keeps its output as a source of taint. */
export async function performIn(
  request: JudgedRequest,
  observation: Observation,
  run: PerformNotedNeeds,
): Promise<MachineResult> {
  const { marks, held, folder, notes, secrets } = run;
  const context = { observation, marks, held, folder, notes, secrets };
  if (request.isFollowUp !== true) marks.bring([]);
  const done = await perform(request.action, context, performPorts(request, run), run.control.signal);
  run.taint.note(request.action, english(done.text));
  return done;
}

function performPorts(
  { step, isApproved, isProven, grants = [], by }: JudgedRequest,
  run: PerformNotedNeeds,
): PerformPorts {
  const writable = foldersToChange(run.scope());
  return {
    ...run,
    askPerson: (question) => askPerson(question, run),
    sendFile: (path, signal) => run.sendFile(run.thread, path, signal),
    skillText: (text) => (run.skill === null ? null : readText(run.skill.skill, text)),
    callTool: (call, signal) => callTool(call, step, run, signal),
    isApproved,
    isProven,
    // Only folders that the person named count; those named on the screen do not.
    place: {
      run: run.runId,
      shown: foldersIn(run.said.all(), run.machine.home),
      grants,
      ...(writable.length === 0 ? {} : { writable }),
    },
    // A playbook does not see the screen, so text that it writes comes from its skill.
    noteOrigin: by === 'model' ? `written by Deskhand in ${nameRun(run.runId)}, from what was on the screen` : '',
  };
}

/** Calls a tool, and notes the description under which it was called and what came back. */
async function callTool(
  call: ToolCall,
  step: string,
  run: PerformNotedNeeds,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const { server, name: tool } = call;
  const known = run.tools.list().find((one) => one.server === server && one.name === tool);
  run.record({ type: 'tool.called', step, server, tool, description: known?.hash ?? '' });
  const startedAt = run.clock.elapsed();
  const ask: AskForServer = ({ text, options }) => askForServer({ server, text, options }, run);
  const answer = await run.tools.call(call, ask, signal);
  const { shown, text, lost } = await readToolPictures(answer.pictures ?? [], run, signal);
  run.marks.bring(shown);
  run.taint.note({ action: 'tool', ...call }, text);
  run.record({
    type: 'tool.answered',
    step,
    ok: answer.ok,
    characters: english(answer.text).length,
    ...(shown.length === 0 ? {} : { pictures: shown.length }),
    ms: Math.round(run.clock.elapsed() - startedAt),
  });
  return lost === 0 ? answer : { ...answer, text: join([answer.text, sayLost(lost)], '\n') };
}

function sayLost(pictures: number): Text {
  return pictures === 1
    ? say`One picture of the answer could not be read, so it is not shown.`
    : say`${pictures} pictures of the answer could not be read, so they are not shown.`;
}

function foldersToChange(scope: Scope | null): readonly string[] {
  return scope?.kinds.includes('run') === true ? scope.folders : [];
}
