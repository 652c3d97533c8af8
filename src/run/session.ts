/** What one run carries from step to step besides its journal: nothing here outlives the run. */
import type { Action } from '../action/schema.ts';
import type { Glance } from '../checks/compare.ts';
import type { LastAction } from '../journal/acted.ts';
import { type Mind, NO_MIND } from '../journal/effort.ts';
import type { RunState } from '../journal/run-state.ts';
import type { Box } from '../ports/desktop.ts';
import { createScreenMemory, type ScreenMemory } from '../screen/screen-memory.ts';
import type { Text } from '../words/say.ts';
import type { Focus } from './loop/focus.ts';
import { type Held, NOTHING_HELD } from './perform/held.ts';
import type { ActiveRun } from './run-ports.ts';

export interface RunSession {
  /** Working directory of the run's shell. */
  cwd: string;
  /** The part the next look carries as a second picture. */
  zoom: Box | null;
  /** Where the last action pointed, in pixels of its display. */
  lastPoint: { readonly x: number; readonly y: number } | null;
  /** What is down between acts. */
  held: Held;
  readonly screen: ScreenMemory;
  /** The part of a plan that is being worked on; null when there is none. */
  part: ActiveRun | null;
  /** Parts of the plan that have ended, in order. */
  readonly partsDone: RunState[];
  /** Who decides now, and how hard they think. */
  mind: Mind;
  /** The run's first look, for comparing the last one with it; null before it. */
  first: Glance | null;
  /** The act under way, until the screen has settled after it; null between acts. */
  acting: Action | null;
  /** What the person wrote since the goal: hints, and answers in their own words. */
  readonly words: string[];
  /** Where the keys go, by application. */
  readonly focus: Map<string, Focus>;
  /** Text typed since the last Enter, by application: for the gate. */
  readonly typed: Map<string, string>;
  /** Whether this run wrote what is on the clipboard: anything else there may be a password. */
  hasWrittenClipboard: boolean;
  /** Grants of “This run”, as fingerprints of what was granted. */
  readonly grants: Set<string>;
  /** Answers to secret questions by number; each is used once and never written down. */
  readonly secrets: Map<number, string>;
  secretsAsked: number;
  /** How often something outside held the run up. */
  heldUp: number;
  /** Why the model's provider makes the run wait now; ''. */
  modelDelay: string;
  /** An important act whose effect has not been checked yet; null when there is none. */
  unchecked: ImportantAct | null;
  /** How many acts the fast model was asked about. */
  actsAskedAbout: number;
  /** Whether the effect of an act is being checked now. */
  isChecking: boolean;
  /** What the model is about to do, as far as its reply has come; ''. Only to be shown. */
  coming: Text;
  /** What memory says about this run, the same through all of it; null until it was asked. */
  briefing: string | null;
  /** Notes as the run knows them, by path: what a note it writes was made from. */
  readonly notes: Map<string, string>;
}

/** An act that the person was asked about, or would have been without their “This run”: these are checked one by one. */
export interface ImportantAct extends LastAction {
  readonly step: string;
  /** What it was for, in the model's words. */
  readonly intent: string;
}

/** For the next part of a plan: what was typed and where things are stays so; what was granted, learned and asked does not. */
export function renewSession(session: RunSession, home: string): void {
  const { screen, held, typed, focus, words, notes, partsDone } = session;
  Object.assign(session, createRunSession(home), { screen, held, typed, focus, words, notes, partsDone });
}

/** `typed` outlives the run: what one left on a command line is there for the next one's Enter. */
export function createRunSession(home: string, typed: Map<string, string> = new Map()): RunSession {
  return {
    cwd: home,
    zoom: null,
    lastPoint: null,
    held: NOTHING_HELD,
    screen: createScreenMemory(),
    mind: NO_MIND,
    part: null,
    partsDone: [],
    first: null,
    acting: null,
    words: [],
    focus: new Map(),
    typed,
    hasWrittenClipboard: false,
    grants: new Set(),
    secrets: new Map(),
    secretsAsked: 0,
    heldUp: 0,
    modelDelay: '',
    unchecked: null,
    actsAskedAbout: 0,
    isChecking: false,
    coming: '',
    briefing: null,
    notes: new Map(),
  };
}
