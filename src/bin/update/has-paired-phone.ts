/** Whether somebody may write from a phone, by the files on the disk: for commands that work while no Deskhand runs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createStateStore } from '../../../adapters/files/state-store.ts';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import type { Settings } from '../../config/schema.ts';
import { createPairing } from '../../inbound/pairing.ts';

export async function hasPairedPhone(
  {
    TELEGRAM_ALLOWED_USERS: telegram,
    SLACK_ALLOWED_USERS: slack,
  }: Pick<Settings, 'TELEGRAM_ALLOWED_USERS' | 'SLACK_ALLOWED_USERS'>,
  dataFolder: string,
): Promise<boolean> {
  if (telegram.length + slack.length > 0) return true;
  const file = join(dataFolder, 'state', 'settings.json');
  if (!existsSync(file)) return false;
  const { store } = await createStateStore(file);
  return createPairing(store, createSystemClock()).list().length > 0;
}
