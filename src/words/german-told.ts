/** What parts say that know no languages, in German: see told.ts. */
export const GERMAN_TOLD: Readonly<Record<string, string>> = {
  // Disk trouble
  'it was removed or replaced: start Deskhand anew': 'es wurde gelöscht oder ersetzt: starte Deskhand neu',
  '{0} could not be saved: {1}': '{0} ließ sich nicht speichern: {1}',
  '{0} cannot be kept in {1}: {2}': '{0} lässt sich in {1} nicht aufbewahren: {2}',
  'There are {0} files named like {1} in {2}; tidy it up': 'In {2} sind {0} Dateien, die wie {1} heißen; räum dort auf',
  'The setting {0} could not be saved: {1}': 'Die Einstellung {0} ließ sich nicht speichern: {1}',
  'The journal {0} could not be {1}: {2}': 'Das Journal {0}: {2}',
  // Chats
  'that chat is not running': 'dieser Chat läuft nicht',
  // What is hidden in a picture, and what could not be looked at
  'There is no display now': 'Es gibt gerade keinen Bildschirm',
  // The hands
  'not needed so far': 'bisher nicht gebraucht',
  'by meaning (MiniLM)': 'nach Bedeutung (MiniLM)',
  // Acts and their results
  'There was no output': 'Es gab keine Ausgabe',
  'Made {0}': 'angelegt: {0}',
  'Put the folder into an archive first': 'Pack den Ordner erst in ein Archiv',
  // Playbooks
  'All of “{0}” is done': 'Alles aus „{0}“ ist getan',
  'You denied {0}; the playbook of “{1}” has no other way':
    'Du hast {0} abgelehnt; der Ablauf von „{1}“ kennt keinen anderen Weg',
  'Step {0} of {1} cannot be done here: {2}': 'Schritt {0} von {1} geht hier nicht: {2}',
  'Step {0} of {1} ({2}) did not work: {3}': 'Schritt {0} von {1} ({2}) hat nicht geklappt: {3}',
  'there is no {0} “{1}” on the screen': 'auf dem Bildschirm ist kein „{1}“ ({0})',
  'the elements of the screen cannot be read': 'die Elemente des Bildschirms lassen sich nicht lesen',
  '{0} should be in front, and {1} is': '{0} sollte vorn sein, vorn ist {1}',
  'the window “{0}” is not in front': 'das Fenster „{0}“ ist nicht vorn',
  // The model's provider

  'the reply is empty': 'die Antwort ist leer',
  'the reply is far too long': 'die Antwort ist viel zu lang',
  'the reply is not a JSON object': 'die Antwort ist kein JSON-Objekt',
  'the reply does not start with {: answer with the JSON object alone, no text before it':
    'die Antwort beginnt nicht mit dem verlangten JSON-Objekt',
  'the reply does not end with }: answer with one whole JSON object, no text after it':
    'die Antwort endet nicht mit dem verlangten JSON-Objekt',
  'the reply is not one valid JSON object: answer with exactly one, correctly quoted and escaped':
    'die Antwort ist kein gültiges JSON-Objekt',
  'the reply has the wrong shape': 'die Antwort hat die falsche Form',
  // What holds a run
  iterations: 'Schritte',
  'day-cost': 'Kosten des Tages',
  extend: 'erweitert',
  stop: 'gestoppt',
  expired: 'keine Antwort',
  // Skills that cannot be used
  'it is larger than 256 KB': 'es ist größer als 256 KB',
  'it is not text in UTF-8': 'es ist kein Text in UTF-8',
  'it cannot be read ({0})': 'es lässt sich nicht lesen ({0})',
  '{0} is missing': '{0} fehlt',
  '{0} is not what was confirmed': '{0} ist nicht, was bestätigt wurde',
  '{0} was not there when it was confirmed': '{0} war nicht da, als bestätigt wurde',
  'the playbook is not JSON: {0}': 'der Ablauf ist kein JSON: {0}',
  'the playbook is a JSON list of actions, each with its "action" name':
    'der Ablauf ist eine JSON-Liste von Handlungen, jede mit ihrem Namen als "action"',
  // Why elements cannot be listed, or not all
  'by words: the weights of MiniLM are not on this computer':
    'nach Wörtern: Die Gewichte von MiniLM sind nicht auf diesem Computer',
  'by words: MiniLM could not be loaded ({0})': 'nach Wörtern: MiniLM ließ sich nicht laden ({0})',
  // Acts by hand that make no sense
  'no key is named': 'keine Taste ist genannt',
  'there is no key "{0}"': 'es gibt keine Taste „{0}“',
  'the closest is {0}': 'am nächsten kommt {0}',
  'nothing stands before a +; the plus key is written plus, as in ctrl+plus':
    'vor einem + steht nichts; die Plustaste heißt plus, wie in ctrl+plus',
  '"{0}" ends with +; the plus key is written plus, as in ctrl+plus':
    '„{0}“ endet mit +; die Plustaste heißt plus, wie in ctrl+plus',
  '"{0}" is no modifier: only the last key may be another one than cmd, ctrl, control, alt, shift':
    '„{0}“ ist keine Umschalttaste: Nur die letzte Taste darf eine andere sein als cmd, ctrl, control, alt, shift',
  '"{0}" is more than one key; press one combination at a time, joined with +':
    '„{0}“ ist mehr als eine Taste; drück eine Kombination auf einmal, mit + verbunden',
  'the window has another size than it had, and nothing in it is listed':
    'das Fenster ist anders groß als damals, und nichts darin ist aufgeführt',
  'the window is partly off the screen now': 'das Fenster liegt jetzt teils außerhalb des Bildschirms',
  // Providers that refuse, sentence by sentence
  'The key in {0} may not use {1}': 'Der Schlüssel in {0} darf {1} nicht benutzen',
  'Check {0}_BASE_URL': 'Prüf {0}_BASE_URL',
  shipped: 'mitgeliefert',
  'yours: {0}': 'deiner: {0}',
  // Why a skill's file is skipped
  '"## Playbook" holds a JSON list in a code fence (```json)':
    '„## Playbook“ enthält eine JSON-Liste in einem Codeblock (```json)',
  '"## Expect" holds a JSON list of checks in a code fence (```json)':
    '„## Expect“ enthält eine JSON-Liste von Prüfungen in einem Codeblock (```json)',
  '"{0}" is no permission; there are {1}': '„{0}“ ist kein Recht; es gibt {1}',
  'it wants {0}, which the plugin does not name among its permissions':
    'er will {0}, was das Plugin nicht unter seinen Rechten nennt',
  'it is longer than {0} characters': 'es ist länger als {0} Zeichen',
  'it repeats too much and would take too long; use smaller numbers in braces':
    'es wiederholt zu viel und würde zu lange dauern; nimm kleinere Zahlen in den Klammern',
};
