/** Deskhand's memory: what a run is told at its start, what it leaves when it has ended, and what the person asks of it. */
import type { SpokenSpan } from '../gateway/spoken.ts';
import type { Clock } from '../ports/clock.ts';
import type { Recordings } from '../ports/recordings.ts';
import type { StateStore } from '../ports/state-store.ts';
import type { Vault } from '../ports/vault.ts';
import { evolve, type RunState, startingState } from '../run/evolve.ts';
import { createMemoryCommands, type MemoryCommandName, type MemoryCommands } from './memory-commands.ts';
import { readMemorySettings } from './memory-settings.ts';
import { createNoteIndex } from './note-index.ts';
import type { RunMemory } from './run-memory.ts';
import { describeRunInNotes, type NoteChange, tellActions } from './run-notes.ts';
import { renderVaultPart } from './vault-part.ts';

export interface MemoryPorts {
  readonly vault: Vault;
  readonly recordings: Recordings;
  readonly state: StateStore;
  readonly clock: Clock;
  readonly warn: (problem: string) => void;
}

export interface Memory extends RunMemory {
  /** Goes on where an earlier life left off; call when its runs have been ended. */
  start(): Promise<void>;
  /** A run has ended: what it leaves is written behind, one run after the other. */
  noteEnd(): void;
  command(name: MemoryCommandName, words: string, atWork: string | null): Promise<readonly SpokenSpan[]>;
  /** Resolves when nothing more is to be written, or after `ms`. */
  drain(ms: number): Promise<void>;
}

const BRIEF_MS = 3000;
/** Notes read between two looks at everything else. */
const AT_ONCE = 20;
/** The newest run that memory has dealt with. */
const THROUGH = 'memory.through';
const NO_RUN = '000000';

export function createMemory(ports: MemoryPorts): Memory {
  const { vault, recordings, state, clock, warn } = ports;
  const index = createNoteIndex();
  const commands: MemoryCommands = createMemoryCommands(ports);
  const life = new AbortController();
  let last: Promise<void> = Promise.resolve();

  const brief: RunMemory['brief'] = async ({ goal }, signal) => {
    try {
      const notes = await vault.notes(AbortSignal.any([signal, AbortSignal.timeout(BRIEF_MS)]));
      const budget = readMemorySettings(state).vaultTokens;
      const { text, whole } = renderVaultPart({ goal, notes, budget, now: clock.now() }, index);
      return { text, notes: whole };
    } catch (error) {
      signal.throwIfAborted();
      warn(`A run goes without the notes: ${String(error)}`);
      return { text: '', notes: new Map() };
    }
  };

  /** Every run that has ended since the last one dealt with. */
  const catchUp = async (): Promise<void> => {
    const runs = await recordings.list();
    const through = readThrough(state);
    for (const runId of runs.filter((id) => id > through)) {
      life.signal.throwIfAborted();
      const events = (await recordings.read(runId)) ?? [];
      const ended = events.reduce(evolve, startingState);
      // One that is still at work is the newest.
      if (ended.outcome === null && runId === runs.at(-1)) return;
      if (ended.outcome !== null) await leaveNotes(ended);
      await state.set(THROUGH, runId);
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

  const leaveNotes = async (ended: RunState): Promise<void> => {
    await changeNotes(describeRunInNotes(ended, tellActions(ended)));
  };

  const changeNotes = async (changes: readonly NoteChange[]): Promise<void> => {
    for (const { path, change } of changes) {
      const { ok, text } = await vault.update(path, change, life.signal);
      if (!ok) warn(`The note ${path} was not written: ${text}`);
    }
  };

  const later = (work: () => Promise<void>): void => {
    last = last.then(work).catch((error: unknown) => {
      if (!life.signal.aborted) warn(`Memory could not be written: ${String(error)}`);
    });
  };

  return {
    brief,
    recall: () => Promise.resolve({ ok: false, text: 'No earlier task can be recalled.' }),
    async start() {
      // What ran before there was a memory stays as it is.
      if (state.get(THROUGH) === undefined) await state.set(THROUGH, (await recordings.list()).at(-1) ?? NO_RUN);
      later(catchUp);
      later(readAhead);
    },
    noteEnd: () => later(catchUp),
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
