/** `deskhand run "GOAL" [--wait] [--json]`: starts a run on the running Deskhand; questions go to the owner's phone. */
import { parseArgs } from 'node:util';
import { asMessage } from '../../journal/said.ts';
import type { RunEnd } from '../../ports/control.ts';
import { say, type Text } from '../../words/say.ts';
import { speak } from '../../words/speak.ts';
import { call } from '../call.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { askDeskhand, readArguments } from '../reach-deskhand.ts';
import { untilSignal } from '../signals.ts';
import { tell, tellJson } from '../terminal/tell.ts';
import { terminalLanguage } from '../terminal/terminal-language.ts';

/** Exit codes of `--wait` (design, section 10). */
const OUTCOME_CODES = { verified: EXIT.clean, unverified: 10, failed: 11, stopped: 12, interrupted: 13 } as const;

const OUTCOMES = {
  verified: say`verified`,
  unverified: say`unverified`,
  failed: say`failed`,
  stopped: say`stopped`,
  interrupted: say`interrupted`,
} as const;

const CUT_OFF = {
  kind: 'ended',
  run: '',
  outcome: 'interrupted',
  reason: 'signal',
  ...asMessage(say`Deskhand ended before the run did. Your chat tells what became of it.`),
  score: null,
} as const;

await runCommand(async (hide) => {
  const { goal, wait, json } = readOptions();
  const tellFact = (fact: unknown, text: Text): void => (json ? tellJson(fact) : tell(text));
  return await askDeskhand(hide, async (control) => {
    const { signal, received } = untilSignal();
    const { before, ended } = await control.run(goal, signal);
    if (!wait) {
      tellFact({ accepted: true, before }, before === 0 ? say`Started.` : queued(before));
      return EXIT.clean;
    }
    if (!json && before > 0) process.stderr.write(`${speak(queued(before), terminalLanguage())}\n`);
    const end = await Promise.race([
      ended.catch((): RunEnd => CUT_OFF),
      received.then(() => {
        throw new ExitError(EXIT.failure, say`Not waited for any more; the run goes on. ${call('stop')} ends it.`);
      }),
    ]);
    if (end.kind === 'not started') {
      tellFact(end, say`It was not started: ${end.said ?? end.why}`);
      return EXIT.failure;
    }
    tellFact(end, sayEnd(end));
    return OUTCOME_CODES[end.outcome];
  });
});

function sayEnd({ run, outcome, message, said }: Extract<RunEnd, { readonly kind: 'ended' }>): Text {
  return say`${run === '' ? say`The run` : say`Run ${Number(run)}`}: ${OUTCOMES[outcome]}. ${said ?? message}`;
}

function queued(before: number): Text {
  return say`Queued, ${before} ahead of it.`;
}

function readOptions(): { readonly goal: string; readonly wait: boolean; readonly json: boolean } {
  const usage = call('run', '"GOAL" [--wait] [--json]');
  const { values, positionals } = readArguments(
    () =>
      parseArgs({
        allowPositionals: true,
        options: { wait: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
      }),
    usage,
  );
  const goal = positionals.join(' ').trim();
  if (goal === '') throw new ExitError(EXIT.configuration, say`Say what to do: ${usage}`);
  return { goal, wait: values.wait, json: values.json };
}
