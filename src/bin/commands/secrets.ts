/** `deskhand secrets move [--file]`: tokens and keys of `.env` into the keychain, or a file for you alone; `list` names what is kept. */
import { parseArgs } from 'node:util';
import { readSecrets } from '../../../adapters/secrets/secret-store.ts';
import { say } from '../../words/say.ts';
import { call } from '../call.ts';
import { findDataFolder, findSettingsFile } from '../data-folder.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { readArguments } from '../reach-deskhand.ts';
import { moveSecrets, secretPlace } from '../secrets.ts';
import { loadSettings, secretsOf } from '../settings.ts';
import { tell } from '../terminal/tell.ts';

await runCommand(async (hide) => {
  const usage = call('secrets', 'move [--file] | list');
  const { values, positionals } = readArguments(
    () => parseArgs({ allowPositionals: true, options: { file: { type: 'boolean', default: false } } }),
    usage,
  );
  const settings = loadSettings(process.env);
  hide(secretsOf(settings, process.env));
  const place = secretPlace(findDataFolder(settings.DATA_DIR));
  switch (positionals.join(' ')) {
    case 'list': {
      const names = Object.keys(readSecrets(place));
      tell(names.length === 0 ? say`Nothing is kept.` : names.join('\n'));
      return EXIT.clean;
    }
    case 'move': {
      const moved = moveSecrets(findSettingsFile(), place, values.file);
      if (moved === null) {
        tell(say`There are no tokens and keys in .env.`);
        return EXIT.clean;
      }
      const where = moved.to === 'keychain' ? say`the keychain` : say`${place.file}, which you alone can read`;
      tell(say`Moved from .env to ${where}: ${moved.names.join(', ')}.`);
      if (moved.to === 'file' && !values.file)
        tell(say`This computer has no keychain that takes them, or it is locked.`);
      return EXIT.clean;
    }
    default:
      throw new ExitError(EXIT.configuration, say`Use: ${usage}`);
  }
});
