/** What the Slack adapter says of its connection and of files, in German: see told.ts. */
export const GERMAN_TOLD_SLACK: Readonly<Record<string, string>> = {
  'Slack replaces the connection; opening another one': 'Slack ersetzt die Verbindung; eine neue wird geöffnet',
  'Slack said {0}': 'Slack sagte {0}',
  'Slack asks for a pause (429)': 'Slack bittet um eine Pause (429)',
  'Slack answered {0}': 'Slack antwortete {0}',
  'no hello within {0} s': 'keine Begrüßung innerhalb von {0} s',
  'the connection was closed': 'die Verbindung wurde geschlossen',
  'the connection was closed again': 'die Verbindung wurde wieder geschlossen',
  'Slack does not know the token in {0} ({1}): {2}': 'Slack kennt das Token in {0} nicht ({1}): {2}',
  'The token in {0} was taken back ({1}): reinstall the app into your workspace, {2}':
    'Das Token in {0} wurde zurückgezogen ({1}): installiere die App neu in deinem Workspace, {2}',
  'The token in {0} is of the wrong kind ({1}): {2}': 'Das Token in {0} ist von der falschen Art ({1}): {2}',
  'set {0} to {1} and start again': 'setze {0} auf {1} und starte neu',
  "the Bot User OAuth Token (xoxb-…) from your app's page {0}":
    'das Bot User OAuth Token (xoxb-…) von der Seite {0} deiner App',
  "the app-level token (xapp-…) with connections:write from your app's page {0}":
    'das App-Level-Token (xapp-…) mit connections:write von der Seite {0} deiner App',
  "The token in SLACK_APP_TOKEN lacks the scope connections:write: make a new one with it on your app's page {0} and start again":
    'Dem Token in SLACK_APP_TOKEN fehlt der Scope connections:write: erzeuge ein neues damit auf der Seite {0} deiner App und starte neu',
  "The Slack app lacks the scope {0}: add it on your app's page {1} (npm run slack:manifest shows all), reinstall the app, and start again":
    'Der Slack-App fehlt der Scope {0}: füge ihn auf der Seite {1} deiner App hinzu (npm run slack:manifest zeigt alle), installiere die App neu und starte neu',
  "The Slack app lacks these scopes, and what needs them fails: {0}; add them on your app's page {1} and reinstall it":
    'Der Slack-App fehlen diese Scopes, und was sie braucht, geht nicht: {0}; füge sie auf der Seite {1} deiner App hinzu und installiere sie neu',
  'The Slack workspace does not let the app in ({0}): ask who runs it, and start again':
    'Der Slack-Workspace lässt die App nicht herein ({0}): frage, wer ihn betreibt, und starte neu',
  "Socket Mode is off for the Slack app ({0}): switch it on on your app's page {1}, and start again":
    'Der Socket Mode der Slack-App ist aus ({0}): schalte ihn auf der Seite {1} deiner App ein und starte neu',
  'Slack does not have it any more': 'Slack hat es nicht mehr',
  'it is not kept at Slack itself': 'es liegt nicht bei Slack selbst',
  'Slack does not hand it to the app: it needs the scope files:read':
    'Slack gibt es der App nicht: sie braucht den Scope files:read',
};
