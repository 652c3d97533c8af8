/** `deskhand uninstall [--all]`: ends and removes the service, and says what stays and where; `--all` removes that as well, after a typed yes. */
import { existsSync, readdirSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connectControl } from '../../../adapters/files/control-socket.ts';
import { acquireLock } from '../../../adapters/files/lock.ts';
import { createService } from '../../../adapters/machine/service/service.ts';
import { forgetSecrets } from '../../../adapters/secrets/secret-store.ts';
import { parseEnvFile } from '../../config/parse-env-file.ts';
import { say } from '../../words/say.ts';
import { call } from '../call.ts';
import { findDataFolder, findSettingsFile } from '../data-folder.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { signInFolder } from '../mcp/open-tools.ts';
import { IS_PUBLISHED, PROJECT_ROOT } from '../own-files.ts';
import { controlSocketPath } from '../parts/open-data.ts';
import { readArguments } from '../reach-deskhand.ts';
import { secretPlace } from '../secrets.ts';
import { runService } from '../service/wish.ts';
import { readEnvText } from '../settings.ts';
import { needTerminal } from '../terminal/need-terminal.ts';
import { askYes, tell, YES } from '../terminal/tell.ts';
import { findOwnPlaces, type OwnPlace, removeIfEmpty, removePlace } from '../uninstall/own-places.ts';

await runCommand(async () => {
  const { values } = readArguments(
    () => parseArgs({ options: { all: { type: 'boolean', default: false } } }),
    call('uninstall', '[--all]'),
  );
  // Wrong settings must not prevent an uninstallation.
  const dataFolder = findDataFolder(process.env.DATA_DIR?.trim() || parseEnvFile(readEnvText()).values.DATA_DIR);
  const places = findOwnPlaces(dataFolder, findSettingsFile());
  if (values.all) {
    needTerminal(call('uninstall', '--all'), 'deletes what is yours for good');
    tell(say`This goes for good:`);
    tellPlaces(places);
    if (!(await askYes(say`Type ${YES} to delete it:`, undefined, 'whole'))) {
      tell(say`Nothing was removed.`);
      return EXIT.failure;
    }
  }
  await endService();
  if ((await connectControl(controlSocketPath(dataFolder))) !== null)
    throw new ExitError(
      EXIT.failure,
      values.all
        ? say`Deskhand still runs: end it where it runs (Ctrl+C there), and run ${call('uninstall')} again. None of your data was removed.`
        : say`Deskhand still runs: end it where it runs (Ctrl+C there), and run ${call('uninstall')} again.`,
    );
  if (values.all) await removeAll(dataFolder, places);
  else if (places.length > 0) {
    tell(say`Your data stays:`);
    tellPlaces(places);
    tell(say`  Tokens and keys that are in the keychain stay there, too.`);
    tell(say`${call('uninstall', '--all')} removes it as well.`);
  }
  tell(
    IS_PUBLISHED
      ? say`What is left is the program: ${'npm uninstall -g deskhand'}`
      : say`What is left is the clone, with its packages: ${PROJECT_ROOT}. Delete that folder when you need nothing in it.`,
  );
  return EXIT.clean;
});

async function endService(): Promise<void> {
  const platform = process.platform === 'darwin' ? 'macos' : 'linux';
  const service = createService(platform, { home: homedir(), uid: userInfo().uid, run: runService });
  if (!existsSync(service.file)) {
    tell(say`Deskhand is no service here.`);
    return;
  }
  await service.uninstall();
  tell(say`It does not start by itself any more: ${service.file} is gone.`);
}

async function removeAll(dataFolder: string, places: readonly OwnPlace[]): Promise<void> {
  const state = join(dataFolder, 'state');
  const lock = existsSync(state) ? await acquireLock(state) : null;
  if (lock?.ok === false)
    throw new ExitError(
      EXIT.failure,
      say`Deskhand works on ${dataFolder} as process ${String(lock.pid)}: end it, and run this again. None of your data was removed.`,
    );
  const signIns = signInFolder(dataFolder);
  const kept = existsSync(signIns) ? readdirSync(signIns).filter((name) => name.endsWith('.json')) : [];
  const left = [
    ...forgetSecrets(secretPlace(dataFolder)),
    ...kept.flatMap((name) => forgetSecrets({ ...secretPlace(dataFolder), file: join(signIns, name) })),
  ];
  if (left.length > 0) {
    lock?.release();
    throw new ExitError(
      EXIT.failure,
      say`The keychain does not give up ${left.join(', ')}: unlock it, and run this again. None of your data was removed.`,
    );
  }
  for (const place of places) removePlace(place);
  lock?.release();
  removeIfEmpty(dataFolder);
  tell(say`Your data, settings, tokens and keys are gone.`);
}

function tellPlaces(places: readonly OwnPlace[]): void {
  for (const { path, what } of places) tell(say`  ${path}: ${what}`);
}
