/** Words that stand for the same thing in requests to a computer, in English and German; and those that say little. */
import { findTerms } from '../../src/words/terms.ts';

const GROUPS: readonly string[] = [
  'mail email message inbox nachricht post e-mail',
  'send forward schicken senden verschicken',
  'write compose draft reply answer schreiben antworten beantworten verfassen',
  'calendar appointment meeting event termin kalender besprechung schedule agenda',
  'picture photo image screenshot bild foto aufnahme snapshot',
  'folder directory ordner verzeichnis',
  'file document datei dokument',
  'delete remove erase trash loschen entfernen clear',
  'browser firefox chrome safari internet web',
  'website page site webseite seite',
  'music song playlist spotify musik lied track',
  'volume sound loud lautstarke ton audio',
  'print printer drucken drucker ausdrucken',
  'download herunterladen downloads',
  'upload hochladen',
  'install installieren setup',
  'update upgrade aktualisieren',
  'search find look suchen finden lookup',
  'weather wetter forecast vorhersage rain temperature',
  'money pay transfer payment bezahlen uberweisen bank uberweisung',
  'buy order purchase kaufen bestellen book buchen reserve',
  'invoice bill rechnung receipt beleg',
  'note notes notiz notizen',
  'reminder remind erinnerung erinnern todo task aufgabe',
  'call telephone phone anrufen telefon ring dial',
  'video film movie youtube clip',
  'translate translation ubersetzen ubersetzung',
  'copy duplicate kopieren',
  'move verschieben',
  'rename umbenennen',
  'save store speichern sichern keep',
  'backup sicherung',
  'screen display monitor bildschirm',
  'dark night dunkel',
  'light bright hell brightness',
  'wifi wlan network netzwerk internet',
  'password kennwort passwort',
  'post tweet publish veroffentlichen posten',
  'table spreadsheet excel tabelle sheet numbers calc',
  'presentation slides powerpoint prasentation keynote',
  'train bahn zug',
  'flight fly flug plane',
  'hotel room zimmer unterkunft',
  'ticket tickets fahrkarte',
  'restaurant dinner tisch lunch',
  'doctor arzt dentist zahnarzt',
  'wallpaper background hintergrund desktop',
  'convert export turn umwandeln konvertieren',
  'zip compress archive packen unzip',
  'battery akku power',
  'timer alarm wecker countdown',
  'tomorrow morgen',
  'today heute tonight',
  'week woche weekly',
  'month monat monthly',
  'news nachrichten headline headlines schlagzeilen',
  'contact address adresse kontakt kontakte contacts',
  'price cost preis kosten cheap',
  'team group gruppe channel kanal slack',
  'read vorlesen lesen',
  'share teilen',
  'empty leeren',
  'quit close exit schliessen beenden kill',
  'count zahlen number many',
  'free space storage speicher platz disk',
];

/** Words that go with every request, so that they tell requests apart less than the others. */
const WEAK = new Set(
  [
    'open start launch run show tell give make do get go take put set turn check see want need help can could would new old all every again',
    'offnen starten zeigen zeig mach machen geben gib sagen sag stell stellen neu neue alle noch wieder starte offne leg lege hol hole tu',
    'next last first current latest recent now then one two some any more much many',
  ]
    .join(' ')
    .split(' ')
    .flatMap((word) => findTerms(word)),
);

const CONCEPTS = new Map(
  GROUPS.flatMap((group, index) =>
    group
      .split(' ')
      .flatMap((word) => findTerms(word))
      .map((term) => [term, `=${index}`] as const),
  ).toReversed(),
);

/** The concept of a term: its group of synonyms, or itself. */
export function conceptOf(term: string): string {
  return CONCEPTS.get(term) ?? term;
}

export function isWeak(term: string): boolean {
  return WEAK.has(term);
}
