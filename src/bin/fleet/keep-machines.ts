/** `deskhand fleet list`, `fleet remove NAME` and `fleet people NAME …`: which machines are in, and who may work them. */

import type { FleetMachine } from '../../../adapters/fleet/fleet-folder.ts';
import { pushRevocations } from '../../../adapters/fleet/shut-out.ts';
import { closestWord } from '../../words/closest.ts';
import { say, type Text } from '../../words/say.ts';
import { call } from '../call.ts';
import { EXIT, ExitError } from '../exit.ts';
import { tell } from '../terminal/tell.ts';
import { changeFleet, type FleetPlace, needFleet } from './fleet-place.ts';

export const USE_OF_LIST = 'list';
export const USE_OF_REMOVE = 'remove NAME';
export const USE_OF_PEOPLE = 'people NAME all | ID…';

/** Credentials signed until then are revoked. A machine that joins again has a new key, so a far date is safe, whatever the clocks say. */
const FOR_GOOD_S = 4_102_444_800;
const PERSON = /^(?:telegram:\d+|slack:[TE][A-Z0-9]*:[UW][A-Z0-9]*|web:owner)$/;

export async function listMachines(words: readonly string[], place: FleetPlace): Promise<number> {
  if (words.length > 0) throw new ExitError(EXIT.configuration, say`Use: ${call('fleet', USE_OF_LIST)}`);
  const { fleet } = await needFleet(place);
  tell(say`Machines reach this fleet at ${fleet.address}.`);
  if (fleet.machines.length === 0) tell(say`None has joined yet. Add one: ${call('fleet', 'add NAME')}`);
  for (const machine of fleet.machines) tell(describe(machine, machine.key in fleet.revoked));
  return EXIT.clean;
}

function describe({ name, since, people }: FleetMachine, isShutOut: boolean): Text {
  const who = people === null ? say`everybody who may work this bot` : people.join(', ');
  const line = say`${name}  joined ${since.slice(0, 10)}, for ${who}`;
  return isShutOut ? say`${line}; shut out, but not wholly removed: ${call('fleet', `remove ${name}`)}` : line;
}

/** The server disconnects it at once; a machine that is refused stops its runs. */
export async function removeMachine(
  words: readonly string[],
  place: FleetPlace,
  drop: (name: string, open: Awaited<ReturnType<typeof needFleet>>) => Promise<void>,
): Promise<number> {
  const [given, ...more] = words;
  if (given === undefined || more.length > 0)
    throw new ExitError(EXIT.configuration, say`Use: ${call('fleet', USE_OF_REMOVE)}`);
  await changeFleet(place, async (open, write) => {
    const { fleet, keys, authority } = open;
    const machine = findMachine(fleet.machines, given);
    const revoked = { ...fleet.revoked, [machine.key]: FOR_GOOD_S };
    // Stored first: if it were lost, the next change would admit the machine again.
    await write({ ...fleet, revoked });
    try {
      await pushRevocations({ address: fleet.here, authority }, keys, revoked);
    } catch (error) {
      await write(fleet);
      throw error;
    }
    await drop(machine.name, open);
    await write({ ...fleet, revoked, machines: fleet.machines.filter(({ name }) => name !== machine.name) });
    tell(
      say`${machine.name} is out of the fleet: the server has cut it off, and what waited for it is gone. What it is running stops as soon as it notices.`,
    );
  });
  return EXIT.clean;
}

export async function setPeople(words: readonly string[], place: FleetPlace): Promise<number> {
  const [given, ...ids] = words;
  if (given === undefined || ids.length === 0)
    throw new ExitError(EXIT.configuration, say`Use: ${call('fleet', USE_OF_PEOPLE)}`);
  const isAll = ids.length === 1 && ids[0] === 'all';
  const wrong = isAll ? undefined : ids.find((id) => !PERSON.test(id));
  if (wrong !== undefined)
    throw new ExitError(
      EXIT.configuration,
      say`“${wrong}” is nobody’s id. Use all, or ids like telegram:123 or slack:T012AB:U345CD, as ${call('pair', '--list')} shows them.`,
    );
  await changeFleet(place, async ({ fleet }, write) => {
    const machine = findMachine(fleet.machines, given);
    const people = isAll ? null : [...new Set(ids)];
    await write({
      ...fleet,
      machines: fleet.machines.map((one) => (one.name === machine.name ? { ...one, people } : one)),
    });
    tell(describe({ ...machine, people }, false));
  });
  return EXIT.clean;
}

function findMachine(machines: readonly FleetMachine[], given: string): FleetMachine {
  const found = machines.find(({ name }) => name === given.toLowerCase());
  if (found !== undefined) return found;
  const closest = closestWord(
    given,
    machines.map(({ name }) => name),
  );
  throw new ExitError(
    EXIT.failure,
    closest === null
      ? say`There is no ${given} in the fleet. ${call('fleet', 'list')} shows who is.`
      : say`There is no ${given} in the fleet. Did you mean ${closest}? ${call('fleet', 'list')} shows who is.`,
  );
}
