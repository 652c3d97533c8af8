/** Says a text in a language: sentences from its catalog; numbers, times and money in its format. Pure. */
import { formatCost, formatDuration, formatTokens, oneLine, shorten } from './amounts.ts';
import { isKnownLanguage, type Language, type LanguageFile, languageOf } from './languages.ts';
import type { Amount, Command, Text } from './say.ts';

export type { Language } from './languages.ts';

/** Translations of these sentences, as far as the catalog has them. */
export function sayAll(sentences: readonly string[], language: Language): Readonly<Record<string, string>> {
  const catalog = languageOf(language).sentences;
  return Object.fromEntries(
    sentences.flatMap((sentence) => {
      const said = catalog[sentence];
      return said === undefined ? [] : [[sentence, said]];
    }),
  );
}

/** How commands are typed. `slash`: /status. `quoted`: “status”, in a sentence where a chat keeps the slash to itself. `bare`: status. */
export type Spelling = 'slash' | 'quoted' | 'bare';

/** The English for prompts, logs and journals. */
export function english(text: Text): string {
  return speak(text, 'en');
}

/** A sentence that is missing in the catalog is said in English; a test ensures that there is none. */
export function speak(text: Text, language: Language, spelling: Spelling = 'slash'): string {
  if (typeof text === 'string') return text;
  if ('say' in text) {
    const sentence = translate(text.say, language);
    return sentence.replace(/\{(\d+)\}/g, (whole, index: string) => {
      const part = text.parts[Number(index)];
      return part === undefined
        ? whole
        : typeof part === 'number'
          ? sayNumber(part, language)
          : speak(part, language, spelling);
    });
  }
  if ('capital' in text) {
    const said = speak(text.capital, language, spelling);
    return said.charAt(0).toUpperCase() + said.slice(1);
  }
  if ('joined' in text) return text.joined.map((part) => speak(part, language, spelling)).join(text.by);
  if ('short' in text) return shorten(oneLine(speak(text.short, language, spelling)), text.limit);
  if ('clause' in text) return speak(text.clause, language, spelling).replace(/[.\s]+$/, '');
  if ('command' in text) return speakCommand(text, language, spelling);
  return speakAmount(text, language);
}

function speakCommand({ command, isListed }: Command, language: Language, spelling: Spelling): string {
  const words = speak(command, language, spelling);
  if (spelling === 'slash') return `/${words}`;
  const [open, close] = languageOf(language).quotes;
  return spelling === 'quoted' && isListed !== true ? `${open}${words}${close}` : words;
}

/** Blanks around a sentence are not part of its key. */
function translate(sentence: string, language: Language): string {
  if (language === 'en') return sentence;
  const core = sentence.trim();
  return sentence.replace(core, () => languageOf(language).sentences[core] ?? core);
}

/** Four digits stay together, as on a label; more are grouped. */
function sayNumber(number: number, language: Language): string {
  // The same result without loading Intl, which takes 10 ms of each start.
  if (language === 'en' && Number.isInteger(number) && number >= 0 && number < 10_000) return String(number);
  return number.toLocaleString(languageOf(language).locale, { useGrouping: 'min2', maximumFractionDigits: 3 });
}

function speakAmount(amount: Amount, language: Language): string {
  const spoken = languageOf(language);
  const { locale } = spoken;
  if ('ms' in amount) return sayDuration(amount.ms, spoken);
  if ('usd' in amount) return sayCost(amount.usd, spoken);
  if ('tokens' in amount) {
    const said = formatTokens(amount.tokens).replace('.', decimalOf(locale));
    return said.replace('k', spoken.thousands).replace('M', spoken.millions);
  }
  if ('clock' in amount) return sayClock(amount, locale);
  if ('due' in amount) return sayDue(amount, locale);
  return new Date(amount.moment).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
}

function sayClock({ clock, said = clock }: Extract<Amount, { readonly clock: number }>, locale: string): string {
  const at = new Date(clock);
  const isSameDay = at.toDateString() === new Date(said).toDateString();
  const day = isSameDay ? {} : ({ weekday: 'short', day: 'numeric', month: 'short' } as const);
  return at.toLocaleString(locale, { ...day, hour: '2-digit', minute: '2-digit' });
}

/** The clock stays the zone's own also where a person reads it in another. */
function sayDue({ due, zone }: Extract<Amount, { readonly due: number }>, locale: string): string {
  return new Date(due).toLocaleString(locale, {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
}

function sayDuration(ms: number, { hours, minutes }: LanguageFile): string {
  return formatDuration(ms).replace(' h ', ` ${hours} `).replace(' min', ` ${minutes}`);
}

function sayCost(usd: number | null, { locale, dollarsBehind, costUnknown }: LanguageFile): string {
  if (usd === null) return costUnknown;
  const said = formatCost(usd).replace('.', decimalOf(locale));
  return dollarsBehind ? `${said.replace('$', '')} $` : said;
}

/** The sign between whole and part. */
function decimalOf(locale: string): string {
  return (1.5).toLocaleString(locale).replace(/\d/g, '');
}

/** The setting decides; `auto` uses the language that the person's chat reports (BCP 47), and English when it is not available. */
export function chooseLanguage(setting: Language | 'auto', reported: string): Language {
  if (setting !== 'auto') return isKnownLanguage(setting) ? setting : 'en';
  const [code = ''] = reported.toLowerCase().split('-', 1);
  return isKnownLanguage(code) ? code : 'en';
}
