/** The order in which a person reads a screen: row by row from the top, each row from the left. */
import type { Box } from '../../../src/ports/desktop.ts';

interface Row<Item> {
  readonly items: readonly Item[];
  /** The vertical range that all items share: a line through it crosses every one. */
  readonly top: number;
  readonly bottom: number;
}

/** The largest ratio of heights within a row: a side bar does not belong to the row that begins beside its top. */
const MAX_HEIGHT_RATIO = 3;

/** Sorts by rows. The result does not depend on the order of `items`, as long as no two have the same box. */
export function sortForReading<Item extends { readonly box: Box }>(items: readonly Item[]): readonly Item[] {
  const rows: Row<Item>[] = [];
  for (const item of items.toSorted(compareTops)) {
    const joined = join(rows.at(-1), item);
    if (joined === null) rows.push({ items: [item], top: item.box.y, bottom: item.box.y + item.box.height });
    else rows[rows.length - 1] = joined;
  }
  return rows.flatMap(({ items: row }) =>
    row.toSorted((one, other) => one.box.x - other.box.x || compareTops(one, other)),
  );
}

/** The row extended by the item; null when the item begins a new row. */
function join<Item extends { readonly box: Box }>(row: Row<Item> | undefined, item: Item): Row<Item> | null {
  if (row === undefined) return null;
  const { y, height } = item.box;
  const top = Math.max(row.top, y);
  const bottom = Math.min(row.bottom, y + height);
  const heights = [height, row.bottom - row.top];
  const low = Math.min(...heights);
  const isOne = bottom - top >= low / 2 && Math.max(...heights) <= low * MAX_HEIGHT_RATIO;
  return isOne ? { items: [...row.items, item], top, bottom } : null;
}

function compareTops({ box: one }: { readonly box: Box }, { box: other }: { readonly box: Box }): number {
  return one.y - other.y || one.x - other.x || one.height - other.height || one.width - other.width;
}
