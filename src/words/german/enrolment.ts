/** Letting computers into a fleet and shutting them out, in German. */
export const GERMAN_ENROLMENT: Readonly<Record<string, string>> = {
  'What answers at {0} has another certificate than the line names, so nothing was sent. Check the address and that nobody is in between; then make a new line.':
    'Was unter {0} antwortet, hat ein anderes Zertifikat, als die Zeile nennt; deshalb wurde nichts gesendet. Prüfe die Adresse und ob jemand dazwischen ist; dann mach eine neue Zeile.',
  'What answers there is not a NATS server. Check the address.':
    'Was dort antwortet, ist kein NATS-Server. Prüfe die Adresse.',
  '{0} is not there, so nobody can be let in or shut out. Bring it back from a backup.':
    '{0} fehlt; deshalb kann niemand eingelassen oder ausgesperrt werden. Hol die Datei aus einem Backup zurück.',
  '{0} cannot be understood. Bring it back from a backup, or take it away and set the fleet up anew.':
    '{0} ist unverständlich. Hol die Datei aus einem Backup zurück, oder nimm sie weg und richte die Flotte neu ein.',
  'The answer did not come from the computer that made this line, so nothing was kept.':
    'Die Antwort kam nicht von dem Computer, der diese Zeile gemacht hat; deshalb wurde nichts behalten.',
  'This line has expired or was used. Make a new one on the other computer.':
    'Diese Zeile ist abgelaufen oder wurde schon benutzt. Mach auf dem anderen Computer eine neue.',
  'Nobody is waiting for this line any more. Make a new one on the other computer, and leave that command open until this one is done.':
    'Auf diese Zeile wartet niemand mehr. Mach auf dem anderen Computer eine neue, und lass den Befehl dort offen, bis dieser fertig ist.',
  'The other computer did not accept this line. Make a new one there.':
    'Der andere Computer hat diese Zeile nicht angenommen. Mach dort eine neue.',
  'Another computer has used this line already. If that was not you, remove it there; then make a new line.':
    'Ein anderer Computer hat diese Zeile schon benutzt. Wenn du das nicht warst, entferne ihn dort; dann mach eine neue Zeile.',
  'Another computer is called {0} by now. Make a new line with another name.':
    'Inzwischen heißt ein anderer Computer {0}. Mach eine neue Zeile mit einem anderen Namen.',
  'The other computer could not write down the new machine; it says why. Run this again.':
    'Der andere Computer konnte die neue Maschine nicht eintragen; er sagt, warum. Führe das noch einmal aus.',
  'The other computer answered something this version does not know. Update both.':
    'Der andere Computer hat etwas geantwortet, das diese Version nicht kennt. Bring beide auf den neuesten Stand.',
  'The connection to the server was lost. Run this again.':
    'Die Verbindung zum Server ist abgebrochen. Führe das noch einmal aus.',
  'The server at {0} does not let this user in.': 'Der Server unter {0} lässt diesen Benutzer nicht ein.',
  'Nothing answers at {0}. Start the server there, and run this again.':
    'Unter {0} antwortet nichts. Starte dort den Server, und führe das noch einmal aus.',
  'The name in {0} is not known here. Use an address that this computer can reach.':
    'Der Name in {0} ist hier unbekannt. Nimm eine Adresse, die dieser Computer erreicht.',
  '{0} cannot be reached from here. Check the network and the firewall there.':
    '{0} ist von hier nicht zu erreichen. Prüfe das Netz und dort die Firewall.',
  'The certificate of {0} is not valid on this computer’s date, {1}. Set its clock.':
    'Das Zertifikat von {0} gilt am Datum dieses Computers, {1}, nicht. Stell seine Uhr.',
  'What answers at {0} is not the server of this fleet.':
    'Was unter {0} antwortet, ist nicht der Server dieser Flotte.',
  '{0} did not answer in time. Check the network and the firewall there.':
    '{0} hat nicht rechtzeitig geantwortet. Prüfe das Netz und dort die Firewall.',
  'The server at {0} could not be used: {1}.': 'Der Server unter {0} war nicht zu benutzen: {1}.',
  'The server refused the change: {0}.': 'Der Server hat die Änderung abgelehnt: {0}.',
  'This line is not whole. Copy all of it, from {0} to its end.':
    'Diese Zeile ist nicht vollständig. Kopiere sie ganz, von {0} bis zu ihrem Ende.',
  'This line was made by another version of Deskhand. Update both computers, and make a new one.':
    'Diese Zeile hat eine andere Version von Deskhand gemacht. Bring beide Computer auf den neuesten Stand, und mach eine neue.',
  'The new machine could not be written down: {0}': 'Die neue Maschine konnte nicht eingetragen werden: {0}',
  'Something answered with a wrong secret, and was refused.':
    'Etwas hat mit einem falschen Geheimnis geantwortet und wurde abgewiesen.',
  'A second computer tried the same line, and was refused. If that was not you, run {0}.':
    'Ein zweiter Computer hat dieselbe Zeile versucht und wurde abgewiesen. Wenn du das nicht warst, führe {0} aus.',
  'Run this on the computer that is to be {0}. It works once, until {1}; leave this open until then.':
    'Führe das auf dem Computer aus, der {0} werden soll. Es gilt einmal, bis {1}; lass das hier so lange offen.',
  '{0} is in the fleet. Start Deskhand there; the chat knows it as soon as it is connected.':
    '{0} ist in der Flotte. Starte dort Deskhand; der Chat kennt die Maschine, sobald sie verbunden ist.',
  '{0} was let in, but has not said that it kept its credentials. If it says that it joined, all is well; if not: {1}':
    '{0} wurde eingelassen, hat aber nicht bestätigt, dass der Zugang dort gespeichert ist. Wenn dort steht, dass der Beitritt gelungen ist, ist alles gut; wenn nicht: {1}',
  'The time is up and {0} did not join. Run this again for a new line.':
    'Die Zeit ist um, und {0} ist nicht beigetreten. Führe das noch einmal aus, um eine neue Zeile zu bekommen.',
  'Five wrong secrets were sent, so the line is no longer valid and {0} did not join. Run this again for a new line.':
    'Fünf falsche Geheimnisse kamen an; deshalb gilt die Zeile nicht mehr, und {0} ist nicht beigetreten. Führe das noch einmal aus, um eine neue zu bekommen.',
  'The line is no longer valid, and {0} did not join.': 'Die Zeile gilt nicht mehr, und {0} ist nicht beigetreten.',
  'There is a {0} in the fleet already. Choose another name, or remove that one first: {1}':
    'In der Flotte gibt es {0} schon. Wähle einen anderen Namen, oder entferne erst diese Maschine: {1}',
  'This computer is a machine of a fleet, and the fleet is managed on the computer that has the chats: run this there.':
    'Dieser Computer ist eine Maschine einer Flotte, und verwaltet wird sie auf dem Computer mit den Chats: Führe das dort aus.',
  'There is no fleet here yet. Set one up with {0}.': 'Hier gibt es noch keine Flotte. Richte eine ein: {0}.',
  'Another command (process {0}) is changing the fleet. Wait for it, and run this again.':
    'Ein anderer Befehl (Prozess {0}) ändert gerade die Flotte. Warte auf ihn, und führe das noch einmal aus.',
  '“{0}” cannot be a machine’s name: 1 to 32 of a–z, 0–9 and -, beginning with a letter, like studio or mac-mini-2. The words all, any, gateway, here, join and local mean something else.':
    '„{0}“ kann keine Maschine heißen: 1 bis 32 Zeichen aus a–z, 0–9 und -, das erste ein Buchstabe, wie studio oder mac-mini-2. Die Wörter all, any, gateway, here, join und local bedeuten etwas anderes.',
  'It could not be written: {0}. Then run this again.':
    'Das Schreiben ist gescheitert: {0}. Führe das danach noch einmal aus.',
  'This computer is the gateway of your fleet now, and the machine {0} in it. Machines will reach it at {1}.':
    'Dieser Computer ist jetzt das Gateway deiner Flotte und darin die Maschine {0}. Andere erreichen ihn unter {1}.',
  '1. Start the server (nats-server 2.9 or newer; on Debian “apt install nats-server”, on a Mac “brew install nats-server”):':
    '1. Starte den Server (nats-server ab 2.9; auf Debian „apt install nats-server“, auf einem Mac „brew install nats-server“):',
  'or let it start by itself after each login:': 'oder lass ihn nach jeder Anmeldung von selbst starten:',
  '2. Restart Deskhand here.': '2. Starte Deskhand hier neu.',
  '3. Add a computer: {0}': '3. Füge einen Computer hinzu: {0}',
  'The keys in {0} let machines in: keep a copy where nobody else has access.':
    'Die Schlüssel in {0} lassen Maschinen ein: Bewahre eine Kopie auf, wo sonst niemand herankommt.',
  'This computer is a machine of another fleet. Leave that first: {0}':
    'Dieser Computer ist eine Maschine einer anderen Flotte. Verlass sie zuerst: {0}',
  'There is a fleet in {0} already, and nothing was changed. {1} shows it. To begin anew, stop its server and move that folder away; its machines must join again then.':
    'In {0} gibt es schon eine Flotte, und nichts wurde geändert. {1} zeigt sie. Um neu anzufangen, halte ihren Server an und verschiebe diesen Ordner; ihre Maschinen müssen dann neu beitreten.',
  '--port takes a number from 1 to 65535.': '--port nimmt eine Zahl von 1 bis 65535.',
  '--host takes the name or address at which other computers reach this one, without a port, like studio.local or 192.168.1.20.':
    '--host nimmt den Namen oder die Adresse, unter der andere Computer diesen erreichen, ohne Port, wie studio.local oder 192.168.1.20.',
  'Joining the fleet at {0} as {1}…': 'Trete der Flotte unter {0} als {1} bei …',
  'This computer is {0} in the fleet now. Start Deskhand, or restart it: {1}':
    'Dieser Computer ist jetzt {0} in der Flotte. Starte Deskhand, oder starte es neu: {1}',
  'For critical steps on it, set up a code on your phone: {0}':
    'Richte für kritische Schritte darauf einen Code auf deinem Telefon ein: {0}',
  'This computer is in no fleet, so there is nothing to leave.':
    'Dieser Computer gehört zu keiner Flotte; es gibt nichts zu verlassen.',
  'This computer has left the fleet. Restart Deskhand; and on the gateway remove it: {0}':
    'Dieser Computer hat die Flotte verlassen. Starte Deskhand neu, und entferne ihn auf dem Gateway: {0}',
  'This computer is a machine of a fleet already. Leave that first: {0}':
    'Dieser Computer ist schon eine Maschine einer Flotte. Verlass sie zuerst: {0}',
  'This computer is the gateway of a fleet, and a machine in it without joining. Run this on the other computer.':
    'Dieser Computer ist das Gateway einer Flotte und ohne Beitritt eine Maschine darin. Führe das auf dem anderen Computer aus.',
  'Machines reach this fleet at {0}.': 'Maschinen erreichen diese Flotte unter {0}.',
  'None has joined yet. Add one: {0}': 'Noch ist keine beigetreten. Füge eine hinzu: {0}',
  'everybody who may work this bot': 'alle, die diesen Bot bedienen dürfen',
  '{0}  joined {1}, for {2}': '{0}  beigetreten am {1}, für {2}',
  '{0}; shut out, but not wholly removed: {1}': '{0}; ausgesperrt, aber nicht ganz entfernt: {1}',
  '{0} is out of the fleet: the server has cut it off, and what waited for it is gone. What it is running stops as soon as it notices.':
    '{0} ist nicht mehr in der Flotte: Der Server hat die Verbindung getrennt, und was dafür wartete, ist weg. Was dort läuft, endet, sobald die Maschine es bemerkt.',
  '“{0}” is nobody’s id. Use all, or ids like telegram:123 or slack:T012AB:U345CD, as {1} shows them.':
    '„{0}“ ist keine Kennung einer Person. Nimm all oder Kennungen wie telegram:123 oder slack:T012AB:U345CD, wie {1} sie zeigt.',
  'There is no {0} in the fleet. {1} shows who is.': 'In der Flotte gibt es {0} nicht. {1} zeigt, wer darin ist.',
  'There is no {0} in the fleet. Did you mean {1}? {2} shows who is.':
    'In der Flotte gibt es {0} nicht. Meintest du {1}? {2} zeigt, wer darin ist.',
};
