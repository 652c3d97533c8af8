/** Language of the terminal: LANGUAGE if it names a known one, else that of the person's system. */
import { readFileSync } from 'node:fs';
import { parseEnvFile } from '../../config/parse-env-file.ts';
import { isKnownLanguage } from '../../words/languages.ts';
import { chooseLanguage, type Language } from '../../words/speak.ts';
import { findSettingsFile } from '../data-folder.ts';
import { LANGUAGES_FOLDER } from '../own-files.ts';
import { offerLanguages } from './offer-languages.ts';

// Every command and the bot pass here before their first output.
offerLanguages(LANGUAGES_FOLDER, terminalLanguage);

type Environment = Readonly<Record<string, string | undefined>>;

/** Never fails, as it is needed for error messages. */
export function terminalLanguage(environment: Environment = process.env): Language {
  const setting = [environment.LANGUAGE, readEnv(environment).LANGUAGE].map((value) => value?.trim().toLowerCase());
  const set = setting.find((value) => value !== undefined && isKnownLanguage(value));
  if (set !== undefined) return set;
  // In the order of setlocale(3).
  const { LC_ALL: all = '', LC_MESSAGES: messages = '', LANG: lang = '' } = environment;
  return chooseLanguage('auto', (all || messages || lang).replace('_', '-'));
}

function readEnv(environment: Environment): Environment {
  try {
    return parseEnvFile(readFileSync(findSettingsFile(environment), 'utf8')).values;
  } catch {
    return {};
  }
}
