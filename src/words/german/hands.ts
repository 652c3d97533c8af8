/** What is said about pictures with numbers and about work by hand, in German. */
export const GERMAN_HANDS: Readonly<Record<string, string>> = {
  Undo: 'Rückgängig',
  'Scroll up': 'Nach oben',
  'Scroll down': 'Nach unten',
  "Nothing was clicked: that tap didn't say where.": 'Nichts wurde geklickt: Die Berührung sagte nicht, wo.',
  'Not clicked: {0}. This is how it looks now.': 'Nicht geklickt: {0}. So sieht es jetzt aus.',
  "Not done: I only see black. The screen is locked or asleep, or I'm not allowed to see it. Unlock or wake the computer.":
    'Nicht ausgeführt: Ich sehe nur Schwarz. Der Bildschirm ist gesperrt oder schläft, oder ich darf ihn nicht sehen. Entsperre oder wecke den Computer.',
  'scroll down {0}': 'scroll down {0}',
  'From 1 to {0} at a time: {1}': 'Von 1 bis {0} auf einmal: {1}',
  'The screen is locked.': 'Der Bildschirm ist gesperrt.',
  "This Mac doesn't let me see its screen.": 'Dieser Mac lässt mich seinen Bildschirm nicht sehen.',
  "This Mac doesn't let me click or type.": 'Dieser Mac lässt mich nicht klicken und tippen.',
  "I'm not allowed to see it": 'ich darf ihn nicht sehen',
  'Allow me in System Settings › Privacy & Security › Screen & System Audio Recording.':
    'Erlaube es in Systemeinstellungen › Datenschutz & Sicherheit › Bildschirm- & Systemaudioaufnahme.',
  'Allow me in System Settings › Privacy & Security › Accessibility (“Device Control and Data Access” since macOS 27).':
    'Erlaube es in Systemeinstellungen › Datenschutz & Sicherheit › Bedienungshilfen (seit macOS 27 „Gerätesteuerung und Datenzugriff“).',
  'To see windows I need a permission: allow {0} in System Settings › Privacy & Security › Screen & System Audio Recording (“Screen Recording” before macOS 15).':
    'Um Fenster zu sehen, brauche ich eine Erlaubnis: Schalte {0} ein unter Systemeinstellungen › Datenschutz & Sicherheit › Bildschirm- & Systemaudioaufnahme (vor macOS 15 „Bildschirmaufnahme“).',
  'To click and type I need a permission: allow {0} in System Settings › Privacy & Security › Accessibility (“Device Control and Data Access” since macOS 27).':
    'Um zu klicken und zu tippen, brauche ich eine Erlaubnis: Schalte {0} ein unter Systemeinstellungen › Datenschutz & Sicherheit › Bedienungshilfen (seit macOS 27 „Gerätesteuerung und Datenzugriff“).',
  'This path changes with the next upgrade of Node, and the permission is gone then. Node from nodejs.org keeps it.':
    'Dieser Pfad ändert sich mit der nächsten Aktualisierung von Node, und die Erlaubnis ist dann weg. Node von nodejs.org behält sie.',
  Missing: 'Fehlt',
  "I don't work on a locked screen. Unlock the computer, then continue.":
    'Auf einem gesperrten Bildschirm arbeite ich nicht. Entsperre den Computer, dann geht es weiter.',
  'The screen is asleep.': 'Der Bildschirm schläft.',
  "I don't work on a screen that nobody can see.": 'Auf einem Bildschirm, den niemand sieht, arbeite ich nicht.',
  'Wake it and continue': 'Wecken und weiter',
  'Not done: the screen is locked. Unlock the computer first.':
    'Nicht ausgeführt: Der Bildschirm ist gesperrt. Entsperre zuerst den Computer.',
  'Not done: the screen is asleep, and could not be woken.':
    'Nicht ausgeführt: Der Bildschirm schläft und ließ sich nicht wecken.',
  'The screen is asleep; a click or key wakes it.': 'Der Bildschirm schläft; ein Klick oder eine Taste weckt ihn.',
  locked: 'gesperrt',
  asleep: 'schläft',
  'Take over': 'Übernehmen',
  'that window is gone': 'dieses Fenster ist weg',
  'another window is in front': 'ein anderes Fenster ist vorn',
  'it looks different there now': 'dort sieht es jetzt anders aus',
  'Where? Send two numbers from 0 to 1000, across and down: {0}, or a number of the last picture: {1}':
    'Wohin? Sende zwei Zahlen von 0 bis 1000, quer und abwärts: {0}, oder eine Nummer des letzten Bildes: {1}',
  "You're in control. Tap Continue to hand it back.":
    'Du hast die Kontrolle. Tippe auf „Weiter“, um sie zurückzugeben.',
  'That picture has no numbers. {0} shows the screen as it is now.':
    'Dieses Bild hat keine Nummern. {0} zeigt den Bildschirm, wie er jetzt ist.',
  'There is no {0} on that picture: it has 1 to {1}.': 'Die {0} gibt es auf diesem Bild nicht: es hat 1 bis {1}.',
  'There is no picture with numbers yet. {0} sends one.': 'Es gibt noch kein Bild mit Nummern. {0} sendet eins.',
  'That picture is too old: this is how it looks now.': 'Dieses Bild ist zu alt: so sieht es jetzt aus.',
  'Click the middle': 'Mitte klicken',
  'More numbers': 'Mehr Nummern',
  Zoom: 'Zoom',
  'Whole screen': 'Ganzer Bildschirm',
  'New picture': 'Neues Bild',
  Continue: 'Weiter',
  'Which display? Send {0}, or its number: {1}': 'Welcher Bildschirm? Sende {0}, oder seine Nummer: {1}',
  'The same picture with other numbers.': 'Dasselbe Bild mit anderen Nummern.',
  'Tap a number to click there.': 'Tippe auf eine Nummer, um dort zu klicken.',
  'There is no display {0} now; this is display {1}.': 'Bildschirm {0} gibt es gerade nicht; das ist Bildschirm {1}.',
};
