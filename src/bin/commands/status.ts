/** `deskhand status [--json]`: what the Deskhand that works here is doing. */
import { parseArgs } from 'node:util';
import { showInTerminal } from '../../words/visible.ts';
import { call } from '../call.ts';
import { EXIT, runCommand } from '../exit.ts';
import { askDeskhand, readArguments } from '../reach-deskhand.ts';

await runCommand(async (hide) => {
  const { values } = readArguments(
    () => parseArgs({ options: { json: { type: 'boolean', default: false } } }),
    call('status', '[--json]'),
  );
  return await askDeskhand(hide, async (control) => {
    const status = await control.status();
    process.stdout.write(`${showInTerminal(values.json ? JSON.stringify(status) : status.text)}\n`);
    return EXIT.clean;
  });
});
