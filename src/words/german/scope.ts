/** What is said about what a person granted for a run, in German. */
export const GERMAN_SCOPE: Readonly<Record<string, string>> = {
  'You allowed editing there for this run': 'Bearbeiten hast du dort für diesen Lauf erlaubt',
  'You allowed saving there for this run': 'Sichern hast du dort für diesen Lauf erlaubt',
  'You allowed commands in that folder for this run': 'Befehle hast du in diesem Ordner für diesen Lauf erlaubt',
  'It opens the menu {0}': 'Öffnet das Menü {0}',
  'It moves what is shown': 'Bewegt, was zu sehen ist',
  'It selects a part of a document': 'Wählt einen Teil eines Dokuments aus',
  'It goes on in the document': 'Geht im Dokument weiter',
  'It ends an entry of a document': 'Schließt eine Eingabe im Dokument ab',
};
