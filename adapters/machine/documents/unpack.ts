/** The parts of an office file (a zip archive) that hold words, no more of them than fit. */
import { type UnzipFileInfo, unzipSync, zipSync } from 'fflate';

export interface Unpacked {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly isSheets: boolean;
  /** The same parts as an archive in which nothing is compressed: whoever reads it cannot be flooded by it. */
  readonly stored: () => Uint8Array;
}

const MAX_BYTES = 160_000_000;
const MAX_FILES = 5000;
const WORDS = /(?:\.xml|\.rels|^mimetype|\.vml)$/i;

/**
 * null: it would become too large. What a part says of its size is all the room it gets: one that says too little is cut. Throws for what
 * is damaged.
 */
export function unpack(bytes: Uint8Array): Unpacked | null {
  let total = 0;
  let count = 0;
  const parts = unzipSync(bytes, {
    filter({ name, originalSize, size }: UnzipFileInfo) {
      count += 1;
      const isWanted = WORDS.test(name) && count <= MAX_FILES;
      if (isWanted) total += Math.max(originalSize, size);
      return isWanted && total <= MAX_BYTES;
    },
  });
  if (total > MAX_BYTES || count > MAX_FILES) return null;
  const files = new Map(Object.entries(parts));
  const mimetype = new TextDecoder().decode(files.get('mimetype'));
  return {
    files,
    isSheets: files.has('xl/workbook.xml') || mimetype.includes('spreadsheet'),
    stored: () => zipSync(parts, { level: 0 }),
  };
}
