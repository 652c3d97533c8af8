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
  '1 line': '1 Zeile',
  '{0} lines': '{0} Zeilen',
  'Made {0} ({1}).': 'angelegt: {0} ({1}).',
  'it is not a file': 'es ist keine Datei',
  time: 'Zeit',
  tokens: 'Tokens',
  cost: 'Kosten',
  '{0} cannot be a note: {1}. Write a path inside the vault such as "Knowledge/Printer.md".':
    '{0} kann keine Notiz sein: {1}. Schreib einen Pfad innerhalb der Notizen, zum Beispiel „Knowledge/Printer.md“.',
  'it has control characters': 'der Pfad enthält Steuerzeichen',
  'it is not relative to the vault': 'der Pfad beginnt nicht im Notizordner',
  'a part of it is empty': 'ein Teil des Pfads ist leer',
  'a part of it begins with a dot': 'ein Teil des Pfads beginnt mit einem Punkt',
  'a part of it begins or ends with a space or a dot':
    'ein Teil des Pfads beginnt oder endet mit einem Leerzeichen oder Punkt',
  'a part of it is too long': 'ein Teil des Pfads ist zu lang',
  'a note ends in .md': 'eine Notiz endet auf .md',
  '{0} stays as it is.': '{0} bleibt, wie es ist.',
  'There is no note {0}.': 'Es gibt keine Notiz {0}.',
  'The text holds half a character; nothing was written.':
    'Der Text enthält ein halbes Zeichen; nichts wurde geschrieben.',
  '{0} What the person changed meanwhile is kept.': '{0} Was du inzwischen geändert hast, bleibt.',
  'There is a note {0} already. Read it first, then write it as a whole.':
    'Es gibt schon eine Notiz {0}. Lies sie erst und schreib sie dann als Ganzes.',
  'The person changed {0} meanwhile; what you wrote is in {1}.':
    'Du hast {0} inzwischen geändert; was geschrieben wurde, steht in {1}.',
  '{0} is gone': '{0} ist weg',
  '{0} was changed just now': '{0} wurde gerade geändert',
  '{0} was made just now': '{0} wurde gerade angelegt',
  'Wrote {0} ({1}).': '{0} geschrieben ({1}).',
  '{0} cannot be used: {1}.': '{0} lässt sich nicht benutzen: {1}.',
  'it is spelled {0} in the vault': 'in den Notizen heißt es {0}',
  '{0} is a link': '{0} ist ein Link',
  '{0} is not a folder': '{0} ist kein Ordner',
  'the same file has another name elsewhere (a hard link)':
    'dieselbe Datei hat anderswo noch einen Namen (ein harter Link)',
  '{0} was changed just now; try again.': '{0} wurde gerade geändert; versuch es noch einmal.',
  '{0} is larger than 1 MiB and is not read.': '{0} ist größer als 1 MiB und wird nicht gelesen.',
  '{0} is not text in UTF-8.': '{0} ist kein Text in UTF-8.',
  '{0}, again and again; nothing was written.': '{0}, immer wieder; nichts wurde geschrieben.',
  'It is unknown whether this happened ({0}). Look before doing it again.':
    'Es ist nicht bekannt, ob das geschehen ist ({0}). Sieh nach, bevor du es noch einmal tust.',
  steps: 'Schritte',
  'cost of the day': 'Kosten des Tages',
};
