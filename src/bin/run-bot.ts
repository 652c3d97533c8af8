/** The bot in the foreground, until it is told to end. */
import { homedir } from 'node:os';
import { rotateLog } from '../../adapters/machine/service/rotate-log.ts';
import { logOfLaunchAgent } from '../../adapters/machine/service/service.ts';
import { say, type Text } from '../words/say.ts';
import { english, speak } from '../words/speak.ts';
import { findDataFolder } from './data-folder.ts';
import { ensureRunPrograms } from './ensure-programs.ts';
import { EXIT, ExitError } from './exit.ts';
import { launchGateway } from './fleet-roles/launch-gateway.ts';
import { type Launched, launch } from './launch.ts';
import { createLog } from './log.ts';
import { type Notifier, openNotifier, runSupervised, SUPERVISED } from './service/supervised.ts';
import { loadSettings, secretsOf, withoutSettings } from './settings.ts';
import type { Stopping } from './signals.ts';
import { tell } from './terminal/tell.ts';
import { terminalLanguage } from './terminal/terminal-language.ts';

/** The exit code; rejects with `ExitError` for what a person can mend, but for what a supervisor would only repeat. */
export async function runBot(stopping: Stopping, hide: (secrets: readonly string[]) => void): Promise<number> {
  const notifier = openNotifier(process.env);
  const supervisor = process.env[SUPERVISED];
  const run = (isBack: boolean): Promise<number> => runHere(stopping, hide, { notifier, isBack });
  if (supervisor === undefined) return await run(false);
  if (supervisor === 'launchd') rotateLog(logOfLaunchAgent(homedir()));
  const print = (text: Text): void => void process.stderr.write(`${speak(text, terminalLanguage())}\n`);
  return await runSupervised(run, { dataFolder: findDataFolder(process.env.DATA_DIR), now: Date.now, tell: print });
}

async function runHere(
  stopping: Stopping,
  hide: (secrets: readonly string[]) => void,
  { notifier, isBack }: { readonly notifier: Notifier | null; readonly isBack: boolean },
): Promise<number> {
  const odd: Text[] = [];
  const settings = loadSettings(process.env, (problem) => odd.push(problem));
  hide(secretsOf(settings, process.env));
  const log = createLog(settings.LOG_LEVEL, secretsOf(settings, process.env), process.stderr.isTTY);
  for (const problem of odd) log.warn(english(problem));
  // An unhandled rejection is logged and the bot goes on: runs end by their own errors, and ending the bot would make it unreachable for a side
  // error. An uncaught exception ends the process, and the next one tells what was interrupted.
  process.on('unhandledRejection', (reason) => {
    const problem = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
    log.error({ problem }, 'An error was not dealt with; Deskhand goes on.');
  });
  let launched: Launched;
  try {
    const isGateway = settings.DESKHAND_ROLE === 'gateway';
    if (!isGateway) await ensureRunPrograms(stopping.signal);
    launched = await (isGateway ? launchGateway : launch)(
      {
        settings,
        dataFolder: findDataFolder(settings.DATA_DIR),
        home: homedir(),
        env: withoutSettings(process.env),
        display: 'found',
        log,
      },
      stopping.signal,
    );
  } catch (error) {
    // Everything was closed again; a stop during the start is no failure.
    if (stopping.signal.aborted) return EXIT.clean;
    throw error;
  }
  process.stdout.write(`${launched.readyLine}\n`);
  notifier?.ready();
  if (isBack) launched.tellReturn();
  if (launched.chats.web !== null && process.stdout.isTTY) {
    tell(say`Open this link in a browser on this computer (it works once, for 10 minutes):`);
    tell(launched.chats.web.openLink());
  }
  const replaced = launched.replaced.then((text) => ({ text }));
  const end = await Promise.race([stopping.received, replaced]);
  notifier?.end();
  await launched.stop(typeof end === 'string' ? end : english(end.text));
  if (typeof end === 'string') return EXIT.clean;
  throw new ExitError(EXIT.failure, say`${end.text} No other chat is connected, so Deskhand ends.`);
}
