/** What the terminal says before and around its commands, in German: their list, chats, updates, servers and tokens. */
export const GERMAN_TERMINAL: Readonly<Record<string, string>> = {
  'The performance figures, one JSON line each.': 'Die Leistungswerte, je eine Zeile JSON.',
  'Types, lint and all tests, or these files alone.': 'Typen, Stil und alle Tests, oder nur diese Dateien.',
  'Compiles what the published package holds into dist/.':
    'Kompiliert, was das veröffentlichte Paket enthält, nach dist/.',
  'The bot, in the foreground.': 'Der Bot, im Vordergrund.',
  'Asks for a chat, a model and a start at login.': 'Fragt nach Chat, Modell und Start bei der Anmeldung.',
  'Lets somebody in by a code, shows who is in, or takes it back.':
    'Lässt jemanden mit einem Code herein, zeigt, wer Zugang hat, oder nimmt ihn zurück.',
  'What works and what does not; mends it, or writes a report without secrets.':
    'Was geht und was nicht; behebt es oder schreibt einen Bericht ohne Geheimnisse.',
  'A fresh link to the page; shows which browsers are in, and shuts one out.':
    'Ein frischer Link zur Seite; zeigt, welche Browser angemeldet sind, und sperrt einen aus.',
  'Asks the Deskhand that works here for a run.': 'Bittet das Deskhand, das hier läuft, um einen Lauf.',
  'What it is doing.': 'Was es gerade tut.',
  'What it may always do; takes one back, or allows more with a tap on the phone.':
    'Was es immer darf; nimmt eines zurück oder erlaubt mehr, mit einem Tipp am Telefon.',
  'Ends what it is doing.': 'Beendet, was es gerade tut.',
  'The screen as it is now, as a JPEG file.': 'Der Bildschirm, wie er jetzt ist, als JPEG-Datei.',
  'Calls a trigger, lists them, or shows a new secret for one.':
    'Ruft einen Auslöser auf, zeigt alle oder ein neues Geheimnis für einen.',
  'The main job without any account, within two minutes.':
    'Das Wichtigste ohne jedes Konto, in höchstens zwei Minuten.',
  'Skills that others wrote; export writes one of ours for them.':
    'Skills, die andere geschrieben haben; export schreibt einen von uns für sie.',
  'Servers whose tools may be used; Deskhand as a tool of other programs, each with a token.':
    'Server, deren Werkzeuge benutzt werden dürfen; Deskhand als Werkzeug anderer Programme, jedes mit einem Token.',
  'Several computers, one bot: sets it up, lets a computer in, and shuts one out.':
    'Mehrere Computer, ein Bot: richtet es ein, nimmt einen Computer auf und schließt einen aus.',
  'Reads actions as JSON lines, prints how risky each is; runs nothing.':
    'Liest Aktionen als Zeilen JSON und zeigt, wie riskant jede ist; führt nichts aus.',
  'The index of earlier runs, by hand.': 'Das Verzeichnis früherer Läufe, von Hand.',
  'Starts Deskhand by itself: after a login, and after a failure.':
    'Startet Deskhand von selbst: nach einer Anmeldung und nach einem Fehler.',
  'Puts the newest version in, with a yes; --check tells whether there is one.':
    'Spielt die neueste Version ein, mit einem Ja; --check sagt, ob es eine gibt.',
  'Takes Deskhand away and says what stays; --all: your data, tokens and keys, too.':
    'Entfernt Deskhand und sagt, was bleibt; --all: auch deine Daten, Tokens und Schlüssel.',
  'Installs what compares tasks by meaning and writes down voice notes; reading: what reads the screen.':
    'Installiert, was Aufgaben nach Bedeutung vergleicht und Sprachnachrichten aufschreibt; reading: was den Bildschirm liest.',
  'Moves tokens and keys from .env into the keychain; names what is kept.':
    'Verschiebt Tokens und Schlüssel aus .env in den Schlüsselbund; nennt, was gespeichert ist.',
  'The link that creates the Slack app.': 'Der Link, der die Slack-App anlegt.',
  'Proves on a Mac what only a Mac can.': 'Belegt auf einem Mac, was nur ein Mac kann.',
  'Prints the completions for a shell.': 'Gibt die Vervollständigungen für eine Shell aus.',
  'Deskhand lets you work this computer from your phone.': 'Mit Deskhand bedienst du diesen Computer vom Telefon aus.',
  '{0} tells more of one. The README says how to begin.':
    '{0} sagt mehr über einen. Wie man anfängt, steht in der README.',
  'Deskhand does not run. Start it with {0}, and run this again.':
    'Deskhand läuft nicht. Starte es mit {0} und führe das noch einmal aus.',
  '{0}\nUse: {1}': '{0}\nAufruf: {1}',
  'Deskhand cannot start with these settings:\n{0}': 'Deskhand kann mit diesen Einstellungen nicht starten:\n{0}',
  'Deskhand {0} is the newest version.': 'Deskhand {0} ist die neueste Version.',
  'Deskhand {0} is there (this is {1}), proven by {2}.': 'Deskhand {0} ist da (dies ist {1}), belegt durch {2}.',
  'Its changelog does not say what changes.': 'Sein Änderungsprotokoll sagt nicht, was sich ändert.',
  'Put {0} in?': '{0} einspielen?',
  'Nothing was changed.': 'Nichts wurde geändert.',
  'Its packages are installed and tried beside this one. That takes a minute or two.':
    'Seine Pakete werden neben diesem installiert und ausprobiert. Das dauert ein, zwei Minuten.',
  '{0} does not take your settings. Nothing was changed.\n{1}':
    '{0} nimmt deine Einstellungen nicht an. Nichts wurde geändert.\n{1}',
  '{0} does not start here. Nothing was changed. It said:\n{1}':
    '{0} startet hier nicht. Nichts wurde geändert. Es sagte:\n{1}',
  '{0} could not be put in place ({1}). {2} is still there.': '{0} ließ sich nicht einspielen ({1}). {2} ist noch da.',
  'Deskhand {0} is in place. Your data and settings are as they were.':
    'Deskhand {0} ist eingespielt. Deine Daten und Einstellungen sind, wie sie waren.',
  'Deskhand {0} runs. Your data and settings are as they were.':
    'Deskhand {0} läuft. Deine Daten und Einstellungen sind, wie sie waren.',
  'recordings of runs, with pictures': 'Aufzeichnungen von Läufen, mit Bildern',
  'your notes': 'deine Notizen',
  'your skills': 'deine Skills',
  'who was let in, settings, standing orders, what is under way':
    'wer Zugang hat, Einstellungen, Daueraufträge, was im Gange ist',
  'files you sent': 'Dateien, die du geschickt hast',
  'skills that others wrote': 'Skills, die andere geschrieben haben',
  'models of speech and recall': 'Modelle für Sprache und Erinnerung',
  'packages that were installed later': 'Pakete, die später installiert wurden',
  'your settings': 'deine Einstellungen',
  'compiled code': 'kompilierter Code',
  yes: 'ja',
  'Telegram is not started: nobody may use it yet. Run {0} and send the code it shows to your bot, or set TELEGRAM_ALLOWED_USERS to your numeric id (@userinfobot tells you).':
    'Telegram ist nicht gestartet: Noch darf es niemand benutzen. Führe {0} aus und sende deinem Bot den Code, den es zeigt, oder setze TELEGRAM_ALLOWED_USERS auf deine Nummer (@userinfobot nennt sie dir).',
  'Slack is not started: nobody may use it yet. Run {0} and send the code it shows to the app as a direct message, or set SLACK_ALLOWED_USERS to TEAM:USER, your workspace\'s id and yours (your profile in Slack, "Copy member ID").':
    'Slack ist nicht gestartet: Noch darf es niemand benutzen. Führe {0} aus und sende der App den Code, den es zeigt, als Direktnachricht, oder setze SLACK_ALLOWED_USERS auf TEAM:USER, die Kennung deines Workspace und deine (dein Profil in Slack, „Copy member ID“).',
  'No chat is left to start. Fix that, or set WEB_CHAT=on.':
    'Kein Chat ist übrig, der starten könnte. Behebe das oder setze WEB_CHAT=on.',
  'No chat is left. Fix that, or set WEB_CHAT=on.': 'Kein Chat ist übrig. Behebe das oder setze WEB_CHAT=on.',
  'The data folder {0} cannot be used. {1} Fix that, or set DATA_DIR to another folder.':
    'Der Datenordner {0} lässt sich nicht benutzen. {1} Behebe das oder setze DATA_DIR auf einen anderen Ordner.',
  'There is no display, and a virtual one could not be started: {0}':
    'Es gibt keinen Bildschirm, und ein virtueller ließ sich nicht starten: {0}',
  'Deskhand does not run. Start it with {0}, and run {1} beside it.':
    'Deskhand läuft nicht. Starte es mit {0} und führe {1} daneben aus.',
  'There is no chat to pair somebody in. Set TELEGRAM_BOT_TOKEN in .env (write /newbot to @BotFather to get one), or SLACK_BOT_TOKEN and SLACK_APP_TOKEN ({0} begins it), start Deskhand, and run this again.':
    'Es gibt keinen Chat, in dem jemand gekoppelt werden kann. Setze TELEGRAM_BOT_TOKEN in .env (schreib /newbot an @BotFather, um eines zu bekommen) oder SLACK_BOT_TOKEN und SLACK_APP_TOKEN ({0} ist der Anfang), starte Deskhand und führe das noch einmal aus.',
  'to your bot in Telegram': 'an deinen Bot in Telegram',
  'to the Deskhand app in Slack as a direct message': 'an die Deskhand-App in Slack als Direktnachricht',
  'Deskhand runs as process {0}, but cannot be reached from here; its log says why. End it (kill {1}) and run this again.':
    'Deskhand läuft als Prozess {0}, ist von hier aber nicht zu erreichen; sein Protokoll sagt warum. Beende ihn (kill {1}) und führe das noch einmal aus.',
  'Slack is not started: another Deskhand, process {0}, works with this app already. Use that one, end it first (kill {1}), or give this one an app of its own (SLACK_BOT_TOKEN and SLACK_APP_TOKEN).':
    'Slack ist nicht gestartet: Ein anderes Deskhand, Prozess {0}, arbeitet schon mit dieser App. Nimm jenes, beende es erst (kill {1}) oder gib diesem eine eigene App (SLACK_BOT_TOKEN und SLACK_APP_TOKEN).',
  'Telegram is not started: another Deskhand, process {0}, works with this bot already. Use that one, end it first (kill {1}), or give this one a bot of its own (TELEGRAM_BOT_TOKEN).':
    'Telegram ist nicht gestartet: Ein anderes Deskhand, Prozess {0}, arbeitet schon mit diesem Bot. Nimm jenes, beende es erst (kill {1}) oder gib diesem einen eigenen Bot (TELEGRAM_BOT_TOKEN).',
  'Another {0} is at work; wait for it.': 'Ein anderes {0} ist gerade dabei; warte darauf.',
  '{0} is taken away, with what it kept in its folder.': '{0} ist entfernt, mit allem in seinem Ordner.',
  'There is no server {0}. {1} shows them.': 'Es gibt keinen Server {0}. {1} zeigt sie.',
  'confirmed, {0} tools': 'bestätigt, {0} Werkzeuge',
  'reaches {0}; sees its own folder{1}': 'erreicht {0}; sieht seinen eigenen Ordner{1}',
  'no host': 'keinen Host',
  'There is no tool server.': 'Es gibt keinen Werkzeugserver.',
  'There is a server {0} already. {1} takes it away.': 'Einen Server {0} gibt es schon. {1} entfernt ihn.',
  'Every tool asks before it is used, until you let it run by itself: {0} in your chat.':
    'Jedes Werkzeug fragt, bevor es benutzt wird, bis du es von selbst laufen lässt: {0} in deinem Chat.',
  'Nothing was kept.': 'Nichts wurde behalten.',
  '{0} is confirmed. A Deskhand that runs can use it from its next run on.':
    '{0} ist bestätigt. Ein Deskhand, das läuft, kann es ab dem nächsten Lauf benutzen.',
  '{0} was not confirmed: {1}': '{0} wurde nicht bestätigt: {1}',
  'Fetching {0}; nothing of it runs meanwhile.': 'Hole {0}; nichts davon läuft dabei.',
  '{0} is no folder.': '{0} ist kein Ordner.',
  '{0} is too much to grant; name a folder in it.': '{0} ist zu viel, um es freizugeben; nenne einen Ordner darin.',
  'Nothing was kept: nobody is there to confirm it. Add --yes to mean it.':
    'Nichts wurde behalten: Niemand ist da, der es bestätigt. Mit --yes ist es so gemeint.',
  'Use it? Type {0}:': 'Benutzen? Tippe {0}:',
  '{0} is no name of a server: it has more than 64 characters.':
    '{0} ist kein Name für einen Server: Er hat mehr als 64 Zeichen.',
  '--port is a number from 0 to 65535, with --http.\nUse: {0}':
    '--port ist eine Zahl von 0 bis 65535, zusammen mit --http.\nAufruf: {0}',
  'DESKHAND_MCP_TOKEN is not set. Make a token with {0}, and put it into the settings of the program that starts this.':
    'DESKHAND_MCP_TOKEN ist nicht gesetzt. Mach ein Token mit {0} und trag es in die Einstellungen des Programms ein, das dies startet.',
  'The port {0} cannot be used ({1}). Choose another with --port.':
    'Der Port {0} lässt sich nicht benutzen ({1}). Wähle mit --port einen anderen.',
  'Use:\n{0}': 'Aufruf:\n{0}',
  'That is not understood.': 'Das ist nicht zu verstehen.',
  'Name the server.': 'Nenne den Server.',
  '{0} cannot be its name: letters, digits, “.”, “_” and “-”, at most 64.':
    '{0} kann nicht sein Name sein: Buchstaben, Ziffern, „.“, „_“ und „-“, höchstens 64.',
  'Say either an address, or “--” and the command that starts it.':
    'Nenne entweder eine Adresse oder „--“ und den Befehl, der ihn startet.',
  '--host {0} is no host; like api.example.com, *.example.com or example.com:8443.':
    '--host {0} ist kein Host; etwa api.example.com, *.example.com oder example.com:8443.',
  '{0} is no address that can be used: https://…, or http://127.0.0.1:… on this computer.':
    '{0} ist keine Adresse, die geht: https://…, oder http://127.0.0.1:… auf diesem Computer.',
  'An address with a password in it is not kept; use --header.':
    'Eine Adresse mit einem Passwort darin wird nicht gespeichert; nimm --header.',
  'Use {0}.': 'Benutze {0}.',
  '{0} {1}, {2}; this version is kept': '{0} {1}, {2}; diese Version wird behalten',
  'starts: {0}': 'startet: {0}',
  'reaches: {0}': 'erreicht: {0}',
  'sees: {0}': 'sieht: {0}',
  'its own folder': 'seinen eigenen Ordner',
  '{0} (may change it)': '{0} (darf es ändern)',
  'its code is another than before': 'sein Code ist ein anderer als zuvor',
  'It offers no tools:': 'Er bietet keine Werkzeuge:',
  'It offers one tool:': 'Er bietet ein Werkzeug:',
  'It offers {0} tools:': 'Er bietet {0} Werkzeuge:',
  '(new)': '(neu)',
  '(changed)': '(geändert)',
  'only reads': 'liest nur',
  'may delete': 'kann löschen',
  'reaches other systems': 'erreicht andere Systeme',
  ', says of itself: {0}': ', sagt von sich: {0}',
  'Use: {0}': 'Aufruf: {0}',
  '--per-minute goes from 1 to 600, --per-day from 1 to 10000, --days from 1 to 365.':
    '--per-minute geht von 1 bis 600, --per-day von 1 bis 10000, --days von 1 bis 365.',
  'No program has a token. {0} makes one.': 'Kein Programm hat ein Token. {0} macht eines.',
  'There is no {0}. {1} shows them.': 'Es gibt kein {0}. {1} zeigt sie.',
  '{0} may not ask any more; what it had under way is ended.':
    '{0} darf nicht mehr fragen; was es laufen hatte, ist beendet.',
  'Token of {0}, shown this once; an earlier one of that name counts no longer:\n{1}':
    'Token von {0}, nur dieses eine Mal gezeigt; ein früheres dieses Namens gilt nicht mehr:\n{1}',
  'may see the screen': 'darf den Bildschirm sehen',
  'asks before its first look': 'fragt vor dem ersten Blick',
  '{0} calls a minute, {1} runs and acts a day': '{0} Aufrufe je Minute, {1} Läufe und Aktionen je Tag',
  'until {0}': 'bis {0}',
  '{0} No other chat is connected, so Deskhand ends.': '{0} Kein anderer Chat ist verbunden, darum endet Deskhand.',
  '{0} did not start as a service ({1}). {2} is back and runs.':
    '{0} ist nicht als Dienst gestartet ({1}). {2} ist zurück und läuft.',
  '{0} did not start as a service ({1}). {2} is back, but does not answer ({3}).':
    '{0} ist nicht als Dienst gestartet ({1}). {2} ist zurück, antwortet aber nicht ({3}).',
  'Others on this computer could read {0}, and that cannot be changed: {1}. Make it yours alone (sudo chown -R "$USER" it, then chmod -R go= it), or set DATA_DIR to a folder that is.':
    'Andere an diesem Computer könnten {0} lesen, und das lässt sich nicht ändern: {1}. Mach es zu deinem allein (sudo chown -R "$USER" darauf, dann chmod -R go= darauf) oder setze DATA_DIR auf einen Ordner, der es ist.',
};
