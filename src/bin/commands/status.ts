/** `deskhand status [--json]`: shows what the running Deskhand is doing. */
import { parseArgs } from 'node:util';
import { call } from '../call.ts';
import { EXIT, runCommand } from '../exit.ts';
import { askDeskhand, readArguments } from '../reach-deskhand.ts';
import { tellJson, tellTold } from '../terminal/tell.ts';

await runCommand(async (hide) => {
  const { values } = readArguments(
    () => parseArgs({ options: { json: { type: 'boolean', default: false } } }),
    call('status', '[--json]'),
  );
  return await askDeskhand(hide, async (control) => {
    const status = await control.status();
    if (values.json) tellJson(status);
    else tellTold(status);
    return EXIT.clean;
  });
});
