/** What a run says on its way, in German. */
export const GERMAN_RUN: Readonly<Record<string, string>> = {
  'the top left corner stops everything when the pointer is pushed there; it is never a target':
    'die linke obere Ecke hält alles an, wenn der Zeiger dorthin geschoben wird; sie ist nie ein Ziel',
  Hands: 'Hände',
  Recall: 'Erinnerung',
  'not running; they are started when they are needed': 'laufen nicht; sie werden gestartet, wenn sie gebraucht werden',
  'process {0}': 'Prozess {0}',
  "This can't be carried out, so nothing is done": 'Das lässt sich nicht ausführen, also geschieht nichts',
  'There is no such element, so nothing is done': 'Dieses Element gibt es nicht, also geschieht nichts',
  'It was not started.': 'Es wurde nicht begonnen.',
  'the run was stopped in the middle of it': 'der Lauf wurde mittendrin gestoppt',
  'The desktop went away after the last action: {0}': 'Der Schreibtisch ging nach der letzten Handlung verloren: {0}',
  'The screen changed while you were deciding, so that decision was not carried out. Decide on what is there now.':
    'Der Bildschirm änderte sich während der Entscheidung, sie wurde also nicht ausgeführt. Entschieden wird nach dem, was jetzt da ist.',
  'The run was paused, so what you had decided before was not carried out. Decide on what is there now.':
    'Der Lauf war angehalten; was vorher entschieden war, wurde nicht ausgeführt. Entschieden wird nach dem, was jetzt da ist.',
  '{0}, so the other follow-ups were left out.': '{0}, darum wurden die weiteren Schritte weggelassen.',
  'The application in front': 'Das Programm vorn',
  'It is part of a gesture that was judged as a whole': 'Es gehört zu einer Geste, die als Ganzes beurteilt wurde',
  'The desktop is back.': 'Der Schreibtisch ist wieder da.',
  // A card after “Why?”.
  "It's on the card now. I'm still waiting for your answer.":
    'Es steht jetzt auf der Karte. Ich warte weiter auf deine Antwort.',
  'The rule:': 'Die Regel:',
  'If you approve:': 'Wenn du erlaubst:',
  'If you deny, nothing is done. This kind asks every time.':
    'Wenn du ablehnst, geschieht nichts. Das fragt jedes Mal.',
  'If you deny, nothing is done.': 'Wenn du ablehnst, geschieht nichts.',
  'I always ask before anything that could send a secret away.':
    'Ich frage immer, bevor ein Geheimnis weggeschickt werden könnte.',
  'I always ask before anything that can do great or lasting harm.':
    'Ich frage immer vor allem, was großen oder bleibenden Schaden anrichten kann.',
  "I try a command I don't know where it can change nothing, and ask before it gets more.":
    'Einen unbekannten Befehl probiere ich, wo er nichts ändern kann, und frage, bevor er mehr bekommt.',
  'I ask before secrets are read.': 'Ich frage, bevor Geheimes gelesen wird.',
  "I ask before a command that does more than read, or that I can't fully understand.":
    'Ich frage vor einem Befehl, der mehr tut als lesen oder den ich nicht ganz verstehe.',
  'I ask before a script that does more than read.': 'Ich frage vor einem Skript, das mehr tut als lesen.',
  'I ask before text from a file, a page or another application goes where it can be sent on.':
    'Ich frage, bevor Text aus einer Datei, einer Seite oder einem anderen Programm dorthin geht, wo er wegkommen kann.',
  "I ask about recipients, amounts, addresses and paths that you didn't mention.":
    'Ich frage nach Empfängern, Beträgen, Adressen und Pfaden, die du nicht genannt hast.',
  'I ask before I paste what nobody has seen.': 'Ich frage, bevor ich einfüge, was niemand gesehen hat.',
  "I ask before text or Enter runs a command, sends something, or goes where I can't follow it.":
    'Ich frage, bevor Text oder Enter einen Befehl ausführt, etwas sendet oder dorthin geht, wo ich es nicht verfolgen kann.',
  'I ask before keys that run, delete or send something.':
    'Ich frage vor Tasten, die etwas ausführen, löschen oder senden.',
  'I ask before I click where nobody can tell what is there.':
    'Ich frage, bevor ich klicke, wo niemand sagen kann, was dort ist.',
  'I ask before I change a setting of this computer.': 'Ich frage, bevor ich eine Einstellung dieses Computers ändere.',
  'What the system itself asks is yours to answer.': 'Was das System selbst fragt, entscheidest du.',
  'I ask before I click something that buys, sends, deletes, agrees or opens.':
    'Ich frage, bevor ich etwas anklicke, das kauft, sendet, löscht, zustimmt oder öffnet.',
  'I ask before dragging that moves or deletes files.': 'Ich frage, bevor Ziehen Dateien verschiebt oder löscht.',
  'I ask before I read the clipboard: it may hold a password.':
    'Ich frage, bevor ich die Zwischenablage lese: Darin kann ein Passwort sein.',
  'I send a file only when you approve it.': 'Eine Datei sende ich nur, wenn du zustimmst.',
  'I ask about files that are secret, run by themselves or control me.':
    'Ich frage bei Dateien, die geheim sind, von selbst laufen oder mich steuern.',
  "I ask before I open an address you didn't mention, or one that does something when opened.":
    'Ich frage, bevor ich eine Adresse öffne, die du nicht genannt hast oder die dabei etwas tut.',
  'I ask before I open an application that keeps secrets or ends the session.':
    'Ich frage, bevor ich ein Programm öffne, das Geheimnisse aufbewahrt oder die Sitzung beendet.',
  'I ask before I change notes that every run is told.': 'Ich frage, bevor ich Notizen ändere, die jeder Lauf erfährt.',
  'I ask before I act in a window that holds secrets or shows our conversation.':
    'Ich frage, bevor ich in einem Fenster handle, das Geheimnisse enthält oder unser Gespräch zeigt.',
  "I ask for what a skill's own list of permissions lacks.":
    'Ich frage bei allem, was ein Skill nach seiner eigenen Rechteliste nicht darf.',
  "I ask where I couldn't judge the risk.": 'Ich frage, wo ich das Risiko nicht beurteilen konnte.',
  'I ask before anything that may be hard to take back.': 'Ich frage vor allem, was schwer zurückzunehmen ist.',
  'the command runs again from its start and gets what I named above, nothing else.':
    'Der Befehl läuft noch einmal von vorn und bekommt, was ich oben genannt habe, sonst nichts.',
  "the command runs at once, with your rights. I can't take back what it changes.":
    'Der Befehl läuft sofort, mit deinen Rechten. Was er ändert, kann ich nicht zurücknehmen.',
  "the script runs at once, with your rights. I can't take back what it changes.":
    'Das Skript läuft sofort, mit deinen Rechten. Was es ändert, kann ich nicht zurücknehmen.',
  'your browser opens it, and that site sees the whole address.':
    'Dein Browser öffnet sie, und die Seite dort sieht die ganze Adresse.',
  'the application starts and comes to the front.': 'Das Programm startet und kommt nach vorn.',
  '{0} gets these keys and does at once what they mean there.':
    '{0} bekommt diese Tasten und tut sofort, was sie dort bedeuten.',
  '{0} gets these keys after the text above, and does at once what that means there.':
    '{0} bekommt diese Tasten nach dem Text oben und tut sofort, was das dort bedeutet.',
  '{0} gets this text, and each new line in it presses Enter.':
    '{0} bekommt diesen Text; jede neue Zeile darin drückt Enter.',
  '{0} gets this text; Enter is not pressed.': '{0} bekommt diesen Text; Enter wird nicht gedrückt.',
  'this text replaces what is in the field now.': 'Dieser Text ersetzt, was jetzt im Feld steht.',
  'what is there is dragged to the other place and dropped.':
    'Was dort ist, wird an den anderen Ort gezogen und abgelegt.',
  'what is on the clipboard is read and goes to the model.':
    'Was in der Zwischenablage ist, wird gelesen und geht an das Modell.',
  'this replaces what is on the clipboard.': 'Das ersetzt, was in der Zwischenablage ist.',
  'its text is read and goes to the model.': 'Der Text wird gelesen und geht an das Modell.',
  'the file is changed at once. This run can undo it.':
    'Die Datei wird sofort geändert. Dieser Lauf kann es rückgängig machen.',
  'the note is changed, and later runs may read it.': 'Die Notiz wird geändert, und spätere Läufe können sie lesen.',
  'the file is sent into this chat.': 'Die Datei kommt in diesen Chat.',
  'it is done at once.': 'Es wird sofort getan.',
  "whatever is there in {0} is clicked. I can't tell what it does.":
    'Was in {0} dort ist, wird angeklickt. Was es tut, kann ich nicht sagen.',
  "“{0}” in {1} is clicked and takes effect at once. I can't take that back.":
    '„{0}“ in {1} wird angeklickt und wirkt sofort. Zurücknehmen kann ich das nicht.',
  "“{0}” in {1} is clicked {2} times and takes effect at once. I can't take that back.":
    '„{0}“ in {1} wird {2}-mal angeklickt und wirkt sofort. Zurücknehmen kann ich das nicht.',
  'the window in front': 'das Fenster vorn',
};
