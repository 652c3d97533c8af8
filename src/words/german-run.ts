/** What a run says on its way, in German. */
export const GERMAN_RUN: Readonly<Record<string, string>> = {
  'the top left corner stops everything when the pointer is pushed there; it is never a target':
    'die linke obere Ecke hält alles an, wenn der Zeiger dorthin geschoben wird; sie ist nie ein Ziel',
  Hands: 'Hände',
  Recall: 'Erinnerung',
  'not running; they are started when they are needed': 'laufen nicht; sie werden gestartet, wenn sie gebraucht werden',
  'process {0}': 'Prozess {0}',
  'it cannot be carried out, so nothing is done': 'das lässt sich nicht ausführen, also geschieht nichts',
  'there is no such element, so nothing is done': 'dieses Element gibt es nicht, also geschieht nichts',
  'It was not started.': 'Es wurde nicht begonnen.',
  'the run was stopped in the middle of it': 'der Lauf wurde mittendrin gestoppt',
  'The desktop went away after the last action: {0}': 'Der Schreibtisch ging nach der letzten Handlung verloren: {0}',
  'The screen changed while you were deciding, so that decision was not carried out. Decide on what is there now.':
    'Der Bildschirm änderte sich während der Entscheidung, sie wurde also nicht ausgeführt. Entschieden wird nach dem, was jetzt da ist.',
  'The run was paused, so what you had decided before was not carried out. Decide on what is there now.':
    'Der Lauf war angehalten; was vorher entschieden war, wurde nicht ausgeführt. Entschieden wird nach dem, was jetzt da ist.',
  '{0}, so the other follow-ups were left out.': '{0}, darum wurden die weiteren Schritte weggelassen.',
  'The application in front': 'Das Programm vorn',
  'it belongs to a gesture that was judged as a whole': 'es gehört zu einer Geste, die als Ganzes beurteilt wurde',
  'The desktop is back.': 'Der Schreibtisch ist wieder da.',
};
