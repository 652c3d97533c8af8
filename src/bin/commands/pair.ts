/** `npm run pair`: lets somebody in by a code they send from their phone. `-- --list` shows who was let in, `-- --remove ID` takes it back. */
import { parseArgs } from 'node:util';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import type { Settings } from '../../config/schema.ts';
import type { PairingDesk } from '../../ports/control.ts';
import type { Paired, PairingEnd } from '../../ports/pairing.ts';
import { shorten } from '../../words/amounts.ts';
import { join, say, type Text } from '../../words/say.ts';
import { speak } from '../../words/speak.ts';
import { showHidden } from '../../words/visible.ts';
import { call } from '../call.ts';
import { findDataFolder } from '../data-folder.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { createLog } from '../log.ts';
import { findPairingDesk, pairableChats } from '../parts/open-pairing.ts';
import { loadSettings, secretsOf } from '../settings.ts';
import { untilSignal } from '../signals.ts';
import { needTerminal, whilePhoneIsAsked } from '../terminal/need-terminal.ts';
import { askLine, tell } from '../terminal/tell.ts';
import { terminalLanguage } from '../terminal/terminal-language.ts';

/** Word to type to undo the last pairing; the English one is always accepted. */
const UNDO = say`undo`;

await runCommand(async (hide) => {
  const { list, remove } = readOptions();
  const settings = loadSettings(process.env);
  hide(secretsOf(settings, process.env));
  const { desk, isRunning, close } = await findPairingDesk({
    settings,
    dataFolder: findDataFolder(settings.DATA_DIR),
    clock: createSystemClock(),
    log: createLog('warn', secretsOf(settings, process.env), process.stderr.isTTY),
  });
  try {
    if (list) return await showList(desk, settings);
    if (remove === undefined) needTerminal(call('pair'));
    return remove === undefined ? await pair(desk, isRunning, pairableChats(settings)) : await takeBack(desk, remove);
  } finally {
    await close();
  }
});

function readOptions(): { readonly list: boolean; readonly remove: string | undefined } {
  try {
    const { values } = parseArgs({
      options: { list: { type: 'boolean', default: false }, remove: { type: 'string' } },
    });
    return { list: values.list, remove: values.remove };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ExitError(
      EXIT.configuration,
      say`${why}\nUse: ${call('pair')}, ${call('pair', '--list')}, or ${call('pair', '--remove telegram:ID|slack:TEAM:USER')}`,
    );
  }
}

async function pair(desk: PairingDesk, isRunning: boolean, chats: readonly Text[]): Promise<number> {
  const { signal } = untilSignal();
  const { code, expiresAt, ended } = await whilePhoneIsAsked(desk.begin(signal));
  tell(say`Send this code ${join(chats, ', ')}, from the phone you'll control it with:`);
  tell(`\n    ${code}\n`);
  tell(say`It works once, until ${{ clock: expiresAt }}, and not after five wrong tries. Ctrl+C ends it.`);
  const end = await ended;
  if (end.kind !== 'paired') throw new ExitError(EXIT.failure, sayEnd(end));
  const { person } = end;
  tell(
    isRunning
      ? say`Paired: ${describe(person)}. They may work this computer now.`
      : say`Paired: ${describe(person)}. They may work this computer; start Deskhand for them: ${call('start')}.`,
  );
  if (!process.stdin.isTTY) {
    tell(say`To take that back: ${call('pair', `--remove ${person.id}`)}`);
    return EXIT.clean;
  }
  const answer = await askLine(say`Was that you? Press Enter to keep it, or type ${UNDO} to take it back:`, signal);
  return ['undo', speak(UNDO, terminalLanguage())].includes(answer) ? await takeBack(desk, person.id) : EXIT.clean;
}

function sayEnd(end: Exclude<PairingEnd, { readonly kind: 'paired' }>): Text {
  switch (end.kind) {
    case 'expired':
      return say`The time is over and nobody was paired. Run ${call('pair')} again for a new code.`;
    case 'tried':
      return say`Five wrong codes were sent, so nobody was paired. Somebody else knows your bot; run ${call('pair')} again for a new code.`;
    case 'cancelled':
      return say`Nobody was paired.`;
    case 'failed':
      return say`The right code came, but it could not be kept, so nobody was paired: ${end.said ?? end.why}`;
  }
}

async function showList(desk: PairingDesk, settings: Settings): Promise<number> {
  const paired = await desk.list();
  for (const id of settings.TELEGRAM_ALLOWED_USERS) tell(say`${`telegram:${id}`}  set in ${'TELEGRAM_ALLOWED_USERS'}`);
  for (const id of settings.SLACK_ALLOWED_USERS) tell(say`${`slack:${id}`}  set in ${'SLACK_ALLOWED_USERS'}`);
  for (const person of paired) tell(say`${person.id}  paired ${{ moment: Date.parse(person.at) }}, ${name(person)}`);
  const isNobodySet = settings.TELEGRAM_ALLOWED_USERS.length + settings.SLACK_ALLOWED_USERS.length === 0;
  if (paired.length === 0 && isNobodySet) tell(say`Nobody is paired.`);
  return EXIT.clean;
}

async function takeBack(desk: PairingDesk, id: string): Promise<number> {
  if (!(await desk.remove(id)))
    throw new ExitError(
      EXIT.failure,
      say`Nobody is paired as ${showHidden(id)}. ${call('pair', '--list')} shows who is.`,
    );
  tell(say`Taken back: ${id} may not work this computer any more, and what they had running is stopped.`);
  return EXIT.clean;
}

function describe(person: Paired): string {
  return `${name(person)} (${person.id})`;
}

/** People choose their names themselves, and this is a terminal. */
function name(person: Paired): string {
  return showHidden(shorten(person.name.replace(/\s+/g, ' '), 60));
}
