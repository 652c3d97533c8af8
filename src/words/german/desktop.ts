/** What the desktop says of itself and of its elements, in German. */
export const GERMAN_DESKTOP: Readonly<Record<string, string>> = {
  'The desktop reports no display at all; connect one or wake the computer.':
    'Der Schreibtisch meldet keinen Bildschirm; schließ einen an oder wecke den Computer.',
  'The list of elements did not arrive in time; the picture is all there is to go by.':
    'Die Liste der Elemente kam nicht rechtzeitig; es gilt das Bild.',
  'The screen was still moving after {0} s; this picture may be of something in motion.':
    'Der Bildschirm war nach {0} s noch in Bewegung; dieses Bild zeigt vielleicht etwas Bewegtes.',
  'what it points at looks different': 'das Ziel sieht anders aus',
  'much of the screen changed': 'auf dem Bildschirm hat sich viel geändert',
  'something came up elsewhere': 'anderswo ist etwas erschienen',
  'This is no X11 window but a native Wayland one, which I cannot work. Start that application with GDK_BACKEND=x11, QT_QPA_PLATFORM=xcb or --ozone-platform=x11, or log out and choose a session “on Xorg”.':
    'Das ist kein X11-Fenster, sondern ein reines Wayland-Fenster; damit kann ich nicht arbeiten. Starte das Programm mit GDK_BACKEND=x11, QT_QPA_PLATFORM=xcb oder --ozone-platform=x11, oder melde dich ab und wähle eine Sitzung „auf Xorg“.',
  'A page, or a frame in it, is shown but has not told its elements yet; look again in a moment.':
    'Eine Seite oder ein Rahmen darin ist zu sehen, hat aber ihre Elemente noch nicht genannt; sieh gleich noch einmal hin.',
  'This window is very large; of what is not in view now little is listed.':
    'Dieses Fenster ist sehr groß; was gerade nicht zu sehen ist, wird kaum aufgeführt.',
  'Not all elements could be read in {0} ms; there may be more than are listed.':
    'In {0} ms ließen sich nicht alle Elemente lesen; vielleicht gibt es mehr als aufgeführt.',
  'There are more elements than the {0} most important ones, which are listed.':
    'Es gibt mehr Elemente als die {0} wichtigsten, die aufgeführt sind.',
  'The registry of the accessibility bus does not answer; log in again, or reinstall the Debian package at-spi2-core.':
    'Das Verzeichnis des Accessibility-Busses antwortet nicht; melde dich neu an oder installiere das Debian-Paket at-spi2-core noch einmal.',
  '{0} does not show its elements; the picture is all there is to go by.':
    '{0} zeigt seine Elemente nicht; gearbeitet wird nach dem Bild.',
  'This window of {0} does not show its elements; the picture is all there is to go by.':
    'Dieses Fenster von {0} zeigt seine Elemente nicht; gearbeitet wird nach dem Bild.',
  '{0} does not answer, so its elements are not known now; the picture is all there is to go by.':
    '{0} antwortet nicht, seine Elemente sind also gerade nicht bekannt; gearbeitet wird nach dem Bild.',
  '{0} was started without its elements, so the picture is all there is to go by. To turn them on, close all its windows and let me open it, or start it with ACCESSIBILITY_ENABLED=1 and --force-renderer-accessibility.':
    '{0} wurde ohne seine Elemente gestartet, gearbeitet wird also nach dem Bild. Um sie einzuschalten, schließ alle seine Fenster und lass es mich öffnen, oder starte es mit ACCESSIBILITY_ENABLED=1 und --force-renderer-accessibility.',
  '{0} keeps secrets: its window is covered and its elements are not told.':
    '{0} verwahrt Geheimnisse: Das Fenster ist verdeckt, und seine Elemente werden nicht genannt.',
  "my screen helper didn't start": 'mein Helfer am Bildschirm startete nicht',
  "my screen helper couldn't be started: {0}": 'mein Helfer am Bildschirm ließ sich nicht starten: {0}',
  'my screen helper was restarted to stop what it was doing':
    'mein Helfer am Bildschirm wurde neu gestartet, um zu beenden, was er tat',
  'my screen helper didn\'t finish "{0}" in {1} s': 'mein Helfer am Bildschirm wurde mit „{0}“ in {1} s nicht fertig',
  'my screen helper has ended': 'mein Helfer am Bildschirm ist zu Ende',
  'my screen helper was closed': 'mein Helfer am Bildschirm wurde geschlossen',
  'my screen helper ended with code {0}': 'mein Helfer am Bildschirm endete mit Code {0}',
  'my screen helper was ended by {0}': 'mein Helfer am Bildschirm wurde durch {0} beendet',
  'The desktop stays down: {0}. Deskhand goes on as soon as it is back.':
    'Der Schreibtisch bleibt weg: {0}. Deskhand macht weiter, sobald er wieder da ist.',
  'The desktop is gone: {0}. Deskhand is trying to get it back.':
    'Der Schreibtisch ist weg: {0}. Deskhand versucht, ihn zurückzuholen.',
  'there is no display {0}; {1}': 'es gibt keinen Bildschirm {0}; {1}',
  'display {0} has changed since the last look; look again first':
    'Bildschirm {0} hat sich seit dem letzten Blick geändert; sieh erst noch einmal hin',
  '{0},{1} is outside the display of {2}×{3} pixels': '{0},{1} liegt außerhalb des Bildschirms mit {2}×{3} Pixeln',
  "this Mac doesn't let me click or type any more; nothing was sent":
    'dieser Mac lässt mich nicht mehr klicken und tippen; nichts wurde gesendet',
  "this Mac doesn't let me read what another application copied: allow {0} in System Settings › Privacy & Security › Paste from Other Apps":
    'dieser Mac lässt mich nicht lesen, was ein anderes Programm kopiert hat: erlaube es {0} in Systemeinstellungen › Datenschutz & Sicherheit › Aus anderen Apps einsetzen',
  "This Mac doesn't let me control {0}: allow it in System Settings › Privacy & Security › Automation. Until then the picture is all there is to go by.":
    'Dieser Mac lässt mich {0} nicht steuern: Erlaub es in Systemeinstellungen › Datenschutz & Sicherheit › Automation. Bis dahin wird nach dem Bild gearbeitet.',
  '{0} did not answer. The Mac may be asking whether I may control it: answer there. Until then the picture is all there is to go by.':
    '{0} hat nicht geantwortet. Vielleicht fragt der Mac, ob ich es steuern darf: Antworte dort. Bis dahin wird nach dem Bild gearbeitet.',
  'I was ended unexpectedly and am back. What that interrupted is told where it ran.':
    'Ich wurde unerwartet beendet und bin wieder da. Was dadurch abbrach, steht dort, wo es lief.',
  'there is only display 1': 'es gibt nur Bildschirm 1',
  'there are displays 1 to {0}': 'es gibt Bildschirm 1 bis {0}',
  'there is no fn key here; name the key it would make':
    'hier gibt es keine fn-Taste; nenn die Taste, die daraus würde',
  'this keyboard layout has no key for "{0}"': 'diese Tastatur hat keine Taste für „{0}“',
  'this keyboard has no {0} key, so "{1}" cannot be pressed':
    'diese Tastatur hat keine Taste {0}; „{1}“ geht also nicht',
  'no display is set (DISPLAY is empty)': 'kein Bildschirm ist eingestellt (DISPLAY ist leer)',
  'display {0} does not answer': 'Bildschirm {0} antwortet nicht',
  'display {0} cannot be reached': 'Bildschirm {0} ist nicht zu erreichen',
  'display {0} hung up': 'Bildschirm {0} hat die Verbindung getrennt',
  'the connection to display {0} broke': 'die Verbindung zu Bildschirm {0} ist abgerissen',
  'display {0} is gone': 'Bildschirm {0} ist weg',
  'the text contains half a character (an unpaired surrogate)': 'der Text enthält ein halbes Zeichen',
  'the display has no screen': 'der Bildschirm ist nicht da',
  'no window has the focus, so the text would go nowhere': 'kein Fenster ist ausgewählt, der Text ginge ins Leere',
  'Something is open beside the page, so its elements cannot be placed; the picture is all there is to go by.':
    'Neben der Seite ist etwas offen, also lässt sich nicht sagen, wo ihre Elemente liegen; gearbeitet wird nach dem Bild.',
  'There are more elements on the page than are listed.': 'Die Seite hat mehr Elemente als aufgeführt.',
  '{0} lets nobody read its pages: switch on {1}. Until then the picture is all there is to go by.':
    '{0} lässt niemanden seine Seiten lesen: Schalte {1} ein. Bis dahin wird nach dem Bild gearbeitet.',
  'The page in {0} could not be read ({1}); the picture is all there is to go by.':
    'Die Seite in {0} ließ sich nicht lesen ({1}); gearbeitet wird nach dem Bild.',
  'the application does not answer; wait a moment and look again':
    'das Programm antwortet nicht; warte einen Moment und sieh noch einmal hin',
  'element {0} is no longer what it was at the last look; look again first':
    'Element {0} ist nicht mehr, was es beim letzten Blick war; sieh erst noch einmal hin',
  '{0} has no window in front.': '{0} hat kein Fenster vorn.',
  '{0} is not running.': '{0} läuft nicht.',
  '{0} does not answer now; the picture is all there is to go by.':
    '{0} antwortet gerade nicht; gearbeitet wird nach dem Bild.',
  '{0} is busy and does not answer now; the picture is all there is to go by.':
    '{0} ist beschäftigt und antwortet gerade nicht; gearbeitet wird nach dem Bild.',
  '{0} does not show its elements ({1}); the picture is all there is to go by.':
    '{0} zeigt seine Elemente nicht ({1}); gearbeitet wird nach dem Bild.',
  'There are more elements than the {0} that are listed.': 'Es gibt mehr Elemente als die {0} aufgeführten.',
  'What lies deeper inside is not listed.': 'Was tiefer liegt, ist nicht aufgeführt.',
  'a Mac has no key "{0}"': 'ein Mac hat keine Taste „{0}“',
  'There is no session bus, so applications cannot show their elements: start Deskhand inside the desktop session, or set DBUS_SESSION_BUS_ADDRESS.':
    'Es gibt keinen Session-Bus, also können Programme ihre Elemente nicht zeigen: Starte Deskhand in der Desktop-Sitzung oder setze DBUS_SESSION_BUS_ADDRESS.',
  'The accessibility bus does not answer, so elements cannot be read: install the Debian package at-spi2-core.':
    'Der Zugänglichkeitsbus antwortet nicht, Elemente lassen sich also nicht lesen: installiere das Debian-Paket at-spi2-core.',
  'the part to look at is not inside display {0}': 'der gewünschte Ausschnitt liegt nicht auf Bildschirm {0}',
  '"{0}" is not the name of a display': '„{0}“ ist kein Name eines Bildschirms',
  'display {0} lets nobody in: {1}': 'Bildschirm {0} lässt niemanden herein: {1}',
  'the connection to display {0} was closed': 'die Verbindung zu Bildschirm {0} wurde geschlossen',
  'display {0} has no XTEST, so nothing can be pressed on it':
    'Bildschirm {0} hat kein XTEST, dort lässt sich also nichts drücken',
  'keys are held down, so other text would arrive; let go of them first':
    'Tasten sind gedrückt, also käme anderer Text an; lass sie zuerst los',
  'the keyboard of this computer lacks some of these characters, and a remote one takes only keys':
    'der Tastatur dieses Computers fehlen einige dieser Zeichen, und ein entfernter nimmt nur Tasten',
  '{0}; only the beginning arrived': '{0}; nur der Anfang kam an',
  'what has the focus takes no text; click into a field, or press keys by name':
    'was ausgewählt ist, nimmt keinen Text; klick in ein Feld oder drück Tasten beim Namen',
  'nothing took the text, and nobody can tell what has the focus, so its keys were not pressed; click into a field first':
    'nichts nahm den Text, und niemand weiß, was ausgewählt ist, darum wurden keine Tasten gedrückt; klick zuerst in ein Feld',
  '{0} (it is on a {1})': '{0} (ausgewählt ist: {1})',
  '{0} shows no page this way; ui_elements lists what it has.':
    '{0} zeigt so keine Seite; ui_elements listet auf, was es hat.',
  'No page of this browser is in front.': 'Keine Seite dieses Browsers ist vorn.',
  'The page could not be read: {0}.': 'Die Seite ließ sich nicht lesen: {0}.',
  '{0} is no browser whose page can be read; ui_elements lists what it has.':
    '{0} ist kein Browser, dessen Seite sich lesen lässt; ui_elements listet auf, was es hat.',
  'macOS does not let Deskhand see elements: allow it in System Settings › Privacy & Security › Accessibility (“Device Control and Data Access” since macOS 27). Until then the picture is all there is to go by.':
    'macOS lässt Deskhand keine Elemente sehen: Erlaube es unter Systemeinstellungen › Datenschutz & Sicherheit › Bedienungshilfen (seit macOS 27 „Gerätesteuerung und Datenzugriff“). Bis dahin wird nach dem Bild gearbeitet.',
  '{0} is not running any more.': '{0} läuft nicht mehr.',
  'The application stopped answering; there may be more than is listed.':
    'Das Programm antwortet nicht mehr; vielleicht gibt es mehr, als aufgeführt ist.',
  'the pointer is on no display': 'der Zeiger ist auf keinem Bildschirm',
  'that key cannot be kept down on a Mac': 'diese Taste lässt sich auf einem Mac nicht gedrückt halten',
  'the keyboard layout of this Mac has no key for "{0}"': 'die Tastatur dieses Macs hat keine Taste für „{0}“',
  'no display is connected to this Mac, or all are switched off':
    'an diesem Mac ist kein Bildschirm angeschlossen, oder alle sind aus',
  'the browser closed the connection': 'der Browser hat die Verbindung geschlossen',
  'the browser cannot be reached': 'der Browser ist nicht zu erreichen',
  'macOS makes no input events': 'macOS erzeugt keine Eingaben',
  'macOS does not tell where the pointer is': 'macOS sagt nicht, wo der Zeiger ist',
  'macOS refused to stay awake ({0})': 'macOS wollte nicht wach bleiben ({0})',
  'macOS refused to wake the display ({0})': 'macOS wollte den Bildschirm nicht wecken ({0})',
  'this Mac has no clipboard: nobody is logged in at its screen':
    'dieser Mac hat keine Zwischenablage: niemand ist an seinem Bildschirm angemeldet',
  'the clipboard cannot be written': 'die Zwischenablage lässt sich nicht beschreiben',
  'There is no display now.': 'Es gibt gerade keinen Bildschirm.',
  'Show what is covered': 'Verdecktes zeigen',
  "The screen as it is now, with what was covered. I don't keep this picture.":
    'Der Bildschirm, wie er jetzt ist, mit dem, was verdeckt war. Ich bewahre dieses Bild nicht auf.',
};
