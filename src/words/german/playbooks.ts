/** What playbooks decide, and what is wrong with the files of skills and plugins, in German. */
export const GERMAN_PLAYBOOKS: Readonly<Record<string, string>> = {
  'the window has another size than it had, and nothing in it is listed':
    'das Fenster ist anders groß als damals, und nichts darin ist aufgeführt',
  'the window is partly off the screen now': 'das Fenster liegt jetzt teils außerhalb des Bildschirms',
  'there is no {0} “{1}” on the screen': 'auf dem Bildschirm ist kein „{1}“ ({0})',
  'the elements of the screen cannot be read': 'die Elemente des Bildschirms lassen sich nicht lesen',
  '{0} should be in front, and {1} is': '{0} sollte vorn sein, vorn ist {1}',
  'the window “{0}” is not in front': 'das Fenster „{0}“ ist nicht vorn',
  'The playbook does not fit here; the model takes over': 'Der Ablauf passt hier nicht; das Modell übernimmt',
  'several things on the screen have the name it looks for':
    'mehrere Dinge auf dem Bildschirm heißen so wie das, was er sucht',
  'a page of {0} should be in front, and one of {1} is': 'eine Seite von {0} sollte vorn sein, vorn ist eine von {1}',
  'step {0}: “{1}” is called “{2}” now': 'Schritt {0}: „{1}“ heißt jetzt „{2}“',
  'step {0}: “{1}” ({2}) is now “{3}” ({4})': 'Schritt {0}: „{1}“ ({2}) ist jetzt „{3}“ ({4})',
  'Adjusted by run {0}': 'Angepasst von Lauf {0}',
  'I adjusted the skill “{0}”:': 'Ich habe den Skill „{0}“ angepasst:',
  'There is nothing to undo any more.': 'Es gibt nichts mehr rückgängig zu machen.',
  'The skill “{0}” has been changed since, so I left it alone.':
    'Der Skill „{0}“ wurde seitdem geändert, darum habe ich ihn so gelassen.',
  "The skill “{0}” is as it was before. Where it doesn't find what it looks for, the model takes over.":
    'Der Skill „{0}“ ist wieder wie vorher. Wo er nicht findet, was er sucht, übernimmt das Modell.',
  'You denied {0}, and the skill “{1}” has no other way.':
    'Du hast {0} abgelehnt, und der Skill „{1}“ kennt keinen anderen Weg.',
  "{0} didn't work: {1}": '{0} hat nicht geklappt: {1}',
  "{0} can't be done here: {1}.": '{0} geht hier nicht: {1}.',
  'Wait until {0} can be done': 'Warten, bis {0} möglich ist',
  '{0} of “{1}”': '{0} von „{1}“',
  'All steps finished.': 'Alle Schritte sind erledigt.',
  "The page didn't load.": 'Die Seite wurde nicht geladen.',
  "The page didn't load ({0}).": 'Die Seite wurde nicht geladen ({0}).',
  'It printed nothing.': 'Es gab keine Ausgabe.',
  'I found nothing.': 'Ich habe nichts gefunden.',
  Finish: 'Abschließen',
  'Give up': 'Aufgeben',
  shipped: 'mitgeliefert',
  'yours: {0}': 'deiner: {0}',
  'of the plugin {0}': 'vom Plugin {0}',
  'The skill could not be saved in {0}: {1}.': 'Der Skill ließ sich nicht in {0} sichern: {1}.',
  'The skill {0} is skipped: {1}.': 'Der Skill {0} wird übergangen: {1}.',
  'The skill {0} is skipped: {1} is called “{2}” too.': 'Der Skill {0} wird übergangen: {1} heißt auch „{2}“.',
  'The skills in {0} cannot be listed: {1}.': 'Die Skills in {0} lassen sich nicht auflisten: {1}.',
  'it is larger than 256 KB': 'es ist größer als 256 KB',
  'it is not text in UTF-8': 'es ist kein Text in UTF-8',
  'it cannot be read ({0})': 'es lässt sich nicht lesen ({0})',
  'it has no title; start with "# SKILL: name"': 'es hat keinen Titel; beginn mit „# SKILL: name“',
  'its name is too long or has signs in it that no name needs; use letters, digits, spaces and -':
    'sein Name ist zu lang oder enthält Zeichen, die kein Name braucht; nimm Buchstaben, Ziffern, Leerzeichen und -',
  '"## {0}" is no section; there are {1}': '„## {0}“ ist kein Abschnitt; es gibt {1}',
  'it has no triggers; write "## Triggers" with one regular expression in backquotes a line':
    'es hat keine Auslöser; schreib „## Triggers“ mit je einem regulären Ausdruck in Backquotes auf einer Zeile',
  'the trigger `{0}` is no RE2 expression that can be used: {1}':
    'der Auslöser `{0}` ist kein RE2-Ausdruck, der sich benutzen lässt: {1}',
  'it repeats too much and would take too long; use smaller numbers in braces':
    'es wiederholt zu viel und würde zu lange dauern; nimm kleinere Zahlen in den Klammern',
  '"## Expect" goes with a "## Playbook"; it has none': '„## Expect“ gehört zu einem „## Playbook“; hier ist keines',
  'it has neither "## Steps" nor "## Playbook"; say how it is done':
    'es hat weder „## Steps“ noch „## Playbook“; sag, wie es geht',
  '"## Platforms" names {0}, one or more': '„## Platforms“ nennt {0}, eins oder mehrere',
  '"## MaxIterations" is one whole number from 1 to 1000': '„## MaxIterations“ ist eine ganze Zahl von 1 bis 1000',
  '"## Playbook" holds a JSON list in a code fence (```json)':
    '„## Playbook“ enthält eine JSON-Liste in einem Codeblock (```json)',
  '"## Expect" holds a JSON list of checks in a code fence (```json)':
    '„## Expect“ enthält eine JSON-Liste von Prüfungen in einem Codeblock (```json)',
  '"{0}" is no permission; there are {1}': '„{0}“ ist kein Recht; es gibt {1}',
  'the playbook is not JSON: {0}': 'der Ablauf ist kein JSON: {0}',
  'the playbook is a JSON list of actions, each with its "action" name':
    'der Ablauf ist eine JSON-Liste von Handlungen, jede mit ihrem Namen als „action“',
  'playbook step {0}: {1}': 'Schritt {0} des Ablaufs: {1}',
  'The list of plugins {0} cannot be used; remove it and add them again.':
    'Die Liste der Plugins {0} lässt sich nicht benutzen; lösche sie und füge sie neu hinzu.',
  'The plugin {0} is not used: {1}. Add it again, or take it away with the command plugin remove {2}.':
    'Das Plugin {0} wird nicht benutzt: {1}. Füg es neu hinzu, oder nimm es weg mit dem Befehl plugin remove {2}.',
  'The skill “{0}” of the plugin {1} is skipped: that name is taken.':
    'Der Skill „{0}“ des Plugins {1} wird übergangen: dieser Name ist vergeben.',
  'The folder {0} is not used: it was not added with the command plugin add.':
    'Der Ordner {0} wird nicht benutzt: er wurde nicht mit dem Befehl plugin add hinzugefügt.',
  '{0} was not there when it was confirmed': '{0} war nicht da, als bestätigt wurde',
  '{0} is missing': '{0} fehlt',
  '{0} is not what was confirmed': '{0} ist nicht, was bestätigt wurde',
  '{0} is not a file': '{0} ist keine Datei',
  '{0} is larger than {1} KB': '{0} ist größer als {1} KB',
  '{0} has “{1}”, which the standard does not know; it is not used.':
    '{0} hat „{1}“, was der Standard nicht kennt; es wird nicht benutzt.',
  'it brings no skill that can be used': 'es bringt keinen Skill mit, der sich benutzen lässt',
  'it is at most 64 small letters, digits and single - or . between them':
    'er besteht aus höchstens 64 kleinen Buchstaben, Ziffern und einzelnen - oder . dazwischen',
  '$schema: only {0} is known': '$schema: nur {0} ist bekannt',
  '{0} is no plugin that can be read: {1}': '{0} ist kein Plugin, das sich lesen lässt: {1}',
  'it is no path of a .md file inside the plugin': 'es ist kein Pfad einer .md-Datei im Plugin',
  'it must be small letters, digits and -, at most 50': 'es müssen Kleinbuchstaben, Ziffern und - sein, höchstens 50',
  'it wants {0}, which the plugin does not name among its permissions':
    'er will {0}, was das Plugin nicht unter seinen Rechten nennt',
  '{0} is not used: {1}.': '{0} wird nicht benutzt: {1}.',
  'The server {0} is not used: {1}.': 'Der Server {0} wird nicht benutzt: {1}.',
  'its name must be letters, digits, _ and -, at most 40':
    'sein Name muss aus Buchstaben, Ziffern, _ und - bestehen, höchstens 40',
  'its address must be https, or http on this computer': 'seine Adresse muss https sein, oder http auf diesem Computer',
  'its command is more than one word': 'sein Befehl ist mehr als ein Wort',
  'it would fetch its code when it is started': 'er würde seinen Code erst beim Start holen',
  'it wants to start in another folder than its own': 'er will in einem anderen Ordner starten als in seinem eigenen',
  'its program lies outside of the plugin': 'sein Programm liegt außerhalb des Plugins',
  'the plugin does not bring the program that it starts': 'das Plugin bringt das Programm nicht mit, das er startet',
  'it brings more than {0} files': 'es bringt mehr als {0} Dateien mit',
  "{0} isn't installed on this computer.": '{0} ist auf diesem Computer nicht installiert.',
};
