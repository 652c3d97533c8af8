/** Deskhand's memory: what a run is told at its start, what is stored after its end, and the person's requests. */

import { combineStates } from '../journal/combine.ts';
import type { RunEvent } from '../journal/events.ts';
import { evolve } from '../journal/evolve.ts';
import type { Recordings } from '../journal/recordings.ts';
import { writeReport } from '../journal/report/write-report.ts';
import { type RunState, startingState } from '../journal/run-state.ts';
import { listActs, readSteps } from '../journal/steps.ts';
import { readParts, readWhole } from '../journal/whole-run.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { Clock } from '../ports/clock.ts';
import type { Stamp } from '../ports/journal.ts';
import type { Model } from '../ports/model.ts';
import type { Recall } from '../ports/recall.ts';
import type { StateStore } from '../ports/state-store.ts';
import type { Vault } from '../ports/vault.ts';
import { withLimit } from '../ports/waits/abort-signals.ts';
import { nameRun } from '../words/run-name.ts';
import { english, type Language } from '../words/speak.ts';
import { fence } from '../words/untrusted.ts';
import { createEarlierRuns } from './earlier-runs.ts';
import { createExperience } from './experience.ts';
import { createMemoryCommands, type MemoryCommandName, type MemoryCommands } from './memory-commands.ts';
import { readMemorySettings } from './memory-settings.ts';
import { createNoteIndex } from './note-index.ts';
import { tellActs } from './run-digest.ts';
import type { RunMemory } from './run-memory.ts';
import { describeRunInNotes, type NoteChange, tellActions } from './run-notes.ts';
import { type MemoryMoney, tellStory } from './story.ts';
import type { Trap } from './traps.ts';
import { renderVaultPart } from './vault-part.ts';

export interface MemoryPorts {
  readonly vault: Vault;
  readonly recordings: Recordings;
  readonly state: StateStore;
  readonly recall: Recall;
  readonly clock: Clock;
  /** Language of the reports written after each run. */
  readonly language: Language;
  /** null: everything by rule. */
  readonly model: Model | null;
  readonly warn: (problem: string) => void;
}

export interface Memory extends RunMemory {
  /** Continues where an earlier process stopped; call it after that one's runs have been ended. */
  start(money: MemoryMoney): Promise<void>;
  isRecording(): boolean;
  /** Stores the person's rating of a run; `text`: what was wrong, ''. */
  noteFeedback(runId: string, isGood: boolean, text: string): Promise<void>;
  /** A run has ended: its memory is written in the background, one run after the other. */
  noteEnd(): void;
  command(name: MemoryCommandName, words: string, atWork: string | null): Promise<readonly SpokenSpan[]>;
  /** Traps that runs are told of, or will be once they are met again. */
  traps(): readonly Trap[];
  /** Resolves when nothing more is to be written, or after `ms`. */
  drain(ms: number): Promise<void>;
}

const BRIEF_MS = 3000;
/** Number of notes read before other work gets a turn. */
const AT_ONCE = 20;
/** Number of an earlier run's steps that the continuing run is told. */
const EARLIER_STEPS = 20;
/** The newest run that memory has dealt with. */
const THROUGH = 'memory.through';
const NO_RUN = '000000';
/** Set when a deleted run may still be in the index. */
const INDEX_STALE = 'memory.index-behind';

export function createMemory(ports: MemoryPorts): Memory {
  const { vault, recordings, state, clock, warn } = ports;
  const life = new AbortController();
  const index = createNoteIndex();
  const earlier = createEarlierRuns(ports);
  const experience = createExperience(ports);
  const commands: MemoryCommands = createMemoryCommands({
    ...ports,
    experience,
    untilWritten: () => last,
    async noteForgotten() {
      await state.set(INDEX_STALE, true);
      catchUpIndex();
    },
  });
  /** A deleted run must leave the index, even if this process ends before. */
  const catchUpIndex = (): void =>
    earlier.refreshLater(life.signal, () => void state.set(INDEX_STALE, false).catch(() => undefined));
  let last: Promise<void> = Promise.resolve();
  let money: MemoryMoney = { mayAsk: () => false, spent: () => undefined };

  const brief: RunMemory['brief'] = async ({ run, goal, app, continues }, signal) => {
    try {
      const [notes, before] = await Promise.all([
        vault.notes(withLimit(BRIEF_MS, signal)),
        continues === null ? earlier.brief(goal, signal) : tellEarlier(continues),
      ]);
      const budget = readMemorySettings(state).vaultTokens;
      const { text, whole, elsewhere } = renderVaultPart({ goal, notes, budget, now: clock.now() }, index);
      const known = experience.brief({ run, goal, app });
      return {
        text: [text, known, before].filter((part) => part !== '').join('\n\n'),
        notes: whole,
        elsewhere: [...elsewhere, { name: '', text: `${known}\n${before}`, isLog: true }],
      };
    } catch (error) {
      signal.throwIfAborted();
      warn(`A run goes without the notes: ${String(error)}`);
      return { text: '', notes: new Map(), elsewhere: [] };
    }
  };

  const tellEarlier = async (runId: string): Promise<string> => {
    const { outcome } = ((await recordings.read(runId)) ?? []).reduce(evolve, startingState);
    const events = (await readWhole(runId, recordings)) ?? [];
    const steps = tellActs(listActs(readSteps(events)), EARLIER_STEPS) || 'Nothing was done.';
    const end = outcome === null ? '' : `\nIt ended: ${outcome.outcome}. ${outcome.message}`;
    return `This run goes on where ${nameRun(runId)} ended. Look first what is still so, then do only what is missing.\n${fence(nameRun(runId), `${steps}${end}`)}`;
  };

  /** Writes the memory of every run that ended since the last one written. */
  const catchUp = async (): Promise<void> => {
    const runs = await recordings.list();
    const through = readThrough(state);
    for (const runId of runs.filter((id) => id > through)) {
      life.signal.throwIfAborted();
      const events = (await recordings.read(runId)) ?? [];
      const ended = events.reduce(evolve, startingState);
      // Only parts of its own are newer than one that is still at work.
      const newer = runs.length - 1 - runs.indexOf(runId);
      if (ended.outcome === null && (await readParts(runId, recordings)).length === newer) return;
      if (ended.outcome !== null && ended.isRecorded) await keep(events, ended);
      await state.set(THROUGH, runId);
      // Only a model uses earlier runs.
      if (ports.model !== null) earlier.refreshLater(life.signal);
    }
  };

  /** The first run after a start is not to wait for this. */
  const readAhead = async (): Promise<void> => {
    const notes = await vault.notes(life.signal);
    for (let at = 0; at < notes.length; at += AT_ONCE) {
      index.learn(notes.slice(at, at + AT_ONCE));
      await clock.sleep(0, life.signal);
    }
  };

  /** Writes this run's memory: its story into the recording, its lines into the notes. */
  const keep = async (own: readonly (RunEvent & Stamp)[], state: RunState): Promise<void> => {
    // A part of a plan is told with the whole.
    if (state.part !== null) return;
    const parts = (await readParts(state.runId, recordings)).map((part) => part.events);
    const events = [...own, ...parts.flat()];
    const ended = combineStates(
      state,
      parts.map((part) => part.reduce(evolve, startingState)),
    );
    const told = await tellStory({ events, ended }, { ...ports, money }, life.signal);
    await changeNotes(describeRunInNotes(ended, told?.narrative ?? tellActions(ended)));
    await experience.learnFrom(events, ended, told?.lessons ?? [], life.signal);
    await writeReport(ended.runId, ports.language, recordings);
  };

  const changeNotes = async (changes: readonly NoteChange[]): Promise<void> => {
    for (const { path, change } of changes) {
      const { ok, text } = await vault.update(path, change, life.signal);
      if (!ok) warn(`The note ${path} was not written: ${english(text)}`);
    }
  };

  const later = (work: () => Promise<void>): void => {
    last = last.then(work).catch((error: unknown) => {
      if (!life.signal.aborted) warn(`Memory could not be written: ${String(error)}`);
    });
  };

  return {
    brief,
    recall: earlier.recall,
    async start(spending) {
      money = spending;
      // Runs from before the first use of memory are left out.
      if (state.get(THROUGH) === undefined) await state.set(THROUGH, (await recordings.list()).at(-1) ?? NO_RUN);
      later(catchUp);
      later(readAhead);
      if (state.get(INDEX_STALE) === true) catchUpIndex();
    },
    async noteFeedback(runId, isGood, text) {
      const events = await recordings.read(runId);
      if (events === null) return;
      const recording = await recordings.readRecording(runId);
      if (recording !== null) await recordings.saveRecording(runId, { ...recording, feedback: { good: isGood, text } });
      const whole = (await readWhole(runId, recordings)) ?? [];
      if (!isGood) await experience.noteWrong(whole, events.reduce(evolve, startingState), text, life.signal);
    },
    isRecording: () => readMemorySettings(state).isRecording,
    noteEnd: () => later(catchUp),
    traps: experience.traps,
    command: (name, words, atWork) => commands.carryOut(name, words, atWork),
    async drain(ms) {
      const waiting = new AbortController();
      await Promise.race([last, clock.sleep(ms, waiting.signal).catch(() => undefined)]);
      waiting.abort();
      life.abort(new Error('Deskhand ends'));
    },
  };
}

function readThrough(state: StateStore): string {
  const value = state.get(THROUGH);
  return typeof value === 'string' ? value : NO_RUN;
}
