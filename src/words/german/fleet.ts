/** What is said of several machines that work for one bot, in German. */
export const GERMAN_FLEET: Readonly<Record<string, string>> = {
  'the gateway does not answer': 'das Gateway antwortet nicht',
  'it is larger than was allowed': 'sie ist größer als erlaubt',
  'the gateway has no such chat': 'das Gateway hat diesen Chat nicht',
  'the gateway gave this machine no such place': 'das Gateway hat dieser Maschine keinen solchen Ort gegeben',
  'a part of it has not come': 'ein Teil davon ist nicht angekommen',
  'the gateway has too much of it': 'das Gateway hat gerade zu viel davon',
  'it is no message of ours': 'es ist keine Nachricht von uns',
  'it is meant for {0}, not for {1}': 'es ist für {0} bestimmt, nicht für {1}',
  'it is not understood': 'es wird nicht verstanden',
  'it comes from a newer Deskhand, which this one does not understand yet; update this computer':
    'es kommt von einem neueren Deskhand, den dieser noch nicht versteht; aktualisiere diesen Computer',
  'it comes from an older Deskhand, which this one does not understand any more; update that computer':
    'es kommt von einem älteren Deskhand, den dieser nicht mehr versteht; aktualisiere jenen Computer',
  'your computers: which are there, and what each does': 'deine Computer: welche da sind und was jeder tut',
  'for that computer: on studio run open the calendar; without words for all that follows here':
    'für diesen Computer: on studio run öffne den Kalender; ohne Worte für alles, was hier folgt',
  'NAME WORDS': 'NAME WORTE',
  'There is only this computer here. docs/fleet.md tells how one bot controls several.':
    'Hier gibt es nur diesen Computer. docs/fleet.md sagt, wie ein Bot mehrere bedient.',
  'There is no computer that you may use.': 'Es gibt keinen Computer, den du bedienen darfst.',
  'Together today: {0}': 'Heute zusammen: {0}',
  'Together today: {0} of {1}': 'Heute zusammen: {0} von {1}',
  '(yours here)': '(deiner hier)',
  'away; I have not seen it yet': 'nicht da; ich habe ihn noch nicht gesehen',
  'away, last seen {0}': 'nicht da, zuletzt gesehen {0}',
  idle: 'frei',
  'paused: {0}': 'hält an: {0}',
  'working: {0}': 'arbeitet: {0}',
  'version {0}': 'Version {0}',
  'model {0}': 'Modell {0}',
  '⚠ only {0} GB free': '⚠ nur {0} GB frei',
  '{0} GB free': '{0} GB frei',
  '{0} waits': '{0} wartet',
  '{0} wait': '{0} warten',
  'today {0} of {1}': 'heute {0} von {1}',
  'I have not seen it yet.': 'Ich habe ihn noch nicht gesehen.',
  'I last saw it at {0}.': 'Zuletzt habe ich ihn um {0} gesehen.',
  "It doesn't answer. {0} Your message waits for it until {1} and goes to no other machine.":
    'Er antwortet nicht. {0} Deine Nachricht wartet bis {1} auf ihn und geht an keinen anderen.',
  "I can't reach it: the server that your computers meet at doesn't answer. Your message waits until {0} and goes to no other machine.":
    'Ich erreiche ihn nicht: Der Server, an dem sich deine Computer treffen, antwortet nicht. Deine Nachricht wartet bis {0} und geht an keinen anderen.',
  'It did not come back in time, so your message is not carried out any more. Send it again when it is there.':
    'Er kam nicht rechtzeitig wieder; deine Nachricht wird nicht mehr ausgeführt. Schick sie noch einmal, wenn er da ist.',
  'It has your message now.': 'Er hat deine Nachricht jetzt.',
  'It did not accept your message: {0}.': 'Er hat deine Nachricht nicht angenommen: {0}.',
  'It was away for too long, so your message was not carried out. Send it again if you still want it.':
    'Er war zu lange weg; deine Nachricht wurde nicht ausgeführt. Schick sie noch einmal, wenn du es noch willst.',
  'It was removed from the fleet, so your message is not carried out. Send it to another computer.':
    'Er wurde aus der Flotte entfernt; deine Nachricht wird nicht ausgeführt. Schick sie an einen anderen Computer.',
  'It was removed from the fleet, so its run stops and reports no more: {0}':
    'Er wurde aus der Flotte entfernt; sein Lauf hält an und meldet sich nicht mehr: {0}',
  'It is not waiting any more.': 'Sie wartet nicht mehr.',
  'Taken back. Should it have been under way already, its report comes here.':
    'Zurückgenommen. Falls sie schon unterwegs war, kommt ihr Bericht hierher.',
  'Taken back.': 'Zurückgenommen.',
  'Take it back': 'Zurücknehmen',
  "It doesn't answer, so I don't know whether it stopped. I keep trying for two minutes. At the computer itself the stop keys work.":
    'Er antwortet nicht, darum weiß ich nicht, ob er angehalten hat. Ich versuche es noch zwei Minuten. Am Computer selbst wirken die Stopp-Tasten.',
  'Which computer is that for? Your choice holds for this chat until you change it with {0}.':
    'Für welchen Computer ist das? Deine Wahl gilt in diesem Chat, bis du sie mit {0} änderst.',
  'on NAME': 'on NAME',
  'I ask each time which computer you mean. Choose one for this chat:':
    'Ich frage jedes Mal, welchen Computer du meinst. Wähl einen für diesen Chat:',
  'What you write here goes to {0}. Choose another one for this chat:':
    'Was du hier schreibst, geht an {0}. Wähl einen anderen für diesen Chat:',
  'From now on what you write here goes to {0}.': 'Von jetzt an geht, was du hier schreibst, an {0}.',
  '“any” is for something to be done: {0}.': '„any“ ist für etwas, das zu tun ist: {0}.',
  'on any run GOAL': 'on any run ZIEL',
  'No computer is free right now. Name the one to do it next: {0}.':
    'Gerade ist kein Computer frei. Nenn den, der es als Nächstes tun soll: {0}.',
  'on NAME GOAL': 'on NAME ZIEL',
  "I don't know a computer called {0}. You can use {1}.":
    'Ich kenne keinen Computer namens {0}. Du kannst {1} bedienen.',
  "I don't know a computer called {0}. Did you mean {1}?": 'Ich kenne keinen Computer namens {0}. Meintest du {1}?',
  '{0} it is.': '{0} also.',
  'You may not use that computer.': 'Diesen Computer darfst du nicht bedienen.',
  '“all” is for looking, and for a stop: {0}, {1}, {2}. To have something done, name one computer.':
    '„all“ ist zum Nachsehen und für einen Stopp: {0}, {1}, {2}. Soll etwas getan werden, nenn einen Computer.',
  '{0} refused: {1}.': '{0} hat abgelehnt: {1}.',
  'It reached {0} too late, so nothing was done.': 'Es kam zu spät zu {0}; nichts wurde getan.',
  "{0} doesn't answer, so I don't know whether this reached it.":
    '{0} antwortet nicht, darum weiß ich nicht, ob das ankam.',
  'Together your computers have spent {0} today, and {1} is the limit (DAY_COST_LIMIT_USD of the gateway). Nothing was started.':
    'Zusammen haben deine Computer heute {0} ausgegeben, und {1} ist die Grenze (DAY_COST_LIMIT_USD des Gateways). Nichts wurde gestartet.',
  "I couldn't save your message, so nothing was started. Send it again.":
    'Ich konnte deine Nachricht nicht speichern; nichts wurde gestartet. Schick sie noch einmal.',
  'The server no longer lets this computer in ({0}). Let it join again, or unset DESKHAND_ROLE to use it from chats of its own.':
    'Der Server lässt diesen Computer nicht mehr herein ({0}). Lass ihn neu beitreten, oder nimm DESKHAND_ROLE heraus, um ihn über eigene Chats zu bedienen.',
};
