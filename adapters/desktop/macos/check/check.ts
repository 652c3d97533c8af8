/** What a check of a Mac is, and the running of them one after another: each result is kept at once, so that it can be gone on with. */
import type { Box, Desktop, Display } from '../../../../src/ports/desktop.ts';
import type { Target } from './target.ts';

export type CheckState = 'passed' | 'failed' | 'not granted' | 'skipped';

export interface CheckResult {
  readonly name: string;
  readonly state: CheckState;
  /** What was seen, one sentence. */
  readonly detail: string;
  /** What to do about it; '' when nothing. */
  readonly fix: string;
  readonly ms: number;
  /** Figures for those who read the file. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A check answers with figures, or throws `CheckFailed` (or whatever went wrong). */
export interface Check {
  readonly name: string;
  /** The words a person reads while the check runs. */
  readonly title: string;
  /** Whether somebody has to sit at the Mac. */
  readonly needsHand?: boolean;
  /** The permissions that macOS must have granted before the check can tell anything. */
  readonly needs?: readonly ('touch' | 'see')[];
  run(kit: CheckKit): Promise<{ readonly detail: string; readonly data?: Readonly<Record<string, unknown>> }>;
}

export interface ProgramResult {
  readonly code: number | null;
  readonly output: string;
}

/** Counts what Deskhand itself would take for a person at the computer, from when it was asked on. */
export interface Hand {
  /** How often the pointer was found elsewhere than before. */
  moves(): number;
  /** How often more keys, buttons or wheel turns of a person were counted than before. */
  acts(): number;
  /** Whether the pointer was pushed into the corner that stops everything. */
  isInCorner(): boolean;
  end(): void;
}

/** The tools of the checks; tests hand in a stand-in for the Mac. */
export interface CheckKit {
  readonly desktop: Desktop;
  /** True: nobody can be asked anything. */
  readonly isUnattended: boolean;
  /** Runs a program of the system, by its path. Rejects only on abort. */
  run(command: readonly [string, ...string[]]): Promise<ProgramResult>;
  /** Runs a shell command inside Deskhand's own sandbox. */
  shell(command: string): Promise<ProgramResult>;
  /** Runs a shell command as a run does for one that needs no approval. */
  runCommand(command: string): Promise<ProgramResult>;
  /** The page that echoes what it receives; opened at the first use, in front after it. */
  target(): Promise<Target>;
  /** Puts the window of the page there, in points of the whole desktop; false: it could not be moved. */
  placeTarget(box: Box): Promise<boolean>;
  /** An empty text file that TextEdit opens, and what is in it when it was saved. */
  readonly document: { readonly path: string; empty(): Promise<void>; read(): Promise<string> };
  /** Follows the pointer and the keys with the code that pauses a run for a person, until `end`. */
  followHand(): Hand;
  /** Follows the stop keys as the bot does while a run works, until `end`. */
  followStopKeys(): { stops(): number; end(): void };
  /** Asks the person to do something and to say when it is done; false: it was not done. */
  ask(what: string): Promise<boolean>;
  /** Runs `npm run demo -- --here`. */
  demo(): Promise<ProgramResult>;
  /** Scripts of the shipped skills, by the skill. */
  readonly scripts: readonly { readonly skill: string; readonly script: string }[];
  /** Shell commands of the shipped skills that only look, and need no word of a person. */
  readonly commands: readonly { readonly skill: string; readonly command: string }[];
  /** A file that Deskhand's sandbox must not let anyone read, and what is in it. */
  readonly secret: { readonly path: string; readonly content: string };
  readonly facts: Readonly<Record<string, unknown>>;
  /** The name of the keyboard layout now. */
  layout(): string;
  /** Keeps a picture beside the report. */
  savePicture(name: string, jpeg: Uint8Array): Promise<void>;
  /** The share of their usual time that checks wait for something not to happen; 1 is all of it. */
  readonly patience: number;
  readonly signal: AbortSignal;
}

/** The check could be made, and its result is not as it should be. */
class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
  readonly fix: string;
  constructor(detail: string, fix: string) {
    super(detail);
    this.fix = fix;
  }
}

/** macOS has not granted what the check needs, so nothing can be told. */
export class NotGranted extends Error {
  override readonly name = 'NotGranted';
  readonly fix: string;
  constructor(detail: string, fix: string) {
    super(detail);
    this.fix = fix;
  }
}

export interface RunOptions {
  /** Earlier results that still count; their checks are skipped. */
  readonly known: ReadonlyMap<string, CheckResult>;
  readonly keep: (result: CheckResult) => Promise<void>;
}

const REPORT = 'Please send the report file as it is to the makers of Deskhand.';
/** The panes of System Settings where each permission is given. */
export const PANES = {
  touch: 'System Settings › Privacy & Security › Accessibility (“Device Control and Data Access” since macOS 27)',
  paste: 'System Settings › Privacy & Security › Paste from Other Apps',
  see: 'System Settings › Privacy & Security › Screen & System Audio Recording (“Screen Recording” before macOS 15)',
} as const;

/** In order; one that fails holds up none of the others. */
export async function runChecks(
  checks: readonly Check[],
  kit: CheckKit,
  options: RunOptions,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) {
    kit.signal.throwIfAborted();
    const known = options.known.get(check.name);
    const result = known?.state === 'passed' ? known : await runCheck(check, kit);
    results.push(result);
    await options.keep(result);
  }
  return results;
}

async function runCheck(check: Check, kit: CheckKit): Promise<CheckResult> {
  const startedAt = performance.now();
  const end = (
    state: CheckState,
    detail: string,
    fix: string,
    data?: Readonly<Record<string, unknown>>,
  ): CheckResult => ({
    name: check.name,
    state,
    detail,
    fix,
    ms: Math.round(performance.now() - startedAt),
    ...(data === undefined ? {} : { data }),
  });
  if (kit.isUnattended && check.needsHand === true)
    return end('skipped', 'It needs somebody at the Mac.', 'Run it without --unattended.');
  try {
    const { lacks = [] } = await kit.desktop.describe(kit.signal);
    const missing = lacks.find(({ permission }) => check.needs?.includes(permission));
    if (missing !== undefined)
      return end(
        'not granted',
        `${missing.program} is not allowed to.`,
        `Allow it in ${PANES[missing.permission]}, then run this again.`,
      );
    const { detail, data } = await check.run(kit);
    return end('passed', detail, '', data);
  } catch (error) {
    kit.signal.throwIfAborted();
    if (error instanceof NotGranted) return end('not granted', error.message, error.fix);
    if (error instanceof CheckFailed) return end('failed', error.message, error.fix);
    return end('failed', error instanceof Error ? error.message : String(error), REPORT);
  }
}

/** Throws `CheckFailed` unless it is so. */
export function expect(isSo: boolean, detail: string, fix: string = REPORT): asserts isSo {
  if (!isSo) throw new CheckFailed(detail, fix);
}

export async function displaysOf({ desktop, signal }: CheckKit): Promise<readonly Display[]> {
  return (await desktop.describe(signal)).displays;
}

/** Waits for something that comes a moment later; false: it did not. */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  ms: number,
  { patience }: Pick<CheckKit, 'patience'>,
): Promise<boolean> {
  const deadline = performance.now() + ms * patience;
  while (!(await isSo())) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}
