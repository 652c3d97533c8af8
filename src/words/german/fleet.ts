/** What is said of several machines that work for one bot, in German. */
export const GERMAN_FLEET: Readonly<Record<string, string>> = {
  'the gateway does not answer': 'das Gateway antwortet nicht',
  'it is larger than was allowed': 'sie ist größer als erlaubt',
  'the gateway has no such chat': 'das Gateway hat diesen Chat nicht',
  'the gateway gave this machine no such place': 'das Gateway hat diesem Rechner keinen solchen Ort gegeben',
  'a part of it has not come': 'ein Teil davon ist nicht angekommen',
  'the gateway has too much of it': 'das Gateway hat gerade zu viel davon',
  'it is no message of ours': 'es ist keine Nachricht von uns',
  'it is meant for {0}, not for {1}': 'es ist für {0} bestimmt, nicht für {1}',
  'it is not understood': 'es wird nicht verstanden',
  'it comes from a newer Deskhand, which this one does not understand yet; update this computer':
    'es kommt von einem neueren Deskhand, den dieser noch nicht versteht; aktualisiere diesen Computer',
  'it comes from an older Deskhand, which this one does not understand any more; update that computer':
    'es kommt von einem älteren Deskhand, den dieser nicht mehr versteht; aktualisiere jenen Computer',
};
