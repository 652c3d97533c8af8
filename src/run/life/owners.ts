/** The state kept between acts, each piece with the owner that keeps it. It ends with the run, or with the process for acts by hand. */

import { createScreenMemory, type ScreenMemory } from '../../screen/screen-memory.ts';
import { type ActUnderWay, createActUnderWay } from '../act/act-under-way.ts';
import { createFocusMemory, type FocusMemory } from '../act/focus.ts';
import { createKnownElements, type KnownElements } from '../act/known-elements.ts';
import { createGrants, type Grants } from '../confirm/grants.ts';
import { type ArrivalWatch, createArrivalWatch } from '../loop/note-arrivals.ts';
import { createHeldInput } from '../perform/held.ts';
import { createLookMarks } from '../perform/look-marks.ts';
import { createKnownNotes } from '../perform/notes.ts';
import type { ActState } from '../perform/perform-ports.ts';
import { createSecretAnswers } from '../perform/secret-answers.ts';
import { createWorkingFolder } from '../perform/working-folder.ts';
import { createTaint, type Taint } from '../taint-tracker.ts';
import { createTypedText, type TypedText } from '../typed-text.ts';
import { createScopeWatch, type ScopeWatch } from '../verify/scope-watch.ts';
import type { RunPorts } from './run-ports.ts';

export interface Owners extends ActState {
  readonly grants: Grants;
  readonly focus: FocusMemory;
  readonly known: KnownElements;
  readonly typed: TypedText;
  readonly taint: Taint;
  readonly screen: ScreenMemory;
  readonly underWay: ActUnderWay;
  readonly scopeWatch: ScopeWatch;
  readonly arrivalWatch: ArrivalWatch;
}

export function createOwners({ desktop, machine, clock }: Pick<RunPorts, 'desktop' | 'machine' | 'clock'>): Owners {
  return {
    marks: createLookMarks(),
    held: createHeldInput(desktop),
    folder: createWorkingFolder(machine.home),
    notes: createKnownNotes(),
    secrets: createSecretAnswers(),
    grants: createGrants(),
    focus: createFocusMemory(clock),
    known: createKnownElements(),
    typed: createTypedText(clock.now()),
    taint: createTaint(),
    screen: createScreenMemory(),
    underWay: createActUnderWay(),
    scopeWatch: createScopeWatch({ machine }),
    arrivalWatch: createArrivalWatch(),
  };
}

/**
 * Owners for a part without the desktop. All are its own but two: the taint, which no part may lose for another, and the folders' state at the start.
 */
export function ownersBeside(whole: Owners, ports: Parameters<typeof createOwners>[0]): Owners {
  const { taint, scopeWatch } = whole;
  return { ...createOwners(ports), taint, scopeWatch };
}

/** Owners for the next part with the desktop. The state of the screen is kept; grants and questions start anew. */
export function renewOwners(before: Owners, ports: Parameters<typeof createOwners>[0]): Owners {
  const { marks, held, notes, focus, known, taint, screen, underWay, scopeWatch, arrivalWatch } = before;
  marks.pointAt(null);
  marks.zoomInto(null);
  marks.bring([]);
  return {
    ...createOwners(ports),
    marks,
    held,
    notes,
    focus,
    known,
    taint,
    screen,
    underWay,
    scopeWatch,
    arrivalWatch,
  };
}
