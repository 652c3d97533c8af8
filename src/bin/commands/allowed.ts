/** `deskhand allowed`: what people always allow; `revoke N|all` takes it back, `add app|site NAME edit|save` allows more, with a tap on the phone. */
import { parseArgs } from 'node:util';
import type { Told } from '../../ports/control.ts';
import { mapNames, say, type Text } from '../../words/say.ts';
import { showHidden } from '../../words/visible.ts';
import { call } from '../call.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { askDeskhand, readArguments } from '../reach-deskhand.ts';
import { untilSignal } from '../signals.ts';
import { needTerminal, whilePhoneIsAsked } from '../terminal/need-terminal.ts';
import { tell, tellJson } from '../terminal/tell.ts';

const USAGE = call('allowed', '[--json | revoke N|all | add app|site NAME edit|save]');

await runCommand(async (hide) => {
  const { values, positionals } = readArguments(
    () => parseArgs({ options: { json: { type: 'boolean', default: false } }, allowPositionals: true }),
    USAGE,
  );
  const [verb, where, name, kind, ...more] = positionals;
  const wrong = (): ExitError => new ExitError(EXIT.configuration, say`Use: ${USAGE}`);
  if (verb === 'add') needTerminal(call('allowed', 'add'), 'allows more');
  return await askDeskhand(hide, async ({ allowed }) => {
    if (verb === undefined) {
      const list = await allowed.list();
      if (values.json) tellJson(list);
      else if (list.length === 0) tell(say`Nothing is always allowed.`);
      else
        for (const [at, one] of list.entries())
          tell(say`${at + 1}. ${shown(one)}  (${one.of}, ${{ moment: Date.parse(one.at) }})`);
      return EXIT.clean;
    }
    if (verb === 'revoke' && where !== undefined && name === undefined && /^(?:all|[1-9]\d{0,2})$/.test(where)) {
      const list = await allowed.list();
      const chosen = where === 'all' ? list : list.slice(Number(where) - 1, Number(where));
      if (chosen.length === 0)
        throw new ExitError(EXIT.failure, say`There is no ${where}; ${call('allowed')} lists them.`);
      await allowed.revoke(chosen.map(({ id }) => id));
      tell(say`Revoked.`);
      return EXIT.clean;
    }
    const isPlace = (where === 'app' || where === 'site') && (kind === 'edit' || kind === 'save');
    if (verb !== 'add' || !isPlace || name === undefined || more.length > 0) throw wrong();
    const added = await whilePhoneIsAsked(allowed.add({ kind, in: where, name }, untilSignal().signal));
    tell(say`Always allowed: ${shown(added)}.`);
    return EXIT.clean;
  });
});

function shown({ text, said }: Told): Text {
  return mapNames(said ?? text, showHidden);
}
