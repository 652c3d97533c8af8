/** `deskhand extras`: installs, after a yes, what compares earlier tasks by meaning and writes down voice notes. */
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { installPackages } from '../../../adapters/files/install-packages.ts';
import { call } from '../call.ts';
import { findDataFolder } from '../data-folder.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { extraPackagesFolder, findTransformers } from '../extra-packages.ts';
import { OWN_FILES } from '../own-files.ts';
import { loadSettings, withoutSettings } from '../settings.ts';
import { untilSignal } from '../signals.ts';

await runCommand(async () => {
  const { values } = parseArgs({ options: { yes: { type: 'boolean', default: false } } });
  const dataFolder = findDataFolder(loadSettings(process.env).DATA_DIR);
  if (findTransformers(dataFolder) !== null) {
    say('It is installed already.');
    return EXIT.clean;
  }
  const { signal } = untilSignal();
  const to = join(extraPackagesFolder(dataFolder), 'transformers');
  say(
    `transformers.js and what it needs, about 160 MB, from npm into ${to}; nothing of it runs while it is installed.`,
  );
  say('With it, earlier tasks are compared by meaning instead of by words, and voice notes are written down here.');
  if (!values.yes && !(await confirm(signal))) {
    say('Nothing was installed.');
    return EXIT.failure;
  }
  const npm = process.env.npm_execpath === undefined ? ['npm'] : [process.execPath, process.env.npm_execpath];
  try {
    const from = join(OWN_FILES.extra, 'transformers');
    await installPackages({ from, to, npm, env: withoutSettings(process.env) }, signal);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ExitError(EXIT.failure, `Nothing was installed: ${why}`, { cause: error });
  }
  say('It is installed. Restart Deskhand if it runs.');
  return EXIT.clean;
});

async function confirm(signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new ExitError(
      EXIT.configuration,
      `Nothing was installed: nobody is there to confirm it. ${call('extras', '--yes')} means it.`,
    );
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question('Install it? Type yes: ', { signal }).catch(() => '');
  terminal.close();
  return /^\s*y(?:es)?\s*$/i.test(answer);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
