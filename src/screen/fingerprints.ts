/** Compares tile fingerprints of two looks at the same display. */
import type { Box, Fingerprint } from '../ports/desktop.ts';

/** Side of one tile in pixels. */
const TILE_PX = 32;

/** Indices of the tiles that differ; every tile when the sizes differ. */
export function changedTiles(before: Fingerprint, after: Fingerprint): readonly number[] {
  const changed: number[] = [];
  const sameSize = before.columns === after.columns && before.rows === after.rows;
  for (let index = 0; index < after.tiles.length; index += 1) {
    if (!sameSize || before.tiles[index] !== after.tiles[index]) changed.push(index);
  }
  return changed;
}

/** Indices of the tiles a rectangle of pixels touches. */
export function tilesOf(box: Box, fingerprint: Fingerprint): ReadonlySet<number> {
  const touched = new Set<number>();
  const lastColumn = Math.min(fingerprint.columns - 1, Math.floor((box.x + box.width - 1) / TILE_PX));
  const lastRow = Math.min(fingerprint.rows - 1, Math.floor((box.y + box.height - 1) / TILE_PX));
  for (let row = Math.max(0, Math.floor(box.y / TILE_PX)); row <= lastRow; row += 1) {
    for (let column = Math.max(0, Math.floor(box.x / TILE_PX)); column <= lastColumn; column += 1) {
      touched.add(row * fingerprint.columns + column);
    }
  }
  return touched;
}

/** Tiles that touch, corners included, in groups. */
export function touchingGroups(tiles: readonly number[], columns: number): readonly (readonly number[])[] {
  const left = new Set(tiles);
  const groups: number[][] = [];
  for (const first of tiles) {
    if (!left.delete(first)) continue;
    const group = [first];
    for (const tile of group) {
      const column = tile % columns;
      for (const near of [-columns, 0, columns]) {
        for (const side of [-1, 0, 1]) {
          const isInRow = column + side >= 0 && column + side < columns;
          if (isInRow && left.delete(tile + near + side)) group.push(tile + near + side);
        }
      }
    }
    groups.push(group);
  }
  return groups;
}
