/** Confirms servers one after the other in the folder named on the command line, as another process does meanwhile: FOLDER NAME TIMES. */
import { acquireLock } from '../../../adapters/files/lock.ts';
import { createServerFiles } from '../../../adapters/tools/server-files.ts';

const [folder = '', name = '', times = '0'] = process.argv.slice(2);
const files = createServerFiles(folder, acquireLock);
for (let at = 0; at < Number(times); at += 1) {
  await files.setEntry(`${name}-${at}`, { command: name, args: [String(at)] });
  await files.setPin(`${name}-${at}`, {
    declared: '',
    words: [name],
    package: null,
    code: '',
    hosts: [],
    folders: [],
    tools: [],
    confirmedAt: String(at),
  });
}
