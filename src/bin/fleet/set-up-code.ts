/** `deskhand fleet code`: sets up, on the machine itself, the code of a phone that critical steps need beside a tap. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { renderUnicodeCompact } from 'uqr';
import { FLEET_FILES } from '../../../adapters/fleet/fleet-folder.ts';
import { findStep, otpLink, readDigits, stepAt, toBase32 } from '../../fleet/trust/totp.ts';
import { say } from '../../words/say.ts';
import { speak } from '../../words/speak.ts';
import { call } from '../call.ts';
import { EXIT, ExitError } from '../exit.ts';
import { loadSettings } from '../settings.ts';
import { untilSignal } from '../signals.ts';
import { needTerminal } from '../terminal/need-terminal.ts';
import { tell } from '../terminal/tell.ts';
import { terminalLanguage } from '../terminal/terminal-language.ts';
import { createCodeStore } from './code-store.ts';
import type { FleetPlace } from './fleet-place.ts';

export const USE_OF_CODE = 'code';
const TRIES = 5;
/** A clock that is off by more needs setting. */
const AROUND_STEPS = 20;

export async function setUpCode(words: readonly string[], { folder }: FleetPlace): Promise<number> {
  if (words.length > 0) throw new ExitError(EXIT.configuration, say`Use: ${call('fleet', USE_OF_CODE)}`);
  if (!existsSync(join(folder, FLEET_FILES.worker)))
    throw new ExitError(
      EXIT.configuration,
      say`Only a machine that gets its commands through a gateway needs a code. Join a fleet first: ${call('fleet', 'join LINE')}`,
    );
  needTerminal(call('fleet', 'code'), 'shows a secret');
  const machine = loadSettings(process.env).MACHINE_NAME ?? 'machine';
  const secret = randomBytes(20);
  tell(say`Scan this with an authenticator app on your phone (or type the key below). It is shown this once.\n`);
  process.stdout.write(`${renderUnicodeCompact(otpLink(secret, machine))}\n\n    ${toBase32(secret)}\n\n`);
  const drift = await askForCode(secret);
  const state = {
    v: 1,
    secret: secret.toString('hex'),
    drift: drift.drift,
    lastStep: drift.step,
    wrong: 0,
    lockedUntil: 0,
  } as const;
  await createCodeStore(folder).write(state);
  tell(
    say`Set up. From now on a critical step on ${machine} needs a tap and the six digits of that app; a code that was set up before counts no longer.`,
  );
  return EXIT.clean;
}

/** The entered code is used up. */
async function askForCode(secret: Buffer): Promise<{ readonly drift: number; readonly step: number }> {
  const { signal } = untilSignal();
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    for (let left = TRIES; left > 0; left -= 1) {
      const question = speak(say`The six digits it shows now:`, terminalLanguage());
      const digits = readDigits(await terminal.question(`${question} `, { signal }));
      const now = stepAt(Date.now());
      const step = digits === null ? null : findStep(secret, digits, now, AROUND_STEPS);
      if (step !== null) return { drift: step - now, step };
      tell(
        say`That is not right. Wait for the next digits; if they go on being wrong, set the clock of this computer.`,
      );
    }
  } catch (error) {
    throw new ExitError(EXIT.failure, say`Nothing was set up.`, { cause: error });
  } finally {
    terminal.close();
  }
  throw new ExitError(EXIT.failure, say`Nothing was set up.`);
}
