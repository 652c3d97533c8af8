/** `deskhand stop [--all]`: ends what is under way; with `--all` what waits, too. */
import { parseArgs } from 'node:util';
import { call } from '../call.ts';
import { EXIT, runCommand } from '../exit.ts';
import { askDeskhand, readArguments } from '../reach-deskhand.ts';

await runCommand(async (hide) => {
  const { values } = readArguments(
    () => parseArgs({ options: { all: { type: 'boolean', default: false } } }),
    call('stop', '[--all]'),
  );
  return await askDeskhand(hide, async (control) => {
    process.stdout.write(`${await control.stop(values.all)}\n`);
    return EXIT.clean;
  });
});
