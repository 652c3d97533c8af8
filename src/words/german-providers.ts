/** What a provider of models refuses or fails with, in German. */
export const GERMAN_PROVIDERS: Readonly<Record<string, string>> = {
  'the reply was cut off: {0}': 'die Antwort wurde abgeschnitten: {0}',
  'the model declined: {0}': 'das Modell lehnte ab: {0}',
};
