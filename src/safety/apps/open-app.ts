/** Judges starting an application: by its bare name it is harmless; anything more is a command. */

import { say } from '../../words/say.ts';
import { cite, high, moderate, raise } from '../levels.ts';
import type { Judgement } from '../risk.ts';
import { LISTED_TOOL } from '../shell/danger.ts';
import { INTERPRETERS } from '../shell/danger-list.ts';
import { isPlainAppName, kindOfApp } from './app-names.ts';

/** Command-line programs with arguments: followed by words they are a command, not a name. */
const COMMAND_WORD =
  /^(?:rm|mv|cp|dd|cat|ls|open|xdg-open|gio|gtk-launch|kill|killall|pkill|chmod|chown|ln|curl|wget|nc|git|npm|npx|pip|brew|apt|sudo|ssh|scp|find|defaults|launchctl|security|diskutil|echo|printf|tee|touch|mkdir|crontab|exec|nohup|setsid|timeout)$/;

/** Entries of menus that are started like applications. */
const ENDS_SESSION =
  /log ?-?out|sign ?-?out|shut ?-?down|power ?-?off|reboot|restart|suspend|hibernate|login ?window|screen ?saver|lock ?-?screen|screen ?-?lock|session|abmelden|herunterfahren|neustart|sperren|erase|reset|update manager|uninstall/i;

export function judgeOpenApp(
  app: string,
  privateApps: readonly string[],
  judgeCommandLine: (source: string) => Judgement,
): Judgement {
  const name = app.trim();
  const [first, ...rest] = name.split(/\s+/);
  const isCommand = first !== undefined && rest.length > 0 && isProgram(first);
  if (!isPlainAppName(name) || isCommand) {
    return raise(judgeCommandLine(name), high('app.not-a-name', say`${cite(name)} is more than the name of an app`));
  }
  if (ENDS_SESSION.test(name))
    return high('app.ends-session', say`${cite(name)} may end the session, lock it or shut down`);
  const kind = kindOfApp(name, privateApps);
  if (kind === 'private') return high('app.private', say`${cite(name)} keeps secrets, or can erase something`);
  return moderate('app.open', say`It opens ${cite(name)}`);
}

/** Whether the first word is a command-line program, in its spelling. */
function isProgram(word: string): boolean {
  if (word !== word.toLowerCase()) return false;
  return COMMAND_WORD.test(word) || INTERPRETERS.test(word) || LISTED_TOOL.test(word);
}
