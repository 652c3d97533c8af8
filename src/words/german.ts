/** The German catalog: each English sentence of `say` with its German one. */
export const GERMAN: Readonly<Record<string, string>> = {};
