/**
 * `npm run check:mac`: ten minutes that settle what could not be proven without a Mac; a file to send back. `-- --table FILE…` writes what
 * such files say into the table of the Mac page, on any computer.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { release } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type CheckResult, runChecks } from '../../../adapters/desktop/macos/check/check.ts';
import { listChecks } from '../../../adapters/desktop/macos/check/checks.ts';
import { openReport, readSeenMac } from '../../../adapters/desktop/macos/check/report.ts';
import { fillPage, type SeenMac } from '../../../adapters/desktop/macos/check/unproven.ts';
import { decodeFrame } from '../../../adapters/pictures/decode-frame.ts';
import { findDataFolder } from '../data-folder.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { openCheckKit } from '../mac/check-kit.ts';
import { PROJECT_ROOT } from '../own-files.ts';
import { loadSettings, withoutSettings } from '../settings.ts';
import { untilSignal } from '../signals.ts';

const MARKS: Readonly<Record<CheckResult['state'], string>> = {
  passed: '✓',
  failed: '✗',
  'not granted': '–',
  skipped: '·',
};

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      unattended: { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
      out: { type: 'string' },
      table: { type: 'boolean', default: false },
      page: { type: 'string', default: join(PROJECT_ROOT, 'docs', 'mac.md') },
    },
  });
  if (values.table) return await writeTable(values.page, positionals);
  if (process.platform !== 'darwin') throw new ExitError(EXIT.lacking, 'This checks a Mac; run it on one.');
  const { signal } = untilSignal();
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const dataFolder = findDataFolder(loadSettings(process.env).DATA_DIR);
  const report = await openReport(values.out ?? join(dataFolder, 'check-mac'), `${process.version} macOS ${release()}`);
  const isUnattended = values.unattended;
  const env = withoutSettings(process.env);
  const { kit, close } = await openCheckKit({ isUnattended, dataFolder, report, env, say }, signal);
  try {
    const results = await runChecks(listChecks(decodeFrame), kit, {
      known: values.again ? new Map() : report.known,
      keep: async (result) => {
        await report.keep(result);
        say(`${MARKS[result.state]} ${result.name}: ${result.detail}${result.fix === '' ? '' : `\n  ${result.fix}`}`);
      },
    });
    const open = results.filter(({ state }) => state !== 'passed');
    say(
      `\n${results.length - open.length} of ${results.length} passed. Please send ${report.file} to the makers of Deskhand.`,
    );
    return results.some(({ state }) => state === 'failed') ? EXIT.failure : EXIT.clean;
  } finally {
    await close();
  }
});

async function writeTable(page: string, files: readonly string[]): Promise<number> {
  const seen: SeenMac[] = [];
  for (const file of files) {
    const mac = await readSeenMac(file).catch(() => null);
    if (mac === null) throw new ExitError(EXIT.failure, `${file} is no report of npm run check:mac.`);
    seen.push(mac);
  }
  const filled = fillPage(await readFile(page, 'utf8'), seen);
  if (filled === null) throw new ExitError(EXIT.failure, `${page} holds no table of what could not be proven.`);
  await writeFile(page, filled);
  process.stdout.write(`The table in ${page} says what ${seen.length} Macs have shown.\n`);
  return EXIT.clean;
}
