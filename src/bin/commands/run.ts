/** `deskhand run "GOAL" [--wait] [--json]`: a run on the Deskhand that works here; what needs a yes is asked on the owner's phone. */
import { parseArgs } from 'node:util';
import type { RunEnd } from '../../ports/control.ts';
import { showInTerminal } from '../../words/visible.ts';
import { call } from '../call.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { askDeskhand, readArguments } from '../reach-deskhand.ts';
import { untilSignal } from '../signals.ts';

/** Exit codes of `--wait` (design, section 10). */
const OUTCOME_CODES = { verified: EXIT.clean, unverified: 10, failed: 11, stopped: 12, interrupted: 13 } as const;

const CUT_OFF = {
  kind: 'ended',
  run: '',
  outcome: 'interrupted',
  reason: 'signal',
  message: 'Deskhand ended before the run did. Your chat tells what became of it.',
  score: null,
} as const;

await runCommand(async (hide) => {
  const { goal, wait, json } = readOptions();
  const say = (fact: unknown, line: string): void =>
    void process.stdout.write(`${showInTerminal(json ? JSON.stringify(fact) : line)}\n`);
  return await askDeskhand(hide, async (control) => {
    const { signal, received } = untilSignal();
    const { before, ended } = await control.run(goal, signal);
    if (!wait) {
      say({ accepted: true, before }, before === 0 ? 'Started.' : `Queued, ${before} ahead of it.`);
      return EXIT.clean;
    }
    if (!json && before > 0) process.stderr.write(`Queued, ${before} ahead of it.\n`);
    const end = await Promise.race([
      ended.catch((): RunEnd => CUT_OFF),
      received.then(() => {
        throw new ExitError(EXIT.failure, `Not waited for any more; the run goes on. ${call('stop')} ends it.`);
      }),
    ]);
    if (end.kind === 'not started') {
      say(end, `It was not started: ${end.why}`);
      return EXIT.failure;
    }
    say(end, sayEnd(end));
    return OUTCOME_CODES[end.outcome];
  });
});

function sayEnd({ run, outcome, message }: Extract<RunEnd, { readonly kind: 'ended' }>): string {
  return `${run === '' ? 'The run' : `Run ${Number(run)}`}: ${outcome}. ${message}`;
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
  if (goal === '') throw new ExitError(EXIT.configuration, `Say what to do: ${usage}`);
  return { goal, wait: values.wait, json: values.json };
}
