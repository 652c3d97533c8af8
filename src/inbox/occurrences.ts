/** Times of standing orders as updates: `order:ID:revision:DUE-UTC`. Only the newest one of each order is kept. */

/** The newest accepted time of an order. */
export interface Through {
  readonly id: string;
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly due: number;
}

export function writeOccurrence({ id, revision, due }: Through): string {
  return `order:${id}:${revision}:${new Date(due).toISOString()}`;
}

/** null: another update. */
export function readOccurrence(update: string): Through | null {
  const [, id, revision, due] = /^order:([^:]+):(\d+):(\S+Z)$/.exec(update) ?? [];
  const at = Date.parse(due ?? '');
  return id === undefined || Number.isNaN(at) ? null : { id, revision: Number(revision), due: at };
}

/** A newer revision starts again; within a revision, times only increase. */
export function isNewerOccurrence(one: Through, known: Through | undefined): boolean {
  if (known === undefined || one.revision !== known.revision) return one.revision > (known?.revision ?? -1);
  return one.due > known.due;
}
