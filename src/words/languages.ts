/** The languages of Deskhand: English and German, which are complete, and one for each file of `languages/`. */
import { z } from 'zod';
import { GERMAN } from './german.ts';

/** By its code (BCP 47 without a region): `en`, `de`, `es`. */
export type Language = string;

/** A language as its file has it. */
export const languageFileSchema = z.strictObject({
  /** Its own name: “Español”. */
  name: z.string().min(1).max(60),
  /** Whether no speaker has checked the whole file. */
  machineMade: z.boolean(),
  /** BCP 47, for dates and numbers: `es-ES`. */
  locale: z.string().refine((locale) => isLocale(locale), 'a locale such as es-ES'),
  quotes: z.tuple([z.string().max(3), z.string().max(3)]),
  /** Hours and minutes in short, as behind a number. */
  hours: z.string().max(10),
  minutes: z.string().max(10),
  thousands: z.string().max(10),
  millions: z.string().max(10),
  /** `$0.01` or `0.01 $`. */
  dollarsBehind: z.boolean(),
  costUnknown: z.string().min(1).max(60),
  /** English → this language; a sentence that is missing is said in English. */
  sentences: z.record(z.string(), z.string()),
  /** Requests for shipped skills, by the skill's name: RE2, with its parameters' names; in addition to the skill's own file. */
  triggers: z.record(z.string(), z.array(z.string().min(1))).optional(),
  /** Polite phrases before or after a wish: “por favor”. */
  courtesy: z.array(z.string().min(1).max(60)).optional(),
});
export type LanguageFile = Readonly<z.infer<typeof languageFileSchema>>;

const ENGLISH: LanguageFile = {
  name: 'English',
  machineMade: false,
  locale: 'en-GB',
  quotes: ['“', '”'],
  hours: 'h',
  minutes: 'min',
  thousands: 'k',
  millions: 'M',
  dollarsBehind: false,
  costUnknown: 'cost unknown',
  sentences: {},
};

const OURS: ReadonlyMap<Language, LanguageFile> = new Map([
  ['en', ENGLISH],
  [
    'de',
    {
      name: 'Deutsch',
      machineMade: false,
      locale: 'de-DE',
      quotes: ['„', '“'],
      hours: 'Std.',
      minutes: 'Min.',
      thousands: ' Tsd.',
      millions: ' Mio.',
      dollarsBehind: true,
      costUnknown: 'Kosten unbekannt',
      sentences: GERMAN,
    },
  ],
]);

/** The files of `languages/`, each read when it is needed; set once at the start. */
const offered = new Map<Language, () => LanguageFile | null>();
const read = new Map<Language, LanguageFile | null>();

/** `load`: returns null when the file is invalid, which it reports itself. Built-in languages cannot be replaced. */
export function offerLanguage(code: Language, load: () => LanguageFile | null): void {
  offered.set(code, load);
}

/** Codes of all languages, the built-in ones first. */
export function knownLanguages(): readonly Language[] {
  return [...new Set([...OURS.keys(), ...offered.keys()])];
}

export function isKnownLanguage(code: string): boolean {
  return OURS.has(code) || offered.has(code);
}

/** English where there is no such language. */
export function languageOf(code: Language): LanguageFile {
  const ours = OURS.get(code);
  if (ours !== undefined) return ours;
  if (!read.has(code)) read.set(code, offered.get(code)?.() ?? null);
  return read.get(code) ?? ENGLISH;
}

interface Asking {
  readonly triggers: Readonly<Record<string, readonly string[]>>;
  readonly courtesy: readonly string[];
}

/** Forms of goals in the languages of files. Each file is read for this alone, and kept only once its language is used. */
export function readAsking(): Asking {
  const files = [...offered].flatMap(([code, load]) => (OURS.has(code) ? [] : (read.get(code) ?? load() ?? [])));
  const triggers: Record<string, string[]> = {};
  for (const file of files)
    for (const [skill, patterns] of Object.entries(file.triggers ?? {}))
      triggers[skill] = [...(triggers[skill] ?? []), ...patterns];
  return { triggers, courtesy: files.flatMap((file) => file.courtesy ?? []) };
}

function isLocale(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length === 1;
  } catch {
    return false;
  }
}
