/** `deskhand link [--qr]`: a fresh link to the page; `--list` shows the browsers that are in, `--end ID` shuts one out. */
import { parseArgs } from 'node:util';
import { renderUnicodeCompact } from 'uqr';
import { call } from '../call.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { askDeskhand, readArguments } from '../reach-deskhand.ts';
import { untilSignal } from '../signals.ts';
import { needTerminal, whilePhoneIsAsked } from '../terminal/need-terminal.ts';

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
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const isWidening = !values.list && values.end === undefined;
  if (isWidening) needTerminal(call('link'));
  return await askDeskhand(hide, async ({ page }) => {
    if (values.list) {
      const sessions = await page.sessions();
      if (sessions.length === 0) say('No browser is in.');
      for (const { id, openedAt, usedAt } of sessions)
        say(`${id}  in since ${sayMoment(openedAt)}, last used about ${sayMoment(usedAt)}`);
      return EXIT.clean;
    }
    if (values.end !== undefined) {
      if (!(await page.end(values.end)))
        throw new ExitError(EXIT.failure, `There is no ${values.end}; ${call('link', '--list')} shows who is in.`);
      say('Shut out.');
      return EXIT.clean;
    }
    const link = await whilePhoneIsAsked(page.link(untilSignal().signal));
    say(`Open this link in a browser on this computer (it works once, for 10 minutes):\n${link}`);
    if (values.qr) say(`\n${renderUnicodeCompact(link, { border: 2 })}`);
    return EXIT.clean;
  });
});

function sayMoment(at: number): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
