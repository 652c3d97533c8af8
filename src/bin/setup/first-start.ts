/** Whether this is the first start with nothing configured, so that setup runs first. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findDataFolder } from '../data-folder.ts';
import { loadSettings } from '../settings.ts';

export function isFirstStart(): boolean {
  const settings = loadSettings(process.env);
  const { TELEGRAM_BOT_TOKEN, SLACK_BOT_TOKEN, ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY, MODEL_PROVIDER } =
    settings;
  const isConfigured = [
    TELEGRAM_BOT_TOKEN,
    SLACK_BOT_TOKEN,
    ANTHROPIC_API_KEY,
    OPENAI_API_KEY,
    GEMINI_API_KEY,
    MODEL_PROVIDER,
  ].some((value) => value !== undefined);
  // If Deskhand has run here before, the person skipped setup and is not asked again.
  return !isConfigured && !existsSync(join(findDataFolder(settings.DATA_DIR), 'state', 'settings.json'));
}
