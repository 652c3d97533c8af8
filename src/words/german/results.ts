/** What comes of an action, in German. */
export const GERMAN_RESULTS: Readonly<Record<string, string>> = {
  '{0} is not just the name of an application.': '{0} ist nicht bloß der Name eines Programms.',
  'There is no application called {0}. {1}': 'Es gibt kein Programm namens {0}. {1}',
  'The closest one is {0}.': 'Am nächsten kommt {0}.',
  'No applications are installed.': 'Es sind keine Programme installiert.',
  'Installed: {0}.': 'Installiert: {0}.',
  'Installed: {0} and {1} more.': 'Installiert: {0} und {1} weitere.',
  'Changed {0}.': '{0} geändert.',
  'it exists already; replace or insert text in it, or choose another name':
    'es ist schon da; ersetze oder füge Text darin ein, oder wähle einen anderen Namen',
  'Created {0} ({1})': '{0} angelegt ({1})',
  '{0} and the folder {1}.': '{0}, dazu den Ordner {1}.',
  'nothing that was done to it here is left to take back':
    'nichts, was hier daran getan wurde, lässt sich noch zurücknehmen',
  'something else has changed it since; look at it again first':
    'es wurde inzwischen von anderem geändert; sieh es dir erst noch einmal an',
  '{0}: {1}. Nothing was changed.': '{0}: {1}. Nichts wurde geändert.',
  '{0} could not be opened: its program {1} is not installed.':
    '{0} ließ sich nicht öffnen: Sein Programm {1} ist nicht installiert.',
  '{0} could not be opened: {1}.': '{0} ließ sich nicht öffnen: {1}.',
  'Opened {0}.': '{0} geöffnet.',
  '{0} could not be opened: it needs a terminal, and none is installed.':
    '{0} ließ sich nicht öffnen: Es braucht ein Terminal, und keines ist installiert.',
  'No mail program is set up on this computer. Install one, for example Thunderbird.':
    'Auf diesem Computer ist kein Mailprogramm eingerichtet. Installiere eins, zum Beispiel Thunderbird.',
  'No browser is installed. Install one, for example chromium or firefox-esr.':
    'Kein Browser ist installiert. Installiere einen, zum Beispiel chromium oder firefox-esr.',
  'it ended at once ({0})': 'es endete sofort ({0})',
  'AppleScript runs on a Mac only. This is Linux: use the shell, or the screen.':
    'AppleScript läuft nur auf einem Mac. Das ist Linux: nimm die Shell oder den Bildschirm.',
  'Shell commands run without a sandbox, guarded by my check alone: {0}.':
    'Shell-Befehle laufen ohne Sandbox, nur durch meine Prüfung geschützt: {0}.',
  '{0} is not there (apt install bubblewrap)': '{0} ist nicht da (apt install bubblewrap)',
  'that text does not occur in it; view the file and copy it exactly':
    'dieser Text kommt nicht darin vor; sieh die Datei an und übernimm ihn genau',
  'it is not text in UTF-8 (a picture, a program, or another encoding)':
    'es ist kein Text in UTF-8 (ein Bild, ein Programm oder eine andere Kodierung)',
  '{0} is not a full address such as https://example.com/.': '{0} ist keine volle Adresse wie https://example.com/.',
  'Addresses that begin with {0} are not opened, only https, http, file and mailto.':
    'Adressen, die mit {0} beginnen, werden nicht geöffnet, nur https, http, file und mailto.',
  'This element cannot be focused directly; click it.':
    'Dieses Element lässt sich nicht direkt auswählen; klicke darauf.',
  'The value of this element cannot be set directly; click it and type.':
    'Der Wert dieses Elements lässt sich nicht direkt setzen; klicke darauf und tippe.',
  'Bring {0} to the front first.': 'Hol erst {0} nach vorn.',
  'There is no element {0}: this look lists 1 to {1}.': 'Es gibt kein Element {0}: Dieser Blick zeigt 1 bis {1}.',
  'Exit code {0}.': 'Exit-Code {0}.',
  'The person answered: {0}': 'Du hast geantwortet: {0}',
  'Nothing changed within {0} s.': 'In {0} s hat sich nichts geändert.',
  '“{0}” did not show up within {1} s.': '„{0}“ ist in {1} s nicht aufgetaucht.',
  'I never send my own keys and records.': 'Meine eigenen Schlüssel und Aufzeichnungen sende ich nie.',
  '{0} is a folder. Zip it first.': '{0} ist ein Ordner. Zippe ihn erst.',
  '{0} is not a file.': '{0} ist keine Datei.',
  '{0} is empty.': '{0} ist leer.',
  '{0} has {1} MB; at most {2} MB can be sent.': '{0} hat {1} MB; höchstens {2} MB lassen sich senden.',
  "Couldn't send {0}: this chat doesn't accept it.": '{0} ließ sich nicht senden: Dieser Chat nimmt es nicht an.',
  '{0} is on its way.': '{0} ist unterwegs.',
  'Sent {0}.': '{0} gesendet.',
  'its name holds a zero byte': 'der Name enthält ein Nullbyte',
  '{0} has only {1}.': '{0} hat nur {1}.',
  'The last change was taken back': 'Die letzte Änderung wurde zurückgenommen',
  'The file was new and is gone again': 'Die Datei war neu und ist wieder weg',
  'the text holds half a character': 'der Text enthält ein halbes Zeichen',
  '{0} It runs without its own sandbox, because Deskhand runs as root.':
    '{0} Es läuft ohne eigene Sandbox, weil Deskhand als root läuft.',
  'exit code {0}': 'Exit-Code {0}',
  "This Mac doesn't let me control {0}: allow {1} to control it in System Settings › Privacy & Security › Automation.":
    'Dieser Mac lässt mich {0} nicht steuern: erlaube es {1} in Systemeinstellungen › Datenschutz & Sicherheit › Automation.',
  "This Mac doesn't let me control other applications: allow {0} to control them in System Settings › Privacy & Security › Automation.":
    'Dieser Mac lässt mich andere Programme nicht steuern: erlaube es {0} in Systemeinstellungen › Datenschutz & Sicherheit › Automation.',
  "This Mac doesn't let me press keys or buttons by script: allow {0} in System Settings › Privacy & Security › Accessibility (“Device Control and Data Access” since macOS 27).":
    'Dieser Mac lässt mich keine Tasten oder Knöpfe per Skript drücken: erlaube es {0} in Systemeinstellungen › Datenschutz & Sicherheit › Bedienungshilfen (seit macOS 27 „Gerätesteuerung und Datenzugriff“).',
  'The script did not answer in time. The Mac may be asking whether I may control an application: answer there.':
    'Das Skript hat nicht rechtzeitig geantwortet. Vielleicht fragt der Mac, ob ich ein Programm steuern darf: antworte dort.',
  'the application I was started from': 'dem Programm, aus dem ich gestartet wurde',
  'The script ended with an error': 'Das Skript endete mit einem Fehler',
  '{0} could not be opened': '{0} ließ sich nicht öffnen',
  'it did not answer in time': 'es hat nicht rechtzeitig geantwortet',
  '{0} does not work here ({1})': '{0} geht hier nicht ({1})',
  'The command could not be started: {0}.': 'Der Befehl ließ sich nicht starten: {0}.',
  'The command holds a zero byte and was not run.': 'Der Befehl enthält ein Nullbyte und wurde nicht ausgeführt.',
  '{0} is not a folder; nothing was run. The shell is in {1} now.':
    '{0} ist kein Ordner; nichts wurde ausgeführt. Die Shell ist jetzt in {1}.',
  'The working directory {0} cannot be used, {1}; nothing was run. The shell is in {2} now.':
    'Der Arbeitsordner {0} lässt sich nicht benutzen, {1}; nichts wurde ausgeführt. Die Shell ist jetzt in {2}.',
  'it is too long': 'er ist zu lang',
  'that text occurs {0} times (line {1}); take in more around the one you mean':
    'dieser Text kommt {0}-mal vor (Zeile {1}); nimm mehr von dem dazu, was um die gemeinte Stelle steht',
  'it has {0} lines; a line from 0 to {1} is needed': 'sie hat {0} Zeilen; nötig ist eine Zeile von 0 bis {1}',
  'it is not a regular file': 'es ist keine gewöhnliche Datei',
  'it is larger than 8 MiB; the shell can work on it': 'sie ist größer als 8 MiB; die Shell kann sie bearbeiten',
  "Window titles cannot be read: this Mac doesn't let me see windows":
    'Fenstertitel lassen sich nicht lesen: Dieser Mac lässt mich keine Fenster sehen',
  'There is no element {0}: this look has no list of elements. Use x and y.':
    'Es gibt kein Element {0}: Dieser Blick hat keine Liste von Elementen. Nimm x und y.',
  '{0} characters left out': '{0} Zeichen ausgelassen',
  'tried where it can change nothing and has no network':
    'ausgeführt, wo nichts geändert werden kann und kein Netz ist',
  'tried where it can change only {0}, deletes nothing there and has no network':
    'ausgeführt, wo nur {0} geändert werden kann, nichts darin gelöscht wird und kein Netz ist',
  'it wanted the network, and there is none': 'der Befehl wollte ins Netz, und hier ist keines',
  'it could not write {0}': 'der Befehl konnte {0} nicht schreiben',
  '{0} was not shown to it': '{0} bekam der Befehl nicht zu sehen',
  '{0} was hidden': '{0} war verborgen',
  'left out: {0}': 'ausgelassen: {0}',
  'other processes, drives and connections are not shown here':
    'andere Prozesse, Laufwerke und Verbindungen sind hier nicht zu sehen',
  'the display, the session bus and other programs’ sockets are out of reach here':
    'der Bildschirm, der Sitzungsbus und die Sockets anderer Programme sind hier nicht erreichbar',
  'new files: {0}': 'neue Dateien: {0}',
  'not kept: {0}': 'nicht übernommen: {0}',
  'deleted there and still here: {0}': 'dort gelöscht und hier noch da: {0}',
  '{0}, {1} more': '{0}, {1} weitere',
  '{0} and {1} more': '{0} und {1} weitere',
  'the sandbox may have stopped it': 'vielleicht hat die Sandbox den Befehl aufgehalten',
  'still running in the background: {0}; it ends when this run is stopped or Deskhand ends':
    'läuft im Hintergrund weiter: {0}; es endet, wenn dieser Lauf gestoppt wird oder Deskhand endet',
  'ended at the time limit of {0}': 'nach der erlaubten Zeit von {0} beendet',
  'its scratch folder came to more than {0} MB or {1} files in this run or could not be looked into, which ends a command; everything in that folder was deleted':
    'der Zwischenordner kam in diesem Lauf auf mehr als {0} MB oder {1} Dateien oder ließ sich nicht ansehen, was einen Befehl beendet; alles darin wurde gelöscht',
  'It was ended after {0} s.': 'Es wurde nach {0} s beendet.',
  '{0} is too long to be written anew as a whole; nothing was written. Put what is new into a note of its own, with a link [[{1}]] in it.':
    '{0} ist zu lang, um als Ganzes neu geschrieben zu werden; nichts wurde geschrieben. Schreib das Neue in eine eigene Notiz mit einem Link [[{1}]].',
  '[hidden: …] stands for a secret that you are never shown; it was not used. Ask the person for it with ask_user and secret true.':
    '[hidden: …] steht für ein Geheimnis, das dem Modell nie gezeigt wird; es wurde nicht benutzt. Das Modell soll dich danach fragen.',
  'The pointer is at {0}, {1} (0–1000).': 'Der Zeiger ist bei {0}, {1} (0–1000).',
  'Not done: {0}.': 'Nicht ausgeführt: {0}.',
  "Couldn't send it: {0}.": 'Ließ sich nicht senden: {0}.',
  "{0} doesn't exist.": '{0} gibt es nicht.',
  'it ended with {0}': 'es endete mit {0}',
  'a signal': 'einem Signal',
  'there is none': 'es gibt keine',
  "There is no confined place for commands here, so I ask before those I don't understand: {0}.":
    'Hier gibt es keinen abgeschotteten Ort für Befehle, also frage ich vor denen, die ich nicht verstehe: {0}.',
  'How many processes a command starts and how much memory it takes in all is not limited here.':
    'Wie viele Prozesse ein Befehl startet und wie viel Speicher er insgesamt braucht, ist hier nicht begrenzt.',
  'How much memory a command takes in all is not limited here, only how much each of its processes does.':
    'Wie viel Speicher ein Befehl insgesamt braucht, ist hier nicht begrenzt, nur der seiner einzelnen Prozesse.',
  '{0} is not held down.': '{0} ist nicht gedrückt.',
  'The field now shows something other than what was typed.':
    'Im Feld steht jetzt etwas anderes als das, was getippt wurde.',
  'The field now shows nothing of what was typed.': 'Von dem, was getippt wurde, steht jetzt nichts im Feld.',
  'The field now shows “{0}”, not what was typed.': 'Im Feld steht jetzt „{0}“, nicht das, was getippt wurde.',
  '{{secret:{0}}} is not there: it was never asked for, or it was used already.':
    '{{secret:{0}}} ist nicht da: Es wurde nie erfragt oder ist schon verbraucht.',
  'Deskhand ended in the middle of it': 'Deskhand endete mittendrin',
  '{0} (type it exactly like this, once)': '{0} (einmal genau so tippen)',
  '{0}. Nothing was fetched.': '{0}. Es wurde nichts geholt.',
  'Pages are not read here. Open it with open_url.': 'Seiten werden hier nicht gelesen. Öffne sie mit open_url.',
  '{0} took too long to answer.': '{0} hat zu lange nicht geantwortet.',
  '{0} leads elsewhere, and that is not fetched: {1}.': '{0} führt anderswohin, und das wird nicht geholt: {1}.',
  'The page leads to another address: {0}. Nothing was fetched from there.':
    'Die Seite führt zu einer anderen Adresse: {0}. Von dort wurde nichts geholt.',
  '{0} leads from one address to the next without an end.': '{0} führt ohne Ende von einer Adresse zur nächsten.',
  'The page cannot be read: {0}. Open it with open_url.':
    'Die Seite kann nicht gelesen werden: {0}. Öffne sie mit open_url.',
  'There is hardly any text without JavaScript or pictures. Open it with open_url to see more.':
    'Ohne JavaScript oder Bilder steht dort kaum Text. Öffne sie mit open_url, um mehr zu sehen.',
  'The page is empty.': 'Die Seite ist leer.',
  '({0} more characters are left out; open_url shows the whole page)':
    '({0} weitere Zeichen fehlen; open_url zeigt die ganze Seite)',
  '{0} has no such page ({1}).': '{0} hat keine solche Seite ({1}).',
  '{0} does not show this page to everyone ({1}). Open it with open_url if the person is signed in there.':
    '{0} zeigt diese Seite nicht jedem ({1}). Öffne sie mit open_url, falls die Person dort angemeldet ist.',
  '{0} was asked too often (429). Wait, or go on without it.':
    '{0} wurde zu oft gefragt (429). Warte, oder mach ohne sie weiter.',
  '{0} has trouble ({1}). Try again later.': '{0} hat eine Störung ({1}). Versuch es später noch einmal.',
  '{0} did not give the page ({1}).': '{0} hat die Seite nicht herausgegeben ({1}).',
  'It is {0}: only pages, text, JSON, XML, CSV and PDF are fetched. Open it with open_url.':
    'Es ist {0}: Geholt werden nur Seiten, Text, JSON, XML, CSV und PDF. Öffne es mit open_url.',
  '{0} leads to this computer or its own network. Nothing was fetched.':
    '{0} führt zu diesem Computer oder in sein eigenes Netz. Es wurde nichts geholt.',
  'The page is larger than 2 MB. Open it with open_url.': 'Die Seite ist größer als 2 MB. Öffne sie mit open_url.',
  '{0} was not found, or this computer is offline.': '{0} wurde nicht gefunden, oder dieser Computer ist offline.',
  'The certificate of {0} is not valid, so nothing was fetched.':
    'Das Zertifikat von {0} ist ungültig, darum wurde nichts geholt.',
  '{0} cannot be reached.': '{0} ist nicht erreichbar.',
  '{0} did not answer as a web server does.': '{0} hat nicht wie ein Webserver geantwortet.',
};
