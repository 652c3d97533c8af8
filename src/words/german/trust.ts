/** Codes of a phone, and what a computer never does whoever asks, in German. */
export const GERMAN_TRUST: Readonly<Record<string, string>> = {
  "{0}, so I didn't do it.": '{0}; deshalb habe ich es nicht getan.',
  "No right code came, so I didn't do it.": 'Es kam kein richtiger Code; deshalb habe ich es nicht getan.',
  "That code isn't right.": 'Dieser Code stimmt nicht.',
  'That code was used already. Wait for the next one.': 'Dieser Code wurde schon benutzt. Warte auf den nächsten.',
  'Now the code of {0}.': 'Jetzt der Code von {0}.',
  'Write the six digits that your authenticator app shows for it. They count once, for exactly what you just approved.':
    'Schreib die sechs Ziffern, die deine Authenticator-App dafür zeigt. Sie gelten einmal, für genau das, was du eben erlaubt hast.',
  'Check {0}': 'Prüfzeichen {0}',
  'No code came in time.': 'Es kam rechtzeitig kein Code.',
  "On {0} this needs a code of your phone, and none is set up there, so I didn't do it. On that computer, run {1}.":
    'Auf {0} braucht das einen Code deines Telefons, und dort ist keiner eingerichtet; deshalb habe ich es nicht getan. Führe auf jenem Computer {1} aus.',
  "Too many wrong codes were sent for {0}, so it takes none until {1}. I didn't do it. If those were not yours, somebody else has your chat or your gateway.":
    'Für {0} kamen zu viele falsche Codes; bis {1} nimmt es keinen mehr. Ich habe es nicht getan. Wenn sie nicht von dir waren, hat jemand anderes deinen Chat oder dein Gateway.',
  'This computer takes nothing by hand; its own rules say so':
    'Dieser Computer nimmt nichts von Hand an; so steht es in seinen eigenen Regeln',
  'This computer never does {0}; its own rules say so':
    'Dieser Computer macht {0} nie; so steht es in seinen eigenen Regeln',
  '{0} could not be read, and without it nobody knows what this computer refuses. Make it readable for you.':
    '{0} ist nicht lesbar, und ohne sie weiß niemand, was dieser Computer ablehnt. Mach die Datei für dich lesbar.',
  '{0} is not right, so Deskhand does not start:\n{1}': '{0} stimmt nicht; deshalb startet Deskhand nicht:\n{1}',
  '{0} is not for you to work: its own rules name who may.':
    '{0} ist nicht für dich: In seinen eigenen Regeln steht, wer es bedienen darf.',
  'Only a machine that gets its commands through a gateway needs a code. Join a fleet first: {0}':
    'Nur eine Maschine, die ihre Befehle über ein Gateway bekommt, braucht einen Code. Tritt erst einer Flotte bei: {0}',
  'Scan this with an authenticator app on your phone (or type the key below). It is shown this once.':
    'Scanne das mit einer Authenticator-App auf deinem Telefon (oder tippe den Schlüssel darunter ein). Es wird nur dieses Mal gezeigt.',
  'Set up. From now on a critical step on {0} needs a tap and the six digits of that app; a code that was set up before counts no longer.':
    'Eingerichtet. Ab jetzt braucht ein kritischer Schritt auf {0} einen Tipp und die sechs Ziffern dieser App; ein früher eingerichteter Code gilt nicht mehr.',
  'The six digits it shows now:': 'Die sechs Ziffern, die sie jetzt zeigt:',
  'That is not right. Wait for the next digits; if they go on being wrong, set the clock of this computer.':
    'Das stimmt nicht. Warte auf die nächsten Ziffern; wenn auch die falsch sind, stell die Uhr dieses Computers.',
  'Nothing was set up.': 'Nichts wurde eingerichtet.',
};
