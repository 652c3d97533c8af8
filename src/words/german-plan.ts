/** What is said about plans, about how acts are checked, and about what the model was asked, in German. */
export const GERMAN_PLAN: Readonly<Record<string, string>> = {
  Go: 'Los',
  Edit: 'Ändern',
  'What should be different? Write it here.': 'Was soll anders sein? Schreib es hier.',
  'Noted; the plan is made anew.': 'Notiert; der Plan wird neu gemacht.',
  'checked by: {0}': 'geprüft daran: {0}',
  'My plan for this': 'Mein Plan dafür',
  'Each part is checked before the next one begins. Nothing has been done yet.':
    'Jeder Teil wird geprüft, bevor der nächste beginnt. Noch ist nichts getan.',
  'Nobody answered, so nothing was done.': 'Niemand hat geantwortet, also wurde nichts getan.',
  'To be changed.': 'Wird geändert.',
  'Begun by {0}.': 'Begonnen von {0}.',
  'Cancelled by {0}.': 'Abgebrochen von {0}.',
  'It will cost about {0}, as similar runs did ({1}).': 'Es wird etwa {0} kosten, wie ähnliche Läufe ({1}).',
  'What it will cost is unknown: the model has no price. About {0} tokens.':
    'Was es kosten wird, ist unbekannt: Das Modell hat keinen Preis. Etwa {0} Tokens.',
  'It will cost about {0} by the price table; there is no similar run to go by.':
    'Es wird nach der Preisliste etwa {0} kosten; einen ähnlichen Lauf gibt es nicht.',
  'Cancelled by {0}; nothing was done.': 'Abgebrochen von {0}; nichts wurde getan.',
  'We could not agree on a plan; nothing was done. Say it differently and tap Again.':
    'Wir sind uns über keinen Plan einig geworden; nichts wurde getan. Sag es anders und tippe auf Nochmal.',
  'Deskhand was restarted in the middle of a plan, at part {0} of {1}: “{2}”.':
    'Deskhand wurde mitten in einem Plan neu gestartet, bei Teil {0} von {1}: „{2}“.',
  'No part had been finished.': 'Kein Teil war abgeschlossen.',
  '1 part was finished before.': '1 Teil war vorher abgeschlossen.',
  '{0} parts were finished before.': '{0} Teile waren vorher abgeschlossen.',
  'There is nothing to show: no model was asked since I was started.':
    'Es gibt nichts zu zeigen: Seit meinem Start wurde kein Modell gefragt.',
  "{0} calls of the model, word for word. The file is in the run's folder, too.":
    '{0} Anfragen an das Modell, Wort für Wort. Die Datei liegt auch im Ordner des Laufs.',
  '– checked, it worked': '– geprüft, es hat geklappt',
  '– checked, it did not work': '– geprüft, es hat nicht geklappt',
  '– checked, it did not work: {0}': '– geprüft, es hat nicht geklappt: {0}',
  'What came of it{0}.': 'Was daraus wurde{0}.',
  'Whether it worked could not be checked: {0}': 'Ob es geklappt hat, ließ sich nicht prüfen: {0}',
  'Whether it worked could not be checked.': 'Ob es geklappt hat, ließ sich nicht prüfen.',
  'Checked: it worked.': 'Geprüft: Es hat geklappt.',
  'Checked: it worked: {0}': 'Geprüft: Es hat geklappt: {0}',
  'Checked: it did not work.': 'Geprüft: Es hat nicht geklappt.',
  'Checked: it did not work: {0}': 'Geprüft: Es hat nicht geklappt: {0}',
  done: 'erledigt',
  failed: 'gescheitert',
  'not begun': 'nicht begonnen',
  'Part {0} of {1}: {2}': 'Teil {0} von {1}: {2}',
};
