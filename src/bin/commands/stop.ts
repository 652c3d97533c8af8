/** `deskhand stop [--all]`: ends what is under way; with `--all` what waits, too. */
import { parseArgs } from 'node:util';
import { call } from '../call.ts';
import { EXIT, runCommand } from '../exit.ts';
import { askDeskhand, readArguments } from '../reach-deskhand.ts';
import { tellTold } from '../terminal/tell.ts';

await runCommand(async (hide) => {
  const { values } = readArguments(
    () => parseArgs({ options: { all: { type: 'boolean', default: false } } }),
    call('stop', '[--all]'),
  );
  return await askDeskhand(hide, async (control) => {
    tellTold(await control.stop(values.all));
    return EXIT.clean;
  });
});
