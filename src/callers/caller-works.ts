/** Works of other programs: waiting, running or ended, each visible to its own caller alone. */
import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { RunState } from '../journal/run-state.ts';
import type { CallerWork } from '../ports/callers.ts';

/** The needed part of a run's handle. */
export interface Followed {
  readonly run: { readonly runId: string; readonly state: () => RunState; readonly control: { isPaused(): boolean } };
  stop(reason: { readonly kind: 'person'; readonly name: string }): void;
  readonly ended: Promise<Ended>;
}

export interface Ended {
  readonly outcome: NonNullable<CallerWork['outcome']>;
  readonly reason: string;
  readonly message: string;
}

export interface Work {
  /** `caller:NAME:ID`. */
  readonly update: string;
  readonly caller: string;
  readonly id: string;
  readonly kind: CallerWork['kind'];
  begun: Followed | null;
  end: CallerWork | null;
  /** Its caller wanted it stopped, so that it ends as soon as it begins. */
  isStopped: boolean;
}

const KEPT = 500;
const UPDATE = /^caller:([a-z][a-z0-9-]{1,31}):(.+)$/s;

export function updateOf(caller: string, id: string): string {
  return `caller:${caller}:${id}`;
}

export interface Works {
  add(command: Pick<QueuedCommand, 'update' | 'caller'>): Work;
  /** null: this caller has none of that id. */
  find(caller: string, id: string): Work | null;
  /** Newest first. */
  of(caller: string): readonly Work[];
}

export function createWorks(): Works {
  const works = new Map<string, Work>();
  return {
    add({ update, caller }) {
      const known = works.get(update);
      if (known !== undefined) return known;
      const work: Work = {
        update,
        caller: caller?.name ?? '',
        id: UPDATE.exec(update)?.[2] ?? update,
        kind: caller?.act === undefined ? 'run' : 'act',
        begun: null,
        end: null,
        isStopped: false,
      };
      works.set(update, work);
      for (const [old, { end }] of works) {
        if (works.size <= KEPT) break;
        if (end !== null) works.delete(old);
      }
      return work;
    },
    find(caller, id) {
      const work = works.get(updateOf(caller, id));
      return work?.caller === caller ? work : null;
    },
    of: (caller) => [...works.values()].filter((work) => work.caller === caller).reverse(),
  };
}

/** `maySee`: whether the owner lets the caller see the screen, and so what its runs say about it. */
export function viewOf({ id, kind, begun, end }: Work, maySee: boolean): CallerWork {
  if (end !== null) return maySee ? end : withoutWords(end);
  if (begun === null) return { id, kind, state: 'waiting' };
  const { phase, iteration, runId } = begun.run.state();
  const state = phase.name === 'asking' ? 'asking' : begun.run.control.isPaused() ? 'paused' : 'running';
  return { id, kind, state, run: runId || begun.run.runId, step: Math.max(1, iteration) };
}

function withoutWords({ message: _, ...rest }: CallerWork): CallerWork {
  return rest;
}
