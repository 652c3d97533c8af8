/** What is wrong with a setting or a file of settings, in German. */
export const GERMAN_SETTINGS: Readonly<Record<string, string>> = {
  'it takes names of actions like {0}, or {1}': 'hierher gehören Namen von Aktionen wie {0}, oder {1}',
  'it takes ids like {0} or {1}': 'hierher gehören Kennungen wie {0} oder {1}',
  "{0} can't be used, so I speak English instead: {1}":
    '{0} ist nicht zu gebrauchen, darum spreche ich stattdessen Englisch: {1}',
  'it is not JSON ({0})': 'das ist kein JSON ({0})',
  'use 1 to 32 of a–z, 0–9 and -, beginning with a letter, like studio or mac-mini-2; {0} mean something else':
    'nimm 1 bis 32 Zeichen aus a–z, 0–9 und -, mit einem Buchstaben am Anfang, wie studio oder mac-mini-2; {0} haben schon eine andere Bedeutung',
  'set JSON like {0}: numbers true or false, sides of 280 to 1260 pixels, quality 30 to 78':
    'setze JSON wie {0}: numbers true oder false, Seiten von 280 bis 1260 Pixeln, quality 30 bis 78',
  'Line {0} of .env': 'Zeile {0} von .env',
  '{0} is ignored: it has no “=”. Write {1}, or # before a remark.':
    '{0} gilt nicht: Ihr fehlt das „=“. Schreib {1}, oder # vor eine Bemerkung.',
  '{0} is ignored: it has no name before its “=”.': '{0} gilt nicht: Vor ihrem „=“ steht kein Name.',
  '{0} begins with a quote that is never closed, so the quote counts as a part of the value.':
    '{0} öffnet ein Anführungszeichen, das nie geschlossen wird, darum zählt es zum Wert.',
  '{0} opens a quote that is closed only on line {1}, so what is between them is not set. Close it on its own line.':
    '{0} öffnet ein Anführungszeichen, das erst in Zeile {1} geschlossen wird, darum gilt nicht, was dazwischen steht. Schließe es in derselben Zeile.',
  'What stands behind the closing quote on line {0} of .env is ignored. Put all of it inside.':
    'Was in Zeile {0} von .env hinter dem schließenden Anführungszeichen steht, gilt nicht. Setze alles zwischen die Anführungszeichen.',
  '{0} in .env is not a setting: did you mean {1}?': '{0} in .env ist keine Einstellung: Meintest du {1}?',
  '{0} in .env is not a setting: remove it; .env.example lists all names':
    '{0} in .env ist keine Einstellung: Nimm es heraus; .env.example nennt alle Namen',
  'A name of {0} characters in .env is not a setting, and not shown because it may be a secret: remove it; .env.example lists all names':
    'Ein Name von {0} Zeichen in .env ist keine Einstellung; er wird nicht gezeigt, weil er ein Geheimnis sein kann: Nimm ihn heraus; .env.example nennt alle Namen',
  '{0}: Slack needs it beside {1}; create one with {2} on your app\'s page "Basic Information"':
    '{0}: Slack braucht es neben {1}; erzeuge eins mit {2} auf der Seite "Basic Information" deiner App',
  '{0}: Slack needs it beside {1}; copy it from your app\'s page "OAuth & Permissions"':
    '{0}: Slack braucht es neben {1}; kopiere es von der Seite "OAuth & Permissions" deiner App',
  '{0}: this is the main provider itself; set another one, or {1}':
    '{0}: Das ist schon der Hauptanbieter; setze einen anderen, oder {1}',
  '{0}: {1} is a model of it; set one of {2}': '{0}: {1} ist ein Modell davon; setze eins von {2}',
  '{0}: a server of your own needs the name of the model that it has':
    '{0}: Dein eigener Server braucht den Namen des Modells, das er hat',
  '{0} needs it': '{0} braucht das',
  '{0}: {1}: the address of your NATS server, like {2}': '{0}: {1}: die Adresse deines NATS-Servers, etwa {2}',
  '{0}: {1}: the file with what signs this computer in there':
    '{0}: {1}: die Datei, mit der sich dieser Computer dort anmeldet',
  '{0}: {1}: what this computer is called in the chat, like studio':
    '{0}: {1}: wie dieser Computer im Chat heißt, etwa studio',
  '{0}: {1} needs it; create one at https://console.anthropic.com, page "API keys"':
    '{0}: {1} braucht das; erzeuge einen Schlüssel auf https://console.anthropic.com, Seite "API keys"',
  '{0}: {1} needs it (or {2} for a server of your own); create one at https://platform.openai.com/api-keys':
    '{0}: {1} braucht das (oder {2} für einen eigenen Server); erzeuge einen Schlüssel auf https://platform.openai.com/api-keys',
  '{0}: Gemini on Vertex AI needs it beside the other one': '{0}: Gemini auf Vertex AI braucht beide',
  '{0}: {1} needs it (or {2} and {3} for Vertex AI); create one at https://aistudio.google.com/apikey':
    '{0}: {1} braucht das (oder {2} und {3} für Vertex AI); erzeuge einen Schlüssel auf https://aistudio.google.com/apikey',
  '{0}: {1} needs it: the command that starts your agent, like {2}; docs/providers.md names some':
    '{0}: {1} braucht das: den Befehl, der deinen Agenten startet, etwa {2}; docs/providers.md nennt einige',
  '{0}: it is not known which hosts this agent needs, and it reaches no other; set those of its provider, like {1}':
    '{0}: Es ist nicht bekannt, welche Server dieser Agent braucht, und andere erreicht er nicht; setze die seines Anbieters, etwa {1}',
  '{0}: {1} needs it, for example us-east-1': '{0}: {1} braucht das, zum Beispiel us-east-1',
  '{0}: {1} needs it, as your Google Cloud console shows it':
    '{0}: {1} braucht das, wie es deine Google-Cloud-Konsole zeigt',
  '{0} and {1}: {2} needs both, as your Google Cloud console shows them':
    '{0} und {1}: {2} braucht beide, wie sie deine Google-Cloud-Konsole zeigt',
  'set a whole number from {0} to {1}': 'setze eine ganze Zahl von {0} bis {1}',
  'set a number from {0} to {1}': 'setze eine Zahl von {0} bis {1}',
  'set one of {0}': 'setze eins von {0}',
  'set keys with at least one of ctrl, option (alt), cmd and shift in front, like {0}':
    'setze Tasten mit wenigstens einer von ctrl, option (alt), cmd und shift davor, etwa {0}',
  'set a full address that starts with https:// or http://':
    'setze eine ganze Adresse, die mit https:// oder http:// beginnt',
  'set JSON like {0}: USD per million tokens in and out': 'setze JSON wie {0}: USD je Million Token hinein und heraus',
  'set the same person in several chats like {0}, several people apart by ;':
    'setze dieselbe Person in mehreren Chats wie {0}, mehrere Personen durch ; getrennt',
  'set the token @BotFather gave you (digits, a colon, letters); write /newbot to @BotFather to get one':
    'setze das Token, das du von @BotFather bekommen hast (Ziffern, ein Doppelpunkt, Buchstaben); schreib /newbot an @BotFather, um eins zu bekommen',
  'set numeric Telegram ids, comma separated (not @names); @userinfobot tells you yours':
    'setze Telegram-Kennungen aus Ziffern, durch Kommas getrennt (keine @namen); @userinfobot nennt dir deine',
  'set the Bot User OAuth Token (xoxb-…) from your Slack app, page "OAuth & Permissions"':
    'setze das Bot User OAuth Token (xoxb-…) deiner Slack-App, Seite "OAuth & Permissions"',
  'this is the app-level token, which goes into {0};': 'das ist das App-Level-Token, das gehört in {0};',
  'set the app-level token (xapp-…) with {0} from your Slack app, page "Basic Information"':
    'setze das App-Level-Token (xapp-…) mit {0} deiner Slack-App, Seite "Basic Information"',
  'this is the bot token, which goes into {0};': 'das ist das Bot-Token, das gehört in {0};',
  'set TEAM:USER, comma separated, like {0}': 'setze TEAM:USER, durch Kommas getrennt, etwa {0}',
  'set the hosts of the agent’s provider, comma separated, like {0} or {1}':
    'setze die Server des Anbieters, durch Kommas getrennt, etwa {0} oder {1}',
  'set names of variables, comma separated, like {0}; their values stay where they are':
    'setze Namen von Variablen, durch Kommas getrennt, etwa {0}; ihre Werte bleiben, wo sie sind',
  'set the address of your NATS server like {0}': 'setze die Adresse deines NATS-Servers, etwa {0}',
  '{0} cannot be read ({1}); make it readable for you: {2}':
    '{0} lässt sich nicht lesen ({1}); mach es für dich lesbar: {2}',
};
