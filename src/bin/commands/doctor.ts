/** `deskhand doctor [--json] [--fix] [--bundle]`: what works and what does not; mended where nobody need be asked; a report without secrets. */
import { writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { connectControl } from '../../../adapters/files/control-socket.ts';
import type { Settings } from '../../config/schema.ts';
import { MARKS } from '../../doctor/finding.ts';
import type { ToldFinding } from '../../ports/control.ts';
import { english } from '../../words/speak.ts';
import { call } from '../call.ts';
import { checkPrivate, privatePlaces } from '../check-private.ts';
import { findDataFolder, findSettingsFile } from '../data-folder.ts';
import { buildBundle } from '../doctor/bundle.ts';
import { findServers } from '../doctor/servers.ts';
import { EXIT, runCommand } from '../exit.ts';
import { versionOfDeskhand } from '../own-files.ts';
import { controlSocketPath } from '../parts/open-data.ts';
import { readArguments } from '../reach-deskhand.ts';
import { loadSettings, secretsOf } from '../settings.ts';
import { findNewerVersion } from '../update/known-version.ts';

const ASK_MS = 60_000;
const SERVER_MS = 8000;
const MIN_FREE_BYTES = 1_000_000_000;

await runCommand(async (hide) => {
  const { values } = readArguments(
    () =>
      parseArgs({
        options: {
          json: { type: 'boolean', default: false },
          fix: { type: 'boolean', default: false },
          bundle: { type: 'boolean', default: false },
        },
      }),
    call('doctor', '[--json] [--fix] [--bundle]'),
  );
  const settings = loadSettings(process.env);
  const secrets = secretsOf(settings, process.env);
  hide(secrets);
  const dataFolder = findDataFolder(settings.DATA_DIR);
  if (values.fix)
    checkPrivate(privatePlaces(dataFolder, findSettingsFile()), (line) => process.stderr.write(`${line}\n`));
  const control = await connectControl(controlSocketPath(dataFolder));
  const findings =
    control === null
      ? await examineAlone(settings, dataFolder)
      : [
          told('deskhand', 'Deskhand', 'ok', 'it runs'),
          ...(await control.doctor(values.fix, AbortSignal.timeout(ASK_MS))),
        ];
  if (values.bundle) {
    const file = `deskhand-report-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.json`;
    const isSet = (name: string): boolean =>
      Object.entries(settings).some(([key, value]) => key === name && value !== undefined);
    writeFileSync(file, await buildBundle({ findings, dataFolder, isSet, secrets }), { mode: 0o600, flag: 'wx' });
    process.stdout.write(`${file}\n`);
  } else if (values.json) {
    process.stdout.write(`${JSON.stringify(findings)}\n`);
  } else {
    for (const { title, state, text } of findings) process.stdout.write(`${MARKS[state]} ${title}: ${text}\n`);
  }
  return findings.some(({ state }) => state === 'bad') ? EXIT.failure : EXIT.clean;
});

/** What can be told without a Deskhand that runs. */
async function examineAlone(settings: Settings, dataFolder: string): Promise<readonly ToldFinding[]> {
  const free = await statfs(dataFolder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
  const servers = await Promise.all(
    findServers(settings).map(async ({ name, ask }) => {
      const title = `Network to ${name}`;
      try {
        const { keyTrouble } = await ask(AbortSignal.timeout(SERVER_MS));
        return told(`network ${name}`, title, keyTrouble === '' ? 'ok' : 'bad', english(keyTrouble) || 'it answers');
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return told(`network ${name}`, title, 'bad', `it does not answer: ${why}`);
      }
    }),
  );
  const newer = await findNewerVersion(settings, dataFolder, AbortSignal.timeout(SERVER_MS)).catch(() => null);
  return [
    told('deskhand', 'Deskhand', 'bad', `it does not run; start it with ${call('start')}`),
    newer === null
      ? told('version', 'Version', 'ok', `Deskhand ${versionOfDeskhand()}`)
      : told('version', 'Version', 'off', `Deskhand ${versionOfDeskhand()}; ${newer} is there: ${call('update')}`),
    told('node', 'Node', 'ok', `${process.version} at ${process.execPath}`),
    free === null
      ? told('disk', 'Disk', 'off', 'there is no data folder yet')
      : told(
          'disk',
          'Disk',
          free >= MIN_FREE_BYTES ? 'ok' : 'bad',
          `${Math.floor(free / 100_000_000) / 10} GB are free`,
        ),
    ...servers,
  ];
}

function told(name: string, title: string, state: ToldFinding['state'], text: string): ToldFinding {
  return { name, title, state, text, mend: null };
}
