/** `deskhand setup [--json FILE]`: a chat, a model, a start at login; asked at a terminal, or answered from a file by a machine. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { connectControl } from '../../../adapters/files/control-socket.ts';
import { ControlRefusal } from '../../ports/control.ts';
import { say, type Text } from '../../words/say.ts';
import { speak } from '../../words/speak.ts';
import { call } from '../call.ts';
import { findDataFolder } from '../data-folder.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { controlSocketPath } from '../parts/open-data.ts';
import { readArguments } from '../reach-deskhand.ts';
import { loadSettings, secretsOf } from '../settings.ts';
import { runSetup } from '../setup/run-setup.ts';
import { talkAtTerminal, talkFromFile } from '../setup/talk.ts';
import { untilSignal } from '../signals.ts';
import { needTerminal, whilePhoneIsAsked } from '../terminal/need-terminal.ts';
import { terminalLanguage } from '../terminal/terminal-language.ts';

const EXAMPLE = '{"chat":"telegram","TELEGRAM_BOT_TOKEN":"…","model":"skip","service":"skip"}';
const answersSchema = z.record(z.string(), z.union([z.string(), z.boolean()]));

await runCommand(async (hide) => {
  const { values } = readArguments(
    () => parseArgs({ options: { json: { type: 'string' } } }),
    call('setup', '[--json FILE]'),
  );
  const settings = loadSettings(process.env);
  hide(secretsOf(settings, process.env));
  const { signal } = untilSignal();
  const control = await connectControl(controlSocketPath(findDataFolder(settings.DATA_DIR)));
  // An interactive setup could change who has access and with which tokens, so it needs a terminal; so does every setup while Deskhand runs.
  if (values.json === undefined || control !== null) needTerminal(call('setup'));
  try {
    await whilePhoneIsAsked(control?.mayChangeSettings(signal) ?? Promise.resolve());
  } catch (error) {
    if (error instanceof ControlRefusal) throw new ExitError(error.exit, error.text, { cause: error });
    throw error;
  }
  const language = terminalLanguage();
  const tell = (text: Text): void => void process.stderr.write(`${speak(text, language)}\n`);
  const talk =
    values.json === undefined ? talkAtTerminal(signal, language) : talkFromFile(readAnswers(values.json, hide), tell);
  if (!(await runSetup(talk, signal))) return EXIT.clean;
  talk.end(control === null ? say`Start Deskhand: ${call('start')}` : say`Start Deskhand anew for what was changed.`);
  if (values.json !== undefined) process.stdout.write(`${JSON.stringify({ done: true, asked: talk.asked() })}\n`);
  return EXIT.clean;
});

function readAnswers(
  file: string,
  hide: (secrets: readonly string[]) => void,
): Readonly<Record<string, string | boolean>> {
  try {
    const answers = answersSchema.parse(JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8')));
    hide(
      Object.entries(answers).flatMap(([name, value]) =>
        /TOKEN|KEY/.test(name) && typeof value === 'string' ? [value] : [],
      ),
    );
    return answers;
  } catch {
    throw new ExitError(EXIT.configuration, say`${file} is no file of answers: JSON like ${EXAMPLE}.`);
  }
}
