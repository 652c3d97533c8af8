/** `deskhand extras [SET]`: installs a set of optional packages, after a confirmation. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installPackages } from '../../../adapters/files/install-packages.ts';
import { type Sentence, say } from '../../words/say.ts';
import { call } from '../call.ts';
import { findDataFolder } from '../data-folder.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { EXTRA_SETS, type ExtraSet, extraPackagesFolder, hasExtra } from '../extra-packages.ts';
import { OWN_FILES } from '../own-files.ts';
import { loadSettings, withoutSettings } from '../settings.ts';
import { untilSignal } from '../signals.ts';
import { askYes, tell, YES } from '../terminal/tell.ts';

const SETS: Readonly<Record<ExtraSet, { readonly what: Sentence; readonly use: Sentence }>> = {
  transformers: {
    what: say`transformers.js and what it needs, about 160 MB`,
    use: say`With it, earlier tasks are compared by meaning instead of by words, and voice notes are written down here.`,
  },
  reading: {
    what: say`Two models that read the screen and their runtime, about 110 MB`,
    use: say`With it, words that no application tells are found on the screen, on this computer.`,
  },
  telemetry: {
    what: say`OpenTelemetry’s packages for traces, about 20 MB`,
    use: say`With it, TELEMETRY_OTLP_ENDPOINT sends a trace of each run to your own collector.`,
  },
};

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { yes: { type: 'boolean', default: false } },
  });
  const set = EXTRA_SETS.find((name) => name === (positionals[0] ?? 'transformers'));
  if (set === undefined || positionals.length > 1)
    throw new ExitError(
      EXIT.configuration,
      say`There are ${EXTRA_SETS.join(', ')}; ${call('extras', 'reading')} installs one.`,
    );
  const dataFolder = findDataFolder(loadSettings(process.env).DATA_DIR);
  if (hasExtra(set, dataFolder)) {
    tell(say`It is installed already.`);
    return EXIT.clean;
  }
  const { signal } = untilSignal();
  const to = join(extraPackagesFolder(dataFolder), set);
  const { what, use } = SETS[set];
  tell(say`${what}, from npm into ${to}; nothing of it runs while it is installed.`);
  tell(use);
  if (!values.yes && !(await confirm(signal))) {
    tell(say`Nothing was installed.`);
    return EXIT.failure;
  }
  const npm = process.env.npm_execpath === undefined ? ['npm'] : [process.execPath, process.env.npm_execpath];
  try {
    const from = join(OWN_FILES.extra, set);
    await installPackages({ from, to, npm, env: withoutSettings(process.env) }, signal);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ExitError(EXIT.failure, say`Nothing was installed: ${why}`, { cause: error });
  }
  tell(say`It is installed. Restart Deskhand if it runs.`);
  return EXIT.clean;
});

async function confirm(signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new ExitError(
      EXIT.configuration,
      say`Nothing was installed: nobody is there to confirm it. ${call('extras', '--yes')} means it.`,
    );
  return await askYes(say`Install it? Type ${YES}:`, signal);
}
