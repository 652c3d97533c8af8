/** What goes wrong with files, notes and settings, in German. */
export const GERMAN_FILES: Readonly<Record<string, string>> = {
  'the disk is full: free some space': 'die Platte ist voll: schaffe Platz',
  'the disk quota is used up: free some space': 'der Speicherplatz ist aufgebraucht: schaffe Platz',
  'the disk reports an error: check it, and whether it is still connected':
    'die Platte meldet einen Fehler: prüfe sie, und ob sie noch angeschlossen ist',
  'the disk is read-only: make it writable': 'die Platte ist schreibgeschützt: mach sie beschreibbar',
  'permission is missing: check who owns it and its rights':
    'die Berechtigung fehlt: prüfe, wem es gehört, und die Rechte',
  'the system does not allow it: check who owns it and its rights':
    'das System erlaubt es nicht: prüfe, wem es gehört, und die Rechte',
  'too many files are open': 'zu viele Dateien sind offen',
  'the computer has too many files open': 'der Computer hat zu viele Dateien offen',
  'the file would be too large': 'die Datei würde zu groß',
  'it is not there': 'es ist nicht da',
  'a part of the path is a file, not a folder': 'ein Teil des Pfads ist eine Datei, kein Ordner',
  'it is a folder': 'es ist ein Ordner',
  'it exists already': 'es ist schon da',
  'the folder is not empty': 'der Ordner ist nicht leer',
  'links point at each other in a circle': 'Verknüpfungen zeigen im Kreis aufeinander',
  'the name is too long': 'der Name ist zu lang',
  'it is in use': 'es wird gerade benutzt',
};
