/** What the demo says at the terminal, in German. */
export const GERMAN_DEMO: Readonly<Record<string, string>> = {
  'hello from deskhand': 'hallo von deskhand',
  'Everything is kept in {0}': 'Alles liegt in {0}',
  'Pictures: {0}': 'Bilder: {0}',
  'The demo was ended: it took longer than {0} s.': 'Die Demo wurde beendet: Sie dauerte länger als {0} s.',
  'The demo was ended by {0} before it was over; nothing is wrong.':
    'Die Demo wurde vor ihrem Ende durch {0} beendet; es ist nichts kaputt.',
  'The page did not start.': 'Die Seite ist nicht gestartet.',
  'It ended without asking: {0}': 'Es endete, ohne zu fragen: {0}',
  'The step was done before it was approved.': 'Der Schritt wurde ausgeführt, bevor er erlaubt war.',
  'On this computer: {0} is not there.': 'Auf dem Computer: {0} fehlt.',
  'On this computer: {0} holds “{1}”.': 'Auf dem Computer: In {0} steht „{1}“.',
  'The demo did not end as it should; the text above and the pictures show where.':
    'Die Demo endete nicht, wie sie sollte; der Text oben und die Bilder zeigen, wo es hakte.',
  'The card has no button “{0}”.': 'Die Karte hat keinen Knopf „{0}“.',
  '“{0}” was refused: {1}': '„{0}“ wurde zurückgewiesen: {1}',
};
