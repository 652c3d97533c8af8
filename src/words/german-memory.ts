/** What is said about memory, in German. */
export const GERMAN_OF_MEMORY = {
  'what I remember': 'was ich weiß',
  'keep this in mind in every run': 'das in jedem Lauf beachten',
  'forget what was remembered, or a run': 'Gemerktes oder einen Lauf vergessen',
  'whether runs are recorded': 'ob Läufe aufgezeichnet werden',
  'Your notes take at most {0} tokens of a prompt from the next run on (it can be {1} to {2}).':
    'Deine Notizen nehmen ab dem nächsten Lauf höchstens {0} Tokens eines Prompts ein (möglich sind {1} bis {2}).',
  'Send /memory alone to see what I remember, or /memory budget 8000 to give your notes more room.':
    'Sende nur /memory, um zu sehen, was ich weiß, oder /memory budget 8000, um deinen Notizen mehr Platz zu geben.',
  'go on; or go on from an earlier run': 'weitermachen; oder einen früheren Lauf fortsetzen',
  '/resume goes on with the paused run, /resume run 12 with an earlier one.':
    '/resume macht mit dem angehaltenen Lauf weiter, /resume run 12 mit einem früheren.',
  'Always told:': 'Gilt immer:',
  'nothing yet; /remember adds to it.': 'noch nichts; /remember fügt etwas hinzu.',
  'and {0} more': 'und {0} weitere',
  'Notes:': 'Notizen:',
  '{0} in the vault; up to {1} tokens of them in a prompt.':
    '{0} im Vault; bis zu {1} Tokens davon stehen in einem Prompt.',
  'Learned:': 'Gelernt:',
  'ways and traps of {0} kinds of task; /memory learned lists them.':
    'Wege und Fallen bei {0} Arten von Aufgaben; /memory learned zählt sie auf.',
  'Nothing has been learned from runs yet.': 'Aus Läufen wurde noch nichts gelernt.',
  'nothing from runs yet.': 'noch nichts aus Läufen.',
  'ways and traps of 1 kind of task; /memory learned shows it.':
    'Wege und Fallen bei 1 Art von Aufgabe; /memory learned zeigt sie.',
  '/memory learned {0} shows one, /forget learned {1} forgets it.':
    '/memory learned {0} zeigt eine, /forget learned {1} vergisst sie.',
  'There is no number {0}.': 'Eine Nummer {0} gibt es nicht.',
  'Forgotten.': 'Vergessen.',
  Report: 'Bericht',
  'There is no recording of run {0} any more.': 'Von Lauf {0} gibt es keine Aufzeichnung mehr.',
  'The report of run {0}: one file, open it in any browser.':
    'Der Bericht von Lauf {0}: eine Datei, in jedem Browser zu öffnen.',
  'Good to know.': 'Gut zu wissen.',
  'What was wrong with run {0}? Write it in a sentence; I keep it in mind for similar tasks.':
    'Was war an Lauf {0} falsch? Schreib es in einem Satz; bei ähnlichen Aufgaben denke ich daran.',
  'No words': 'Ohne Worte',
  'Kept in mind: “{0}”': 'Gemerkt: „{0}“',
  'Noted that it was not good.': 'Notiert, dass es nicht gut war.',
  Beginning: 'Beginn',
  'Step {0}': 'Schritt {0}',
  'The picture is not kept.': 'Das Bild ist nicht aufbewahrt.',
  'Decided:': 'Entschieden:',
  'Noted: {0}': 'Notiert: {0}',
  'The reply was not usable: {0}': 'Die Antwort war nicht brauchbar: {0}',
  'The person was asked.': 'Es wurde gefragt.',
  'Nobody answered in time, so it was not done.': 'Niemand hat rechtzeitig geantwortet, also wurde es nicht getan.',
  'Whether it happened is not known: {0}': 'Ob es geschah, ist nicht bekannt: {0}',
  'The person says:': 'Der Mensch sagt:',
  'The person answers:': 'Der Mensch antwortet:',
  'Went on.': 'Ging weiter.',
  'A cap was reached ({0}): {1}.': 'Eine Grenze wurde erreicht ({0}): {1}.',
  'Checked: it is so.': 'Geprüft: Es ist so.',
  'Checked: it is not so yet.': 'Geprüft: Es ist noch nicht so.',
  'Score {0}': 'Wertung {0}',
  'The screen at the check': 'Der Bildschirm bei der Prüfung',
  'Approved by': 'Genehmigt von',
  'Denied by': 'Abgelehnt von',
  'Done; nothing changed on the screen.': 'Getan; auf dem Bildschirm hat sich nichts verändert.',
  'Done; the screen changed.': 'Getan; der Bildschirm hat sich verändert.',
  Took: 'Dauer',
  Steps: 'Schritte',
  Actions: 'Handlungen',
  Cost: 'Kosten',
  Skill: 'Skill',
  'In short': 'In Kürze',
  'At the end': 'Am Ende',
  Costs: 'Kosten',
  Model: 'Modell',
  Calls: 'Aufrufe',
  In: 'Ein',
  Out: 'Aus',
  'The price of {0} calls is not known.': 'Der Preis von {0} Aufrufen ist nicht bekannt.',
  'Recordings:': 'Aufzeichnungen:',
  '1 run': '1 Lauf',
  '{0} runs': '{0} Läufe',
  '; recording is on.': '; es wird aufgezeichnet.',
  '; recording is off.': '; es wird nicht aufgezeichnet.',
  '/remember TEXT · /forget WORDS · /forget run 12 · /record on|off':
    '/remember TEXT · /forget WÖRTER · /forget run 12 · /record on|off',
  'What should I remember? Send for example: /remember I write mails in German':
    'Was soll ich mir merken? Sende zum Beispiel: /remember Mails schreibe ich auf Deutsch',
  'That is long for something that stands in every prompt; say it in {0} characters, or write it into a note.':
    'Das ist lang für etwas, das in jedem Prompt steht; sag es in {0} Zeichen, oder schreib es in eine Notiz.',
  'That could not be written. {0}': 'Das konnte nicht geschrieben werden. {0}',
  'Remembered for every run from the next one on. It stands in {0}; /forget takes it back.':
    'Gemerkt für jeden Lauf ab dem nächsten. Es steht in {0}; /forget nimmt es zurück.',
  'What should I forget? Send /forget and words of it, or /forget run 12.':
    'Was soll ich vergessen? Sende /forget und Wörter daraus, oder /forget run 12.',
  'I remember nothing with these words. /memory shows what I do.':
    'Mit diesen Wörtern habe ich mir nichts gemerkt. /memory zeigt, was ich weiß.',
  'Which of these? Use more of its words.': 'Was davon? Nimm mehr Wörter daraus.',
  'Forgotten: “{0}”.': 'Vergessen: „{0}“.',
  'Run {0} is at work; /stop it first.': 'Lauf {0} arbeitet gerade; beende ihn erst mit /stop.',
  'There is no run {0}.': 'Es gibt keinen Lauf {0}.',
  'Planned:': 'Geplant:',
  'Run {0} is forgotten: its recording, its pictures, what was learned from it and its lines in your notes.':
    'Lauf {0} ist vergessen: seine Aufzeichnung, seine Bilder, was aus ihm gelernt wurde und seine Zeilen in deinen Notizen.',
  'Send /record on or /record off.': 'Sende /record on oder /record off.',
  'Runs are recorded: pictures, what was done, a line in your notes. /record off ends that.':
    'Läufe werden aufgezeichnet: Bilder, was getan wurde, eine Zeile in deinen Notizen. /record off beendet das.',
  'Runs are not recorded from the next one on: no pictures, no notes, nothing to recall. Only the journal stays that tells you how a run ended when Deskhand is restarted.':
    'Ab dem nächsten werden Läufe nicht aufgezeichnet: keine Bilder, keine Notizen, nichts zum Wiedererinnern. Nur das Journal bleibt, aus dem nach einem Neustart hervorgeht, wie ein Lauf endete.',
} as const;
