/** What is said about skills, in German. */
export const GERMAN_SKILLS: Readonly<Record<string, string>> = {
  'what I know how to do: list, show, turn on and off, run':
    'was ich kann: auflisten, zeigen, an- und abschalten, ausführen',
  'I no longer know what {0} did before.': 'Was {0} vorher getan hat, weiß ich nicht mehr.',
  'Not in it:': 'Nicht darin:',
  'That run took {0} actions; a skill holds at most {1} steps.':
    'Dieser Lauf brauchte {0} Aktionen; ein Skill fasst höchstens {1} Schritte.',
  'To change it, send the whole text as you want it, or only another name for it.':
    'Zum Ändern schick den ganzen Text, wie du ihn willst, oder nur einen anderen Namen dafür.',
  'There is a skill “{0}” that came with Deskhand or a plugin; yours is used instead of it.':
    'Es gibt einen Skill „{0}“, der mit Deskhand oder einem Plugin kam; statt seiner gilt dann deiner.',
  'You have a skill “{0}” already; saving replaces it.': 'Du hast schon einen Skill „{0}“; Speichern ersetzt ihn.',
  'What you typed by hand is not kept; the skill asks for it each time.':
    'Was du von Hand getippt hast, wird nicht aufgehoben; der Skill fragt jedes Mal danach.',
  '1 act that did not work.': '1 Handlung, die nicht gelang.',
  '{0} acts that did not work.': '{0} Handlungen, die nicht gelangen.',
  '1 act that changed nothing.': '1 Handlung, die nichts geändert hat.',
  '{0} acts that changed nothing.': '{0} Handlungen, die nichts geändert haben.',
  'What the run asked you: the skill does not ask again and does as it was done then.':
    'Was der Lauf dich gefragt hat: der Skill fragt nicht wieder und tut, was damals getan wurde.',
  'What you did yourself at the computer while the run was paused.':
    'Was du selbst am Computer getan hast, während der Lauf angehalten war.',
  'This may or may not have happened: {0}.': 'Das ist vielleicht geschehen, vielleicht auch nicht: {0}.',
  '1 skill': '1 Skill',
  '{0} skills': '{0} Skills',
  '{0} turned off': '{0} abgeschaltet',
  'page {0} of {1}': 'Seite {0} von {1}',
  '(off)': '(aus)',
  'Skipped:': 'Übergangen:',
  'and {0} more, in the log': 'und {0} weitere, im Protokoll',
  on: 'an',
  'turned off': 'abgeschaltet',
  'needs a model': 'braucht ein Modell',
  'no permissions named': 'keine Rechte genannt',
  'may use {0}': 'darf nutzen: {0}',
  nothing: 'nichts',
  How: 'Wie',
  'needs no model': 'braucht kein Modell',
  'Say for example': 'Sag zum Beispiel',
  'This computer': 'Dieser Computer',
  Files: 'Dateien',
  'The web': 'Im Netz',
  'Mail, messages, notes': 'Mail, Nachrichten, Notizen',
  Music: 'Musik',
  Yours: 'Deine',
  More: 'Weitere',
  '‹ Back': '‹ Zurück',
  'More ›': 'Mehr ›',
  'Run it': 'Ausführen',
  'Turn off': 'Abschalten',
  'Turn on': 'Anschalten',
  '‹ All skills': '‹ Alle Skills',
  'Did you mean “{0}”?': 'Meinst du „{0}“?',
  'There is no skill “{0}”.{1} {2} lists them all.': 'Es gibt keinen Skill „{0}“.{1} {2} listet alle auf.',
  '“{0}” is turned on.': '„{0}“ ist angeschaltet.',
  '“{0}” is turned off.': '„{0}“ ist abgeschaltet.',
  'The skill “{0}” needs to know:': 'Der Skill „{0}“ muss noch wissen:',
  'Write it as your next message.': 'Schreib es als deine nächste Nachricht.',
  'You said: {0}': 'Du sagtest: {0}',
  'Not run.': 'Nicht ausgeführt.',
  'No answer came in time, so it was not run.': 'Es kam keine Antwort, also wurde es nicht ausgeführt.',
  'Not run: Deskhand ended.': 'Nicht ausgeführt: Deskhand wurde beendet.',
  'skill “{0}”': 'Skill „{0}“',
  'skill “{0}” (also fits: {1})': 'Skill „{0}“ (passt auch: {1})',
  'Starting.': 'Es geht los.',
  'Nothing of that run can be repeated: it only looked.':
    'Von diesem Lauf lässt sich nichts wiederholen: er hat nur geschaut.',
  'A secret was used in that run. It is not kept, so it cannot be saved as a skill.':
    'In diesem Lauf wurde ein Geheimnis gebraucht. Es wird nicht aufbewahrt, also lässt er sich nicht als Skill sichern.',
  'That run used text with {{ }} in it, which means something else in a skill.':
    'Dieser Lauf hat Text mit {{ }} benutzt; in einem Skill heißt das etwas anderes.',
  'What that run pointed at was not written down ({0}), so it cannot be repeated.':
    'Worauf dieser Lauf gezeigt hat, wurde nicht aufgeschrieben ({0}), also lässt er sich nicht wiederholen.',
  Save: 'Sichern',
  "I can't use this yet: {0}.": 'Damit kann ich noch nichts anfangen: {0}.',
  'Saved as the skill “{0}”, in {1}. I use it from now on; {2} shows it.':
    'Als Skill „{0}“ gesichert, in {1}. Ab jetzt benutze ich ihn; {2} zeigt ihn.',
  'There is no {0}.': 'Es gibt keinen {0}.',
  'Only a run that was done and checked can be saved as a skill.':
    'Nur ein erledigter und geprüfter Lauf lässt sich als Skill sichern.',
  'Save this as a skill?': 'Das als Skill sichern?',
  'All of it is in the attached file.': 'Alles davon steht in der angehängten Datei.',
  'You changed the skill’s text.': 'Du hast den Text des Skills geändert.',
  'The skill is being saved.': 'Der Skill wird gesichert.',
  'Not saved as a skill.': 'Nicht als Skill gesichert.',
  'No answer came in time, so it was not saved as a skill. {0} offers it again.':
    'Es kam keine Antwort, also wurde nichts gesichert. {0} bietet es wieder an.',
  'Not saved as a skill: Deskhand ended. {0} offers it again.':
    'Nicht als Skill gesichert: Deskhand wurde beendet. {0} bietet es wieder an.',
  'Save as skill': 'Als Skill sichern',
  'From others': 'Von anderen',
  'an Agent Skill: {0}/SKILL.md. I take its text as advice, and ask before anything from it goes out':
    'ein Agent Skill: {0}/SKILL.md. Seinen Text nehme ich als Rat, und ich frage, bevor etwas daraus hinausgeht',
  'the skill {0}': 'dem Skill {0}',
  'it begins with no properties; they stand between two lines of ---':
    'er beginnt nicht mit Eigenschaften; sie stehen zwischen zwei Zeilen aus ---',
  'its properties have no end; write --- on a line below them':
    'seine Eigenschaften haben kein Ende; schreib --- auf eine Zeile darunter',
  'its properties are longer than 32 KB': 'seine Eigenschaften sind länger als 32 KB',
  'its properties are no plain YAML ({0}); put a text with : or # in it into quotation marks':
    'seine Eigenschaften sind kein einfaches YAML ({0}); setz einen Text mit : oder # darin in Anführungszeichen',
  'it is at most 64 small letters, digits and single - between them':
    'er besteht aus höchstens 64 kleinen Buchstaben, Ziffern und einzelnen - dazwischen',
  'it has 1 to {0} characters': 'der Text hat 1 bis {0} Zeichen',
  'its name is “{0}”, and its folder is not called so': 'er heißt „{0}“, sein Ordner aber nicht',
  'it is a link; put the file itself there': 'es ist ein Verweis; leg die Datei selbst dorthin',
  'the name “{0}” is taken': 'der Name „{0}“ ist vergeben',
  'The folder {0} is skipped: it is a link; put the folder itself there.':
    'Der Ordner {0} wird übergangen: er ist ein Verweis; leg den Ordner selbst dorthin.',
  'It reads a text of the skill': 'Es liest einen Text des Skills',
  'metadata.{0} is no JSON': 'metadata.{0} ist kein JSON',
  'metadata.{0}name is no name of a skill': 'metadata.{0}name ist kein Name eines Skills',
  'the trigger `{0}` fits whatever you say': 'der Auslöser `{0}` passt auf alles, was du sagst',
  'that is no script of this run’s skill that can be run like this: write skill:scripts/NAME and plain arguments, nothing else in the command':
    'das ist kein Skript vom Skill dieses Laufs, das sich so ausführen lässt: schreib skill:scripts/NAME und einfache Argumente, sonst nichts in den Befehl',
  'the answer is not JSON: {0}': 'die Antwort ist kein JSON: {0}',
  "the answer's line `{0}` can't be used: {1}": 'die Zeile `{0}` der Antwort ist nicht zu gebrauchen: {1}',
  '"## Answer" goes with a "## Playbook"; it has none': '„## Answer“ gehört zu einem „## Playbook“; es hat keines',
  '"## Answer" holds a JSON list in a code fence (```json)':
    '„## Answer“ enthält eine JSON-Liste in einem Codeblock (```json)',
};
