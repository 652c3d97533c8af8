/** Stores the values of a setup step, and says where. */
import { keepSecrets } from '../../../adapters/secrets/secret-store.ts';
import { say } from '../../words/say.ts';
import { findDataFolder } from '../data-folder.ts';
import { secretPlace } from '../secrets.ts';
import { loadSettings } from '../settings.ts';
import type { Talk } from './talk.ts';

/** An empty value removes a setting. */
export function keep(talk: Talk, values: Readonly<Record<string, string>>): void {
  const where = keepSecrets(values, secretPlace(findDataFolder(loadSettings(process.env).DATA_DIR)));
  talk.tell(where === 'keychain' ? say`Kept in the keychain.` : say`Kept in a file that you alone can read.`);
}
