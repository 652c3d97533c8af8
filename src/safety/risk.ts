/** The vocabulary of the gate: levels of risk, judgements, and the context they are decided in. */
import { type Sentence, say, type Text } from '../words/say.ts';
import type { Scope, ScopeKind } from './scope.ts';

export const RISKS = ['safe', 'moderate', 'high', 'critical'] as const;

/** safe and moderate run (moderate is noted in the journal); high asks; critical asks every single time. */
export type Risk = (typeof RISKS)[number];

/** Each level in words. */
export const RISK_NAMES = {
  safe: say`safe`,
  moderate: say`moderate risk`,
  high: say`high risk`,
  critical: say`critical risk`,
} as const;

export interface Judgement {
  readonly risk: Risk;
  /** One sentence for the person: the reason. */
  readonly reason: Sentence;
  /** The rule that decided, `shell.rm`, `url.host-not-named`: for the journal and /why. */
  readonly rule: string;
  /** The rules could not tell: a model that looks at the target may settle it, at moderate or above. */
  readonly isUnsure?: boolean;
  /**
   * A shell command that is high only because it is not understood: nothing known speaks against it. Where there is a confined place
   * it is tried there instead of asked about.
   */
  readonly confined?: boolean;
  /** High only for want of a scope: one that names the place and holds this kind lets the action run. */
  readonly within?: ScopeKind;
  /** The least that would let it run from now on, where a person may be asked for that. */
  readonly offer?: Scope;
  /** The place is in a granted folder, and the act can be undone by `file_undo`. */
  readonly isUndoable?: boolean;
}

/** Order of judgements: one that is only not understood, or not granted, weighs less than one with a known effect. */
export function weightOf({ risk, confined, within }: Judgement): number {
  return 4 * RISKS.indexOf(risk) - (confined === true ? 2 : within !== undefined ? 1 : 0);
}

/** The stricter of two; the first one wins a tie. */
export function strictest(first: Judgement, second: Judgement): Judgement {
  return weightOf(second) > weightOf(first) ? second : first;
}

export function needsApproval(risk: Risk): boolean {
  return risk === 'high' || risk === 'critical';
}

/** Known context of an action. A missing field means unknown, and unknown never makes anything safer. */
export interface GateContext {
  /** Application in front, as the desktop names it. */
  readonly app?: string;
  /** Bundle identifier on a Mac; it takes precedence over the name, whose language varies. */
  readonly bundle?: string;
  /** Title of the front window. */
  readonly window?: string;
  /** Address of the browser's document, as the browser reports it. */
  readonly address?: string;
  /** The element the action goes to, or the focused one for typing and keys. */
  readonly element?: {
    readonly role?: string;
    readonly name?: string;
    readonly secure?: boolean;
    /** The element only offers choices and takes no text. */
    readonly choice?: boolean;
    /** Its name was read from pixels, so its role is unknown. */
    readonly isRead?: boolean;
    /** The dialog, form, row or bar around it: its role, and all that is written in it. */
    readonly container?: { readonly role: string; readonly text: string };
  };
  /** Working directory of the run's shell, absolute. */
  readonly cwd?: string;
  /** The person's own words. */
  readonly goal?: string;
  /** Text typed into the focused place since the last Enter: judged as a whole when Enter, paste or a newline comes. */
  readonly typed?: string;
  /** The part of `typed` after the focus may have moved: the line may hold only this. Left out when it is all of it. */
  readonly typedSince?: string;
  /** Program that reads the terminal's keys, and whether `typed` is the whole line. */
  readonly terminal?: { readonly reader: 'shell' | 'other' | 'unknown'; readonly isLineKnown: boolean };
  /** Whether this run put the clipboard's content there, so that it is known. */
  readonly isClipboardOurs?: boolean;
  /** Where this run copied the clipboard's content; left out when it did not, or when the content may have changed. */
  readonly copiedIn?: CopiedIn;
  /** What the person granted for this run. */
  readonly scope?: Scope;
  /** Scopes that the person allows in every run; each counts by itself. */
  readonly always?: readonly Scope[];
  /** A part of what goes out with this action is known to come from there, and is not in the person's own words. */
  readonly tainted?: { readonly source: Text };
  /** The address is, character by character, a link of a page of the same site that this run fetched. */
  readonly isFetchedLink?: boolean;
  /** Names of the skill's texts: they are read from the skill, never from a file of the computer. */
  readonly skillTexts?: readonly string[];
  /** Keys moved the focus since the last click, and its place is unknown. */
  readonly isFocusMoved?: boolean;
  /** Start of a drag, when it is another element than its end: then neither is pressed. */
  readonly draggedFrom?: { readonly role: string; readonly name: string };
  /** A drag begins or ends in another window than the one in front. */
  readonly isAcrossWindows?: boolean;
  /** A menu may be open, in which a letter presses an entry. */
  readonly isMenuOpen?: boolean;
  /** Words that may name recipients and amounts: the person's own, when the goal contains others; absent: the goal. */
  readonly ownWords?: string;
  /** A person asked for this very action (by-hand command): at most moderate, except that critical asks. */
  readonly isByHand?: boolean;
  /** The action is a step of a playbook the person started, and no model is there to look. */
  readonly isPlaybook?: boolean;
}

/** A window, by what a scope can name. */
export interface CopiedIn {
  readonly app?: string;
  readonly bundle?: string;
  readonly address?: string;
}
