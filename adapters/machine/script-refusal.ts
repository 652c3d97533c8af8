/** Why a Mac did not carry out an AppleScript: what the person has to switch on, where it is one of the system's own refusals. */
import { say, type Text } from '../../src/words/say.ts';
import type { CommandResult } from './command.ts';

/** The numbers are the same in every language, the sentences around them are not (MacErrors.h, AXError.h). */
const NOT_PERMITTED = /\(-1743\)/;
const NO_ACCESSIBILITY = /\(-25211\)|assistive access/i;
/** While macOS's question is open, the script waits. */
const TIMED_OUT = /\(-1712\)/;
const TOLD = /\btell\s+(?:application|app)\s+(?:id\s+)?"([^"\n]{1,100})"/gi;

/** null: nothing the system itself refused. `program`: what macOS holds responsible for us; '' where nobody can tell. */
export function explainScriptRefusal(
  script: string,
  { exitCode, errors }: Pick<CommandResult, 'exitCode' | 'errors'>,
  program: () => string,
): Text | null {
  if (NOT_PERMITTED.test(errors)) {
    const name = program();
    const app = findTold(script, errors);
    if (app === '')
      return say`This Mac doesn't let me control other applications: allow ${name || OWN_NAME} to control them in System Settings › Privacy & Security › Automation.`;
    return say`This Mac doesn't let me control ${app}: allow ${name || OWN_NAME} to control it in System Settings › Privacy & Security › Automation.`;
  }
  if (NO_ACCESSIBILITY.test(errors))
    return say`This Mac doesn't let me press keys or buttons by script: allow ${program() || OWN_NAME} in System Settings › Privacy & Security › Accessibility (“Device Control and Data Access” since macOS 27).`;
  if (exitCode === null || TIMED_OUT.test(errors))
    return say`The script did not answer in time. The Mac may be asking whether I may control an application: answer there.`;
  return null;
}

const OWN_NAME = say`the application I was started from`;

/** The application that was refused: the one that the error names, or the only one there is; '' where that does not tell. */
function findTold(script: string, errors: string): string {
  const told = [...new Set([...script.matchAll(TOLD)].flatMap(([, name]) => (name === undefined ? [] : [name])))];
  return told.find((name) => errors.includes(name)) ?? (told.length === 1 ? (told[0] ?? '') : '');
}
