/** Says a text in a language: sentences from its catalog, numbers, times and money as people there write them. Pure. */
import { formatCost, formatDuration, formatTokens, oneLine, shorten } from './amounts.ts';
import { GERMAN } from './german.ts';
import type { Amount, Command, Text } from './say.ts';

export type Language = 'en' | 'de';

/** How commands are typed. `slash`: /status. `quoted`: “status”, in a sentence where a chat keeps the slash to itself. `bare`: status. */
export type Spelling = 'slash' | 'quoted' | 'bare';

const LOCALES = { en: 'en-GB', de: 'de-DE' } as const;
const QUOTES = { en: ['“', '”'], de: ['„', '“'] } as const;

/** As it is put into prompts, logs and journals. */
export function english(text: Text): string {
  return speak(text, 'en');
}

/** A sentence that no catalog has is said in English; a test sees to it that there is none. */
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
  const [open, close] = QUOTES[language];
  return spelling === 'quoted' && isListed !== true ? `${open}${words}${close}` : words;
}

/** Blanks around a sentence belong to where it stands, not to the sentence. */
function translate(sentence: string, language: Language): string {
  if (language === 'en') return sentence;
  const core = sentence.trim();
  return sentence.replace(core, () => GERMAN[core] ?? core);
}

/** Four digits stay together, as on a label; more are grouped. */
function sayNumber(number: number, language: Language): string {
  return number.toLocaleString(LOCALES[language], { useGrouping: 'min2', maximumFractionDigits: 3 });
}

function speakAmount(amount: Amount, language: Language): string {
  if ('ms' in amount) return language === 'de' ? germanDuration(amount.ms) : formatDuration(amount.ms);
  if ('usd' in amount) return language === 'de' ? germanCost(amount.usd) : formatCost(amount.usd);
  if ('tokens' in amount) {
    const said = formatTokens(amount.tokens);
    return language === 'de' ? said.replace('.', ',').replace('k', ' Tsd.').replace('M', ' Mio.') : said;
  }
  const locale = LOCALES[language];
  if ('clock' in amount)
    return new Date(amount.clock).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
  if ('due' in amount) return sayDue(amount, locale);
  return new Date(amount.moment).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
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

function germanDuration(ms: number): string {
  return formatDuration(ms).replace(' h ', ' Std. ').replace(' min', ' Min.');
}

function germanCost(usd: number | null): string {
  return usd === null ? 'Kosten unbekannt' : `${formatCost(usd).replace('$', '').replace('.', ',')} $`;
}

/** The setting decides; `auto` goes by what the person's chat reports (BCP 47), in English where it says nothing. */
export function chooseLanguage(setting: Language | 'auto', reported: string): Language {
  if (setting !== 'auto') return setting;
  return /^de\b/i.test(reported) ? 'de' : 'en';
}
