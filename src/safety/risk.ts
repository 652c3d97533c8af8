/** The words of the gate: how risky an action is, and what is known when that is decided. */
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
  /** One sentence for the person: why. */
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
  /** It is high only for want of a scope: one that names the place and holds this kind lets it run. Nothing else speaks against it. */
  readonly within?: ScopeKind;
  /** The least that would let it run from now on, where a person may be asked for that. */
  readonly offer?: Scope;
  /** The place is inside what the person granted, and what it does there can be taken back by an act of ours that is known to. */
  readonly isUndoable?: boolean;
}

/** For comparing: what is only not understood, or not granted, weighs less than what is known to do something. */
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

/** What is known about the moment of an action. A missing field means unknown, and unknown never makes anything safer. */
export interface GateContext {
  /** Application in front, as the desktop names it. */
  readonly app?: string;
  /** Its bundle identifier, on a Mac: it decides, whatever language the name is in. */
  readonly bundle?: string;
  /** Title of the front window. */
  readonly window?: string;
  /** Of the document in front of a browser, as the browser tells it. */
  readonly address?: string;
  /** The element the action goes to, or the focused one for typing and keys. */
  readonly element?: {
    readonly role?: string;
    readonly name?: string;
    readonly secure?: boolean;
    /** It only offers choices and takes no text. */
    readonly choice?: boolean;
    /** Its name was read from the screen: nothing tells it, and nothing tells what kind of thing it is. */
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
  /** The part of `typed` that came after the focus may have moved: the line may be only this. Left out where that is all of it. */
  readonly typedSince?: string;
  /** Who reads the keys of the terminal they go to, and whether `typed` is all that stands in its line. */
  readonly terminal?: { readonly reader: 'shell' | 'other' | 'unknown'; readonly isLineKnown: boolean };
  /** What is on the clipboard was put there by this run, and is known. */
  readonly isClipboardOurs?: boolean;
  /** Where this run copied what is on the clipboard; left out where it did not, or something else may have come since. */
  readonly copiedIn?: CopiedIn;
  /** What the person granted for this run. */
  readonly scope?: Scope;
  /** What the person allows in every run, each by itself. */
  readonly always?: readonly Scope[];
  /** A part of what goes out with this action is known to come from there, and is not in the person's own words. */
  readonly tainted?: { readonly source: Text };
  /** The address is, character by character, a link of a page of the same site that this run fetched. */
  readonly isFetchedLink?: boolean;
  /** Names of texts that came with the run's skill: they are read from there, and from nowhere on the computer. */
  readonly skillTexts?: readonly string[];
  /** Keys moved the focus since the last click, and nobody can tell where it is now. */
  readonly isFocusMoved?: boolean;
  /** Where a drag begins, when that is on another element than it ends on: then it presses neither. */
  readonly draggedFrom?: { readonly role: string; readonly name: string };
  /** A drag begins or ends in another window than the one in front. */
  readonly isAcrossWindows?: boolean;
  /** A menu may be open: a letter presses what it is underlined in. */
  readonly isMenuOpen?: boolean;
  /** What names recipients and amounts: the person's own words, where the goal holds others too; absent: the goal. */
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
