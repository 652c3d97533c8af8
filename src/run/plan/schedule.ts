/** Which parts of a plan may begin now: those whose needs are done, at most three at work, one with the desktop. Pure. */

/** `waiting`: not begun, or to be begun again. `skipped`: the person goes on without it. */
export type PartStatus = 'waiting' | 'under way' | 'done' | 'failed' | 'skipped';

export interface ScheduledPart {
  readonly number: number;
  readonly needs: readonly number[];
  readonly desktop: boolean;
  readonly status: PartStatus;
}

export const MOST_AT_ONCE = 3;

/** Numbers, lowest first. Parts with the desktop run in their order, whatever they need. */
export function choosePartsToBegin(parts: readonly ScheduledPart[]): readonly number[] {
  const isSettled = ({ status }: ScheduledPart): boolean => status === 'done' || status === 'skipped';
  const byNumber = new Map(parts.map((part) => [part.number, part]));
  let free = MOST_AT_ONCE - parts.filter(({ status }) => status === 'under way').length;
  const chosen: number[] = [];
  for (const part of parts) {
    if (free <= 0) break;
    if (part.status !== 'waiting') continue;
    const hasAll = part.needs.every((need) => {
      const needed = byNumber.get(need);
      return needed === undefined || isSettled(needed);
    });
    const isTurn =
      !part.desktop || parts.every((other) => !other.desktop || other.number >= part.number || isSettled(other));
    if (!hasAll || !isTurn) continue;
    chosen.push(part.number);
    free -= 1;
  }
  return chosen;
}
