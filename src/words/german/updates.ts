/** What is said of updates and of a start that fails, and before the first of our own files is read, in German. */
export const GERMAN_UPDATES: Readonly<Record<string, string>> = {
  'Git does not know this folder.': 'Git kennt diesen Ordner nicht.',
  'The list of versions cannot be read.': 'Die Liste der Versionen lässt sich nicht lesen.',
  '{0} is not a git clone, so it cannot be updated. Clone Deskhand, and move your data there.':
    '{0} ist kein Git-Klon, darum gibt es dort kein Update. Klone Deskhand und nimm deine Daten dorthin mit.',
  'v{0} is not signed, so it is not taken. Nothing was changed.':
    'v{0} ist nicht signiert und wird darum nicht genommen. Nichts wurde geändert.',
  'No key is known that may sign a version: set {0} to a file of allowed signers (ssh-keygen(1)) with the makers’ key. Nothing was changed.':
    'Es ist kein Schlüssel bekannt, der eine Version signieren darf: Setze {0} auf eine Datei mit erlaubten Unterzeichnern (ssh-keygen(1)), in der der Schlüssel der Hersteller steht. Nichts wurde geändert.',
  'The signature of v{0} is not one of a known key, so it is not taken. Nothing was changed.':
    'Die Signatur von v{0} stammt von keinem bekannten Schlüssel, darum wird sie nicht genommen. Nichts wurde geändert.',
  'v{0} cannot be read.': 'v{0} lässt sich nicht lesen.',
  'What is called v{0} was signed under another name, so it is not taken. Nothing was changed.':
    'Was v{0} heißt, wurde unter einem anderen Namen signiert und wird darum nicht genommen. Nichts wurde geändert.',
  'It cannot be told which files were changed.': 'Es lässt sich nicht sagen, welche Dateien geändert wurden.',
  'You changed files of Deskhand itself ({0}): commit or undo that first. Nothing was changed.':
    'Du hast Dateien von Deskhand selbst geändert ({0}): Committe das erst oder nimm es zurück. Nichts wurde geändert.',
  'Git has no commit here.': 'Git hat hier keinen Commit.',
  'The new version cannot be unpacked.': 'Die neue Version lässt sich nicht auspacken.',
  'Its packages cannot be installed. Nothing was changed.':
    'Die Pakete der neuen Version lassen sich nicht installieren. Nichts wurde geändert.',
  'Git could not change the version.': 'Git konnte die Version nicht wechseln.',
  'The newest version cannot be looked up. Nothing was changed.':
    'Die neueste Version lässt sich nicht nachschlagen. Nichts wurde geändert.',
  'v{0} holds another version in its package.json, so it is not taken. Nothing was changed.':
    'In der package.json von v{0} steht eine andere Version, darum wird sie nicht genommen. Nichts wurde geändert.',
  'The registry’s answer is not understood. Nothing was changed.':
    'Die Antwort des Paketservers ist nicht zu verstehen. Nichts wurde geändert.',
  '{0} cannot be fetched. Nothing was changed.': '{0} lässt sich nicht herunterladen. Nichts wurde geändert.',
  'What the registry sent is not {0} as it is listed, so it is not taken. Nothing was changed.':
    'Was der Paketserver geschickt hat, ist nicht das dort verzeichnete {0} und wird darum nicht genommen. Nichts wurde geändert.',
  '{0} is not proven to be its makers’, so it is not taken. Nothing was changed.':
    'Dass {0} von den Herstellern stammt, ist nicht bewiesen, darum wird es nicht genommen. Nichts wurde geändert.',
  '{0} cannot be installed. Nothing was changed.': '{0} lässt sich nicht installieren. Nichts wurde geändert.',
  'A signature is missing or wrong.': 'Eine Signatur fehlt oder ist falsch.',
  'It cannot be installed. Nothing was changed.': 'Sie lässt sich nicht installieren. Nichts wurde geändert.',
  '{0} was published without provenance, so it is not taken. Nothing was changed.':
    '{0} wurde ohne Herkunftsnachweis veröffentlicht und wird darum nicht genommen. Nichts wurde geändert.',
  'This Deskhand does not say which repository it was built from, so the provenance of {0} has nothing to be compared with. Nothing was changed.':
    'Dieses Deskhand sagt nicht, aus welchem Repository es gebaut wurde, darum lässt sich die Herkunft von {0} mit nichts vergleichen. Nichts wurde geändert.',
  '{0} does not say which repository it was built from, so it is not taken. Nothing was changed.':
    '{0} sagt nicht, aus welchem Repository es gebaut wurde, und wird darum nicht genommen. Nichts wurde geändert.',
  '{0} was built from {1} instead of {2}, so it is not taken. Nothing was changed.':
    '{0} wurde aus {1} statt aus {2} gebaut und wird darum nicht genommen. Nichts wurde geändert.',
  '{0} is not yours to write to: whoever installed Deskhand there updates it with {1}. Nothing was changed.':
    'In {0} darfst du nicht schreiben: Wer Deskhand dort installiert hat, bringt es mit {1} auf den neuesten Stand. Nichts wurde geändert.',
  '{0} is not installed': '{0} ist nicht installiert',
  '{0} Reason: {1}': '{0} Der Grund: {1}',
  'There is no command {0}; there are {1}. {2} says what they do.':
    'Einen Befehl {0} gibt es nicht; es gibt {1}. {2} sagt, was sie tun.',
  "Deskhand needs Node {0} or newer; this is {1}. On Linux run it through npm (npm ci && npm start), which brings its own; on a Mac install Node from nodejs.org (Homebrew's node@{2} is not on the PATH).":
    'Deskhand braucht Node {0} oder neuer; das hier ist {1}. Starte es unter Linux mit npm (npm ci && npm start), das sein eigenes mitbringt; auf einem Mac installiere Node von nodejs.org (node@{2} von Homebrew liegt nicht im PATH).',
  '{0} could not be started: {1}': '{0} ließ sich nicht starten: {1}',
  'it ended without a word': 'sie endete ohne ein Wort',
  'it did not end in order ({0})': 'sie endete nicht ordentlich ({0})',
  undo: 'zurück',
  'Was that you? Press Enter to keep it, or type {0} to take it back:':
    'Warst du das? Enter behält es; „{0}“ nimmt es zurück:',
  'Set {0} to another port (0 = any free one), or {1}, and start again.':
    'Setze {0} auf einen anderen Port (0 = irgendein freier) oder {1}, und starte neu.',
  'Port {0} on {1} is taken, perhaps by a second Deskhand. {2}':
    'Port {0} auf {1} ist belegt, vielleicht von einem zweiten Deskhand. {2}',
  'Port {0} on {1} may not be used by this account. {2}':
    'Port {0} auf {1} darf dieses Benutzerkonto nicht benutzen. {2}',
  'Others on this computer could read what is yours alone. That is fixed: {0}.':
    'Andere an diesem Computer konnten lesen, was dir allein gehört. Das ist behoben: {0}.',
  'its file system keeps no permissions': 'sein Dateisystem merkt sich keine Rechte',
  'Deskhand ended with an error it did not expect: {0}': 'Deskhand endete mit einem unerwarteten Fehler: {0}',
  'Deskhand ended {0} times within a minute without being told to, so it is not started again.':
    'Deskhand ist in einer Minute {0}-mal von selbst geendet und wird darum nicht noch einmal gestartet.',
  '1. Open this link, choose your workspace, and press Next and Create.':
    '1. Öffne diesen Link, wähle deinen Workspace und klicke auf Next und Create.',
  '2. "Install App", Install: the Bot User OAuth Token (xoxb-…) is {0}.':
    '2. "Install App", Install: Das Bot User OAuth Token (xoxb-…) ist {0}.',
  '3. "Basic Information", App-Level Tokens, Generate, with the scope {0}: the token (xapp-…) is {1}.':
    '3. "Basic Information", App-Level Tokens, Generate, mit dem Scope {0}: Das Token (xapp-…) ist {1}.',
  'For an app that is there already, page "App Manifest":': 'Für eine App, die es schon gibt, Seite "App Manifest":',
};
