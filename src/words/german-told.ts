/** What parts say that know no languages, in German: see told.ts. */

import { GERMAN_TOLD_SLACK } from './german-told-slack.ts';

export const GERMAN_TOLD: Readonly<Record<string, string>> = {
  ...GERMAN_TOLD_SLACK,
  // Disk trouble
  '{0} ({1})': '{0} ({1})',
  'it was removed or replaced: start Deskhand anew': 'es wurde gelöscht oder ersetzt: starte Deskhand neu',
  'the disk is full: free some space': 'die Platte ist voll: schaffe Platz',
  'the disk quota is used up: free some space': 'der Speicherplatz ist aufgebraucht: schaffe Platz',
  'the disk reports an error: check it, and whether it is still connected':
    'die Platte meldet einen Fehler: prüfe sie, und ob sie noch angeschlossen ist',
  'the disk is read-only: make it writable': 'die Platte ist schreibgeschützt: mach sie beschreibbar',
  'permission is missing: check who owns it and its rights':
    'die Berechtigung fehlt: prüfe, wem es gehört, und die Rechte',
  'the system does not allow it: check who owns it and its rights':
    'das System erlaubt es nicht: prüfe, wem es gehört, und die Rechte',
  'too many files are open': 'zu viele Dateien sind offen',
  'the computer has too many files open': 'der Computer hat zu viele Dateien offen',
  'the file would be too large': 'die Datei würde zu groß',
  'it is not there': 'es ist nicht da',
  'a part of the path is a file, not a folder': 'ein Teil des Pfads ist eine Datei, kein Ordner',
  'it is a folder': 'es ist ein Ordner',
  'it exists already': 'es ist schon da',
  'the folder is not empty': 'der Ordner ist nicht leer',
  'links point at each other in a circle': 'Verknüpfungen zeigen im Kreis aufeinander',
  'the name is too long': 'der Name ist zu lang',
  'it is in use': 'es wird gerade benutzt',
  '{0} could not be saved: {1}': '{0} ließ sich nicht speichern: {1}',
  '{0} cannot be kept in {1}: {2}': '{0} lässt sich in {1} nicht aufbewahren: {2}',
  'There are {0} files named like {1} in {2}; tidy it up': 'In {2} sind {0} Dateien, die wie {1} heißen; räum dort auf',
  'The setting {0} could not be saved: {1}': 'Die Einstellung {0} ließ sich nicht speichern: {1}',
  'The journal {0} could not be {1}: {2}': 'Das Journal {0}: {2}',
  // Chats
  'the page no longer has it': 'die Seite hat es nicht mehr',
  'it is larger than {0} MB': 'es ist größer als {0} MB',
  'it is larger than the {0} MB that I can take from {1}':
    'es ist größer als die {0} MB, die ich von {1} annehmen kann',
  'Telegram does not have it any more': 'Telegram hat es nicht mehr',
  'that chat is not running': 'dieser Chat läuft nicht',
  'no answer within {0} s': 'keine Antwort innerhalb von {0} s',
  'the answer makes no sense': 'die Antwort ergibt keinen Sinn',
  'Telegram said {0}: {1}': 'Telegram sagte {0}: {1}',
  '{0} is not connected yet': '{0} ist noch nicht verbunden',
  '{0} is connected': '{0} ist verbunden',
  '{0} is stopped': '{0} ist beendet',
  '{0} cannot be reached ({1}); trying again': '{0} ist nicht erreichbar ({1}); ich versuche es weiter',
  'Telegram does not know this bot token ({0}): set TELEGRAM_BOT_TOKEN to the one @BotFather shows under /mybots, "API Token", and start again':
    'Telegram kennt dieses Bot-Token nicht ({0}): setze TELEGRAM_BOT_TOKEN auf das, was @BotFather unter /mybots, „API Token“, zeigt, und starte neu',
  'Another program reads the messages of this Telegram bot (409): stop the other copy, or give one of them its own bot; trying again':
    'Ein anderes Programm liest die Nachrichten dieses Telegram-Bots (409): beende es, oder gib einem von beiden einen eigenen Bot; ich versuche es weiter',
  '{0} asks for a pause (429); going on after it': '{0} bittet um eine Pause (429); danach geht es weiter',
  '{0} has trouble ({1}); trying again': '{0} hat Schwierigkeiten ({1}); ich versuche es weiter',
  'A message from Telegram could not be stored; trying again':
    'Eine Nachricht von Telegram ließ sich nicht speichern; ich versuche es weiter',
  'not started': 'nicht gestartet',
  'no page open': 'keine Seite offen',
  '1 page open': '1 Seite offen',
  '{0} pages open': '{0} Seiten offen',
  // Voice notes
  'This voice note is empty': 'Diese Sprachnachricht ist leer',
  'I can only hear voice notes as Telegram, Slack and the chat page record them (OGG/Opus, MP4, WebM, WAV); this is something else':
    'Ich kann nur Sprachnachrichten hören, wie Telegram, Slack und die Chatseite sie aufnehmen (OGG/Opus, MP4, WebM, WAV); das ist etwas anderes',
  'This voice note is in a format that needs a program to be heard: install ffmpeg on this computer (macOS: brew install ffmpeg, Debian: apt install ffmpeg) and send it again, or write it':
    'Diese Sprachnachricht hat ein Format, das ein Programm braucht: installiere ffmpeg auf diesem Computer (macOS: brew install ffmpeg, Debian: apt install ffmpeg) und sende sie noch einmal, oder schreib es',
  'This voice note is damaged or too short; I hear nothing in it':
    'Diese Sprachnachricht ist beschädigt oder zu kurz; ich höre nichts darin',
  'I hear nothing in this voice note': 'Ich höre nichts in dieser Sprachnachricht',
  'This voice note is damaged; send it again, or write it':
    'Diese Sprachnachricht ist beschädigt; sende sie noch einmal, oder schreib es',
  'A voice note may be {0} minutes long; this one is longer. Say it in fewer words, or write it':
    'Eine Sprachnachricht darf {0} Minuten lang sein; diese ist länger. Sag es kürzer, oder schreib es',
  'I heard no words in this voice note': 'Ich habe in dieser Sprachnachricht keine Worte gehört',
  'Listening broke off ({0}). Send the voice note again, or write it':
    'Das Zuhören brach ab ({0}). Sende die Sprachnachricht noch einmal, oder schreib es',
  'Listening failed: {0}': 'Das Zuhören ist fehlgeschlagen: {0}',
  'There is no speech model in {0}': 'In {0} liegt kein Sprachmodell',
  'The speech model {0} cannot be loaded ({1})': 'Das Sprachmodell {0} lässt sich nicht laden ({1})',
  'To have voice notes written down on this computer, set VOICE_MODEL=Xenova/whisper-base in .env and start again (about 80 MB are fetched once), or set it to a folder that holds such a model':
    'Damit Sprachnachrichten auf diesem Computer aufgeschrieben werden, setze VOICE_MODEL=Xenova/whisper-base in .env und starte neu (etwa 80 MB werden einmal geholt), oder setze es auf einen Ordner mit einem solchen Modell',
  'Until then, write it': 'Bis dahin schreib es',
  // What is hidden in a picture, and what could not be looked at
  '{0} keeps secrets: its window is covered and its elements are not told':
    '{0} verwahrt Geheimnisse: Das Fenster ist verdeckt, und seine Elemente werden nicht genannt',
  'The accessibility bus does not answer, so elements cannot be read: install the Debian package at-spi2-core':
    'Der Zugänglichkeitsbus antwortet nicht, Elemente lassen sich also nicht lesen: installiere das Debian-Paket at-spi2-core',
  'The list of elements did not arrive in time; the picture is all there is to go by':
    'Die Liste der Elemente kam nicht rechtzeitig; es gilt das Bild',
  'The desktop reports no display at all; connect one or wake the computer':
    'Der Schreibtisch meldet keinen Bildschirm; schließ einen an oder wecke den Computer',
  'There is no display now': 'Es gibt gerade keinen Bildschirm',
  'the display has no screen': 'der Bildschirm ist nicht da',
  'no display is set (DISPLAY is empty)': 'kein Bildschirm ist eingestellt (DISPLAY ist leer)',
  // The hands
  'The desktop is gone: {0}': 'Der Schreibtisch ist weg: {0}',
  'Deskhand is trying to get it back': 'Deskhand versucht, ihn zurückzuholen',
  'The desktop stays down: {0}': 'Der Schreibtisch bleibt weg: {0}',
  'Deskhand goes on as soon as it is back': 'Deskhand macht weiter, sobald er wieder da ist',
  'The desktop is back': 'Der Schreibtisch ist wieder da',
  'display {0} does not answer': 'Bildschirm {0} antwortet nicht',
  'display {0} cannot be reached': 'Bildschirm {0} ist nicht zu erreichen',
  'display {0} hung up': 'Bildschirm {0} hat die Verbindung getrennt',
  'display {0} is gone': 'Bildschirm {0} ist weg',
  'the connection to display {0} broke': 'die Verbindung zu Bildschirm {0} ist abgerissen',
  'the hands process ended with code {0}': 'der Hände-Prozess endete mit Code {0}',
  'the hands process was ended by {0}': 'der Hände-Prozess wurde durch {0} beendet',
  'the hands process has ended': 'der Hände-Prozess ist zu Ende',
  'the hands process did not start': 'der Hände-Prozess startete nicht',
  'the hands process could not be started: {0}': 'der Hände-Prozess ließ sich nicht starten: {0}',
  'the hands process was restarted to stop what it was doing':
    'der Hände-Prozess wurde neu gestartet, um zu beenden, was er tat',
  'the hands process did not finish "{0}" in {1} s': 'der Hände-Prozess wurde mit „{0}“ in {1} s nicht fertig',
  'the hands process was closed': 'der Hände-Prozess wurde geschlossen',
  Hands: 'Hände',
  Recall: 'Erinnerung',
  'not running; they are started when they are needed': 'laufen nicht; sie werden gestartet, wenn sie gebraucht werden',
  'process {0}': 'Prozess {0}',
  'not needed so far': 'bisher nicht gebraucht',
  'by meaning (MiniLM)': 'nach Bedeutung (MiniLM)',
  'There is no confined place for commands here, so what is not understood asks: {0}':
    'Hier gibt es keinen abgeschlossenen Ort für Befehle; was nicht verstanden wird, wird gefragt: {0}',
  'How many processes a command starts and how much memory it takes in all is not limited here.':
    'Wie viele Prozesse ein Befehl startet und wie viel Speicher er insgesamt nimmt, ist hier nicht begrenzt.',
  'How much memory a command takes in all is not limited here, only how much each of its processes does.':
    'Wie viel Speicher ein Befehl insgesamt nimmt, ist hier nicht begrenzt, nur wie viel jeder seiner Prozesse nimmt.',
  'Shell commands run without a sandbox, kept by the gate alone: {0}':
    'Shell-Befehle laufen ohne Sandbox, nur von der Prüfung gehalten: {0}',
  'there is no display {0}': 'es gibt keinen Bildschirm {0}',
  'there is only display 1': 'es gibt nur Bildschirm 1',
  'there are displays 1 to {0}': 'es gibt Bildschirm 1 bis {0}',
  'display {0} has changed since the last look; look again first':
    'Bildschirm {0} hat sich seit dem letzten Blick geändert; sieh erst noch einmal hin',
  'the top left corner stops everything when the pointer is pushed there; it is never a target':
    'die linke obere Ecke hält alles an, wenn der Zeiger dorthin geschoben wird; sie ist nie ein Ziel',
  'the text contains half a character (an unpaired surrogate)': 'der Text enthält ein halbes Zeichen',
  'the clipboard cannot be written': 'die Zwischenablage lässt sich nicht beschreiben',
  'no window has the focus, so the text would go nowhere': 'kein Fenster ist ausgewählt, der Text ginge ins Leere',
  'this keyboard layout has no key for "{0}"': 'diese Tastatur hat keine Taste für „{0}“',
  'this keyboard has no {0} key, so "{1}" cannot be pressed':
    'diese Tastatur hat keine Taste {0}; „{1}“ geht also nicht',
  'element {0} is no longer what it was at the last look; look again first':
    'Element {0} ist nicht mehr, was es beim letzten Blick war; sieh erst noch einmal hin',
  'the application does not answer; wait a moment and look again':
    'das Programm antwortet nicht; warte einen Moment und sieh noch einmal hin',
  // Acts and their results
  '{0} is not the bare name of an application': '{0} ist kein bloßer Programmname',
  'There is no application called {0}': 'Es gibt kein Programm namens {0}',
  'The closest one is {0}': 'Am nächsten kommt {0}',
  'No applications are installed': 'Es sind keine Programme installiert',
  '{0} could not be opened: its program {1} is not installed':
    '{0} ließ sich nicht öffnen: Sein Programm {1} ist nicht installiert',
  '{0} could not be opened: it needs a terminal, and none is installed':
    '{0} ließ sich nicht öffnen: Es braucht ein Terminal, und keines ist installiert',
  '{0} could not be opened: {1}': '{0} ließ sich nicht öffnen: {1}',
  'it ended at once ({0})': 'es endete sofort ({0})',
  'Opened {0}': '{0} geöffnet',
  'It runs without its own sandbox, because Deskhand runs as root':
    'Es läuft ohne eigene Sandbox, weil Deskhand als root läuft',
  'No browser is installed. Install one, for example chromium or firefox-esr':
    'Kein Browser ist installiert. Installiere einen, zum Beispiel chromium oder firefox-esr',
  '{0} is not a full address such as https://example.com/': '{0} ist keine volle Adresse wie https://example.com/',
  'Addresses that begin with {0} are not opened, only https, http, file and mailto':
    'Adressen, die mit {0} beginnen, werden nicht geöffnet, nur https, http, file und mailto',
  'AppleScript runs on a Mac only. This is Linux: use the shell, or the screen':
    'AppleScript läuft nur auf einem Mac. Das ist Linux: nimm die Shell oder den Bildschirm',
  'This element cannot be focused directly; click it':
    'Dieses Element lässt sich nicht direkt auswählen; klicke darauf',
  'The value of this element cannot be set directly; click it and type':
    'Der Wert dieses Elements lässt sich nicht direkt setzen; klicke darauf und tippe',
  'There is no element {0}: this look lists 1 to {1}': 'Es gibt kein Element {0}: Dieser Blick zeigt 1 bis {1}',
  'Bring {0} to the front first': 'Hol erst {0} nach vorn',
  'Nothing changed within {0} s': 'In {0} s hat sich nichts geändert',
  '“{0}” did not show up within {1} s': '„{0}“ ist in {1} s nicht aufgetaucht',
  'The person answered: {0}': 'Du hast geantwortet: {0}',
  'Exit code {0}': 'Endwert {0}',
  'There was no output': 'Es gab keine Ausgabe',
  'Changed {0}': '{0} geändert',
  'Made {0}': 'angelegt: {0}',
  '{0} and the folder {1}': '{0}, dazu den Ordner {1}',
  '1 line': '1 Zeile',
  '{0} lines': '{0} Zeilen',
  '{0}: {1}. Nothing was changed': '{0}: {1}. Nichts wurde geändert',
  'it exists already; replace or insert text in it, or choose another name':
    'es ist schon da; ersetze oder füge Text darin ein, oder wähle einen anderen Namen',
  'something else has changed it since; look at it again first':
    'es wurde inzwischen von anderem geändert; sieh es dir erst noch einmal an',
  'that text does not occur in it; view the file and copy it exactly':
    'dieser Text kommt nicht darin vor; sieh die Datei an und übernimm ihn genau',
  'nothing that was done to it here is left to take back':
    'nichts, was hier daran getan wurde, lässt sich noch zurücknehmen',
  "Deskhand's own keys and state are never sent": 'Deskhands eigene Schlüssel und Aufzeichnungen werden nie gesendet',
  '{0} is not there': '{0} ist nicht da',
  '{0} is no file': '{0} ist keine Datei',
  'Put the folder into an archive first': 'Pack den Ordner erst in ein Archiv',
  '{0} is empty': '{0} ist leer',
  '{0} has {1} MB; at most {2} MB can be sent': '{0} hat {1} MB; höchstens {2} MB lassen sich senden',
  '{0} could not be delivered: the chat does not take it': '{0} ließ sich nicht zustellen: Der Chat nimmt es nicht an',
  '{0} is on its way': '{0} ist unterwegs',
  'Sent {0}': '{0} gesendet',
  // What was checked
  '{0} exists': '{0} ist da',
  '{0} contains “{1}”': '{0} enthält „{1}“',
  '{0} runs': '{0} läuft',
  'port {0} is open': 'Port {0} ist offen',
  'a window is called “{0}”': 'ein Fenster heißt „{0}“',
  '{0} is open': '{0} ist offen',
  'the screen shows “{0}”': 'auf dem Bildschirm steht „{0}“',
  '“{0}” ends with {1}': '„{0}“ endet mit {1}',
  '{0} is there': '{0} ist da',
  '{0} is not there, or is no readable text': '{0} ist nicht da oder kein lesbarer Text',
  '{0} has the text': '{0} enthält den Text',
  '{0} does not have “{1}”': '{0} enthält „{1}“ nicht',
  '{0} does not run': '{0} läuft nicht',
  'port {0} answers': 'Port {0} antwortet',
  'nothing listens on port {0}': 'auf Port {0} antwortet nichts',
  'the window “{0}” is open': 'das Fenster „{0}“ ist offen',
  'no window is called “{0}”': 'kein Fenster heißt „{0}“',
  'no address on the screen shows {0}': 'keine Adresse auf dem Bildschirm zeigt {0}',
  '“{0}” is on the screen': '„{0}“ steht auf dem Bildschirm',
  '“{0}” could not be read on the screen': '„{0}“ war auf dem Bildschirm nicht zu lesen',
  'the check “{0}” is not read-only, so it was not run':
    'die Prüfung „{0}“ liest nicht nur, sie wurde also nicht ausgeführt',
  '“{0}” ended with {1} instead of {2}': '„{0}“ endete mit {1} statt {2}',
  '{0}: could not be checked ({1})': '{0}: ließ sich nicht prüfen ({1})',
  'by rule of thumb {0} of 100: picture {1} different, {2}, {3}':
    'nach Faustregel {0} von 100: Bild zu {1} anders, {2}, {3}',
  'no elements': 'keine Elemente',
  'elements {0} different': 'Elemente zu {0} anders',
  'against it: “{0}”': 'dagegen: „{0}“',
  'for it: “{0}”': 'dafür: „{0}“',
  'no word for or against it': 'kein Wort dafür oder dagegen',
  'the last action did not work': 'die letzte Handlung hat nicht geklappt',
  // Playbooks
  'All of “{0}” is done': 'Alles aus „{0}“ ist getan',
  'You denied {0}; the playbook of “{1}” has no other way':
    'Du hast {0} abgelehnt; der Ablauf von „{1}“ kennt keinen anderen Weg',
  'Step {0} of {1} cannot be done here: {2}': 'Schritt {0} von {1} geht hier nicht: {2}',
  'Step {0} of {1} ({2}) did not work: {3}': 'Schritt {0} von {1} ({2}) hat nicht geklappt: {3}',
  'step {0} of {1}': 'Schritt {0} von {1}',
  'there is no {0} “{1}” on the screen': 'auf dem Bildschirm ist kein „{1}“ ({0})',
  'the elements of the screen cannot be read': 'die Elemente des Bildschirms lassen sich nicht lesen',
  '{0} should be in front, and {1} is': '{0} sollte vorn sein, vorn ist {1}',
  'the window “{0}” is not in front': 'das Fenster „{0}“ ist nicht vorn',
  nothing: 'nichts',
  // The model's provider
  'too many requests with this key (429)': 'zu viele Anfragen mit diesem Schlüssel (429)',
  'overloaded (529)': 'überlastet (529)',
  'a fault of the server ({0})': 'ein Fehler des Servers ({0})',
  'something that is no answer came back': 'es kam etwas zurück, das keine Antwort ist',
  'it cannot be reached': 'er ist nicht erreichbar',

  'Nothing came from {0}: {1}. Try again later': 'Von {0} kam nichts: {1}. Versuch es später noch einmal',
  'Nothing came from {0}: {1}. Tried for {2} s. Check the internet connection or try again later':
    'Von {0} kam nichts: {1}. {2} s lang versucht. Prüfe die Internetverbindung, oder versuch es später noch einmal',
  '{0} says there is no credit left or a spend limit is reached{1}. Look at {2}':
    '{0} sagt, das Guthaben ist verbraucht oder eine Ausgabengrenze erreicht{1}. Sieh nach unter {2}',
  '{0} says there is no credit left or a spend limit is reached. Look at {1}':
    '{0} sagt, das Guthaben ist verbraucht oder eine Ausgabengrenze erreicht. Sieh nach unter {1}',
  '{0} does not know the model "{1}". Set {2} to one from {3}':
    '{0} kennt das Modell „{1}“ nicht. Setze {2} auf eines von {3}',
  'The request was too large for {0}. Try a smaller goal':
    'Die Anfrage war für {0} zu groß. Versuch ein kleineres Ziel',
  'The request was too large for {0} ({1}). Try a smaller goal':
    'Die Anfrage war für {0} zu groß ({1}). Versuch ein kleineres Ziel',
  '{0} did not take the request ({1})': '{0} hat die Anfrage nicht angenommen ({1})',
  'The reply was cut off twice because it got too long. Try a smaller goal':
    'Die Antwort wurde zweimal abgeschnitten, weil sie zu lang wurde. Versuch ein kleineres Ziel',
  'What the model was shown did not fit its context. Try a smaller goal':
    'Was dem Modell gezeigt wurde, war zu viel auf einmal. Versuch ein kleineres Ziel',
  'The model paused its turn twice without answering. Try again':
    'Das Modell hielt zweimal inne, ohne zu antworten. Versuch es noch einmal',
  'The model declined to go on: {0}. Word the goal differently, or do this step by hand':
    'Das Modell wollte nicht weitermachen: {0}. Sag das Ziel anders, oder mach diesen Schritt von Hand',
  'The model declined to go on. Word the goal differently, or do this step by hand':
    'Das Modell wollte nicht weitermachen. Sag das Ziel anders, oder mach diesen Schritt von Hand',
  'the reply is empty': 'die Antwort ist leer',
  'the reply is far too long': 'die Antwort ist viel zu lang',
  'the reply is not a JSON object': 'die Antwort ist kein JSON-Objekt',
  'the reply does not start with {: answer with the JSON object alone, no text before it':
    'die Antwort beginnt nicht mit dem verlangten JSON-Objekt',
  'the reply does not end with }: answer with one whole JSON object, no text after it':
    'die Antwort endet nicht mit dem verlangten JSON-Objekt',
  'the reply is not one valid JSON object: answer with exactly one, correctly quoted and escaped':
    'die Antwort ist kein gültiges JSON-Objekt',
  'the reply has the wrong shape': 'die Antwort hat die falsche Form',
  'the reply was cut off: {0}': 'die Antwort wurde abgeschnitten: {0}',
  'the model declined: {0}': 'das Modell lehnte ab: {0}',
  // What holds a run
  'by {0}': 'von {0}',
  'because somebody moved the mouse': 'weil jemand die Maus bewegt hat',
  'because somebody used the keyboard': 'weil jemand die Tastatur benutzt hat',
  iterations: 'Schritte',
  time: 'Zeit',
  tokens: 'Tokens',
  cost: 'Kosten',
  'day-cost': 'Kosten des Tages',
  extend: 'erweitert',
  stop: 'gestoppt',
  expired: 'keine Antwort',
  // Skills that cannot be used
  'it is not a file': 'es ist keine Datei',
  'it is larger than 256 KB': 'es ist größer als 256 KB',
  'it is not text in UTF-8': 'es ist kein Text in UTF-8',
  'it cannot be read ({0})': 'es lässt sich nicht lesen ({0})',
  '{0} is missing': '{0} fehlt',
  '{0} is not what was confirmed': '{0} ist nicht, was bestätigt wurde',
  '{0} was not there when it was confirmed': '{0} war nicht da, als bestätigt wurde',
  'the playbook is not JSON: {0}': 'der Ablauf ist kein JSON: {0}',
  'the playbook is a JSON list of actions, each with its "action" name':
    'der Ablauf ist eine JSON-Liste von Handlungen, jede mit ihrem Namen als "action"',
  // What elements are
  button: 'Knopf',
  'check box': 'Kästchen',
  'menu item': 'Menüpunkt',
  'column header': 'Spaltenkopf',
  'row header': 'Zeilenkopf',
  'combo box': 'Auswahlfeld',
  'date field': 'Datumsfeld',
  icon: 'Symbol',
  slider: 'Schieber',
  dialog: 'Dialog',
  image: 'Bild',
  text: 'Text',
  'list item': 'Listeneintrag',
  menu: 'Menü',
  tab: 'Reiter',
  'password field': 'Passwortfeld',
  'progress bar': 'Fortschrittsbalken',
  'radio button': 'Optionsfeld',
  'number field': 'Zahlenfeld',
  cell: 'Zelle',
  terminal: 'Terminal',
  field: 'Feld',
  toggle: 'Schalter',
  switch: 'Schalter',
  item: 'Element',
  heading: 'Überschrift',
  link: 'Link',
  row: 'Zeile',
  'tree item': 'Eintrag',
  group: 'Gruppe',
  element: 'Element',
  // Why elements cannot be listed, or not all
  'There is no session bus, so applications cannot show their elements: start Deskhand inside the desktop session, or set DBUS_SESSION_BUS_ADDRESS':
    'Es gibt keinen Session-Bus, also können Programme ihre Elemente nicht zeigen: Starte Deskhand in der Desktop-Sitzung oder setze DBUS_SESSION_BUS_ADDRESS',
  'The registry of the accessibility bus does not answer; log in again, or reinstall the Debian package at-spi2-core':
    'Das Verzeichnis des Accessibility-Busses antwortet nicht; melde dich neu an oder installiere das Debian-Paket at-spi2-core noch einmal',
  'The application in front': 'Das Programm vorn',
  '{0} does not show its elements; the picture is all there is to go by':
    '{0} zeigt seine Elemente nicht; gearbeitet wird nach dem Bild',
  '{0} does not show its elements ({1}); the picture is all there is to go by':
    '{0} zeigt seine Elemente nicht ({1}); gearbeitet wird nach dem Bild',
  'This window of {0} does not show its elements; the picture is all there is to go by':
    'Dieses Fenster von {0} zeigt seine Elemente nicht; gearbeitet wird nach dem Bild',
  '{0} does not answer, so its elements are not known now; the picture is all there is to go by':
    '{0} antwortet nicht, seine Elemente sind also gerade nicht bekannt; gearbeitet wird nach dem Bild',
  '{0} does not answer now; the picture is all there is to go by':
    '{0} antwortet gerade nicht; gearbeitet wird nach dem Bild',
  '{0} shows its elements only when started with --force-renderer-accessibility and ACCESSIBILITY_ENABLED=1; until then the picture is all there is to go by':
    '{0} zeigt seine Elemente nur, wenn es mit --force-renderer-accessibility und ACCESSIBILITY_ENABLED=1 gestartet wird; bis dahin wird nach dem Bild gearbeitet',
  'This window is very large; of what is not in view now little is listed':
    'Dieses Fenster ist sehr groß; was gerade nicht zu sehen ist, wird kaum aufgeführt',
  'Not all elements could be read in {0} ms; there may be more than are listed':
    'In {0} ms ließen sich nicht alle Elemente lesen; vielleicht gibt es mehr als aufgeführt',
  'There are more elements than the {0} most important ones, which are listed':
    'Es gibt mehr Elemente als die {0} wichtigsten, die aufgeführt sind',
  'There are more elements than the {0} that are listed': 'Es gibt mehr Elemente als die {0} aufgeführten',
  'There are more elements on the page than are listed': 'Die Seite hat mehr Elemente als aufgeführt',
  'What lies deeper inside is not listed': 'Was tiefer liegt, ist nicht aufgeführt',
  'macOS does not let Deskhand see elements: allow it in System Settings › Privacy & Security › Accessibility (“Device Control and Data Access” since macOS 27). Until then the picture is all there is to go by':
    'macOS lässt Deskhand keine Elemente sehen: Erlaube es unter Systemeinstellungen › Datenschutz & Sicherheit › Bedienungshilfen (seit macOS 27 „Gerätesteuerung und Datenzugriff“). Bis dahin wird nach dem Bild gearbeitet',
  '{0} is not running any more': '{0} läuft nicht mehr',
  '{0} is busy and does not answer now; the picture is all there is to go by':
    '{0} ist beschäftigt und antwortet jetzt nicht; es wird nach dem Bild gearbeitet',
  'The application stopped answering; there may be more than is listed':
    'Das Programm antwortet nicht mehr; vielleicht gibt es mehr, als hier steht',
  'the keyboard layout of this Mac has no key for "{0}"': 'die Tastatur dieses Macs hat keine Taste für „{0}“',
  'no display is connected to this Mac, or all are switched off':
    'an diesem Mac ist kein Bildschirm angeschlossen, oder alle sind aus',
  'this Mac has no clipboard: nobody is logged in at its screen':
    'dieser Mac hat keine Zwischenablage: niemand ist an seinem Bildschirm angemeldet',
  '{0} is not running': '{0} läuft nicht',
  '{0} has no window in front': '{0} hat kein Fenster vorn',
  '{0} lets nobody read its pages: switch on {1}. Until then the picture is all there is to go by':
    '{0} lässt niemanden seine Seiten lesen: Schalte {1} ein. Bis dahin wird nach dem Bild gearbeitet',
  'The page in {0} could not be read ({1}); the picture is all there is to go by':
    'Die Seite in {0} ließ sich nicht lesen ({1}); gearbeitet wird nach dem Bild',
  'Something is open beside the page, so its elements cannot be placed; the picture is all there is to go by':
    'Neben der Seite ist etwas offen, also lässt sich nicht sagen, wo ihre Elemente liegen; gearbeitet wird nach dem Bild',
  'by words: the weights of MiniLM are not on this computer':
    'nach Wörtern: Die Gewichte von MiniLM sind nicht auf diesem Computer',
  'by words: MiniLM could not be loaded ({0})': 'nach Wörtern: MiniLM ließ sich nicht laden ({0})',
  // Acts by hand that make no sense
  'no key is named': 'keine Taste ist genannt',
  'there is no key "{0}"': 'es gibt keine Taste „{0}“',
  'the closest is {0}': 'am nächsten kommt {0}',
  'nothing stands before a +; the plus key is written plus, as in ctrl+plus':
    'vor einem + steht nichts; die Plustaste heißt plus, wie in ctrl+plus',
  '"{0}" ends with +; the plus key is written plus, as in ctrl+plus':
    '„{0}“ endet mit +; die Plustaste heißt plus, wie in ctrl+plus',
  '"{0}" is no modifier: only the last key may be another one than cmd, ctrl, control, alt, shift':
    '„{0}“ ist keine Umschalttaste: Nur die letzte Taste darf eine andere sein als cmd, ctrl, control, alt, shift',
  '"{0}" is more than one key; press one combination at a time, joined with +':
    '„{0}“ ist mehr als eine Taste; drück eine Kombination auf einmal, mit + verbunden',
  'there is no fn key here; name the key it would make':
    'hier gibt es keine fn-Taste; nenn die Taste, die daraus würde',
  'a Mac has no key "{0}"': 'ein Mac hat keine Taste „{0}“',
  '{0} is outside the display of {1} pixels': '{0} liegt außerhalb des Bildschirms mit {1} Pixeln',
  'There are: {0}': 'Es gibt: {0}',
  'the window has another size than it had, and nothing in it is listed':
    'das Fenster ist anders groß als damals, und nichts darin ist aufgeführt',
  'the window is partly off the screen now': 'das Fenster liegt jetzt teils außerhalb des Bildschirms',
  // Providers that refuse, sentence by sentence
  '{0} does not accept the key in {1}': '{0} nimmt den Schlüssel in {1} nicht an',
  'Make a new one at {0} and set it in .env': 'Mach einen neuen unter {0} und trag ihn in .env ein',
  'Set the one it wants{0}': 'Setze den, den er will,{0}',
  '{0} wants a key. Set OPENAI_API_KEY in .env': '{0} will einen Schlüssel. Setze OPENAI_API_KEY in .env',
  '{0} does not accept your AWS credentials': '{0} nimmt deine AWS-Zugangsdaten nicht an',
  'Google does not accept your credentials': 'Google nimmt deine Zugangsdaten nicht an',
  'No AWS credentials were found for Bedrock': 'Für Bedrock wurden keine AWS-Zugangsdaten gefunden',
  'No usable Google credentials were found for Vertex AI':
    'Für Vertex AI wurden keine brauchbaren Google-Zugangsdaten gefunden',
  'Sign in with `aws sso login` or `aws configure`, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (or AWS_BEARER_TOKEN_BEDROCK) in the environment':
    'Melde dich mit `aws sso login` oder `aws configure` an, oder setze AWS_ACCESS_KEY_ID und AWS_SECRET_ACCESS_KEY (oder AWS_BEARER_TOKEN_BEDROCK) in der Umgebung',
  'Sign in with `gcloud auth application-default login`, or set GOOGLE_APPLICATION_CREDENTIALS in the environment to a key file':
    'Melde dich mit `gcloud auth application-default login` an, oder setze GOOGLE_APPLICATION_CREDENTIALS in der Umgebung auf eine Schlüsseldatei',
  'The key in {0} may not use {1}': 'Der Schlüssel in {0} darf {1} nicht benutzen',
  'Your AWS credentials may not use {0}': 'Deine AWS-Zugangsdaten dürfen {0} nicht benutzen',
  'Your Google credentials may not use {0}': 'Deine Google-Zugangsdaten dürfen {0} nicht benutzen',
  'Check its workspace at {0}': 'Prüf seinen Workspace unter {0}',
  'Ask for access to the model in the Bedrock console of {0}, page "Model access"':
    'Bitte in der Bedrock-Konsole von {0} um Zugang zum Modell, Seite „Model access“',
  'Give them the role "Vertex AI User" in {0}, and enable the model in Model Garden':
    'Gib ihnen in {0} die Rolle „Vertex AI User“ und schalte das Modell im Model Garden frei',
  "{0} does not answer like {1}'s API ({2})": '{0} antwortet nicht wie die API von {1} ({2})',
  'Check {0}_BASE_URL': 'Prüf {0}_BASE_URL',
  'Check CLOUD_ML_REGION, ANTHROPIC_VERTEX_PROJECT_ID and ANTHROPIC_VERTEX_BASE_URL':
    'Prüf CLOUD_ML_REGION, ANTHROPIC_VERTEX_PROJECT_ID und ANTHROPIC_VERTEX_BASE_URL',
  'Check AWS_REGION and ANTHROPIC_BEDROCK_BASE_URL': 'Prüf AWS_REGION und ANTHROPIC_BEDROCK_BASE_URL',
  'most addresses end in /v1': 'die meisten Adressen enden auf /v1',
  '{0} does not know the model "{1}" ({2})': '{0} kennt das Modell „{1}“ nicht ({2})',
  '{0} does not serve "{1}" like this': '{0} bietet „{1}“ so nicht an',
  '{0} does not serve "{1}" like this ({2})': '{0} bietet „{1}“ so nicht an ({2})',
  '{0} cannot look at the picture': '{0} kann sich das Bild nicht ansehen',
  '{0} cannot look at the picture ({1})': '{0} kann sich das Bild nicht ansehen ({1})',
  'Set {0} to a model that sees pictures': 'Setze {0} auf ein Modell, das Bilder sieht',
  'Set {0} to one from {1}': 'Setze {0} auf eines von {1}',
  'Set {0} to one that this server has': 'Setze {0} auf eines, das dieser Server hat',
  'What the model was shown did not fit its context': 'Was dem Modell gezeigt wurde, war zu viel auf einmal',
  'What the model was shown did not fit its context ({0})':
    'Was dem Modell gezeigt wurde, war zu viel auf einmal ({0})',
  'Try a smaller goal, or give the model a larger one': 'Versuch ein kleineres Ziel, oder gib dem Modell mehr Kontext',
  '{0} holds a blank, a line break or a letter that no key has':
    '{0} enthält ein Leerzeichen, einen Umbruch oder ein Zeichen, das kein Schlüssel hat',
  'Copy it again into .env': 'Kopier ihn noch einmal in .env',
  shipped: 'mitgeliefert',
  'yours: {0}': 'deiner: {0}',
  // Why a skill's file is skipped
  '"## Playbook" holds a JSON list in a code fence (```json)':
    '„## Playbook“ enthält eine JSON-Liste in einem Codeblock (```json)',
  '"## Expect" holds a JSON list of checks in a code fence (```json)':
    '„## Expect“ enthält eine JSON-Liste von Prüfungen in einem Codeblock (```json)',
  '"{0}" is no permission; there are {1}': '„{0}“ ist kein Recht; es gibt {1}',
  'it wants {0}, which the plugin does not name among its permissions':
    'er will {0}, was das Plugin nicht unter seinen Rechten nennt',
  'it is longer than {0} characters': 'es ist länger als {0} Zeichen',
  'it repeats too much and would take too long; use smaller numbers in braces':
    'es wiederholt zu viel und würde zu lange dauern; nimm kleinere Zahlen in den Klammern',
};
