/** Takes the lock of the folder named on the command line, prints `ok` or who has it, and stays until it is killed. */
import { acquireLock } from '../../../adapters/files/lock.ts';

const lock = await acquireLock(process.argv[2] ?? '');
process.stdout.write(lock.ok ? 'ok\n' : `${lock.pid}\n`);
setInterval(() => undefined, 60_000);
