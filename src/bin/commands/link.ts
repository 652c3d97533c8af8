/** `deskhand link [--qr]`: a fresh link to the page; `--list` shows the browsers that are in, `--end ID` shuts one out. */
import { parseArgs } from 'node:util';
import { renderUnicodeCompact } from 'uqr';
import { say } from '../../words/say.ts';
import { call } from '../call.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { askDeskhand, readArguments } from '../reach-deskhand.ts';
import { untilSignal } from '../signals.ts';
import { needTerminal, whilePhoneIsAsked } from '../terminal/need-terminal.ts';
import { tell } from '../terminal/tell.ts';

await runCommand(async (hide) => {
  const { values } = readArguments(
    () =>
      parseArgs({
        options: {
          qr: { type: 'boolean', default: false },
          list: { type: 'boolean', default: false },
          end: { type: 'string' },
        },
      }),
    call('link', '[--qr | --list | --end ID]'),
  );
  const isWidening = !values.list && values.end === undefined;
  if (isWidening) needTerminal(call('link'));
  return await askDeskhand(hide, async ({ page }) => {
    if (values.list) {
      const sessions = await page.sessions();
      if (sessions.length === 0) tell(say`No browser is in.`);
      for (const { id, openedAt, usedAt } of sessions)
        tell(say`${id}  in since ${{ moment: openedAt }}, last used about ${{ moment: usedAt }}`);
      return EXIT.clean;
    }
    if (values.end !== undefined) {
      if (!(await page.end(values.end)))
        throw new ExitError(EXIT.failure, say`There is no ${values.end}; ${call('link', '--list')} shows who is in.`);
      tell(say`Shut out.`);
      return EXIT.clean;
    }
    const link = await whilePhoneIsAsked(page.link(untilSignal().signal));
    tell(say`Open this link in a browser on this computer (it works once, for 10 minutes):`);
    tell(link);
    if (values.qr) tell(`\n${renderUnicodeCompact(link, { border: 2 })}`);
    return EXIT.clean;
  });
});
