import type { Luma } from '../../src/ports/frame.ts';
import { testReaderContract } from '../contracts/reader.ts';
import { createFakeReader, lineOf } from './reader.ts';

testReaderContract('the fake reader', () => {
  const reader = createFakeReader();
  let count = 0;
  return {
    reader,
    draw: async (lines): Promise<Luma> => {
      count += 1;
      const picture = { width: 300, height: 100, pixels: new Uint8Array(30_000).fill(count) };
      reader.write(
        picture,
        lines.map((text, row) => lineOf(text, { x: 10, y: 10 + row * 30, width: text.length * 8, height: 12 })),
      );
      return picture;
    },
  };
});
