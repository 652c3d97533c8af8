/** What single commands at the terminal say, in German. */
export const GERMAN_TERMINAL_COMMANDS: Readonly<Record<string, string>> = {
  'Nothing is always allowed.': 'Nichts ist immer erlaubt.',
  'There is no {0}; {1} lists them.': '{0} gibt es nicht; {1} zeigt alle.',
  'Revoked.': 'Zurückgenommen.',
  'Always allowed: {0}.': 'Immer erlaubt: {0}.',
  'Say for which shell: {0}, zsh or fish. For bash, add to ~/.bashrc: {1}':
    'Nenne die Shell: {0}, zsh oder fish. Für bash füge in ~/.bashrc hinzu: {1}',
  'it runs': 'es läuft',
  'it does not run; start it with {0}': 'es läuft nicht; starte es mit {0}',
  'Deskhand {0}; {1} is there: {2}': 'Deskhand {0}; {1} ist da: {2}',
  'there is no data folder yet': 'es gibt noch keinen Datenordner',
  'transformers.js and what it needs, about 160 MB': 'transformers.js und was es braucht, etwa 160 MB',
  'With it, earlier tasks are compared by meaning instead of by words, and voice notes are written down here.':
    'Damit werden frühere Aufgaben nach Bedeutung statt nach Wörtern verglichen und Sprachnachrichten hier aufgeschrieben.',
  'Two models that read the screen and their runtime, about 110 MB':
    'Zwei Modelle, die den Bildschirm lesen, und ihre Laufzeit, etwa 110 MB',
  'With it, words that no application tells are found on the screen, on this computer.':
    'Damit werden Wörter, die kein Programm nennt, auf dem Bildschirm gefunden, auf diesem Computer.',
  'OpenTelemetry’s packages for traces, about 20 MB': 'OpenTelemetrys Pakete für Traces, etwa 20 MB',
  'With it, TELEMETRY_OTLP_ENDPOINT sends a trace of each run to your own collector.':
    'Damit sendet TELEMETRY_OTLP_ENDPOINT einen Trace jedes Laufs an deinen eigenen Sammler.',
  'There are {0}; {1} installs one.': 'Es gibt {0}; {1} installiert eines.',
  'It is installed already.': 'Es ist schon installiert.',
  '{0}, from npm into {1}; nothing of it runs while it is installed.':
    '{0}, von npm nach {1}; nichts davon läuft, während es installiert wird.',
  'Nothing was installed.': 'Nichts wurde installiert.',
  'Nothing was installed: {0}': 'Nichts wurde installiert: {0}',
  'It is installed. Restart Deskhand if it runs.': 'Es ist installiert. Starte Deskhand neu, wenn es läuft.',
  'Nothing was installed: nobody is there to confirm it. {0} means it.':
    'Nichts wurde installiert: Niemand ist da, der es bestätigt. {0} meint es so.',
  'Install it? Type {0}:': 'Installieren? Tippe {0}:',
  'Say what to do: {0}, or {1}.': 'Sag, was zu tun ist: {0}, oder {1}.',
  '{0} recordings indexed, {1}.': '{0} Aufzeichnungen im Verzeichnis, {1}.',
  'Nothing similar among {0} recordings ({1}).': 'Nichts Ähnliches unter {0} Aufzeichnungen ({1}).',
  '{0}  run {1}  {2}  ({3})': '{0}  Lauf {1}  {2}  ({3})',
  'No browser is in.': 'Kein Browser ist angemeldet.',
  '{0}  in since {1}, last used about {2}': '{0}  angemeldet seit {1}, zuletzt benutzt etwa {2}',
  'There is no {0}; {1} shows who is in.': '{0} gibt es nicht; {1} zeigt, wer angemeldet ist.',
  'Shut out.': 'Ausgesperrt.',
  '{0}\nUse: {1}, {2}, or {3}': '{0}\nAufruf: {1}, {2} oder {3}',
  "Send this code {0}, from the phone you'll control it with:":
    'Sende diesen Code {0}, vom Telefon aus, mit dem du steuern willst:',
  'It works once, until {0}, and not after five wrong tries. Ctrl+C ends it.':
    'Er gilt einmal, bis {0}, und nach fünf falschen Versuchen nicht mehr. Strg+C beendet ihn.',
  'Paired: {0}. They may work this computer now.': 'Gekoppelt: {0}. Dieser Mensch darf den Computer jetzt bedienen.',
  'Paired: {0}. They may work this computer; start Deskhand for them: {1}.':
    'Gekoppelt: {0}. Dieser Mensch darf den Computer bedienen; starte dafür Deskhand: {1}.',
  'To take that back: {0}': 'So nimmst du es zurück: {0}',
  'The time is over and nobody was paired. Run {0} again for a new code.':
    'Die Zeit ist um, und niemand wurde gekoppelt. Führe {0} noch einmal aus für einen neuen Code.',
  'Five wrong codes were sent, so nobody was paired. Somebody else knows your bot; run {0} again for a new code.':
    'Fünf falsche Codes kamen an, darum wurde niemand gekoppelt. Jemand anders kennt deinen Bot; führe {0} noch einmal aus für einen neuen Code.',
  'Nobody was paired.': 'Niemand wurde gekoppelt.',
  'The right code came, but it could not be kept, so nobody was paired: {0}':
    'Der richtige Code kam, ließ sich aber nicht speichern, darum wurde niemand gekoppelt: {0}',
  '{0}  set in {1}': '{0}  gesetzt in {1}',
  '{0}  paired {1}, {2}': '{0}  gekoppelt {1}, {2}',
  'Nobody is paired.': 'Niemand ist gekoppelt.',
  'Nobody is paired as {0}. {1} shows who is.': 'Niemand ist als {0} gekoppelt. {1} zeigt, wer es ist.',
  'Taken back: {0} may not work this computer any more, and what they had running is stopped.':
    'Zurückgenommen: {0} darf diesen Computer nicht mehr bedienen, und was lief, ist gestoppt.',
  '{0} is taken away.': '{0} ist entfernt.',
  '{0} is turned on.': '{0} ist eingeschaltet.',
  '{0} is turned off.': '{0} ist ausgeschaltet.',
  '{0}  {1}, {2}, from {3}': '{0}  {1}, {2}, von {3}',
  off: 'aus',
  'names no permissions': 'nennt keine Rechte',
  'No plugin is added.': 'Kein Plugin ist da.',
  'Nothing was added. {0}.': 'Nichts wurde hinzugefügt. {0}.',
  'Nothing was added.': 'Nichts wurde hinzugefügt.',
  'The tool server {0} is not used until you have seen what it offers: {1}':
    'Der Werkzeugserver {0} wird erst benutzt, wenn du gesehen hast, was er bietet: {1}',
  '{0} is added. A Deskhand that runs uses it within a second; {1} lists its skills.':
    '{0} ist hinzugefügt. Ein Deskhand, das läuft, benutzt es in einer Sekunde; {1} nennt seine Skills.',
  'There is no skill {0}. {1} lists them.': 'Es gibt keinen Skill {0}. {1} nennt sie.',
  "{0} is somebody else's; share it as you got it.":
    '{0} gehört jemand anderem; gib es weiter, wie du es bekommen hast.',
  '{0} is too large: its triggers, playbook and checks take more than 32 KB.':
    '{0} ist zu groß: Auslöser, Playbook und Prüfungen brauchen mehr als 32 KB.',
  'Nothing was written: {0}: {1}. Take it away, or name another folder.':
    'Nichts wurde geschrieben: {0}: {1}. Nimm es weg oder nenne einen anderen Ordner.',
  '{0} is written as an Agent Skill: {1}': '{0} ist als Agent Skill geschrieben: {1}',
  '{0} is no folder, no .tgz file and no name of a package.\n{1}':
    '{0} ist kein Ordner, keine .tgz-Datei und kein Name eines Pakets.\n{1}',
  'Nothing was added. {0}': 'Nichts wurde hinzugefügt. {0}',
  'It names no permissions: each of its steps is judged like any other, and it can never ask for less than you are asked now.':
    'Es nennt keine Rechte: Jeder Schritt wird beurteilt wie jeder andere, und du wirst nie weniger gefragt als jetzt.',
  'It may use: {0}. Everything else asks, and it can never ask for less than you are asked now.':
    'Es darf benutzen: {0}. Bei allem anderen wirst du gefragt, und nie weniger als jetzt.',
  'an Agent Skill: advice for a model, taken where its description speaks of the goal':
    'ein Agent Skill: Rat für ein Modell, genommen, wo seine Beschreibung zum Ziel passt',
  'brings {0}, which run confined or ask, as any command':
    'bringt {0} mit, was abgeschottet läuft oder fragt wie jeder Befehl',
  'may use {0}; {1}': 'darf benutzen: {0}; {1}',
  'guides a model': 'leitet ein Modell an',
  '1 step without a model': '1 Schritt ohne Modell',
  '{0} steps without a model': '{0} Schritte ohne Modell',
  'answers to {0}': 'antwortet auf {0}',
  '{0}: a tool server, {1}\n    runs confined, reaches no host, and is confirmed by itself':
    '{0}: ein Werkzeugserver, {1}\n    läuft abgeschottet, erreicht keinen Host und wird eigens bestätigt',
  'Not taken: {0}{1}': 'Nicht übernommen: {0}{1}',
  'Nothing was added: nobody is there to confirm it. Add --yes to mean it.':
    'Nichts wurde hinzugefügt: Niemand ist da, der es bestätigt. Mit --yes ist es so gemeint.',
  'Add it? Type {0}:': 'Hinzufügen? Tippe {0}:',
  'There is no plugin {0}. {1} shows them.': 'Es gibt kein Plugin {0}. {1} zeigt sie.',
  verified: 'geprüft',
  unverified: 'nicht geprüft',
  'Started.': 'Gestartet.',
  'Not waited for any more; the run goes on. {0} ends it.':
    'Es wird nicht mehr gewartet; der Lauf geht weiter. {0} beendet ihn.',
  'The run': 'Der Lauf',
  'Run {0}': 'Lauf {0}',
  'Say what to do: {0}': 'Sag, was zu tun ist: {0}',
  'Say where to put it: {0}': 'Sag, wohin damit: {0}',
  '--display is a number from 1 to 16.\nUse: {0}': '--display ist eine Zahl von 1 bis 16.\nAufruf: {0}',
  'The picture could not be written to {0}: {1}': 'Das Bild ließ sich nicht nach {0} schreiben: {1}',
  'Nothing is kept.': 'Nichts ist gespeichert.',
  'There are no tokens and keys in .env.': 'In .env sind keine Tokens und Schlüssel.',
  'the keychain': 'den Schlüsselbund',
  '{0}, which you alone can read': '{0}, was nur du lesen kannst',
  'Moved from .env to {0}: {1}.': 'Von .env nach {0} verschoben: {1}.',
  'This computer has no keychain that takes them, or it is locked.':
    'Dieser Computer hat keinen Schlüsselbund, der sie nimmt, oder er ist gesperrt.',
  '{0} takes one of {1}.': '{0} braucht eines davon: {1}.',
  '{0} is written, but the system did not start it. A service needs your own graphical session: log in there, then {1}.':
    '{0} ist geschrieben, aber das System hat es nicht gestartet. Ein Dienst braucht deine eigene grafische Sitzung: Melde dich dort an, dann {1}.',
  'Deskhand starts by itself from now on, after each login, and {0} s after it failed.':
    'Deskhand startet ab jetzt von selbst, nach jeder Anmeldung und {0} s nach einem Fehler.',
  'Its log: {0}': 'Sein Protokoll: {0}',
  'It is not running as a service; {0} makes it one.': 'Es läuft nicht als Dienst; {0} macht es dazu.',
  'Restarted.': 'Neu gestartet.',
  'Deskhand does not start by itself any more. Your data and settings stay where they are.':
    'Deskhand startet nicht mehr von selbst. Deine Daten und Einstellungen bleiben, wo sie sind.',
  'Secret of {0}, shown this once; the one before counts no longer:\n{1}':
    'Geheimnis von {0}, nur dieses eine Mal gezeigt; das vorige gilt nicht mehr:\n{1}',
  'There is no trigger. Make one in your chat: {0}': 'Es gibt keinen Auslöser. Mach einen in deinem Chat: {0}',
  'Called: order {0}.': 'Aufgerufen: Auftrag {0}.',
  'order {0}': 'Auftrag {0}',
  'no fields': 'keine Felder',
  'fields: {0}': 'Felder: {0}',
  'has a secret': 'hat ein Geheimnis',
  'no secret yet: {0}': 'noch kein Geheimnis: {0}',
  'the standard input': 'der Standardeingabe',
  'it is longer than {0} KB': 'es ist länger als {0} KB',
  'it is no JSON object': 'es ist kein JSON-Objekt',
  'The fields could not be read from {0}: {1}.': 'Die Felder ließen sich nicht aus {0} lesen: {1}.',
  'This goes for good:': 'Das geht endgültig weg:',
  'Type {0} to delete it:': 'Tippe {0}, um es zu löschen:',
  'Nothing was removed.': 'Nichts wurde entfernt.',
  'Deskhand still runs: end it where it runs (Ctrl+C there), and run {0} again. None of your data was removed.':
    'Deskhand läuft noch: Beende es dort, wo es läuft (Strg+C), und führe {0} noch einmal aus. Von deinen Daten wurde nichts entfernt.',
  'Deskhand still runs: end it where it runs (Ctrl+C there), and run {0} again.':
    'Deskhand läuft noch: Beende es dort, wo es läuft (Strg+C), und führe {0} noch einmal aus.',
  'Your data stays:': 'Deine Daten bleiben:',
  'Tokens and keys that are in the keychain stay there, too.':
    'Auch Tokens und Schlüssel im Schlüsselbund bleiben dort.',
  '{0} removes it as well.': '{0} entfernt auch das.',
  'What is left is the program: {0}': 'Übrig ist das Programm: {0}',
  'What is left is the clone, with its packages: {0}. Delete that folder when you need nothing in it.':
    'Übrig ist der Klon mit seinen Paketen: {0}. Lösche den Ordner, wenn du nichts darin brauchst.',
  'Deskhand is no service here.': 'Deskhand ist hier kein Dienst.',
  'It does not start by itself any more: {0} is gone.': 'Es startet nicht mehr von selbst: {0} ist weg.',
  'Deskhand works on {0} as process {1}: end it, and run this again. None of your data was removed.':
    'Deskhand arbeitet an {0} als Prozess {1}: Beende ihn und führe das noch einmal aus. Von deinen Daten wurde nichts entfernt.',
  'The keychain does not give up {0}: unlock it, and run this again. None of your data was removed.':
    'Der Schlüsselbund gibt {0} nicht her: Entsperre ihn und führe das noch einmal aus. Von deinen Daten wurde nichts entfernt.',
  'Your data, settings, tokens and keys are gone.': 'Deine Daten, Einstellungen, Tokens und Schlüssel sind weg.',
  'Deskhand {0} is there (this is {1}): {2} puts it in.': 'Deskhand {0} ist da (dies ist {1}): {2} spielt es ein.',
  'Start it: {0}': 'Starte es: {0}',
  'Left. Nothing was changed.': 'Abgebrochen. Nichts wurde geändert.',
  '{0} Type {1}:': '{0} Tippe {1}:',
  'A phone is connected, and its owner has to say yes: start Deskhand with {0}, and run this again beside it. Nothing was changed.':
    'Ein Telefon ist verbunden, und sein Besitzer muss zustimmen: Starte Deskhand mit {0} und führe das daneben noch einmal aus. Nichts wurde geändert.',
  'No phone is connected that could say yes. Nothing was changed.':
    'Kein Telefon ist verbunden, das zustimmen könnte. Nichts wurde geändert.',
  'Now end Deskhand where it runs (Ctrl+C there). The update goes on by itself then.':
    'Beende jetzt Deskhand dort, wo es läuft (Strg+C). Dann geht die Aktualisierung von selbst weiter.',
  'it did not answer within {0} s; its log: {1}': 'es antwortete nicht innerhalb von {0} s; sein Protokoll: {1}',
};
