/** Tools of servers, in German. */
export const GERMAN_TOOLS: Readonly<Record<string, string>> = {
  'It answered nothing.': 'Keine Antwort.',
  'It failed and said nothing.': 'Es ist fehlgeschlagen, ohne Begründung.',
  'One picture of the answer could not be read, so it is not shown.':
    'Ein Bild der Antwort ließ sich nicht lesen, deshalb wird es nicht gezeigt.',
  '{0} pictures of the answer could not be read, so they are not shown.':
    '{0} Bilder der Antwort ließen sich nicht lesen, deshalb werden sie nicht gezeigt.',
  'the arguments do not fit: {0}': 'die Angaben passen nicht: {0}',
  "{0} did not answer within {1} s, so I ended it. I don't know whether it did anything.":
    '{0} hat {1} s lang nicht geantwortet, also habe ich es beendet. Ob etwas geschehen ist, weiß ich nicht.',
  "{0} ended in the middle of it. I don't know whether it did anything. {1}":
    '{0} brach mittendrin ab. Ob etwas geschehen ist, weiß ich nicht. {1}',
  '{0} refused it: {1}': '{0} hat abgelehnt: {1}',
  'In {0} these servers cannot be read: {1}. Each needs a command or a url, and a name of letters, digits, “.”, “_” and “-”.':
    'In {0} sind diese Server nicht lesbar: {1}. Jeder braucht command oder url und einen Namen aus Buchstaben, Ziffern, „.“, „_“ und „-“.',
  'it is not confirmed': 'er ist nicht bestätigt',
  'it refused the key in its headers: it may have expired, or not be meant for this server':
    'er hat den Schlüssel in seinen Headern abgelehnt: Er ist vielleicht abgelaufen oder nicht für diesen Server gedacht',
  'it wants a key or a sign-in: {0} in the chat, or {1} on the computer, signs you in, {2} gives it a key':
    'er will einen Schlüssel oder eine Anmeldung: {0} im Chat oder {1} auf dem Computer meldet dich an, {2} gibt ihm einen Schlüssel',
  'it ended {0} times within a minute; try again later':
    'er brach in einer Minute {0}-mal ab; versuch es später wieder',
  'Tool servers have ended.': 'Die Werkzeugserver sind beendet.',
  'The tool server “{0}” could not be used: {1}': 'Der Werkzeugserver „{0}“ war nicht zu benutzen: {1}',
  'mcp.json says that it is disabled': 'in mcp.json steht, dass er abgeschaltet ist',
  'nobody has confirmed it yet: {0} on the computer shows what it offers':
    'noch niemand hat ihn bestätigt: {0} auf dem Computer zeigt, was er anbietet',
  'its code has changed since you confirmed it, so it is off; {0} on the computer turns it on again':
    'sein Code hat sich seit der Bestätigung geändert, deshalb ist er aus; {0} auf dem Computer schaltet ihn wieder ein',
  'it describes its tools differently since you confirmed it, so it is off; {0} on the computer shows them and turns it on again':
    'er beschreibt seine Werkzeuge anders als bei der Bestätigung, deshalb ist er aus; {0} auf dem Computer zeigt sie und schaltet ihn wieder ein',
  'its entry in mcp.json has changed since you confirmed it, so it is off; {0} on the computer turns it on again':
    'sein Eintrag in mcp.json hat sich seit der Bestätigung geändert, deshalb ist er aus; {0} auf dem Computer schaltet ihn wieder ein',
  'It sent more than it is allowed to.': 'Er hat mehr gesendet, als er darf.',
  'What it sends is not the protocol of tool servers.': 'Was er sendet, ist nicht das Protokoll von Werkzeugservern.',
  'its code cannot be pinned: {0}': 'sein Code lässt sich nicht festhalten: {0}',
  'Its last message: {0}': 'Seine letzte Meldung: {0}',
  'It wanted to reach {0}, which nobody granted. To grant it, run this on the computer: {1}':
    'Er wollte {0} erreichen, was niemand erlaubt hat. Um es zu erlauben, führe auf dem Computer aus: {1}',
  'It wanted the person to open a page, which is declined: Deskhand opens no addresses for tool servers.':
    'Er wollte, dass eine Seite geöffnet wird. Das ist abgelehnt: Deskhand öffnet für Werkzeugserver keine Adressen.',
  'It wanted the person to open a page of {0}, which is declined: Deskhand opens no addresses for tool servers.':
    'Er wollte, dass eine Seite von {0} geöffnet wird. Das ist abgelehnt: Deskhand öffnet für Werkzeugserver keine Adressen.',
  'It asked the person for {0} answers at once. More than {1} are declined unasked: give it what it needs in the arguments, where it takes it there.':
    'Er hat {0} Antworten auf einmal verlangt. Mehr als {1} werden ungefragt abgelehnt: Gib ihm in den Angaben, was er braucht, wo er es dort annimmt.',
  'it speaks only the older transport (HTTP with SSE), which Deskhand does not: its maker may name an address for streamable HTTP, often one that ends in /mcp':
    'er spricht nur den älteren Weg (HTTP mit SSE), den Deskhand nicht spricht: Vielleicht nennt sein Hersteller eine Adresse für Streamable HTTP, oft eine, die auf /mcp endet',
  'it answers with a web page, so this is no address of a tool server: its maker names that one, often one that ends in /mcp':
    'dort antwortet eine Webseite, also ist das keine Adresse eines Werkzeugservers: Die richtige nennt sein Hersteller, oft endet sie auf /mcp',
  'the files of tool servers are held by process {0}; try again when it has ended':
    'die Dateien der Werkzeugserver hält der Prozess {0}; versuch es wieder, wenn er geendet hat',
  '{0} is not there. Install it first, or give its full path; a package of npm is given as npx NAME.':
    '{0} fehlt. Installiere es zuerst oder nenne den ganzen Pfad; ein Paket von npm gibst du als npx NAME an.',
  'It could not be started in its confined place: {0}.': 'Er ließ sich nicht abgeschottet starten: {0}.',
  'There is no tool server “{0}”.': 'Es gibt keinen Werkzeugserver „{0}“.',
  'The person ruled out {0}/{1}.': '{0}/{1} ist ausgeschlossen.',
  'The person turned the tool server “{0}” off.': 'Der Werkzeugserver „{0}“ ist abgeschaltet.',
  'The tool server “{0}” cannot be used: {1}': 'Der Werkzeugserver „{0}“ ist nicht zu benutzen: {1}',
  'The server “{0}” has no tool “{1}”.': 'Der Server „{0}“ hat kein Werkzeug „{1}“.',
  'The server “{0}” has no tool “{1}”; the closest is “{2}”.':
    'Der Server „{0}“ hat kein Werkzeug „{1}“; am nächsten kommt „{2}“.',
  'Nobody confirmed the tool {0}': 'Niemand hat das Werkzeug {0} bestätigt',
  'You said that {0} is safe': 'Du hast gesagt, dass {0} sicher ist',
  'You let {0} run by itself': 'Du lässt {0} von selbst laufen',
  'You want to be asked before {0} is used': 'Du willst gefragt werden, bevor {0} benutzt wird',
  'You ruled out {0}': 'Du hast {0} ausgeschlossen',
  "You haven't said yet whether {0} may run by itself": 'Du hast noch nicht gesagt, ob {0} von selbst laufen darf',
  'Its own server says that {0} may delete or overwrite':
    'Sein eigener Server sagt, dass {0} löschen oder überschreiben kann',
  'Its own server says that {0} changes something': 'Sein eigener Server sagt, dass {0} etwas ändert',
  'Its own server says that {0} reaches other systems': 'Sein eigener Server sagt, dass {0} andere Systeme erreicht',
  'Nothing speaks against it': 'Nichts spricht dagegen',
  'The arguments are long enough to carry data away': 'Die Angaben sind lang genug, um Daten hinauszutragen',
  'The tool server “{0}” asks:': 'Der Werkzeugserver „{0}“ fragt:',
  'Your answer goes to this server. Never give it a password.':
    'Deine Antwort geht an diesen Server. Gib ihm nie ein Passwort.',
  "Don't answer": 'Nicht antworten',
  'what servers say of their tools': 'dem, was Server über ihre Werkzeuge sagen',
  'There are no tools of servers.': 'Es gibt keine Werkzeuge von Servern.',
  'May I use the tool {0} with this?': 'Darf ich das Werkzeug {0} hiermit benutzen?',
  'I ask before a tool that you have not let run by itself.':
    'Ich frage vor Werkzeugen, die du nicht von selbst laufen lässt.',
  'I ask before another program gets to see what is on this computer.':
    'Ich frage, bevor ein anderes Programm sieht, was auf diesem Computer ist.',
  '{0} gets these arguments, and does what its program makes of them.':
    '{0} bekommt diese Angaben und tut, was sein Programm daraus macht.',
  'the arguments are one JSON object, like {"path": "notes.txt"}':
    'die Angaben sind ein JSON-Objekt wie {"path": "notizen.txt"}',
  'the arguments hold too much inside each other': 'die Angaben sind zu tief verschachtelt',
  'the arguments are longer than 64 KB': 'die Angaben sind länger als 64 KB',
  'name the server: path is server/tool': 'nenne den Server: path ist server/werkzeug',
  'name the tool: path is server/tool': 'nenne das Werkzeug: path ist server/werkzeug',
  'using {0}': 'benutze {0}',
  'looking for a tool: {0}': 'suche ein Werkzeug: {0}',
  'tools of servers: list, say which may run by themselves, turn off':
    'Werkzeuge von Servern: auflisten, sagen, was von selbst laufen darf, abschalten',
  Back: 'Zurück',
  "I don't know that tool. {0} shows a server, {1} says what a tool may do, {2} turns a server off.":
    'Dieses Werkzeug kenne ich nicht. {0} zeigt einen Server, {1} sagt, was ein Werkzeug darf, {2} schaltet einen Server ab.',
  'The description of this tool has changed. Look again before you decide.':
    'Die Beschreibung dieses Werkzeugs hat sich geändert. Schau noch einmal hin, bevor du entscheidest.',
  "{0} runs by itself from now on. I still ask where its arguments name what you didn't.":
    '{0} läuft ab jetzt von selbst. Ich frage weiter, wo seine Angaben nennen, was du nicht genannt hast.',
  'I ask before {0} is used.': 'Ich frage, bevor {0} benutzt wird.',
  '{0} is never used.': '{0} wird nie benutzt.',
  Safe: 'Sicher',
  Moderate: 'Mittel',
  'Ask me': 'Frag mich',
  Never: 'Nie',
  'There are no tool servers. On the computer, {0} adds one.':
    'Es gibt keine Werkzeugserver. Auf dem Computer fügt {0} einen hinzu.',
  'Tool servers': 'Werkzeugserver',
  'Every tool asks until you let it run by itself.': 'Jedes Werkzeug fragt, bis du es von selbst laufen lässt.',
  'it may delete or overwrite, so it always asks': 'es kann löschen oder überschreiben, also fragt es immer',
  'it only reads': 'es liest nur',
  'it reaches other systems': 'es erreicht andere Systeme',
  'Its server says:': 'Sein Server sagt:',
  'It takes: {0}': 'Angaben: {0}',
  '{0} tool': '{0} Werkzeug',
  '{0} tools': '{0} Werkzeuge',
  '{0}, {1} of them without asking': '{0}, {1} davon ohne Frage',
  'safe, runs by itself': 'sicher, läuft von selbst',
  'moderate, runs by itself and is noted': 'mittel, läuft von selbst und wird vermerkt',
  asks: 'fragt',
  never: 'nie',
  'not graded, asks': 'nicht eingestuft, fragt',
  'you have to sign in to it: {0} in the chat has a button for it, or run {1} on the computer':
    'du musst dich bei ihm anmelden: {0} im Chat hat einen Knopf dafür, oder führe auf dem Computer {1} aus',
  'Signed in. You can close this page and go back to the chat.':
    'Angemeldet. Du kannst diese Seite schließen und zum Chat zurückgehen.',
  'Sign in at {0}?': 'Bei {0} anmelden?',
  '{0} sends you there. Approve only if you know that it belongs to it.':
    '{0} schickt dich dorthin. Erlaube es nur, wenn du weißt, dass das dazugehört.',
  'Sign in to {0}': 'Bei {0} anmelden',
  'you cancelled it': 'du hast abgebrochen',
  "I'm waiting for you to sign in to {0} already.": 'Ich warte schon darauf, dass du dich bei {0} anmeldest.',
  "You are signed in to {0}, but it can't be used yet: {1}":
    'Du bist bei {0} angemeldet, aber noch ist er nicht zu benutzen: {1}',
  'You are not signed in to {0}: {1}': 'Du bist nicht bei {0} angemeldet: {1}',
  'Open {0}': '{0} öffnen',
  "The last page can't be shown on your phone. That is expected: copy its address, which begins with {0}, and send it to me. I wait ten minutes.":
    'Die letzte Seite lässt sich auf deinem Telefon nicht anzeigen. Das ist richtig so: Kopier ihre Adresse, die mit {0} beginnt, und schick sie mir. Ich warte zehn Minuten.',
  'That is not the address of the last page.': 'Das ist nicht die Adresse der letzten Seite.',
  'I have the address.': 'Ich habe die Adresse.',
  'Nobody signed in within ten minutes.': 'In zehn Minuten hat sich niemand angemeldet.',
  "I'm not waiting for an address any more.": 'Ich warte auf keine Adresse mehr.',
  "I'm not waiting for that address any more, so I didn't use it. {0} begins a new sign-in.":
    'Ich warte nicht mehr auf diese Adresse, also habe ich sie nicht benutzt. {0} beginnt eine neue Anmeldung.',
  'Sign in': 'Anmelden',
  'Sign in again': 'Neu anmelden',
  'you have to sign in': 'du musst dich anmelden',
  'it wants you to sign in elsewhere than when it was confirmed, so it is off; {0} in the chat, or {1} on the computer, shows where and turns it on again':
    'er will dich anderswo anmelden als bei der Bestätigung, deshalb ist er aus; {0} im Chat oder {1} auf dem Computer zeigt, wo, und schaltet ihn wieder ein',
  'it points to {0}, which was not confirmed; nothing was sent there':
    'er verweist auf {0}, was nicht bestätigt ist; dorthin wurde nichts geschickt',
  "{0} can't be reached, or doesn't answer in time": '{0} ist nicht erreichbar oder antwortet nicht rechtzeitig',
  '{0} sends on to another address, which is not followed':
    '{0} leitet auf eine andere Adresse weiter, der nicht gefolgt wird',
  '{0} answers with more than it is allowed to': '{0} antwortet mit mehr, als erlaubt ist',
  'it does not ask for a sign-in': 'er verlangt keine Anmeldung',
  'it describes the sign-in of another server': 'er beschreibt die Anmeldung eines anderen Servers',
  'it does not say where to sign in': 'er sagt nicht, wo man sich anmeldet',
  '{0} does not say how to sign in there': '{0} sagt nicht, wie man sich dort anmeldet',
  '{0} does not protect a sign-in as it has to (PKCE with S256)':
    '{0} schützt eine Anmeldung nicht wie nötig (PKCE mit S256)',
  'it wants you to sign in at {0}, which is no safe address of the web':
    'er will dich bei {0} anmelden, und das ist keine sichere Adresse im Web',
  "what it says about signing in can't be understood, or does not fit":
    'was er über die Anmeldung sagt, ist unverständlich oder passt nicht',
  'you did not confirm where to sign in': 'du hast nicht bestätigt, wo du dich anmeldest',
  '{0} does not register Deskhand by itself: register it there (a native application, with http://127.0.0.1/signed-in to come back to), and give its client id with {1}':
    '{0} nimmt Deskhand nicht von selbst auf: Registriere es dort (als native Anwendung, Rücksprung nach http://127.0.0.1/signed-in) und gib die Client-ID mit {1} an',
  '{0} refused to register Deskhand; give a client id of yours with {1}':
    '{0} hat Deskhand nicht aufgenommen; gib eine eigene Client-ID mit {1} an',
  'that is not the address of the last page': 'das ist nicht die Adresse der letzten Seite',
  'nobody signed in within ten minutes': 'in zehn Minuten hat sich niemand angemeldet',
  'the answer belongs to another sign-in, so it was not used':
    'die Antwort gehört zu einer anderen Anmeldung und wurde nicht benutzt',
  'the sign-in was denied at {0}': 'die Anmeldung wurde bei {0} abgelehnt',
  '{0} gave no sign-in: {1}': '{0} hat die Anmeldung nicht erteilt: {1}',
  '{0} could not renew the sign-in; try again later':
    '{0} konnte die Anmeldung nicht erneuern; versuch es später wieder',
  'the keychain with its sign-in does not answer: unlock it (log in at the computer)':
    'der Schlüsselbund mit seiner Anmeldung antwortet nicht: Entsperre ihn (melde dich am Computer an)',
  '{0} cannot be understood: sign in again': '{0} ist unverständlich: Melde dich neu an',
  'it is a program of this computer; signing in is for servers at an address':
    'er ist ein Programm auf diesem Computer; anmelden kann man sich nur bei Servern mit einer Adresse',
  'it has a key in its headers; add it again without one to sign in':
    'er hat einen Schlüssel in seinen Headern; füge ihn ohne Schlüssel neu hinzu, um dich anzumelden',
  'Signed in. You can close this page and go back to the terminal.':
    'Angemeldet. Du kannst diese Seite schließen und zum Terminal zurückgehen.',
  '{0} wants you to sign in at {1}. Go on only if you know that this belongs to it.':
    '{0} will, dass du dich bei {1} anmeldest. Mach nur weiter, wenn du weißt, dass das dazugehört.',
  'Type yes to go on:': 'Tippe ja, um weiterzumachen:',
  'Open this page and sign in. It waits ten minutes:': 'Öffne diese Seite und melde dich an. Sie wartet zehn Minuten:',
  "If the last page can't be shown (on another device), paste its address here.":
    'Wenn sich die letzte Seite nicht zeigt (auf einem anderen Gerät), füge ihre Adresse hier ein.',
  'Address of the last page:': 'Adresse der letzten Seite:',
  'You are signed in to {0}.': 'Du bist bei {0} angemeldet.',
};
