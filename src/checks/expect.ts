/** Typed checks of an end state, carried out read-only by Deskhand: the list in a skill's `## Expect` (design, section 6). */
import type { CheckResult } from '../journal/acted.ts';
import type { Check } from '../ledger/check.ts';
import type { Clock } from '../ports/clock.ts';
import type { Desktop } from '../ports/desktop.ts';
import type { Machine } from '../ports/machine.ts';
import { oneLine, shorten } from '../words/amounts.ts';
import { textOf } from '../words/said-error.ts';
import { capital, say, type Text } from '../words/say.ts';
import { checkDocument, describeDocumentCheck, readDocument } from './document-checks.ts';
import { checkDraft, checkPage, type WindowLook } from './window-checks.ts';

export interface CheckPorts {
  readonly machine: Machine;
  readonly desktop: Pick<Desktop, 'titles' | 'front' | 'clipboardRead'>;
  readonly clock: Clock;
  /** What the last look shows in words: the front window's title, names and values of its elements. */
  readonly screen: {
    readonly title: string;
    readonly elements: readonly { readonly name: string; readonly value: string; readonly isSecure: boolean }[];
    /** Whether a text is read on it; left out where nothing reads. */
    readonly reads?: (text: string, signal: AbortSignal) => Promise<boolean>;
    /** Looks at the front window again; left out when nobody looks. */
    readonly again?: (signal: AbortSignal) => Promise<WindowLook>;
  };
  /** Output of the last act; null: it had none, or failed. */
  readonly answer: Text | null;
  /** Title of the window that was in front when the run began; null: nobody looked. */
  readonly firstTitle: string | null;
  /** Whether the gate calls it safe to look at this path. */
  readonly isSafePath: (path: string) => boolean;
  /** Whether the gate calls this command safe, proven read-only and local, in the home folder: it is run there. */
  readonly isSafeCommand: (command: string) => boolean;
}

const COMMAND_MS = 20_000;
/** Time to repeat a failed check, as an application needs a moment to open or to write its file. */
const PATIENCE_MS = 3000;
const LOOK_EVERY_MS = 200;

/**
 * Runs all checks, in order; one that cannot be made has not passed. `patienceMs` 0: nothing is under way that could still change the result. Rejects
 * only when the signal aborts.
 */
export async function runChecks(
  checks: readonly Check[],
  ports: CheckPorts,
  signal: AbortSignal,
  patienceMs = PATIENCE_MS,
): Promise<readonly CheckResult[]> {
  const { clock } = ports;
  const deadline = clock.elapsed() + patienceMs;
  const results: CheckResult[] = [];
  for (const check of checks) {
    let found = await tryCheck(check, ports, signal);
    while (!found.passed && mayStillChange(check) && clock.elapsed() < deadline) {
      await clock.sleep(LOOK_EVERY_MS, signal);
      found = await tryCheck(check, ports, signal);
    }
    results.push({ check: describeCheck(check), ...found });
  }
  return results;
}

/** Whether repeating helps: the screen is a single earlier look, and a command may run only once. */
function mayStillChange({ check }: Check): boolean {
  return check !== 'url' && check !== 'screen_text' && check !== 'exit_code';
}

async function tryCheck(check: Check, ports: CheckPorts, signal: AbortSignal): Promise<Found> {
  try {
    return await runCheck(check, ports, signal);
  } catch (error) {
    signal.throwIfAborted();
    return { passed: false, text: say`${describeCheck(check)}: could not be checked (${textOf(error)})` };
  }
}

/** `check`: a better description of what was checked, if there is one. */
type Found = Pick<CheckResult, 'passed' | 'isUntold' | 'text'> & { readonly check?: Text };

async function runCheck(
  check: Check,
  { machine, desktop, screen, answer, firstTitle, isSafeCommand, isSafePath }: CheckPorts,
  signal: AbortSignal,
): Promise<Found> {
  const { facts } = machine;
  switch (check.check) {
    case 'file_exists': {
      const { kind } = await facts.path(check.path, signal);
      return found(kind !== 'absent', say`${check.path} is there`, say`${check.path} is not there`);
    }
    case 'file_contains': {
      const content = await facts.readText(check.path, signal);
      if (content === null) return found(false, '', say`${check.path} is not there, or is no readable text`);
      return found(
        content.includes(check.text),
        say`${check.path} has the text`,
        say`${check.path} does not contain “${shorten(oneLine(check.text), 60)}”`,
      );
    }
    case 'file_absent': {
      const { kind } = await facts.path(check.path, signal);
      return found(kind === 'absent', say`${check.path} is gone`, say`${check.path} is still there`);
    }
    case 'cell':
    case 'document_text':
    case 'pdf':
    case 'picture_size':
    case 'event':
      return checkDocument(check, await readDocument(check.path, { machine, isSafePath }, signal));
    case 'process':
      return found(await facts.isRunning(check.name, signal), say`${check.name} runs`, say`${check.name} does not run`);
    case 'port':
      return found(
        await facts.isListening(check.port, signal),
        say`port ${String(check.port)} answers`,
        say`nothing listens on port ${String(check.port)}`,
      );
    case 'window': {
      const titles = await desktop.titles(signal);
      return found(
        titles.some((title) => holds(title, check.title)),
        say`the window “${check.title}” is open`,
        say`no window is called “${check.title}”`,
      );
    }
    case 'url': {
      const shown = screen.elements
        .filter((element) => !element.isSecure)
        .some((element) => holds(element.value, check.url) || holds(element.name, check.url));
      const isOpen = shown || holds(screen.title, check.url);
      // Without a listed element the address cannot be read.
      if (!isOpen && screen.elements.length === 0)
        return { passed: false, isUntold: true, text: say`the address on the screen can't be read` };
      return found(isOpen, say`${check.url} is open`, say`no address on the screen shows ${check.url}`);
    }
    case 'screen_text': {
      const shown = screen.elements.some(
        (element) => holds(element.name, check.text) || (!element.isSecure && holds(element.value, check.text)),
      );
      const isShown = shown || holds(screen.title, check.text) || (await screen.reads?.(check.text, signal)) === true;
      return found(
        isShown,
        say`“${check.text}” is on the screen`,
        say`“${check.text}” could not be read on the screen`,
      );
    }
    case 'answer':
      return answer === null
        ? { passed: false, isUntold: true, text: say`nothing shows what came of it` }
        : { passed: true, text: say`the computer answered` };
    case 'opened':
      return await findOpened(check.app, { facts, desktop, firstTitle }, signal);
    case 'page':
      return checkPage(check, await lookAgain(screen, signal));
    case 'draft':
      return checkDraft(check, await lookAgain(screen, signal), firstTitle);
    case 'clipboard': {
      const isThere = (await desktop.clipboardRead(signal)) === check.text;
      return found(isThere, say`it is on the clipboard`, say`the clipboard holds something else`);
    }
    case 'exit_code': {
      if (!isSafeCommand(check.command))
        return found(false, '', say`the check “${check.command}” is not read-only, so it was not run`);
      const { exitCode } = await machine.shell(
        { command: check.command, cwd: machine.home, timeoutMs: COMMAND_MS },
        signal,
      );
      if (check.says !== undefined)
        return found(exitCode === check.code, check.says, say`no sign of this: ${check.says}`);
      return found(
        exitCode === check.code,
        say`“${check.command}” ends with ${check.code}`,
        say`“${check.command}” ended with ${exitCode ?? say`a timeout`} instead of ${check.code}`,
      );
    }
  }
}

async function lookAgain({ again }: CheckPorts['screen'], signal: AbortSignal): Promise<WindowLook> {
  return (await again?.(signal)) ?? { title: '', elements: [] };
}

/** Some programs name their window after its content, so another window in front than at the start counts as well. */
async function findOpened(
  app: string,
  { facts, desktop, firstTitle }: Pick<CheckPorts, 'desktop' | 'firstTitle'> & Pick<Machine, 'facts'>,
  signal: AbortSignal,
): Promise<Found> {
  const front = await desktop.front(signal);
  const isCalled = (name: string): boolean =>
    holds(front.app, name) || holds(front.title, name) || (front.app !== '' && holds(name, front.app));
  const isNew = firstTitle !== null && front.title !== '' && front.title !== firstTitle;
  if (isCalled(app)) return { passed: true, text: say`${app} is in front` };
  // “browser” came to the front as Chromium, which was there before.
  const names = (await facts.applicationNames?.(app, signal)) ?? [];
  const inFront = say`${names[0] ?? app} is in front`;
  if (names.some(isCalled)) return { passed: true, check: inFront, text: inFront };
  if (isNew) return { passed: true, text: say`${app} is in front` };
  return { passed: false, isUntold: true, text: say`I can't tell whether a window of ${app} came up` };
}

function found(passed: boolean, good: Text, bad: Text): Found {
  return { passed, text: passed ? good : bad };
}

function holds(whole: string, part: string): boolean {
  return whole.toLowerCase().includes(part.toLowerCase());
}

function describeCheck(check: Check): Text {
  switch (check.check) {
    case 'file_exists':
      return say`${check.path} exists`;
    case 'file_contains':
      return say`${check.path} contains “${shorten(oneLine(check.text), 60)}”`;
    case 'file_absent':
      return say`${check.path} is gone`;
    case 'cell':
    case 'document_text':
    case 'pdf':
    case 'picture_size':
    case 'event':
      return describeDocumentCheck(check);
    case 'process':
      return say`${check.name} runs`;
    case 'port':
      return say`port ${String(check.port)} is open`;
    case 'window':
      return say`a window is called “${check.title}”`;
    case 'url':
      return say`${check.url} is open`;
    case 'screen_text':
      return say`the screen shows “${shorten(oneLine(check.text), 60)}”`;
    // The answer is reported above the checks.
    case 'answer':
      return '';
    case 'opened':
      return say`${check.app} is in front`;
    case 'page':
      return say`${shorten(oneLine(check.address), 60)} is open`;
    case 'draft':
      return say`The draft to ${check.to} is open`;
    case 'clipboard':
      return say`It is on the clipboard`;
    case 'exit_code':
      if (check.says !== undefined) return capital(check.says);
      return say`“${shorten(check.command, 60)}” ends with ${check.code}`;
  }
}
