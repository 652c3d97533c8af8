/** How the chats are connected, and what becomes of what they bring, in German. */
export const GERMAN_CONNECTIONS: Readonly<Record<string, string>> = {
  'May the program {0} see this screen?': 'Darf das Programm {0} diesen Bildschirm sehen?',
  'It then gets pictures of the screen, what is listed on it, and what its runs report, whenever it asks, until its token ends.':
    'Dann bekommt es Bilder des Bildschirms, was darauf aufgelistet ist und was seine Läufe berichten, sooft es fragt, bis sein Token endet.',
  'The program {0} controls this computer now, one act at a time. I ask you before anything risky; {1} keeps it out for ten minutes.':
    'Das Programm {0} bedient jetzt diesen Computer, Schritt für Schritt. Vor allem Riskanten frage ich dich; {1} hält es zehn Minuten lang ab.',
  'Somebody at a terminal wants to let the program {0} ask for runs here.':
    'Jemand an einem Terminal möchte dem Programm {0} erlauben, hier um Läufe zu bitten.',
  '“{0}” was not started: the program {1} may not ask any more.':
    '„{0}“ wurde nicht begonnen: Das Programm {1} darf nicht mehr fragen.',
  "A program asked for an act that I can't do any more. Nothing was done.":
    'Ein Programm hat um einen Schritt gebeten, den ich nicht mehr kann. Nichts wurde getan.',
  'This voice note is damaged; send it again, or write it.':
    'Diese Sprachnachricht ist beschädigt; sende sie noch einmal, oder schreib es.',
  'This voice note is empty.': 'Diese Sprachnachricht ist leer.',
  'This voice note is damaged or too short; I hear nothing in it.':
    'Diese Sprachnachricht ist beschädigt oder zu kurz; ich höre nichts darin.',
  'I hear nothing in this voice note.': 'Ich höre nichts in dieser Sprachnachricht.',
  'I can only hear voice notes as Telegram, Slack and the chat page record them (OGG/Opus, MP4, WebM, WAV); this is something else.':
    'Ich kann nur Sprachnachrichten hören, wie Telegram, Slack und die Chatseite sie aufnehmen (OGG/Opus, MP4, WebM, WAV); das ist etwas anderes.',
  'To use voice notes, set VOICE_MODEL=Xenova/whisper-base in .env and restart me (it downloads about 80 MB once), or set it to a folder with such a model. Until then, please write.':
    'Für Sprachnachrichten setze VOICE_MODEL=Xenova/whisper-base in .env und starte mich neu (es lädt einmal etwa 80 MB), oder setze es auf einen Ordner mit so einem Modell. Bis dahin schreib bitte.',
  "I couldn't finish listening ({0}). Send the voice note again, or write it.":
    'Ich konnte nicht zu Ende hören ({0}). Sende die Sprachnachricht noch einmal, oder schreib es.',
  'There is no speech model in {0}. {1}': 'In {0} liegt kein Sprachmodell. {1}',
  'The speech model {0} cannot be loaded ({1}). {2}': 'Das Sprachmodell {0} lässt sich nicht laden ({1}). {2}',
  'I heard no words in this voice note.': 'Ich habe in dieser Sprachnachricht keine Worte gehört.',
  "I couldn't listen to it: {0}.": 'Ich konnte es nicht anhören: {0}.',
  'the page no longer has it': 'die Seite hat es nicht mehr',
  'it is larger than {0} MB': 'es ist größer als {0} MB',
  'not started': 'nicht gestartet',
  'no page open': 'keine Seite offen',
  '1 page open': '1 Seite offen',
  '{0} pages open': '{0} Seiten offen',
  'Telegram said {0}': 'Telegram sagte {0}',
  'Telegram said {0}: {1}': 'Telegram sagte {0}: {1}',
  'Telegram does not have it any more': 'Telegram hat es nicht mehr',
  'A message from Telegram could not be stored; trying again.':
    'Eine Nachricht von Telegram ließ sich nicht speichern; ich versuche es weiter.',
  'Telegram does not know this bot token ({0}): set TELEGRAM_BOT_TOKEN to the one @BotFather shows under /mybots, "API Token", and start again.':
    'Telegram kennt dieses Bot-Token nicht ({0}): setze TELEGRAM_BOT_TOKEN auf das, was @BotFather unter /mybots, „API Token“, zeigt, und starte neu.',
  'Another program reads the messages of this Telegram bot (409): stop the other copy, or give one of them its own bot; trying again.':
    'Ein anderes Programm liest die Nachrichten dieses Telegram-Bots (409): beende es, oder gib einem von beiden einen eigenen Bot; ich versuche es weiter.',
  'Slack said {0}': 'Slack sagte {0}',
  'The picture could not be sent: {0}.': 'Das Bild ließ sich nicht senden: {0}.',
  'Slack said {0} ({1})': 'Slack sagte {0} ({1})',
  'Slack asks for a pause (429)': 'Slack bittet um eine Pause (429)',
  'Slack answered {0}': 'Slack antwortete {0}',
  'Slack does not have it any more': 'Slack hat es nicht mehr',
  'it is not kept at Slack itself': 'es liegt nicht bei Slack selbst',
  'Slack does not hand it to the app: it needs the scope files:read':
    'Slack gibt es der App nicht: sie braucht den Scope files:read',
  'the connection was closed': 'die Verbindung wurde geschlossen',
  'the connection was closed again': 'die Verbindung wurde wieder geschlossen',
  'no hello within {0} s': 'keine Begrüßung innerhalb von {0} s',
  'Slack replaces the connection; opening another one.': 'Slack ersetzt die Verbindung; eine neue wird geöffnet.',
  'the Bot User OAuth Token (xoxb-…) from your app\'s page "OAuth & Permissions"':
    'das Bot User OAuth Token (xoxb-…) von der Seite "OAuth & Permissions" deiner App',
  'the app-level token (xapp-…) with connections:write from your app\'s page "Basic Information"':
    'das App-Level-Token (xapp-…) mit connections:write von der Seite "Basic Information" deiner App',
  'set {0} to {1} and start again': 'setze {0} auf {1} und starte neu',
  'Slack does not know the token in {0} ({1}): {2}.': 'Slack kennt das Token in {0} nicht ({1}): {2}.',
  'The token in {0} was taken back ({1}): reinstall the app into your workspace, {2}.':
    'Das Token in {0} wurde zurückgezogen ({1}): installiere die App neu in deinem Workspace, {2}.',
  'The token in {0} is of the wrong kind ({1}): {2}.': 'Das Token in {0} ist von der falschen Art ({1}): {2}.',
  'The token in SLACK_APP_TOKEN lacks the scope connections:write: make a new one with it on your app\'s page "Basic Information" and start again.':
    'Dem Token in SLACK_APP_TOKEN fehlt der Scope connections:write: erzeuge ein neues damit auf der Seite "Basic Information" deiner App und starte neu.',
  'The Slack app lacks the scope {0}: add it on your app\'s page "OAuth & Permissions" (the command slack-manifest shows all), reinstall the app, and start again.':
    'Der Slack-App fehlt der Scope {0}: füge ihn auf der Seite "OAuth & Permissions" deiner App hinzu (der Befehl slack-manifest zeigt alle), installiere die App neu und starte neu.',
  'The Slack workspace does not let the app in ({0}): ask who runs it, and start again.':
    'Der Slack-Workspace lässt die App nicht herein ({0}): frage, wer ihn betreibt, und starte neu.',
  'Socket Mode is off for the Slack app ({0}): switch it on on your app\'s page "Socket Mode", and start again.':
    'Der Socket Mode der Slack-App ist aus ({0}): schalte ihn auf der Seite "Socket Mode" deiner App ein und starte neu.',
  'The Slack app lacks these scopes, and what needs them fails: {0}; add them on your app\'s page "OAuth & Permissions" and reinstall it.':
    'Der Slack-App fehlen diese Scopes, und was sie braucht, geht nicht: {0}; füge sie auf der Seite "OAuth & Permissions" deiner App hinzu und installiere sie neu.',
  'the answer makes no sense': 'die Antwort ergibt keinen Sinn',
  'no answer within {0} s': 'keine Antwort innerhalb von {0} s',
  'that chat is not running': 'dieser Chat läuft nicht',
  'its process ended with {0}': 'sein Prozess endete mit {0}',
  'The web page has one conversation only.': 'Die Webseite hat nur eine Unterhaltung.',
  'The message is no longer there: the web page keeps the last 200.':
    'Die Nachricht ist nicht mehr da: Die Webseite behält die letzten 200.',
  'The file was not kept.': 'Die Datei wurde nicht aufgehoben.',
  'The picture was not kept.': 'Das Bild wurde nicht aufgehoben.',
  'That needs a fresh link to this page: {0} prints one.':
    'Das braucht einen frischen Link zu dieser Seite: {0} gibt einen aus.',
  'Is that you at the computer?': 'Bist du das am Computer?',
  'Somebody at a terminal wants to let one more phone in by a code.':
    'Jemand möchte in einem Terminal noch ein Telefon mit einem Code hereinlassen.',
  'Somebody at a terminal wants a link to the page, which can do what you can do here.':
    'Jemand möchte in einem Terminal einen Link zur Seite, die alles kann, was du hier kannst.',
  'Somebody at a terminal wants to put version {0} in the place of this one.':
    'Jemand möchte in einem Terminal diese Version durch {0} ersetzen.',
  'Somebody at a terminal wants to change tokens and keys.':
    'Jemand möchte in einem Terminal Tokens und Schlüssel ändern.',
  'Not allowed.': 'Nicht erlaubt.',
  'this is not a Telegram message': 'das ist keine Telegram-Nachricht',
  'there is nothing in this message to see': 'in dieser Nachricht ist nichts zu sehen',
  'this is not a Telegram thread': 'das ist keine Telegram-Unterhaltung',
  'the file {0} is empty, and Telegram takes no empty files':
    'die Datei {0} ist leer, und Telegram nimmt keine leeren Dateien',
  'the file {0} is larger than the {1} MB that Telegram takes':
    'die Datei {0} ist größer als die {1} MB, die Telegram annimmt',
  'the computer slept': 'der Computer hat geschlafen',
  'nothing arrived for a long time': 'lange kam nichts',
  'this is not a Slack message': 'das ist keine Slack-Nachricht',
  'this is not a Slack thread': 'das ist keine Slack-Unterhaltung',
  'it has {0} rows of buttons': 'sie hat {0} Reihen von Knöpfen',
  'the file {0} is empty, and Slack takes no empty files':
    'die Datei {0} ist leer, und Slack nimmt keine leeren Dateien',
  'the file {0} is larger than {1} MB': 'die Datei {0} ist größer als {1} MB',
  'it is larger than the {0} MB that I can take from {1}':
    'es ist größer als die {0} MB, die ich von {1} annehmen kann',
  '{0} is not connected yet.': '{0} ist noch nicht verbunden.',
  '{0} is connected.': '{0} ist verbunden.',
  '{0} is connected. {1}': '{0} ist verbunden. {1}',
  '{0} is stopped.': '{0} ist beendet.',
  '{0} cannot be reached ({1}); trying again.': '{0} ist nicht erreichbar ({1}); ich versuche es weiter.',
  '{0} asks for a pause (429); going on after it.': '{0} bittet um eine Pause (429); danach geht es weiter.',
  '{0} has trouble ({1}); trying again.': '{0} hat Schwierigkeiten ({1}); ich versuche es weiter.',
  'not started yet': 'noch nicht gestartet',
  'not started: nobody may use it yet (pairing lets somebody in)':
    'nicht gestartet: noch darf niemand ihn benutzen (Koppeln lässt jemanden herein)',
  'This voice note is in a format that needs a program to be heard: install ffmpeg on this computer (macOS: brew install ffmpeg, Debian: apt install ffmpeg) and send it again, or write it.':
    'Diese Sprachnachricht hat ein Format, das ein Programm braucht: installiere ffmpeg auf diesem Computer (macOS: brew install ffmpeg, Debian: apt install ffmpeg) und sende sie noch einmal, oder schreib es.',
  'Voice notes need an extra that is not installed yet. To install it, run on this computer: deskhand extras. Until then, please write.':
    'Sprachnachrichten brauchen einen Zusatz, der noch nicht installiert ist. Um ihn zu installieren, führ auf diesem Computer aus: deskhand extras. Bis dahin schreib bitte.',
};
