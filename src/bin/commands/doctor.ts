/**
 * `deskhand doctor [--json] [--fix] [--bundle]`: findings about what works and what does not; repairs that need no question; a report without
 * secrets.
 */
import { writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { connectControl } from '../../../adapters/files/control-socket.ts';
import type { Settings } from '../../config/schema.ts';
import { MARKS } from '../../doctor/finding.ts';
import { type ToldFinding, toldFinding } from '../../ports/control.ts';
import { textOf } from '../../words/said-error.ts';
import { say, type Text } from '../../words/say.ts';
import { english, speak } from '../../words/speak.ts';
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
import { tell, tellJson } from '../terminal/tell.ts';
import { terminalLanguage } from '../terminal/terminal-language.ts';
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
    checkPrivate(privatePlaces(dataFolder, findSettingsFile()), (text) => {
      process.stderr.write(`${speak(text, terminalLanguage())}\n`);
    });
  const control = await connectControl(controlSocketPath(dataFolder));
  const findings =
    control === null
      ? await examineAlone(settings, dataFolder)
      : [
          told('deskhand', 'Deskhand', 'ok', say`it runs`),
          ...(await control.doctor(values.fix, AbortSignal.timeout(ASK_MS))),
        ];
  if (values.bundle) {
    const file = `deskhand-report-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.json`;
    const isSet = (name: string): boolean =>
      Object.entries(settings).some(([key, value]) => key === name && value !== undefined);
    writeFileSync(file, await buildBundle({ findings, dataFolder, isSet, secrets }), { mode: 0o600, flag: 'wx' });
    process.stdout.write(`${file}\n`);
  } else if (values.json) {
    tellJson(findings);
  } else {
    for (const { state, title, text, said = { title, text } } of findings)
      tell(say`${MARKS[state]} ${said.title}: ${said.text}`);
  }
  return findings.some(({ state }) => state === 'bad') ? EXIT.failure : EXIT.clean;
});

/** Findings that need no running Deskhand. */
async function examineAlone(settings: Settings, dataFolder: string): Promise<readonly ToldFinding[]> {
  const free = await statfs(dataFolder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
  const servers = await Promise.all(
    findServers(settings).map(async ({ name, ask }) => {
      const title = say`Network to ${name}`;
      try {
        const { keyTrouble } = await ask(AbortSignal.timeout(SERVER_MS));
        return told(
          `network ${name}`,
          title,
          keyTrouble === '' ? 'ok' : 'bad',
          english(keyTrouble) === '' ? say`it answers` : keyTrouble,
        );
      } catch (error) {
        return told(`network ${name}`, title, 'bad', say`it does not answer: ${textOf(error)}`);
      }
    }),
  );
  const newer = await findNewerVersion(settings, dataFolder, AbortSignal.timeout(SERVER_MS)).catch(() => null);
  return [
    told('deskhand', 'Deskhand', 'bad', say`it does not run; start it with ${call('start')}`),
    newer === null
      ? told('version', say`Version`, 'ok', `Deskhand ${versionOfDeskhand()}`)
      : told(
          'version',
          say`Version`,
          'off',
          say`Deskhand ${versionOfDeskhand()}; ${newer} is there: ${call('update')}`,
        ),
    told('node', 'Node', 'ok', say`${process.version} at ${process.execPath}`),
    free === null
      ? told('disk', say`Disk`, 'off', say`there is no data folder yet`)
      : told(
          'disk',
          say`Disk`,
          free >= MIN_FREE_BYTES ? 'ok' : 'bad',
          say`${Math.floor(free / 100_000_000) / 10} GB are free`,
        ),
    ...servers,
  ];
}

function told(name: string, title: Text, state: ToldFinding['state'], text: Text): ToldFinding {
  return toldFinding({ name, title, state, text, mend: null });
}
