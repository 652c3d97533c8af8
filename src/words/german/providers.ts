/** What a provider of models refuses or fails with, in German. */
export const GERMAN_PROVIDERS: Readonly<Record<string, string>> = {
  'the reply was cut off: {0}': 'die Antwort wurde abgeschnitten: {0}',
  'the model declined: {0}': 'das Modell lehnte ab: {0}',
  'Anthropic does not accept the key in ANTHROPIC_API_KEY. Make a new one at https://platform.claude.com/settings/keys and set it in .env':
    'Anthropic nimmt den Schlüssel in ANTHROPIC_API_KEY nicht an. Mach einen neuen unter https://platform.claude.com/settings/keys und trag ihn in .env ein',
  'The key in ANTHROPIC_API_KEY may not use {0}. Check its workspace at https://platform.claude.com/settings/keys':
    'Der Schlüssel in ANTHROPIC_API_KEY darf {0} nicht benutzen. Prüf seinen Workspace unter https://platform.claude.com/settings/keys',
  'The price and the limits of {0} are not known: its cost counts as unknown, and only the token limits hold. MODEL_PRICES can name its price.':
    'Preis und Grenzen von {0} sind nicht bekannt: Die Kosten zählen als unbekannt, und nur die Token-Grenzen gelten. MODEL_PRICES kann den Preis nennen.',
  'The limits of {0} are not known, so it is asked for plain JSON.':
    'Die Grenzen von {0} sind nicht bekannt; es wird deshalb nach einfachem JSON gefragt.',
  'Google does not accept the key in GEMINI_API_KEY. Make a new one at https://aistudio.google.com/apikey and set it in .env':
    'Google nimmt den Schlüssel in GEMINI_API_KEY nicht an. Mach einen neuen unter https://aistudio.google.com/apikey und trag ihn in .env ein',
  'The key in GEMINI_API_KEY may not use {0}. Check its project at https://aistudio.google.com/apikey':
    'Der Schlüssel in GEMINI_API_KEY darf {0} nicht benutzen. Prüf sein Projekt unter https://aistudio.google.com/apikey',
  'No usable Google credentials were found for Gemini. Sign in with `gcloud auth application-default login`, or set GOOGLE_APPLICATION_CREDENTIALS in the environment to a key file':
    'Für Gemini wurden keine brauchbaren Google-Zugangsdaten gefunden. Melde dich mit `gcloud auth application-default login` an, oder setze GOOGLE_APPLICATION_CREDENTIALS in der Umgebung auf eine Schlüsseldatei',
  'Your Google credentials may not use {0}. Give them the role "Vertex AI User" in {1}':
    'Deine Google-Zugangsdaten dürfen {0} nicht benutzen. Gib ihnen in {1} die Rolle „Vertex AI User“',
  '{0} does not know the model "{1}"{2}. Set {3} to one from https://ai.google.dev/gemini-api/docs/models':
    '{0} kennt das Modell „{1}“ nicht{2}. Setze {3} auf eines von https://ai.google.dev/gemini-api/docs/models',
  "{0} does not answer like Gemini's API (404). Check GEMINI_BASE_URL":
    '{0} antwortet nicht wie die API von Gemini (404). Prüf GEMINI_BASE_URL',
  "The model's provider asks for your approval first: {0}":
    'Der Anbieter des Modells verlangt erst deine Zustimmung: {0}',
  'decides the steps': 'entscheidet die Schritte',
  'checks results and risks': 'prüft Ergebnisse und Risiken',
  'for what was too hard': 'für das, was zu schwer war',
  'No model is configured, so there is nothing to choose from.':
    'Kein Modell ist eingestellt; es gibt also nichts zu wählen.',
  'Your next runs use the configured models again.': 'Deine nächsten Läufe nehmen wieder die eingestellten Modelle.',
  'Your next runs use {0} ({1}).': 'Deine nächsten Läufe nehmen {0} ({1}).',
  '{0} shows your models. {1}, {2} or {3} changes one for your next runs, {4} takes it back.':
    '{0} zeigt deine Modelle. {1}, {2} oder {3} wechselt eines für deine nächsten Läufe, {4} nimmt es zurück.',
  '(your choice)': '(deine Wahl)',
  'Did you mean {0}?': 'Meintest du {0}?',
  'You can choose:': 'Du kannst wählen:',
  'its price is not known, so its cost counts as unknown':
    'der Preis ist nicht bekannt, die Kosten zählen also als unbekannt',
  '{0} in, {1} out per million tokens': '{0} für eine Million Tokens Eingabe, {1} für Ausgabe',
  'simple goals': 'einfache Ziele',
  'goals of several steps': 'Ziele mit mehreren Schritten',
  'complex goals': 'schwere Ziele',
  'No run has used a model yet.': 'Noch hat kein Lauf ein Modell benutzt.',
  'cost unknown': 'Kosten unbekannt',
  'Your next run': 'Dein nächster Lauf',
  '{0} begins, because {1} got only {2} of {3} such goals done and checked':
    '{0} fängt an, weil {1} nur {2} von {3} solchen Zielen geprüft erledigt hat',
  '{0} begins: it got {1} of {2} such goals done and checked for {3} each, and is cheaper than {4}':
    '{0} fängt an: Es hat {1} von {2} solchen Zielen geprüft erledigt, für je {3}, und ist billiger als {4}',
  '{0} begins: it got {1} of {2} such goals done and checked for {3} each, {4} takes {5}':
    '{0} fängt an: Es hat {1} von {2} solchen Zielen geprüft erledigt, für je {3}; {4} braucht {5}',
  'Another of your models begins once it got {0} % of at least {1} such goals done and checked for less, or once the usual one failed at {2} % of them. {3} chooses one for good.':
    'Ein anderes deiner Modelle fängt an, sobald es von mindestens {1} solchen Zielen {0} % für weniger Geld geprüft erledigt hat, oder sobald das übliche an {2} % gescheitert ist. {3} legt eines fest.',
  '{0} a run': '{0} je Lauf',
  '{0}: {1}, {2} done and checked, {3}': '{0}: {1}, davon {2} erledigt und geprüft, {3}',
  'TELEMETRY_OTLP_ENDPOINT is set, but what sends traces is not installed: {0}':
    'TELEMETRY_OTLP_ENDPOINT ist gesetzt, aber was Traces sendet, ist nicht installiert: {0}',
  '{0} does not see pictures: it could not name two colors it was shown. Set MODEL_MAIN to a model that does.':
    '{0} sieht keine Bilder: Es konnte zwei gezeigte Farben nicht nennen. Setze MODEL_MAIN auf ein Modell, das Bilder sieht.',
  'Check ANTHROPIC_BASE_URL': 'Prüf ANTHROPIC_BASE_URL',
  'Nothing came from {0}: {1}. Tried for {2} s. Check the internet connection or try again later.':
    'Von {0} kam nichts: {1}. {2} s lang versucht. Prüfe die Internetverbindung, oder versuch es später noch einmal.',
  'Sign in with `aws sso login` or `aws configure`, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (or AWS_BEARER_TOKEN_BEDROCK) in the environment':
    'Melde dich mit `aws sso login` oder `aws configure` an, oder setze AWS_ACCESS_KEY_ID und AWS_SECRET_ACCESS_KEY (oder AWS_BEARER_TOKEN_BEDROCK) in der Umgebung',
  'Bedrock does not accept your AWS credentials. {0}': 'Bedrock nimmt deine AWS-Zugangsdaten nicht an. {0}',
  'Your AWS credentials may not use {0}. Ask for access to the model in the Bedrock console of {1}, page "Model access"':
    'Deine AWS-Zugangsdaten dürfen {0} nicht benutzen. Bitte in der Bedrock-Konsole von {1} um Zugang zum Modell, Seite „Model access“',
  'Check AWS_REGION and ANTHROPIC_BEDROCK_BASE_URL': 'Prüf AWS_REGION und ANTHROPIC_BEDROCK_BASE_URL',
  'No AWS credentials were found for Bedrock. {0}': 'Für Bedrock wurden keine AWS-Zugangsdaten gefunden. {0}',
  'too many requests with this key (429)': 'zu viele Anfragen mit diesem Schlüssel (429)',
  'overloaded (529)': 'überlastet (529)',
  'a fault of the server ({0})': 'ein Fehler des Servers ({0})',
  'what came back is not an answer': 'was zurückkam, ist keine Antwort',
  'it cannot be reached': 'er ist nicht erreichbar',
  'it cannot be reached ({0})': 'er ist nicht erreichbar ({0})',
  '{0} holds a blank, a line break or a letter that no key has. Copy it again into .env.':
    '{0} enthält ein Leerzeichen, einen Umbruch oder ein Zeichen, das kein Schlüssel hat. Kopier ihn noch einmal in .env.',
  'Nothing came from {0}: {1}{2}. Try again later.': 'Von {0} kam nichts: {1}{2}. Versuch es später noch einmal.',
  'What the model was shown did not fit its context. Try a smaller goal.':
    'Was dem Modell gezeigt wurde, war zu viel auf einmal. Versuch ein kleineres Ziel.',
  'The model paused its turn twice without answering. Try again.':
    'Das Modell hielt zweimal inne, ohne zu antworten. Versuch es noch einmal.',
  '{0} says there is no credit left or a spend limit is reached{1}. Look at {2}':
    '{0} sagt, das Guthaben ist verbraucht oder eine Ausgabengrenze erreicht{1}. Sieh nach unter {2}',
  '{0} does not know the model "{1}". Set {2} to one from {3}':
    '{0} kennt das Modell „{1}“ nicht. Setze {2} auf eines von {3}',
  "{0} does not answer like {1}'s API (404). {2}": '{0} antwortet nicht wie die API von {1} (404). {2}',
  'The request was too large for {0}{1}. Try a smaller goal':
    'Die Anfrage war für {0}{1} zu groß. Versuch ein kleineres Ziel',
  '{0} does not serve "{1}" like this{2}. Set {3} to one from {4}':
    '{0} bietet „{1}“ so nicht an{2}. Setze {3} auf eines von {4}',
  '{0} says there is no credit left or a spend limit is reached{1}. Look at https://platform.openai.com/settings/organization/billing':
    '{0} sagt, das Guthaben ist verbraucht oder eine Ausgabengrenze erreicht{1}. Sieh nach unter https://platform.openai.com/settings/organization/billing',
  'What the model was shown did not fit its context{0}. Try a smaller goal, or give the model a larger one.':
    'Was dem Modell gezeigt wurde, war zu viel auf einmal{0}. Versuch ein kleineres Ziel, oder gib dem Modell mehr Kontext.',
  '{0} wants a key. Set OPENAI_API_KEY in .env': '{0} will einen Schlüssel. Setze OPENAI_API_KEY in .env',
  '{0} does not accept the key in OPENAI_API_KEY. Set the one it wants in .env':
    '{0} nimmt den Schlüssel in OPENAI_API_KEY nicht an. Setze den, den er will, in .env',
  '{0} does not accept the key in OPENAI_API_KEY. Make a new one at https://platform.openai.com/api-keys and set it in .env':
    '{0} nimmt den Schlüssel in OPENAI_API_KEY nicht an. Mach einen neuen unter https://platform.openai.com/api-keys und trag ihn in .env ein',
  'The key in OPENAI_API_KEY may not use {0}{1}': 'Der Schlüssel in OPENAI_API_KEY darf {0}{1} nicht benutzen',
  "{0} does not answer like OpenAI's API ({1}). Check OPENAI_BASE_URL; most addresses end in /v1":
    '{0} antwortet nicht wie die API von OpenAI ({1}). Prüf OPENAI_BASE_URL; die meisten Adressen enden auf /v1',
  '{0} cannot look at the picture{1}. Set {2} to a model that sees pictures':
    '{0} kann sich das Bild nicht ansehen{1}. Setze {2} auf ein Modell, das Bilder sieht',
  'The reply was cut off twice because it got too long. Try a smaller goal.':
    'Die Antwort wurde zweimal abgeschnitten, weil sie zu lang wurde. Versuch ein kleineres Ziel.',
  'The model declined to go on. Word the goal differently, or do this step by hand.':
    'Das Modell wollte nicht weitermachen. Sag das Ziel anders, oder mach diesen Schritt von Hand.',
  'The model declined to go on: {0}. Word the goal differently, or do this step by hand.':
    'Das Modell wollte nicht weitermachen: {0}. Sag das Ziel anders, oder mach diesen Schritt von Hand.',
  'Sign in with `gcloud auth application-default login`, or set GOOGLE_APPLICATION_CREDENTIALS in the environment to a key file':
    'Melde dich mit `gcloud auth application-default login` an, oder setze GOOGLE_APPLICATION_CREDENTIALS in der Umgebung auf eine Schlüsseldatei',
  'Google does not accept your credentials. {0}': 'Google nimmt deine Zugangsdaten nicht an. {0}',
  'Your Google credentials may not use {0}. Give them the role "Vertex AI User" in {1}, and enable the model in Model Garden':
    'Deine Google-Zugangsdaten dürfen {0} nicht benutzen. Gib ihnen in {1} die Rolle „Vertex AI User“ und schalte das Modell im Model Garden frei',
  'Check CLOUD_ML_REGION, ANTHROPIC_VERTEX_PROJECT_ID and ANTHROPIC_VERTEX_BASE_URL':
    'Prüf CLOUD_ML_REGION, ANTHROPIC_VERTEX_PROJECT_ID und ANTHROPIC_VERTEX_BASE_URL',
  'No usable Google credentials were found for Vertex AI. {0}':
    'Für Vertex AI wurden keine brauchbaren Google-Zugangsdaten gefunden. {0}',
  'A picture for the model is not a JPEG; this is a fault in Deskhand.':
    'Ein Bild für das Modell ist kein JPEG; das ist ein Fehler in Deskhand.',
  'A picture of {0}x{1} is more than the model takes unshrunk; this is a fault in Deskhand.':
    'Ein Bild von {0}x{1} ist mehr, als das Modell unverkleinert nimmt; das ist ein Fehler in Deskhand.',
  '{0} did not accept the request ({1}){2}': '{0} nahm die Anfrage nicht an ({1}){2}',
  '{0} does not know the model "{1}"{2}.': '{0} kennt das Modell „{1}“ nicht{2}.',
  '{0} Set {1} to one that this server has': '{0} Setze {1} auf eines, das dieser Server hat',
  '{0} Set {1} to one from https://platform.openai.com/docs/models':
    '{0} Setze {1} auf eines von https://platform.openai.com/docs/models',
  "the provider's content filter": 'der Inhaltsfilter des Anbieters',
  '{0} and asked for permission': '{0} (und bat um Erlaubnis)',
  'use {0} of this computer': '{0} dieses Computers benutzen',
  '{0} speaks version {1} of the Agent Client Protocol, and Deskhand version {2}. Install a version of the agent that speaks {3}.':
    '{0} spricht Version {1} des Agent Client Protocol, Deskhand Version {2}. Installiere eine Version des Agenten, die {3} spricht.',
  'the agent was ended': 'der Agent wurde beendet',
  'the agent ended with code {0}': 'der Agent endete mit Code {0}',
  'Set in ACP_COMMAND the command that starts it as an agent on its standard input and output.':
    'Setze in ACP_COMMAND den Befehl, der ihn als Agenten auf Standardeingabe und -ausgabe startet.',
  '{0} did not answer as an agent of the Agent Client Protocol. {1}':
    '{0} antwortete nicht als Agent des Agent Client Protocol. {1}',
  '{0} did not answer as an agent of the Agent Client Protocol; it wrote “{1}”. {2}':
    '{0} antwortete nicht als Agent des Agent Client Protocol; er schrieb „{1}“. {2}',
  'use a tool': 'ein Werkzeug benutzen',
  'use a tool (“{0}”)': 'ein Werkzeug benutzen („{0}“)',
  '{0} cannot be started: {1}.': '{0} lässt sich nicht starten: {1}.',
  'Deskhand ends': 'Deskhand wird beendet',
  'it went on after it was told to stop, and was ended':
    'er machte weiter, nachdem er stoppen sollte, und wurde beendet',
  'it gave the question up by itself': 'er gab die Frage von sich aus auf',
  '{0} takes no pictures, so it cannot see the screen. Set in ACP_COMMAND an agent that does, or another MODEL_PROVIDER.':
    '{0} nimmt keine Bilder und kann den Bildschirm nicht sehen. Setze in ACP_COMMAND einen Agenten, der es kann, oder einen anderen MODEL_PROVIDER.',
  '{0} wanted to {1} instead of deciding. It was not let, and was ended. Switch its tools off in its own settings, or choose another agent in ACP_COMMAND.':
    '{0} wollte {1}, statt zu entscheiden. Das wurde verhindert, und er wurde beendet. Schalte seine Werkzeuge in seinen eigenen Einstellungen ab, oder wähl in ACP_COMMAND einen anderen Agenten.',
  '{0} wrote far more than an answer takes and was ended. Try again, or choose another agent in ACP_COMMAND.':
    '{0} schrieb viel mehr, als eine Antwort braucht, und wurde beendet. Versuch es noch einmal, oder wähl in ACP_COMMAND einen anderen Agenten.',
  'the connection to it broke': 'die Verbindung brach ab',
  '{0} is not signed in to its provider. Set its key in the environment and name the variable in ACP_ENV.':
    '{0} ist bei seinem Anbieter nicht angemeldet. Setze seinen Schlüssel in der Umgebung, und nenn die Variable in ACP_ENV.',
  '{0} did not accept the question: {1}.': '{0} nahm die Frage nicht an: {1}.',
  '{0}; it was not let through to {1}, which ACP_HOSTS would have to name':
    '{0}; zu {1} wurde er nicht durchgelassen, ACP_HOSTS müsste das nennen',
  'An agent cannot be confined on this processor, so none is started.':
    'Auf diesem Prozessor lässt sich ein Agent nicht einsperren; es wird keiner gestartet.',
  'The agent could not be started in its confined place: {0}.':
    'Der Agent ließ sich in seinem abgeschotteten Ort nicht starten: {0}.',
  'ACP_COMMAND names {0}, which is not there. Install the agent first (a program that is only downloaded when it runs cannot be used), or set its full path.':
    'ACP_COMMAND nennt {0}, das es nicht gibt. Installiere den Agenten zuerst (ein Programm, das erst beim Start geladen wird, geht nicht), oder setze seinen vollen Pfad.',
  '{0}, an agent in its confined place; it reaches {1} and nothing else':
    '{0}, ein Agent in seinem abgeschotteten Ort; er erreicht {1} und sonst nichts',
  'What {0} takes is known only as far as it tells: until then its cost counts as unknown, and only the token limits hold.':
    'Was {0} verbraucht, ist nur bekannt, soweit er es sagt: Bis dahin zählen die Kosten als unbekannt, und nur die Token-Grenzen gelten.',
  '{0} does not answer.': '{0} antwortet nicht.',
  'Use {0}? Its price is not known.': '{0} benutzen? Der Preis ist nicht bekannt.',
  'Use {0}, about {1} a step?': '{0} benutzen, etwa {1} je Schritt?',
  'Use it': 'Benutzen',
  'Always use it': 'Immer benutzen',
  'Uses {0} now.': 'Benutzt jetzt {0}.',
  'When {0} does not answer, your runs go on with {1} and tell you.':
    'Wenn {0} nicht antwortet, gehen deine Läufe mit {1} weiter und sagen es dir.',
  'When {0} does not answer, I ask you before I use {1}.':
    'Wenn {0} nicht antwortet, frage ich dich, bevor ich {1} benutze.',
  '{0} uses it without asking and tells you, {1} asks first.':
    '{0} benutzt ihn ohne Frage und sagt es dir, {1} fragt vorher.',
  'No second provider is configured. FALLBACK_MODEL_PROVIDER names one.':
    'Es ist kein zweiter Anbieter eingerichtet. FALLBACK_MODEL_PROVIDER nennt einen.',
  '(your choice: without asking)': '(deine Wahl: ohne Frage)',
  '(I ask first)': '(ich frage vorher)',
  'answers when the first does not': 'antwortet, wenn der erste es nicht tut',
  '{0} does not answer ({1}). I use {2} for the rest of this run, as you chose; {3} takes that back.':
    '{0} antwortet nicht ({1}). Für den Rest dieses Laufs benutze ich {2}, wie du es wolltest; {3} nimmt das zurück.',
};
