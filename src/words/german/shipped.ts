/** What each shipped skill says of itself, in German: by its description, which the file keeps in English. */
export const GERMAN_SHIPPED: Readonly<Record<string, string>> = {
  '“set the volume to 30” makes the sound of the computer that loud, in percent; “volume 0” makes it silent.':
    '„Stell die Lautstärke auf 30“ macht den Ton des Computers so laut, in Prozent; „Lautstärke 0“ macht ihn stumm.',
  '“set the brightness to 40” makes the screen of a laptop that bright, in percent.':
    '„Stell die Helligkeit auf 40“ macht den Bildschirm eines Laptops so hell, in Prozent.',
  '“turn on do not disturb” keeps notifications from popping up on the computer (GNOME).':
    '„Nicht stören einschalten“ hält Benachrichtigungen auf dem Computer zurück (GNOME).',
  '“turn off do not disturb” lets notifications pop up on the computer again (GNOME).':
    '„Nicht stören ausschalten“ zeigt Benachrichtigungen auf dem Computer wieder (GNOME).',
  '“how full is the battery” tells the charge in percent, and whether it is charging.':
    '„Wie voll ist der Akku“ nennt die Ladung in Prozent, und ob er gerade lädt.',
  '“print letter.pdf” or “print ~/Documents/letter.pdf” sends a file of your home folder to the default printer, after you approved it.':
    '„Drucke brief.pdf“ oder „Drucke ~/Dokumente/brief.pdf“ schickt eine Datei deines Benutzerordners an den Standarddrucker, nachdem du zugestimmt hast.',
  '“note: milk, bread, candles” makes a note in Notes on a Mac.':
    '„Notiz: Milch, Brot, Kerzen“ legt eine Notiz in Notizen auf einem Mac an.',
  '“what is slowing my computer down” lists the programs that use most of the processor.':
    '„Warum ist mein Rechner so langsam“ zählt die Programme auf, die am meisten Rechenzeit brauchen.',
  '“add dentist to my calendar on Friday at 9” makes an event in Calendar on a Mac. Needs a model, which tells the time.':
    '„Trag Zahnarzt am Freitag um 9 in den Kalender ein“ legt einen Termin im Kalender auf einem Mac an. Braucht ein Modell, das die Zeit bestimmt.',
  "“copy https://example.com/x to the clipboard” puts the words on the computer's clipboard, for pasting there.":
    '„Kopiere https://example.com/x in die Zwischenablage“ legt die Wörter dorthin, zum Einfügen am Computer.',
  '“demo in xterm: hello” opens that terminal, types a command that writes the words into deskhand-demo.txt in the home folder, asks before it presses Enter, and checks the file.':
    '„demo in xterm: hallo“ öffnet dieses Terminal, tippt einen Befehl, der die Wörter in deskhand-demo.txt schreibt, fragt vor der Eingabetaste und prüft die Datei.',
  '“directions from Berlin to Hamburg” or “how do I get from the office to the station” shows the way on a map.':
    '„Route von München nach Wien“ oder „Wie komme ich von Köln nach Bonn“ zeigt den Weg auf einer Karte.',
  '“my latest downloads” or “what did I download last” lists the newest ten in your Downloads folder.':
    '„meine letzten Downloads“ oder „was habe ich zuletzt heruntergeladen“ zeigt die zehn neuesten im Ordner Downloads.',
  '“what did I work on last” lists the fifteen files of your home folder that changed last, with when.':
    '„woran habe ich zuletzt gearbeitet“ zeigt die fünfzehn zuletzt geänderten Dateien in deinem Benutzerordner, mit der Zeit.',
  '“what is using the network” lists the programs that hold connections now, with how many.':
    '„was nutzt gerade das Internet“ zeigt die Programme, die jetzt Verbindungen halten, und wie viele.',
  '“how much disk space is left” tells how full the disk is.':
    '„Wie viel Speicherplatz ist noch frei“ sagt, wie voll die Platte ist.',
  '“write an email to ann@example.com about lunch saying see you at one” opens a finished draft in your mail program. You send it yourself.':
    '„Schreib eine Mail an ann@example.com wegen der Rechnung“ öffnet einen fertigen Entwurf in deinem Mailprogramm. Senden tust du ihn selbst.',
  '“find the file report” or “where is invoice.pdf” looks in your home folder for files with that in their name, and lists them.':
    '„Finde die Datei Bericht“ sucht in deinem Ordner nach Dateien, die so heißen, und zählt sie auf.',
  '“send me ~/Documents/report.pdf” sends a file from the computer into this chat, after you approved it.':
    '„Sende mir die Datei ~/Dokumente/bericht.pdf“ schickt eine Datei vom Computer in diesen Chat, nachdem du zugestimmt hast.',
  '“make a folder called Invoices on the desktop” makes a new folder on the desktop, in Documents or in Downloads.':
    '„Erstelle einen Ordner namens Rechnungen auf dem Schreibtisch“ legt einen neuen Ordner an: dort, in Dokumente oder in Downloads.',
  '“next song” or “skip this track” goes on to the next one in Music on a Mac.':
    '„Nächstes Lied“ spielt in Musik auf einem Mac das nächste.',
  '“launch Notes”, “open the app Calculator” or “open the Safari app” opens an application, or brings it to the front.':
    '„Starte Obsidian“ oder „Öffne die App Kalender“ öffnet ein Programm oder holt es nach vorn.',
  '“open example.com” or “go to https://example.com/page” opens the page in the browser.':
    '„Öffne example.de“ oder „Zeig mir die Seite example.com“ öffnet die Seite im Browser.',
  '“pause the music” or “stop the music” pauses Music on a Mac; nothing happens when it is not playing.':
    '„Pausiere die Musik“ hält Musik auf einem Mac an; spielt nichts, geschieht nichts.',
  '“remind me to water the plants” adds it to Reminders on a Mac. With a time in it, a model sets the time.':
    '„Erinnere mich daran, die Blumen zu gießen“ trägt es in Erinnerungen auf einem Mac ein. Steht eine Zeit darin, setzt sie ein Modell.',
  '“text Anna: I am late” writes in Messages on a Mac and sends after you approved it. Needs a model.':
    '„Schick eine Nachricht an Anna: ich komme später“ schreibt in Nachrichten auf einem Mac und sendet, nachdem du zugestimmt hast. Braucht ein Modell.',
  '“summarize this page” reads what is open in front and tells what it says. Needs a model.':
    '„Fasse diese Seite zusammen“ liest, was vorn offen ist, und sagt, was darin steht. Braucht ein Modell.',
  '“tweet hello” posts on X in the browser, after you approved the text. Needs a model and a browser that is signed in.':
    '„Tweete hallo“ veröffentlicht auf X im Browser, nachdem du dem Text zugestimmt hast. Braucht ein Modell und einen angemeldeten Browser.',
  "“weather in Lisbon” or “what's the weather like in Lisbon” shows the forecast in the browser.":
    '„Wetter in Lissabon“ oder „Wie wird das Wetter morgen in Berlin“ zeigt die Vorhersage im Browser.',
  '“search the web for red pandas”, “google red pandas” or “look up red pandas online” shows the results in the browser.':
    '„Suche im Internet nach Flügen nach Oslo“ oder „Such bei Google nach Linsensuppe“ zeigt die Ergebnisse im Browser.',
  '“wikipedia red panda” or “look up red panda on wikipedia” opens the article, or the closest ones.':
    '„wikipedia red panda“ oder „look up red panda on wikipedia“ öffnet den englischen Artikel oder die ähnlichsten.',
  '“write hello world to ~/Desktop/hello.txt” makes a new text file; an existing one is left alone.':
    '„Erstelle eine Textdatei ~/liste.txt mit dem Text Milch“ legt eine neue Textdatei an; eine vorhandene bleibt, wie sie ist.',
  '“search youtube for train videos” or “find lo-fi on youtube” shows the videos; nothing starts to play by itself.':
    '„Suche auf YouTube nach Zügen“ zeigt die Videos; von selbst spielt keines ab.',
  '“lock the screen” locks the computer, after you approved it. I cannot work it again before you unlock it there.':
    '„Sperr den Bildschirm“ sperrt den Computer, nachdem du zugestimmt hast. Bevor du ihn dort entsperrst, kann ich nicht weiterarbeiten.',
  '“send me my latest download” sends the newest file of your Downloads folder into this chat, after you approved it.':
    '„Schick mir den letzten Download“ schickt die neueste Datei des Ordners Downloads in diesen Chat, nachdem du zugestimmt hast.',
  '“show me the Firefox window” or “screenshot of Firefox” brings that window to the front, and the picture at the end shows it.':
    '„Zeig mir das Fenster von Firefox“ oder „Screenshot von Firefox“ holt das Fenster nach vorn, und das Bild am Ende zeigt es.',
  '“turn on do not disturb” runs your shortcut “Do Not Disturb On” on a Mac, which lets a program switch it no other way.':
    '„Nicht stören einschalten“ führt auf einem Mac deinen Kurzbefehl namens Do Not Disturb On aus; anders kann ein Programm das dort nicht.',
  '“turn off do not disturb” runs your shortcut “Do Not Disturb Off” on a Mac, which lets a program switch it no other way.':
    '„Nicht stören ausschalten“ führt auf einem Mac deinen Kurzbefehl namens Do Not Disturb Off aus; anders kann ein Programm das dort nicht.',
  '“set the brightness to 40” presses the brightness keys of a Mac until about there, in sixteen steps, after you approved it.':
    '„Stell die Helligkeit auf 40“ drückt die Helligkeitstasten eines Macs, bis es ungefähr stimmt, in sechzehn Stufen, nachdem du zugestimmt hast.',
  'I ran your shortcut “Do Not Disturb On”.': 'Ich habe deinen Kurzbefehl „Do Not Disturb On“ ausgeführt.',
  'I ran your shortcut “Do Not Disturb Off”.': 'Ich habe deinen Kurzbefehl „Do Not Disturb Off“ ausgeführt.',
  'A Mac lets only a shortcut do that: in Shortcuts make one called “Do Not Disturb On” with the action “Set Focus”, then ask again.':
    'Ein Mac lässt das nur einen Kurzbefehl tun: Lege in Kurzbefehle einen namens „Do Not Disturb On“ mit der Aktion „Fokus einstellen“ an, und frag noch einmal.',
  'A Mac lets only a shortcut do that: in Shortcuts make one called “Do Not Disturb Off” with the action “Set Focus”, then ask again.':
    'Ein Mac lässt das nur einen Kurzbefehl tun: Lege in Kurzbefehle einen namens „Do Not Disturb Off“ mit der Aktion „Fokus einstellen“ an, und frag noch einmal.',
  "I pressed the brightness keys. I can't read how bright the screen of a Mac is.":
    'Ich habe die Helligkeitstasten gedrückt. Wie hell der Bildschirm eines Macs ist, kann ich nicht ablesen.',
  "I couldn't press the brightness keys.": 'Ich konnte die Helligkeitstasten nicht drücken.',
  '{0} {1}B free of {2} {3}B, {4} % used': '{0} {1}B von {2} {3}B frei, {4} % belegt',
  '{0}: {1} % of a processor core': '{0}: {1} % eines Prozessorkerns',
  'No program uses much of the processor right now.': 'Kein Programm braucht gerade viel Rechenzeit.',
  '~/{0}': '~/{0}',
  'I found no file in your home folder with that in its name.': 'In deinem Benutzerordner heißt keine Datei so.',
  'Your Downloads folder is empty.': 'Dein Ordner Downloads ist leer.',
  "I couldn't read your Downloads folder.": 'Ich konnte deinen Ordner Downloads nicht lesen.',
  'I found no file in your Downloads folder.': 'In deinem Ordner Downloads liegt keine Datei.',
  '{0} · {1} {2}': '{0} · {1} {2}',
  'No file of your home folder changed in the last 30 days.':
    'In den letzten 30 Tagen hat sich in deinem Benutzerordner keine Datei geändert.',
  '{0}: 1 connection': '{0}: 1 Verbindung',
  '{0}: {1} connections': '{0}: {1} Verbindungen',
  'No program holds a connection right now.': 'Kein Programm hält gerade eine Verbindung.',
  '{0} %, charging': '{0} %, lädt',
  '{0} %, running on battery': '{0} %, im Akkubetrieb',
  '{0} %, plugged in': '{0} %, am Netz',
  'I found no battery in this computer.': 'Dieser Computer hat keinen Akku.',
  'The volume is at {0} %.': 'Die Lautstärke steht auf {0} %.',
  "I couldn't change the volume.": 'Ich konnte die Lautstärke nicht ändern.',
  'the brightness is {0} %': 'die Helligkeit ist {0} %',
  "I couldn't change the brightness.": 'Ich konnte die Helligkeit nicht ändern.',
  'notifications stay quiet': 'Benachrichtigungen bleiben still',
  "I couldn't turn on Do Not Disturb.": 'Ich konnte „Nicht stören“ nicht einschalten.',
  'notifications pop up again': 'Benachrichtigungen erscheinen wieder',
  "I couldn't turn off Do Not Disturb.": 'Ich konnte „Nicht stören“ nicht ausschalten.',
  'Sent to the printer as {0}.': 'An den Drucker geschickt als {0}.',
  "I couldn't print it.": 'Ich konnte es nicht drucken.',
  'The note is in Notes.': 'Die Notiz steht in Notizen.',
  "I couldn't make the note.": 'Ich konnte die Notiz nicht anlegen.',
  'Music is still playing.': 'Die Musik spielt noch.',
  'Music is paused.': 'Die Musik ist angehalten.',
  'the volume is {0} %': 'die Lautstärke ist {0} %',
  'The brightness is at {0} %.': 'Die Helligkeit steht auf {0} %.',
  'Do Not Disturb is on.': '„Nicht stören“ ist an.',
  'Do Not Disturb is off.': '„Nicht stören“ ist aus.',
  'The folder is made.': 'Der Ordner ist angelegt.',
  "I couldn't make the folder.": 'Ich konnte den Ordner nicht anlegen.',
  'the folder “{0}” is in {1}': 'der Ordner „{0}“ liegt in {1}',
  'the screen is locked': 'der Bildschirm ist gesperrt',
  "I couldn't lock the screen.": 'Ich konnte den Bildschirm nicht sperren.',
  'Next: {0}': 'Als Nächstes: {0}',
};
