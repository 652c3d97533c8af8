/** What commands and other programs hear from the Deskhand that runs, in German. */
export const GERMAN_SOCKET: Readonly<Record<string, string>> = {
  "This Deskhand speaks version {0} of its socket's language, not {1}. Use the command of the same version.":
    'Das laufende Deskhand spricht Version {0} der Sprache seiner Verbindung, nicht {1}. Nimm den Befehl derselben Version.',
  'This Deskhand does not know that command. Use the command of the same version.':
    'Das laufende Deskhand kennt diesen Befehl nicht. Nimm den Befehl derselben Version.',
  'Deskhand ended before it answered.': 'Deskhand hat sich beendet, bevor es antwortete.',
  'whoever asked may no longer use this': 'wer gefragt hat, darf das nicht mehr benutzen',
  'The fields must be one JSON object, like {0}.': 'Die Felder müssen ein JSON-Objekt sein, etwa {0}.',
  'These fields are missing: {0}.': 'Es fehlen diese Felder: {0}.',
  'This trigger has no fields, and {0} came.': 'Dieser Auslöser hat keine Felder; geschickt wurden {0}.',
  'This trigger has only these fields: {0}. {1} more came.':
    'Dieser Auslöser hat nur diese Felder: {0}. Geschickt wurden {1} weitere.',
  'The field {0} must be a text, a number, or true or false.':
    'Das Feld {0} muss ein Text, eine Zahl oder true oder false sein.',
  'The field {0} holds control characters.': 'Das Feld {0} enthält Steuerzeichen.',
  'The field {0} is longer than {1} characters.': 'Das Feld {0} ist länger als {1} Zeichen.',
  'All fields together are longer than {0} characters.': 'Alle Felder zusammen sind länger als {0} Zeichen.',
  'There is no trigger called {0}.': 'Einen Auslöser namens {0} gibt es nicht.',
  'The id of a call is 8 to 64 letters, digits, dots, dashes or underscores.':
    'Die Kennung eines Aufrufs hat 8 bis 64 Buchstaben, Ziffern, Punkte, Striche oder Unterstriche.',
  'A call with this id came before, and counts once.': 'Ein Aufruf mit dieser Kennung kam schon; er zählt nur einmal.',
  'This trigger was called too often; wait {0} s.': 'Dieser Auslöser wurde zu oft aufgerufen; warte {0} s.',
  'Order {0}, which this trigger starts, is paused.': 'Dauerauftrag {0}, den dieser Auslöser startet, ist angehalten.',
  '{0} calls of this trigger wait for the computer already. Try again later.':
    'Von diesem Auslöser warten schon {0} Aufrufe auf den Computer. Versuch es später noch einmal.',
  'The call could not be saved, so nothing was started. Fix that, and send it again with another id.':
    'Der Aufruf ließ sich nicht speichern, darum wurde nichts gestartet. Behebe das und schick ihn mit einer anderen Kennung noch einmal.',
  '{0} cannot be allowed as a whole. For a browser, allow a site.':
    '{0} lässt sich nicht als Ganzes erlauben. Bei einem Browser erlaube eine Website.',
  '{0} is not one site. Write its host, like {1}.': '{0} ist keine einzelne Website. Schreib ihre Adresse, etwa {1}.',
  'Allowing more needs a yes on the owner’s phone, and no phone is connected. Connect one with {0}, or tap {1} on a card.':
    'Mehr zu erlauben braucht ein Ja vom Telefon des Besitzers, und es ist keins verbunden. Verbinde eins mit {0}, oder tippe auf einer Karte auf „{1}“.',
  'No answer came on the phone, so nothing was opened.': 'Vom Telefon kam keine Antwort, darum wurde nichts geöffnet.',
  'Denied on the phone.': 'Am Telefon abgelehnt.',
  'This needs a yes on the owner’s phone, and their chat cannot be reached now. {0} says why.':
    'Das braucht ein Ja vom Telefon des Besitzers, und dessen Chat ist gerade nicht erreichbar. {0} sagt, warum.',
  'A name is 2 to 32 small letters, digits and dashes, and begins with a letter.':
    'Ein Name besteht aus 2 bis 32 Kleinbuchstaben, Ziffern und Strichen und beginnt mit einem Buchstaben.',
  'There are {0} tokens already. Take one back first.': 'Es gibt schon {0} Tokens. Nimm erst eines zurück.',
  'There is no display {0}.': 'Einen Bildschirm {0} gibt es nicht.',
  'There is nobody to ask when a step needs a yes, so nothing was started. Connect a phone: set {0} (or Slack) and run {1}, or set {2}.':
    'Niemand ist da, der gefragt werden könnte, wenn ein Schritt ein Ja braucht, darum wurde nichts gestartet. Verbinde ein Telefon: Setze {0} (oder Slack) und rufe {1} auf, oder setze {2}.',
  'cancelled by {0}': 'durch „{0}“ gestrichen',
  'what its skill needs to know was not answered': 'was der Skill wissen muss, wurde nicht beantwortet',
  'it had waited too long and is no longer wanted': 'es hat zu lange gewartet und ist nicht mehr gewünscht',
  'There is no trigger called {0}. {1} shows them.': 'Einen Auslöser namens {0} gibt es nicht. „{1}“ zeigt alle.',
  'This computer has the chats and no desktop of its own. Write it in a chat, with the name of a computer: {0}':
    'Dieser Computer hat die Chats und keinen eigenen Schreibtisch. Schreib es in einem Chat, mit dem Namen eines Computers: {0}',
  '{0}: nobody here may work it, so it was not asked to stop.':
    '{0}: Niemand hier darf daran arbeiten, darum wurde es nicht zum Anhalten aufgefordert.',
  '{0}: told to stop.': '{0}: soll jetzt anhalten.',
  "{0} doesn't answer, so nobody knows whether it stopped. Run this again; at the computer itself the stop keys work.":
    '{0} antwortet nicht, darum weiß niemand, ob es angehalten hat. Ruf das noch einmal auf; am Computer selbst geht die Stopp-Taste.',
  'Nothing is running on any computer.': 'Auf keinem Computer läuft etwas.',
  here: 'da',
  'here, version {0}': 'da, Version {0}',
  'away; not seen yet': 'nicht da; noch nie gesehen',
  'cancelled in the queue': 'in der Warteschlange gestrichen',
  'The page is off. Set {0}, and start Deskhand again.': 'Die Seite ist aus. Setze {0} und starte Deskhand neu.',
  'Deskhand ended before the run did. Your chat tells what became of it.':
    'Deskhand endete vor dem Lauf. Was daraus wurde, steht in deinem Chat.',
};
