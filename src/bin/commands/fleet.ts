/** `deskhand fleet …`: several computers, one bot. */
import { say } from '../../words/say.ts';
import { call } from '../call.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { addMachine, USE_OF_ADD } from '../fleet/add-machine.ts';
import { dropFromServer } from '../fleet/drop-from-server.ts';
import { findFleetPlace, whileFleet } from '../fleet/fleet-place.ts';
import { initFleet, USE_OF_INIT } from '../fleet/init-fleet.ts';
import { joinFleet, leaveFleet, USE_OF_JOIN, USE_OF_LEAVE } from '../fleet/join-fleet.ts';
import {
  listMachines,
  removeMachine,
  setPeople,
  USE_OF_LIST,
  USE_OF_PEOPLE,
  USE_OF_REMOVE,
} from '../fleet/keep-machines.ts';
import { setUpCode, USE_OF_CODE } from '../fleet/set-up-code.ts';

await runCommand(async (hide) => {
  const [word = '', ...rest] = process.argv.slice(2);
  const place = findFleetPlace(hide);
  switch (word) {
    case 'init':
      return await whileFleet(initFleet(rest, place));
    case 'add':
      return await whileFleet(addMachine(rest, place));
    case 'join':
      return await whileFleet(joinFleet(rest, place));
    case 'leave':
      return await whileFleet(leaveFleet(rest, place));
    case 'list':
      return await whileFleet(listMachines(rest, place));
    case 'remove':
      return await whileFleet(removeMachine(rest, place, dropFromServer));
    case 'code':
      return await whileFleet(setUpCode(rest, place));
    case 'people':
      return await whileFleet(setPeople(rest, place));
    default: {
      const uses = [
        USE_OF_INIT,
        USE_OF_ADD,
        USE_OF_JOIN,
        USE_OF_LIST,
        USE_OF_PEOPLE,
        USE_OF_REMOVE,
        USE_OF_LEAVE,
        USE_OF_CODE,
      ];
      throw new ExitError(EXIT.configuration, say`Use:\n${uses.map((line) => `  ${call('fleet', line)}`).join('\n')}`);
    }
  }
});
