/** After a restart: ends every run that an earlier process left open, in its journal and in its thread. Nothing is done again. */

import type { Inbox } from '../../inbox/inbox.ts';
import type { Unsettled } from '../../inbox/queued-command.ts';
import { combineStates } from '../../journal/combine.ts';
import type { Outcome, RunEvent } from '../../journal/events.ts';
import { evolve } from '../../journal/evolve.ts';
import type { Recordings } from '../../journal/recordings.ts';
import { type RunState, startingState } from '../../journal/run-state.ts';
import type { Buttons } from '../../outbound/buttons.ts';
import type { Languages } from '../../outbound/languages.ts';
import type { Outbox } from '../../outbound/outbox.ts';
import type { Outgoing } from '../../outbound/outgoing.ts';
import type { Thread } from '../../ports/chat.ts';
import type { Stamp } from '../../ports/journal.ts';
import type { Model } from '../../ports/model.ts';
import { say, type Text } from '../../words/say.ts';
import { renderEnd } from './end-card.ts';
import { readEndPicture } from './end-picture.ts';
import { isUnfinished, recoverRun } from './interrupted-run.ts';
import { offerAfterRun, offerAgain } from './offer-after-run.ts';

export interface RecoveryPorts {
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly buttons: Buttons;
  readonly languages: Languages;
  readonly recordings: Recordings;
  readonly showsPictures: (thread: Thread) => boolean;
  /** The configured model; null: none. */
  readonly model: Pick<Model, 'name'> | null;
  readonly warn: (problem: string) => void;
}

/** A command that still waits: a run, or something else. */
export interface LeftWaiting extends Unsettled {
  /** Why it must not start by itself; '' when it may. */
  readonly doubt: Text;
}

export interface Recovered {
  readonly waiting: readonly LeftWaiting[];
  /** The runs that were told now, as they ended. */
  readonly ended: readonly RunState[];
}

const BEGUN_TWICE = say`Deskhand stopped twice just as this was about to start.`;
const DAMAGED = say`Some of my records were lost, so I can't tell whether this was already done.`;

/** Never rejects because of one run: what cannot be read or written is reported, and the next run follows. */
export async function recoverRuns(ports: RecoveryPorts): Promise<Recovered> {
  const { inbox } = ports;
  const { begun, cutOff } = inbox.damage === '' ? NOTHING_LOST : await findBegun(ports);
  const known = new Set(inbox.unsettled().map(({ command }) => command.update));
  const isLost = ({ command }: Unsettled): boolean => !known.has(command.update);
  const waiting: LeftWaiting[] = [];
  const ended: RunState[] = [];
  for (const left of [...cutOff.filter(isLost), ...inbox.unsettled()]) {
    ports.languages.note(left.command.thread, left.command.sender);
    if (left.owed !== 'run') {
      waiting.push({ ...left, doubt: '' });
      continue;
    }
    const runId = left.runs.at(-1) ?? begun.get(left.command.update);
    const state = runId === undefined ? null : await endRun(runId, left, ports);
    if (state !== null) ended.push(state);
    else waiting.push({ ...left, doubt: await findDoubt(left, ports) });
  }
  return { waiting, ended };
}

/** Why the command may have been done already. The doubt is stored, since after this start the damaged file is mended and shows nothing. */
async function findDoubt({ command, runs, isDoubted }: Unsettled, { inbox, recordings }: RecoveryPorts): Promise<Text> {
  const kept = runs.length === 0 ? [] : await recordings.list().catch(() => []);
  // A run gets its journal before it begins; a run without one was deleted, together with the record of what it did.
  const isGone = runs.some((run) => !kept.includes(run));
  if (!isDoubted && !isGone && inbox.damage === '') return runs.length > 1 ? BEGUN_TWICE : '';
  if (!isDoubted) inbox.doubt(command.update);
  return DAMAGED;
}

interface Begun {
  /** Runs by their command. */
  readonly begun: ReadonlyMap<string, string>;
  /** The newest run when it has no end, as the command it came from. One desktop has one run at a time, so there is at most one. */
  readonly cutOff: readonly Unsettled[];
}

const NOTHING_LOST: Begun = { begun: new Map(), cutOff: [] };

/** From the journals themselves: a damaged inbox may have lost that a run was begun, or even asked for. */
async function findBegun({ recordings, warn }: RecoveryPorts): Promise<Begun> {
  const begun = new Map<string, string>();
  let cutOff: readonly Unsettled[] = [];
  for (const runId of await recordings.list().catch(() => [])) {
    const events = await recordings.read(runId).catch((error: unknown) => {
      warn(`The journal of ${runId} cannot be read: ${String(error)}`);
      return null;
    });
    const created = events?.find((event) => event.type === 'run.created');
    if (created === undefined || created.part !== undefined) continue;
    begun.set(created.command, runId);
    cutOff = isUnfinished(events ?? []) ? [readAsked(runId, created)] : [];
  }
  return { begun, cutOff };
}

function readAsked(
  runId: string,
  {
    command: update,
    goal,
    thread,
    sender,
    at: sentAt,
    by_program: isByProgram,
    values,
  }: Extract<RunEvent, { readonly type: 'run.created' }> & Stamp,
): Unsettled {
  const of = { ...(isByProgram === true ? { isByProgram } : {}), ...(values === undefined ? {} : { values }) };
  const command = { update, goal, thread, sender, sentAt, ...of };
  return { command, content: { kind: 'text', text: goal }, owed: 'run', runs: [runId], isDoubted: false };
}

/** State of the ended run; null when its journal was never written, so that nothing was done. */
async function endRun(runId: string, left: Unsettled, ports: RecoveryPorts): Promise<RunState | null> {
  const found = await readLeft(runId, ports);
  if (found === 'nothing') return null;
  const { state, outcome } = found;
  const { goal, thread, update, sentAt, isByProgram = false, values = {} } = left.command;
  // A journal damaged at its very start has lost the goal, so it is taken from the command.
  const told: RunState =
    state.runId === '' ? { ...state, runId, goal, isByProgram, values, createdAt: sentAt, lastAt: sentAt } : state;
  // The run's own goal also names the files that came with it.
  const again = offerAgain(told, outcome.outcome === 'interrupted', ports.buttons);
  const after = told.isRecorded ? offerAfterRun(runId, ports.buttons) : { row: [], kept: {} };
  const kept = await readEndPicture(runId, ports);
  const { picture, isPair } = ports.showsPictures(thread) ? kept : { picture: null, isPair: false };
  const end: Outgoing = {
    kind: 'end',
    text: renderEnd(told, outcome, { isPair, isVerbose: false, configuredModel: ports.model?.name ?? null }),
    picture,
    buttons: [again.row, after.row].filter((row) => row.length > 0),
    file: null,
    again: again.kept,
    againFrom: again.from,
    ofRun: after.kept,
  };
  ports.outbox.post(thread, end, update);
  return told;
}

/** Newest first; none of them is running. `upTo`: the newest run of earlier processes. */
export async function findLeftRuns(upTo: string, recordings: Recordings): Promise<readonly string[]> {
  const ids = (await recordings.list()).filter((id) => id <= upTo).slice(-LOOKED_AT);
  const left: string[] = [];
  for (const id of ids.reverse()) if (isUnfinished((await recordings.read(id)) ?? [])) left.push(id);
  return left;
}

/** Ends a run of an earlier life in its journal, as interrupted. */
export async function endLeftRun(runId: string, ports: Pick<RecoveryPorts, 'recordings' | 'warn'>): Promise<void> {
  await readLeft(runId, ports);
}

/** Number of newest runs that are looked at; older ones no longer matter. */
const LOOKED_AT = 50;

async function readLeft(
  runId: string,
  { recordings, warn }: Pick<RecoveryPorts, 'recordings' | 'warn'>,
): Promise<'nothing' | { readonly state: RunState; readonly outcome: Outcome }> {
  try {
    const journal = await recordings.open(runId);
    if (journal === null) return 'nothing';
    try {
      if (journal.damage !== '') warn(`The journal of ${runId}: ${journal.damage}`);
      else if (journal.found.length === 0) return 'nothing';
      const before = journal.found.reduce(evolve, startingState);
      if (!isUnfinished(journal.found) && before.outcome !== null) return { state: before, outcome: before.outcome };
      const parts = await endParts(runId, { recordings, warn });
      const { outcome, events } = recoverRun(journal.found, parts);
      let state = before;
      for (const event of events) state = evolve(state, journal.append(event));
      await journal.sync();
      // The time it was down is not time it took.
      return { state: combineStates({ ...state, lastAt: before.lastAt }, parts), outcome };
    } finally {
      journal.close();
    }
  } catch (error) {
    warn(`The journal of ${runId} cannot be used: ${String(error)}`);
    const { state, outcome } = recoverRun([]);
    return { state, outcome };
  }
}

/** Ends the parts of a run's plan that were still open; all parts, oldest first. */
async function endParts(of: string, ports: Pick<RecoveryPorts, 'recordings' | 'warn'>): Promise<readonly RunState[]> {
  const parts: RunState[] = [];
  // Parts have the run numbers right after their plan.
  for (const runId of (await ports.recordings.list()).filter((id) => id > of)) {
    const [created] = (await ports.recordings.read(runId)) ?? [];
    if (created?.type !== 'run.created' || created.part?.of !== of) break;
    const found = await readLeft(runId, ports);
    if (found !== 'nothing') parts.push(found.state);
  }
  return parts;
}
