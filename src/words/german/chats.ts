/** What is said about the conversation itself, in German: how much is told, the queue's buttons, a run's story on the page. */
export const GERMAN_CHATS: Readonly<Record<string, string>> = {
  'Forwarded:': 'Weitergeleitet:',
  'Changed:': 'Geändert:',
  "These are somebody else's words, so I did nothing.":
    'Das hat jemand anderes geschrieben, deshalb habe ich nichts getan.',
  "I don't act on forwarded messages. Write me what I should do.":
    'Weitergeleitetes nehme ich nicht als deinen Auftrag. Schreib mir, was ich tun soll.',
  'I only act on new messages. Send what you changed as a new one.':
    'Ich reagiere nur auf neue Nachrichten. Schick das Geänderte als neue.',
  'The run goes on with your first version. {0} ends it.':
    'Der Lauf geht mit deiner ersten Fassung weiter. {0} beendet ihn.',
  'Your first version is still waiting. {0} can cancel it.':
    'Deine erste Fassung wartet noch. Mit {0} kannst du sie streichen.',
  'I already took your first version. Run the new one, too?':
    'Deine erste Fassung habe ich schon übernommen. Auch die neue ausführen?',
  'You deleted the message, but its run goes on. {0} ends it.':
    'Du hast die Nachricht gelöscht, aber ihr Lauf geht weiter. {0} beendet ihn.',
  'You deleted the message, but its request is still waiting. {0} can cancel it.':
    'Du hast die Nachricht gelöscht, aber ihr Auftrag wartet noch. Mit {0} kannst du ihn streichen.',
  'I left out what others wrote to it.': 'Was andere dazu geschrieben haben, habe ich weggelassen.',
  'Taking a first look': 'Erster Blick auf den Bildschirm',
  'The screen as the run sees it.': 'Der Bildschirm, wie der Lauf ihn sieht.',
  'Risk: {0} – {1}': 'Risiko: {0} – {1}',
  'You were asked.': 'Du wurdest gefragt.',
  'A limit was reached and extended: {0}': 'Eine Grenze war erreicht und wurde verlängert: {0}',
  'A limit was reached: {0}': 'Eine Grenze war erreicht: {0}',
  'Checked: it is done': 'Geprüft: erledigt',
  'Checked: it is not done': 'Geprüft: nicht erledigt',
  'The screen had changed, so it did not count.': 'Der Bildschirm hatte sich geändert, deshalb galt es nicht.',
  'It did not work.': 'Es hat nicht geklappt.',
  'Original size': 'Originalgröße',
  'The screen as it is now, {0} × {1}.': 'Der Bildschirm, wie er jetzt ist, {0} × {1}.',
  '↑ {0} earlier': '↑ {0} nach vorn',
  '✕ Cancel {0}': '✕ {0} streichen',
  '“{0}” was cancelled by {1}.': '„{0}“ wurde von {1} gestrichen.',
  'done and checked': 'erledigt und geprüft',
  'done, not checked': 'erledigt, nicht geprüft',
  failed: 'fehlgeschlagen',
  stopped: 'gestoppt',
  interrupted: 'unterbrochen',
  'no cost': 'ohne Kosten',
  'The run step by step, as a moving picture.': 'Der Lauf Schritt für Schritt, als bewegtes Bild.',
  'Above: before. Below: after.': 'Oben: vorher. Unten: nachher.',
  'Above, the screen before the run; below, the screen at its end.':
    'Oben der Bildschirm vor dem Lauf, unten der Bildschirm an seinem Ende.',
  '“{0}”': '„{0}“',
  '{0} “{1}”': '„{1}“ ({0})',
  GOAL: 'ZIEL',
  TEXT: 'TEXT',
  'WORDS | run 12': 'WÖRTER | run 12',
  '[NAME]': '[NAME]',
  KEYS: 'TASTEN',
  'APP | ADDRESS': 'PROGRAMM | ADRESSE',
  PATH: 'PFAD',
  Owner: 'Besitzer',
  'Which file? Send its path, for example: {0}': 'Welche Datei? Sende ihren Pfad, zum Beispiel: {0}',
  'get ~/Documents/report.pdf': 'get ~/Dokumente/bericht.pdf',
  'at work': 'bei der Arbeit',
  '{0} step': '{0} Schritt',
  '{0} steps': '{0} Schritte',

  Screenshot: 'Bildschirmfoto',
  'Detail: {0}': 'Detailstufe: {0}',
  'I work on this in a topic of its own:': 'Daran arbeite ich in einem eigenen Thema:',
  '{0}. It follows your Slack profile, unless {1} is set on the computer.':
    '{0}. Sie folgt deinem Slack-Profil, außer auf dem Computer ist {1} gesetzt.',
};
