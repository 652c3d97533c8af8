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
  '{0} shows its elements only when started with --force-renderer-accessibility and ACCESSIBILITY_ENABLED=1; until then the picture is all there is to go by.':
    '{0} zeigt seine Elemente nur, wenn es mit --force-renderer-accessibility und ACCESSIBILITY_ENABLED=1 gestartet wird; bis dahin wird nach dem Bild gearbeitet.',
};
