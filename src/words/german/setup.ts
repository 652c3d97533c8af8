/** What setup asks and says at a terminal, and what ends a command there, in German. */
export const GERMAN_SETUP: Readonly<Record<string, string>> = {
  'The keychain with {0} does not answer: unlock it (log in at the computer), and start again.':
    'Der Schlüsselbund mit {0} antwortet nicht: Entsperre ihn (melde dich am Computer an) und starte noch einmal.',
  'The keychain no longer has {0}: set it again with {1}, or in .env.':
    'Der Schlüsselbund hat {0} nicht mehr: Setze es neu mit {1} oder in .env.',
  '{0} cannot be understood: take it away, and set tokens and keys again.':
    '{0} ist nicht zu verstehen: Nimm die Datei weg und setze Tokens und Schlüssel neu.',
  "Deskhand needs these programs, named as Debian's packages: {0}. Install them and start again.":
    'Deskhand braucht diese Programme, benannt wie Debians Pakete: {0}. Installiere sie und starte noch einmal.',
  "Deskhand needs some programs. Run this, then start again:\n  sudo sh -c '{0}'":
    "Deskhand braucht einige Programme. Führe das aus und starte dann noch einmal:\n  sudo sh -c '{0}'",
  'Deskhand needs these Debian packages: {0}. Install them now? [Y/n]':
    'Deskhand braucht diese Debian-Pakete: {0}. Jetzt installieren? [J/n]',
  'Nothing was installed. Run this, then start again:\n  {0}':
    'Nichts wurde installiert. Führe das aus und starte dann noch einmal:\n  {0}',
  'Installing {0} …': 'Installiere {0} …',
  'The installation failed. Look at the lines above, fix what they name, and run:\n  {0}':
    'Die Installation ist gescheitert. Sieh dir die Zeilen darüber an, behebe, was sie nennen, und führe aus:\n  {0}',
  'lets somebody in': 'lässt jemanden herein',
  'shows a secret': 'zeigt ein Geheimnis',
  'deletes what is yours for good': 'löscht endgültig, was dir gehört',
  'puts other code in': 'spielt anderen Code ein',
  'allows more': 'erlaubt mehr',
  '{0} {1}, so it needs a terminal with a person before it: run it there yourself.':
    '{0} {1} und braucht darum ein Terminal, vor dem jemand sitzt: Führe es dort selbst aus.',
  'Waiting for a yes on the owner’s phone…': 'Warte auf ein Ja auf dem Telefon des Besitzers …',
  'That is no bot token: it is digits, a colon, and letters.':
    'Das ist kein Bot-Token: Es besteht aus Ziffern, einem Doppelpunkt und Buchstaben.',
  'Telegram does not know this token ({0}): copy it again from @BotFather.':
    'Telegram kennt dieses Token nicht ({0}): Kopiere es noch einmal von @BotFather.',
  'The bot token begins with xoxb-: page "OAuth & Permissions".':
    'Das Bot-Token beginnt mit xoxb-: Seite „OAuth & Permissions“.',
  'The app-level token begins with xapp-: page "Basic Information".':
    'Das App-Token beginnt mit xapp-: Seite „Basic Information“.',
  'Slack does not take the bot token ({0}).': 'Slack nimmt das Bot-Token nicht an ({0}).',
  'The app lacks these scopes: {0}. Add them, and install it again.':
    'Der App fehlen diese Rechte (Scopes): {0}. Gib sie ihr und installiere sie noch einmal.',
  'Slack does not take the app-level token ({0}).': 'Slack nimmt das App-Token nicht an ({0}).',
  'your workspace': 'deinem Workspace',
  'It cannot be reached from here. Is this computer online?':
    'Von hier ist es nicht zu erreichen. Ist dieser Computer online?',
  'Your data': 'Deine Daten',
  'goes to {0}': 'kommen nach {0}',
  Programs: 'Programme',
  'this Mac brings all that is needed': 'dieser Mac bringt alles Nötige mit',
  'all that are needed are there': 'alle nötigen sind da',
  'asked for at the first start; {0} says which is missing':
    'danach wird beim ersten Start gefragt; {0} sagt, welche fehlt',
  'there is none, so Deskhand works a virtual one of its own':
    'es gibt keinen, darum bedient Deskhand einen eigenen, virtuellen',
  'this is a Wayland session, so Deskhand works a virtual one; log in with X11 to see it work':
    'das ist eine Wayland-Sitzung, darum bedient Deskhand einen virtuellen; melde dich mit X11 an, um ihm zuzusehen',
  Keychain: 'Schlüsselbund',
  'tokens and keys go into it': 'Tokens und Schlüssel kommen hinein',
  'none answers, so tokens and keys go into a file that you alone can read':
    'keiner antwortet, darum kommen Tokens und Schlüssel in eine Datei, die nur du lesen kannst',
  'it could not be looked at': 'sie ließ sich nicht prüfen',
  'https://console.anthropic.com, page “API keys”': 'https://console.anthropic.com, Seite „API keys“',
  'Which model decides?': 'Welches Modell entscheidet?',
  'A server of your own': 'Ein eigener Server',
  'An agent of yours': 'Ein Agent von dir',
  'None: only skills with playbooks': 'Keins: nur Skills mit Playbooks',
  'Its key, from {0}': 'Der Schlüssel, von {0}',
  'Another one that speaks OpenAI’s API': 'Ein anderer, der OpenAIs API spricht',
  'Which server?': 'Welcher Server?',
  'It must run, with a model that sees pictures. It is started with: {0}':
    'Er muss laufen, mit einem Modell, das Bilder sieht. So wird er gestartet: {0}',
  'Its address': 'Die Adresse',
  '{0} is no address like http://localhost:11434/v1.': '{0} ist keine Adresse wie http://localhost:11434/v1.',
  'It wants a key': 'Er will einen Schlüssel',
  'It does not take this key.': 'Er nimmt diesen Schlüssel nicht an.',
  'It is started with: {0}': 'So wird er gestartet: {0}',
  'Nothing was saved.': 'Nichts wurde gespeichert.',
  'It lists no model. The name of one that sees pictures':
    'Er nennt kein Modell. Der Name eines Modells, das Bilder sieht',
  'Which of its models? It must see pictures': 'Welches seiner Modelle? Es muss Bilder sehen',
  'Another one that speaks the Agent Client Protocol': 'Ein anderer, der das Agent Client Protocol spricht',
  'Which agent?': 'Welcher Agent?',
  'It must be installed: {0}': 'Er muss installiert sein: {0}',
  'The command that starts it': 'Der Befehl, der ihn startet',
  'Hosts of its provider, the only ones it reaches (api.example.com)':
    'Die Hosts seines Anbieters; andere erreicht er nicht (api.example.com)',
  'It runs confined, sees none of your files, and reaches {0} alone.':
    'Er läuft abgeschottet, sieht keine deiner Dateien und erreicht nur {0}.',
  '{0}, which signs it in': '{0}, womit er sich anmeldet',
  '{0}, which signs it in, or leave setup and set {1} in the environment':
    '{0}, womit er sich anmeldet; oder verlass die Einrichtung und setze {1} in der Umgebung',
  'See it work? It writes one file, and asks you before it does.':
    'Einmal zusehen? Deskhand schreibt eine Datei und fragt dich vorher.',
  Yes: 'Ja',
  No: 'Nein',
  'Not now': 'Jetzt nicht',
  'later: write “{0}” to it': 'später: Schreib ihm „{0}“',
  'A Deskhand runs already: start it anew for what was changed, and write “{0}” to it.':
    'Ein Deskhand läuft schon: Starte es neu, damit die Änderungen gelten, und schreib ihm „{0}“.',
  'Deskhand starts for it. That takes a few seconds.': 'Dafür startet Deskhand. Das dauert ein paar Sekunden.',
  'It did not start. It said:': 'Es ist nicht gestartet. Es sagte:',
  'No phone is connected, and a link to the page needs a terminal, so nothing was run.':
    'Kein Telefon ist verbunden, und ein Link zur Seite braucht ein Terminal, darum wurde nichts ausgeführt.',
  'Open this link in a browser on this computer (it works once, for 10 minutes):':
    'Öffne diesen Link in einem Browser auf diesem Computer (er gilt einmal, 10 Minuten lang):',
  'It asks on your phone before it presses Enter: tap “Approve” there. Ctrl+C leaves.':
    'Bevor es Enter drückt, fragt es auf deinem Telefon: Tippe dort auf „Erlauben“. Strg+C bricht ab.',
  'It asks on the page before it presses Enter: tap “Approve” there. Ctrl+C leaves.':
    'Bevor es Enter drückt, fragt es auf der Seite: Tippe dort auf „Erlauben“. Strg+C bricht ab.',
  'Now look': 'Jetzt hinsehen',
  'It was not started: {0}': 'Es wurde nicht begonnen: {0}',
  'Done and checked: {0} is in your home folder, to keep or to delete.':
    'Erledigt und geprüft: {0} liegt in deinem persönlichen Ordner, zum Behalten oder Löschen.',
  'It was not done: {0} {1} looks for the cause.': 'Es wurde nicht erledigt: {0} {1} sucht nach der Ursache.',
  '{0} looks for the cause.': '{0} sucht nach der Ursache.',
  'Kept in the keychain.': 'Im Schlüsselbund gespeichert.',
  'Kept in a file that you alone can read.': 'In einer Datei gespeichert, die nur du lesen kannst.',
  'It answers with {0}: check the address.': 'Die Antwort ist {0}: Prüfe die Adresse.',
  "What answers there does not speak OpenAI's API: check the address.":
    'Was dort antwortet, spricht nicht OpenAIs API: Prüfe die Adresse.',
  'Nothing usable answers at {0}.': 'Bei {0} antwortet nichts, was zu gebrauchen wäre.',
  '{0} answers, and it sees pictures.': '{0} antwortet und sieht Bilder.',
  'There is no such provider.': 'Diesen Anbieter gibt es nicht.',
  'What it costs is not known.': 'Was das kostet, ist nicht bekannt.',
  'That cost {0}.': 'Das hat {0} gekostet.',
  'No answer came within {0} seconds.': 'Innerhalb von {0} Sekunden kam keine Antwort.',
  'Deskhand needs two permissions of this Mac: Accessibility, and Screen & System Audio Recording. It asks for them at its first start; {0} says which is missing.':
    'Deskhand braucht zwei Berechtigungen dieses Macs: Bedienungshilfen sowie Bildschirm- und Systemaudioaufnahme. Es fragt beim ersten Start danach; {0} sagt, welche fehlt.',
  'After a look at this computer: a chat, a model, a first run that you watch, and whether it starts by itself. Each can be skipped; Ctrl+C loses nothing.':
    'Nach einem Blick auf diesen Computer: ein Chat, ein Modell, ein erster Lauf, bei dem du zusiehst, und ob es von selbst startet. Alles lässt sich überspringen; bei Strg+C geht nichts verloren.',
  'Which chat will you work this computer from?': 'Aus welchem Chat willst du diesen Computer bedienen?',
  'None: only the page on this computer': 'Aus keinem: nur über die Seite auf diesem Computer',
  'In Telegram, write {0} to @BotFather and follow it. It answers with a token.':
    'Schreib in Telegram {0} an @BotFather und folge ihm. Er antwortet mit einem Token.',
  'The token': 'Das Token',
  'Your bot is {0}.': 'Dein Bot ist {0}.',
  'Open it, choose your workspace, “Next”, “Create”. Then “Install App”, and on “Basic Information” an app-level token with connections:write.':
    'Öffne ihn, wähle deinen Workspace, „Next“, „Create“. Dann „Install App“, und auf „Basic Information“ ein App-Token mit connections:write.',
  'The link that creates the app': 'Der Link, der die App anlegt',
  'Bot User OAuth Token, xoxb-…': 'Bot User OAuth Token, xoxb-…',
  'App-level token, xapp-…': 'App-Token, xapp-…',
  'The app is in {0}.': 'Die App ist in {0}.',
  'Connect your phone now?': 'Jetzt dein Telefon verbinden?',
  '{0} does it later': '{0} macht es später',
  'Send this code to the app as a direct message: {0}': 'Sende der App diesen Code als Direktnachricht: {0}',
  'Send this code to your bot: {0}': 'Sende deinem Bot diesen Code: {0}',
  'Or open {0}': 'Oder öffne {0}',
  'Now on your phone': 'Jetzt am Telefon',
  'Paired: {0}.': 'Gekoppelt: {0}.',
  'Nobody was paired; {0} does it later.': 'Niemand wurde gekoppelt; {0} macht es später.',
  '{0} does it later.': '{0} macht es später.',
  'Start Deskhand by itself at each login?': 'Deskhand bei jeder Anmeldung von selbst starten?',
  'It does. Its log: {0}': 'Das tut es jetzt. Sein Protokoll: {0}',
  'The system did not start it; {0} tries again in your own graphical session.':
    'Das System hat es nicht gestartet; {0} versucht es in deiner eigenen grafischen Sitzung noch einmal.',
  'Setup left. What you set so far is kept; the same command goes on from there.':
    'Einrichtung verlassen. Was bisher eingestellt wurde, bleibt; derselbe Befehl macht dort weiter.',
  '{0} (empty: back)': '{0} (leer: zurück)',
  'The answer to {0} was not accepted.': 'Die Antwort auf {0} wurde nicht angenommen.',
  '{0} is one of {1}.': '{0} ist eins von {1}.',
  '{0} is missing in the answers.': '{0} fehlt in den Antworten.',
  'Start Deskhand: {0}': 'Deskhand starten: {0}',
  'Start Deskhand anew for what was changed.': 'Starte Deskhand neu, damit die Änderungen gelten.',
  '{0} is no file of answers: JSON like {1}.': '{0} ist keine Datei mit Antworten: JSON wie {1}.',
};
