/** Why an act is as risky as the gate judges it, in German: keys, clicks, text, addresses, files and scripts. */
export const GERMAN_REASONS: Readonly<Record<string, string>> = {
  'The program “{0}” would get what this shows': 'Das Programm „{0}“ bekäme, was das zeigt',
  "I couldn't check how risky this is": 'Ich konnte nicht prüfen, wie riskant das ist',
  'This window shows our own chat, and acting there could approve anything':
    'Dieses Fenster zeigt unser eigenes Gespräch, und darin ließe sich alles freigeben',
  'This app keeps secrets': 'Dieses Programm bewahrt Geheimnisse auf',
  '{0} keeps secrets': '{0} bewahrt Geheimnisse auf',
  'It only looks': 'Es sieht nur hin',
  'It only waits': 'Es wartet nur',
  'It does nothing on this computer': 'Es tut nichts an diesem Computer',
  'It only moves the pointer or the page': 'Es bewegt nur den Zeiger oder die Seite',
  'It only moves the focus': 'Es wählt nur etwas aus',
  'It lets go of a key': 'Es lässt eine Taste los',
  'It replaces what is on the clipboard': 'Es ersetzt, was in der Zwischenablage ist',
  'The clipboard may hold a password or something private':
    'In der Zwischenablage kann ein Passwort oder etwas Privates sein',
  "It ends this run's commands and starts a fresh shell":
    'Es beendet die Befehle dieses Laufs und beginnt eine neue Shell',
  'With a key held, the wheel zooms or does something else':
    'Mit einer gehaltenen Taste zoomt das Rad oder tut etwas anderes',
  'With Alt held, a click on a link downloads what it leads to':
    'Mit Alt lädt ein Klick auf einen Link herunter, wohin er führt',
  'With that key held, a click opens the address under it': 'Mit dieser Taste öffnet ein Klick die Adresse darunter',

  'The text holds control characters, which act as keys': 'Der Text enthält Steuerzeichen, die wie Tasten wirken',
  'A dialog would open or write that file: {0}': 'Ein Dialog würde diese Datei öffnen oder schreiben: {0}',
  'a file of that name runs by itself or holds secrets': 'so eine Datei läuft von selbst oder enthält Geheimnisse',
  'In a table this is a formula, and a formula can send something out':
    'In einer Tabelle ist das eine Formel, und eine Formel kann etwas hinausschicken',
  "A tab completes the command in a way I can't foresee":
    'Ein Tabulator ergänzt den Befehl, wie ich es nicht voraussehen kann',
  "A space presses what has the focus, and I can't tell where keys have moved that":
    'Ein Leerzeichen drückt, was den Fokus hat, und ich weiß nicht, wohin Tasten ihn bewegt haben',
  "A tab goes on to something I can't name, and a space presses it":
    'Ein Tabulator geht zu etwas weiter, das ich nicht kenne, und ein Leerzeichen drückt es',
  'A program that waits for one key acts on it without Enter':
    'Ein Programm, das auf eine Taste wartet, folgt ihr ohne Enter',
  'It only types text, which sends and runs nothing': 'Es tippt nur Text, der nichts sendet und nichts startet',
  'It presses a key': 'Es drückt eine Taste',
  'It selects text on a page': 'Es wählt Text auf einer Seite aus',
  'It brings another window to the front': 'Es holt ein anderes Fenster nach vorn',
  "It opens the browser's own settings, where each switch asks":
    'Es öffnet die Einstellungen des Browsers; jeder Schalter dort fragt',
  'A menu may be open, where a letter picks an entry':
    'Vielleicht ist ein Menü offen, in dem ein Buchstabe einen Eintrag wählt',
  'A menu may be open, where Enter picks an entry': 'Vielleicht ist ein Menü offen, in dem Enter einen Eintrag wählt',
  'A menu may be open, where this key picks an entry':
    'Vielleicht ist ein Menü offen, in dem diese Taste etwas auslöst',
  'The program in this terminal may take letters for commands':
    'Das Programm in diesem Terminal versteht Buchstaben vielleicht als Befehle',
  'In a list of messages, single letters can delete or send them':
    'In einer Liste von Nachrichten können einzelne Buchstaben sie löschen oder senden',
  'It changes {0}, which runs by itself, is secret, or controls Deskhand':
    'Es ändert {0}; das läuft von selbst, ist geheim oder steuert Deskhand',
  "I can't tell what is on that line, or which program reads it":
    'Ich weiß nicht, was in dieser Zeile steht oder welches Programm sie liest',
  'It opens whatever it finds under that name': 'Es öffnet, was unter diesem Namen gefunden wird',
  'It runs a command that only reads': 'Es führt einen Befehl aus, der nur liest',
  "I can't tell what is in the address bar": 'Ich weiß nicht, was in der Adresszeile steht',
  'It opens a list of choices, or takes the one that is chosen':
    'Es öffnet eine Auswahlliste oder übernimmt, was darin gewählt ist',
  'It begins a new line in a document': 'Es beginnt eine neue Zeile in einem Dokument',
  "Enter may send or run what was typed, and I can't tell where it goes":
    'Enter sendet vielleicht oder führt aus, was getippt wurde, und ich weiß nicht, wohin es geht',
  'It puts several lines into an address bar': 'Es setzt mehrere Zeilen in eine Adresszeile',
  'It searches for what you said': 'Es sucht nach dem, was du gesagt hast',
  "It searches for {0}, which you didn't say": 'Es sucht nach {0}; das hast du nicht gesagt',
  'It pastes the clipboard': 'Es fügt die Zwischenablage ein',
  'It pastes what this run has copied': 'Es fügt ein, was dieser Lauf kopiert hat',
  'The clipboard may hold a password, and a page reads what is pasted into it':
    'In der Zwischenablage kann ein Passwort sein, und eine Seite liest, was man einfügt',
  "What is pasted there may be run, and I don't know what it is":
    'Was dort eingefügt wird, kann ausgeführt werden, und ich weiß nicht, was es ist',
  'It goes into a password field': 'Es geht in ein Passwortfeld',

  "I don't know this key": 'Diese Taste kenne ich nicht',
  'It can put this computer to sleep, lock it or turn it off':
    'Es kann diesen Computer schlafen legen, sperren oder ausschalten',
  'It switches to another console': 'Es wechselt auf eine andere Konsole',
  'With Alt, a letter presses the button it is underlined in':
    'Mit Alt drückt ein Buchstabe den Knopf, in dem er unterstrichen ist',
  'It can delete what is selected': 'Es kann löschen, was ausgewählt ist',
  'It opens what is selected, and that may be a program':
    'Es öffnet, was ausgewählt ist, und das kann ein Programm sein',
  'It runs, tests or builds what is open': 'Es startet, prüft oder baut, was offen ist',
  "It brings back or changes a command in a way I can't foresee":
    'Es holt einen Befehl zurück oder ändert ihn, wie ich es nicht voraussehen kann',
  'It changes a command that is being typed': 'Es ändert einen Befehl, der gerade getippt wird',
  'It ends the session, locks the screen or shuts down':
    'Es beendet die Sitzung, sperrt den Bildschirm oder fährt herunter',
  'It empties the trash, or clears the browsing data': 'Es leert den Papierkorb oder löscht den Browserverlauf',
  'It clears data or deletes something': 'Es löscht Daten oder etwas anderes',
  'It moves something to the trash, or deletes it for good': 'Es legt etwas in den Papierkorb oder löscht es endgültig',
  'It forces programs to quit': 'Es beendet Programme mit Gewalt',
  'It logs out, or quits everything': 'Es meldet ab oder beendet alles',
  "In a question about unsaved work it means: don't save": 'In einer Frage nach Ungesichertem heißt es: nicht sichern',
  'It closes the window, and unsaved work with it': 'Es schließt das Fenster, und Ungesichertes geht verloren',
  'It closes all windows': 'Es schließt alle Fenster',
  'It opens a place where typed text is a command': 'Es öffnet ein Feld, in dem getippter Text ein Befehl ist',
  'It opens a console where text is run': 'Es öffnet eine Konsole, in der Text ausgeführt wird',
  'It can send what was written': 'Es kann senden, was geschrieben wurde',
  'It opens a terminal or another console': 'Es öffnet ein Terminal oder eine andere Konsole',
  'It changes how this computer is used': 'Es ändert, wie dieser Computer bedient wird',
  'It can be a command to the system itself': 'Es kann ein Befehl an das System selbst sein',

  'The icon {0} stands for sending, paying, agreeing or deleting':
    'Das Symbol {0} steht für Senden, Bezahlen, Zustimmen oder Löschen',
  'Its name is too long to read': 'Der Name ist zu lang, um ihn zu lesen',
  '{0} shows its letters in another order': '{0} zeigt seine Buchstaben in anderer Reihenfolge',
  "I can't read what {0} means": 'Ich kann nicht lesen, was {0} bedeutet',
  '{0} is made to look like {1}': '{0} soll aussehen wie {1}',
  '{0} mixes alphabets to look like something else': '{0} mischt Alphabete, um wie etwas anderes auszusehen',
  '{0} may buy, send, delete or allow something': '{0} kauft, sendet, löscht oder erlaubt vielleicht etwas',
  '{0} may spend money': '{0} gibt vielleicht Geld aus',
  '{0} may pass a message on': '{0} leitet vielleicht eine Nachricht weiter',
  '{0} may send or delete something': '{0} sendet oder löscht vielleicht etwas',
  '{0} may delete something': '{0} löscht vielleicht etwas',
  '{0} may book something': '{0} bucht vielleicht etwas',
  '{0} is a program, and opening it runs it': '{0} ist ein Programm, und wer es öffnet, startet es',
  '{0} answers a question of the system': '{0} beantwortet eine Frage des Systems',
  '{0} may change a setting of this computer': '{0} ändert vielleicht eine Einstellung dieses Computers',
  'It clicks {0}': 'Es klickt auf {0}',
  'It clicks into a text field': 'Es klickt in ein Textfeld',
  'The skill clicks here, and what is there has no name': 'Der Skill klickt hier, und was dort ist, hat keinen Namen',
  "I can't tell what this click is on": 'Ich weiß nicht, worauf dieser Klick geht',
  "The middle button pastes, and I don't know what": 'Die mittlere Taste fügt etwas ein, und ich weiß nicht was',
  'It drops something into the trash': 'Es legt etwas in den Papierkorb',
  'It drags between two windows, which can carry text or files from one into the other':
    'Es zieht etwas zwischen zwei Fenstern, was Text oder Dateien vom einen ins andere bringen kann',
  'Dropping there can move files or paste paths': 'Dort abzulegen kann Dateien bewegen oder Pfade einfügen',
  '{0} says yes to {1}': '{0} sagt Ja zu {1}',
  '{0} closes a dialog that changes nothing': '{0} schließt einen Dialog, der nichts ändert',
  "I can't tell what {0} says yes to": 'Ich weiß nicht, wozu {0} Ja sagt',
  'On a closer look: {0}': 'Bei genauerem Hinsehen: {0}',

  "You didn't mention the recipient {0}": 'Den Empfänger {0} hast du nicht genannt',
  "You didn't mention the amount {0}": 'Den Betrag {0} hast du nicht genannt',
  "You didn't mention the address {0}": 'Die Adresse {0} hast du nicht genannt',
  "You didn't mention the path {0}": 'Den Pfad {0} hast du nicht genannt',
  "You didn't say {0}": '{0} hast du nicht gesagt',
  'This text comes from {0}': 'Dieser Text stammt aus {0}',
  'the clipboard': 'der Zwischenablage',
  'a script': 'einem Skript',

  '{0} is more than the name of an app': '{0} ist mehr als der Name eines Programms',
  '{0} may end the session, lock it or shut down': '{0} beendet oder sperrt vielleicht die Sitzung oder fährt herunter',
  '{0} keeps secrets, or can erase something': '{0} bewahrt Geheimnisse auf oder kann etwas löschen',
  'It opens {0}': 'Es öffnet {0}',

  'The script only reads or opens an app': 'Das Skript liest nur oder öffnet ein Programm',
  'The script is too long for me to judge': 'Das Skript ist zu lang, um es zu beurteilen',
  "I can't read the script: a comment has no end": 'Ich kann das Skript nicht lesen: Ein Kommentar hat kein Ende',
  'The script holds something that is not plain AppleScript':
    'Das Skript enthält etwas, das kein gewöhnliches AppleScript ist',
  'The script empties the trash or erases a disk': 'Das Skript leert den Papierkorb oder löscht einen Datenträger',
  'The script ends the session or shuts this computer down, and Deskhand with it':
    'Das Skript beendet die Sitzung oder fährt diesen Computer herunter, und Deskhand mit',
  'The script reaches for passwords': 'Das Skript greift nach Passwörtern',
  'The script makes something run by itself later': 'Das Skript sorgt dafür, dass später etwas von selbst läuft',
  'The script runs commands of its own': 'Das Skript führt eigene Befehle aus',
  'The script reaches {0}: {1}': 'Das Skript greift auf {0} zu: {1}',
  "The script starts something it doesn't name": 'Das Skript startet etwas, das es nicht nennt',
  'The script waits for an unknown time': 'Das Skript wartet, und niemand weiß wie lange',
  "The script changes something that isn't its own": 'Das Skript ändert etwas, das ihm nicht gehört',
  'The script sets {0}': 'Das Skript setzt {0}',
  "A name that the script's loop sets could be a command":
    'Ein Name, den die Schleife des Skripts setzt, könnte ein Befehl sein',
  'The script may repeat without end': 'Das Skript wiederholt sich vielleicht ohne Ende',
  'The script defines something that runs later': 'Das Skript legt fest, was später läuft',
  "I don't know what {0} does in this script": 'Ich weiß nicht, was {0} in diesem Skript tut',
  '{0} is not a plain name of an app': '{0} ist kein gewöhnlicher Name eines Programms',
  'The script does more than read: {0}': 'Das Skript tut mehr als lesen: {0}',
  'The script reads what is written in an app: {0}': 'Das Skript liest, was in einem Programm steht: {0}',
  "The script doesn't name the app plainly": 'Das Skript nennt das Programm nicht offen',

  'It reads {0}: {1}': 'Es liest {0}: {1}',
  'It reads one of your files': 'Es liest eine deiner Dateien',
  'It reads a file outside your home folder': 'Es liest eine Datei außerhalb deines Benutzerordners',
  "I don't know the place where {0} lies": 'Den Ort, an dem {0} liegt, kenne ich nicht',
  'It changes {0}': 'Es ändert {0}',
  'It changes {0}: {1}': 'Es ändert {0}: {1}',
  'It sends {0} to this chat': 'Es schickt {0} in diesen Chat',
  'It sends {0} to this chat: {1}': 'Es schickt {0} in diesen Chat: {1}',
  'It reads a note': 'Es liest eine Notiz',
  'It writes a note': 'Es schreibt eine Notiz',
  'That path leads out of your notes': 'Dieser Pfad führt aus deinen Notizen hinaus',
  'That path may lead out of your notes': 'Dieser Pfad führt vielleicht aus deinen Notizen hinaus',
  '{0} is not a plain path of a note': '{0} ist kein schlichter Pfad einer Notiz',
  'Every run reads {0}': 'Jeder Lauf liest {0}',
  '{0} is written so that it hides where it leads': '{0} ist so geschrieben, dass man nicht sieht, wohin es führt',
  "That is somebody else's folder": 'Das ist der Ordner von jemand anderem',
  'A full path with .. in it hides where it leads': 'Ein vollständiger Pfad mit .. darin verbirgt, wohin er führt',
  'The path leads out of the folder it starts in': 'Der Pfad führt aus dem Ordner hinaus, in dem er beginnt',

  "The address holds characters that plain addresses don't have":
    'Die Adresse enthält Zeichen, die gewöhnliche Adressen nicht haben',
  'This address runs what it says': 'Diese Adresse führt aus, was in ihr steht',
  'A {0}: address runs what it says': 'Eine Adresse mit {0}: führt aus, was in ihr steht',
  'A {0}: address opens another app': 'Eine Adresse mit {0}: öffnet ein anderes Programm',
  'The address is long enough to carry data away': 'Die Adresse ist lang genug, um Daten wegzutragen',
  '{0} is not an address': '{0} ist keine Adresse',
  'It opens an empty page': 'Es öffnet eine leere Seite',
  'It opens a file as a page: {0}': 'Es öffnet eine Datei als Seite: {0}',
  'It opens a file as a page, and that can be anything': 'Es öffnet eine Datei als Seite, und das kann alles sein',
  'The address holds a user name or a password': 'Die Adresse enthält einen Namen oder ein Passwort',
  '{0} is an address in numbers': '{0} ist eine Adresse aus Zahlen',
  '{0} is this computer or its own network': '{0} ist dieser Computer oder sein eigenes Netz',
  '{0} can look like another address': '{0} kann wie eine andere Adresse aussehen',
  'Port {0} is an unusual one for a page': 'Port {0} ist für Seiten ungewöhnlich',
  "You didn't mention {0}": '{0} hast du nicht genannt',
  'You mentioned {0}': '{0} hast du genannt',
  'It downloads a file': 'Es lädt eine Datei herunter',
  'You gave this address': 'Du hast diese Adresse genannt',
  'The address is not written plainly': 'Die Adresse ist nicht schlicht geschrieben',
  'Opening this address may already do something': 'Diese Adresse zu öffnen kann schon etwas auslösen',
  "The address carries something you didn't say": 'Die Adresse trägt etwas mit sich, das du nicht gesagt hast',
  "The address carries {0}, which you didn't say": 'Die Adresse trägt {0} mit sich; das hast du nicht gesagt',

  "The skill “{0}” doesn't list “{1}” among its permissions": 'Der Skill „{0}“ hat das Recht „{1}“ nicht',
  'It wants the network': 'Es will ins Netz',
  'It wants to write {0}': 'Es will {0} schreiben',
  'It wants to read {0}': 'Es will {0} lesen',
  'That is not a full address such as https://example.com/':
    'Das ist keine vollständige Adresse wie https://example.com/',
  'Only https and http addresses are fetched, not {0}': 'Geholt werden nur Adressen mit https und http, nicht {0}',
  "This page comes unencrypted, and you didn't write http":
    'Diese Seite kommt unverschlüsselt, und du hast nicht http geschrieben',
  'A page of {0} leads there': 'Eine Seite von {0} führt dorthin',
};
