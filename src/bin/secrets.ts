/** Tokens and keys of this Deskhand: where they are kept, and how those of `.env` are moved there. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepSecrets, type SecretPlace } from '../../adapters/secrets/secret-store.ts';
import { parseEnvFile } from '../config/parse-env-file.ts';
import { OWN_FILES } from './own-files.ts';

/** Settings that are secrets. */
const SECRET_NAMES = [
  'TELEGRAM_BOT_TOKEN',
  'SLACK_BOT_TOKEN',
  'SLACK_APP_TOKEN',
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'GEMINI_API_KEY',
] as const;

export function secretPlace(
  dataFolder: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): SecretPlace {
  return { file: join(dataFolder, 'state', 'secrets.json'), child: OWN_FILES.keychainChild, environment };
}

/** Names of the moved secrets, and the target; null: `.env` has none. The file keeps everything else unchanged. */
export function moveSecrets(
  envFile: string,
  place: SecretPlace,
  wantsFile: boolean,
): { readonly names: readonly string[]; readonly to: 'keychain' | 'file' } | null {
  if (!existsSync(envFile)) return null;
  const text = readFileSync(envFile, 'utf8');
  const { values } = parseEnvFile(text);
  const found = SECRET_NAMES.flatMap((name) => {
    const value = values[name]?.trim() ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  if (found.length === 0) return null;
  const to = keepSecrets(Object.fromEntries(found), place, wantsFile);
  // Removed from the file only once they are stored.
  const names: readonly string[] = found.map(([name]) => name);
  const isMoved = (line: string): boolean => names.includes(/^\s*(?:export\s+)?([A-Z_]+)\s*=/.exec(line)?.[1] ?? '');
  const rest = text.split('\n').filter((line) => !isMoved(line));
  const next = `${envFile}.new`;
  writeFileSync(next, rest.join('\n'), { mode: 0o600 });
  renameSync(next, envFile);
  return { names, to };
}
