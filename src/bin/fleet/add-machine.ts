/** `deskhand fleet add NAME`: shows one line, and waits for the machine on which it is run. */

import { signUser } from '../../../adapters/fleet/authority.ts';
import { openJoin } from '../../../adapters/fleet/join-server.ts';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import type { JoinEnd } from '../../fleet/join-desk.ts';
import { permissionsOf } from '../../fleet/subjects.ts';
import { say } from '../../words/say.ts';
import { speak } from '../../words/speak.ts';
import { call } from '../call.ts';
import { EXIT, ExitError } from '../exit.ts';
import { untilSignal } from '../signals.ts';
import { needTerminal } from '../terminal/need-terminal.ts';
import { tell } from '../terminal/tell.ts';
import { terminalLanguage } from '../terminal/terminal-language.ts';
import { changeFleet, type FleetPlace, needFleet, readMachineName } from './fleet-place.ts';

export const USE_OF_ADD = 'add NAME';
const MOST_MACHINES = 10_000;

export async function addMachine(words: readonly string[], place: FleetPlace): Promise<number> {
  const [given, ...more] = words;
  if (given === undefined || more.length > 0)
    throw new ExitError(EXIT.configuration, say`Use: ${call('fleet', USE_OF_ADD)}`);
  const name = readMachineName(given);
  const { fleet, keys, authority } = await needFleet(place);
  if (fleet.machines.some((machine) => machine.name === name)) throw taken(name);
  needTerminal(call('fleet', 'add'));
  const { signal } = untilSignal();
  const join = await openJoin(
    {
      server: { address: fleet.address, authority },
      at: fleet.here,
      keys,
      name,
      clock: createSystemClock(),
      letIn: async (publicKey) => {
        const isIn = await putOnDisk(place, name, publicKey).catch((error: unknown) => {
          warn(
            say`The new machine could not be written down: ${error instanceof Error ? error.message : String(error)}`,
          );
          throw error;
        });
        return isIn ? await signUser(keys, name, publicKey, permissionsOf(name)) : null;
      },
      tell: (what) =>
        warn(
          what === 'wrong'
            ? say`Something answered with a wrong secret, and was refused.`
            : say`A second computer tried the same line, and was refused. If that was not you, run ${call('fleet', `remove ${name}`)}.`,
        ),
    },
    signal,
  );
  try {
    tell(
      say`Run this on the computer that is to be ${name}. It works once, until ${{ clock: join.expiresAt }}; leave this open until then.\n`,
    );
    process.stdout.write(`${call('fleet', `join ${join.line}`)}\n\n`);
    return tellEnd(await join.ended, name);
  } finally {
    await join.close();
  }
}

function tellEnd(end: JoinEnd, name: string): number {
  switch (end.kind) {
    case 'joined':
      if (end.isKept)
        tell(say`${name} is in the fleet. Start Deskhand there; the chat knows it as soon as it is connected.`);
      else
        tell(
          say`${name} was let in, but has not said that it kept its credentials. If it says that it joined, all is well; if not: ${call('fleet', `remove ${name}`)}`,
        );
      return EXIT.clean;
    case 'expired':
      throw new ExitError(EXIT.failure, say`The time is up and ${name} did not join. Run this again for a new line.`);
    case 'tried':
      throw new ExitError(
        EXIT.failure,
        say`Five wrong secrets were sent, so the line is no longer valid and ${name} did not join. Run this again for a new line.`,
      );
    case 'cancelled':
      throw new ExitError(EXIT.failure, say`The line is no longer valid, and ${name} did not join.`);
  }
}

/** False: the name is taken by now. */
async function putOnDisk(place: FleetPlace, name: string, key: string): Promise<boolean> {
  return await changeFleet(place, async ({ fleet }, write) => {
    const isTaken = fleet.machines.some((machine) => machine.name === name || machine.key === key);
    if (isTaken || fleet.machines.length >= MOST_MACHINES) return false;
    const machine = { name, key, since: new Date().toISOString(), people: null };
    await write({ ...fleet, machines: [...fleet.machines, machine] });
    return true;
  });
}

function taken(name: string): ExitError {
  return new ExitError(
    EXIT.failure,
    say`There is a ${name} in the fleet already. Choose another name, or remove that one first: ${call('fleet', `remove ${name}`)}`,
  );
}

function warn(text: Parameters<typeof speak>[0]): void {
  process.stderr.write(`${speak(text, terminalLanguage())}\n`);
}
