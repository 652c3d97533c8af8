/** Model ids: removes what clouds add to them, and tells whether two mean the same model. */

/** The maker's own id: without where it runs (`eu.anthropic.`), a date (`-20251001`, `@20251001`) and a revision (`-v1:0`). */
export function plainModelId(id: string): string {
  return id
    .replace(/^models\//, '')
    .replace(/^(?:[a-z-]+\.)?anthropic\./, '')
    .replace(/-v\d+(?::\d+)?$/, '')
    .replace(/[-@]20\d{2}-?\d{2}-?\d{2}$/, '');
}

/** A provider answers with the full id of what it was asked for by a shorter one. */
export function isSameModel(one: string, other: string): boolean {
  return plainModelId(one) === plainModelId(other);
}
