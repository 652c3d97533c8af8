/** `deskhand mcp token NAME`: makes a token for another program; `--list` shows all, `--revoke NAME` revokes one. */
import { parseArgs } from 'node:util';
import { callerLimitsSchema, type ToldCaller, USUAL_LIMITS } from '../../ports/callers.ts';
import { join, say, type Text } from '../../words/say.ts';
import { call } from '../call.ts';
import { EXIT, ExitError } from '../exit.ts';
import { askDeskhand, readArguments } from '../reach-deskhand.ts';
import { untilSignal } from '../signals.ts';
import { needTerminal, whilePhoneIsAsked } from '../terminal/need-terminal.ts';
import { tell } from '../terminal/tell.ts';

export const USE_OF_TOKENS: readonly string[] = [
  'token NAME [--per-minute N] [--per-day N] [--days N]',
  'token --list',
  'token --revoke NAME',
];
const USE = USE_OF_TOKENS.map((line) => call('mcp', line)).join('\n     ');

export async function changeTokens(
  words: readonly string[],
  hide: (secrets: readonly string[]) => void,
): Promise<number> {
  const { values, positionals } = readArguments(
    () =>
      parseArgs({
        args: [...words],
        allowPositionals: true,
        options: {
          list: { type: 'boolean', default: false },
          revoke: { type: 'string' },
          'per-minute': { type: 'string' },
          'per-day': { type: 'string' },
          days: { type: 'string' },
        },
      }),
    USE,
  );
  const [name, ...more] = positionals;
  const wanted = [name, values.revoke, values.list || undefined].filter((one) => one !== undefined);
  if (wanted.length !== 1 || more.length > 0) throw new ExitError(EXIT.configuration, say`Use: ${USE}`);
  const limits = callerLimitsSchema.safeParse({
    perMinute: numberOr(values['per-minute'], USUAL_LIMITS.perMinute),
    perDay: numberOr(values['per-day'], USUAL_LIMITS.perDay),
    days: numberOr(values.days, USUAL_LIMITS.days),
  });
  if (!limits.success)
    throw new ExitError(
      EXIT.configuration,
      say`--per-minute goes from 1 to 600, --per-day from 1 to 10000, --days from 1 to 365.`,
    );
  if (name !== undefined) needTerminal(call('mcp', 'token'), 'shows a secret');
  return await askDeskhand(hide, async ({ callers }) => {
    if (values.list) {
      const list = await callers.list();
      if (list.length === 0) tell(say`No program has a token. ${call('mcp', 'token NAME')} makes one.`);
      for (const one of list) tell(describe(one));
      return EXIT.clean;
    }
    if (values.revoke !== undefined) {
      if (!(await callers.revoke(values.revoke)))
        throw new ExitError(
          EXIT.failure,
          say`There is no ${values.revoke}. ${call('mcp', 'token --list')} shows them.`,
        );
      tell(say`${values.revoke} may not ask any more; what it had under way is ended.`);
      return EXIT.clean;
    }
    const token = await whilePhoneIsAsked(callers.create(name ?? '', limits.data, untilSignal().signal));
    tell(say`Token of ${name ?? ''}, shown this once; an earlier one of that name counts no longer:\n${token}`);
    return EXIT.clean;
  });
}

function numberOr(word: string | undefined, usual: number): number {
  return word === undefined ? usual : Number(word);
}

function describe({ name, until, perMinute, perDay, maySee }: ToldCaller): Text {
  const facts = [
    maySee ? say`may see the screen` : say`asks before its first look`,
    say`${perMinute} calls a minute, ${perDay} runs and acts a day`,
    say`until ${{ moment: Date.parse(until) }}`,
  ];
  return say`${name}  (${join(facts, '; ')})`;
}
