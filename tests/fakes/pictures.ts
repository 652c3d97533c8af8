/** Pictures that are really cut, and a record of what was asked for. */
import { createSharpPictures } from '../../adapters/pictures/sharp.ts';
import type { Box } from '../../src/ports/desktop.ts';
import type { Pictures } from '../../src/ports/pictures.ts';

export interface FakePictures extends Pictures {
  /** Boxes asked for, in order. */
  readonly cuts: readonly Box[];
}

export function createFakePictures(): FakePictures {
  const pictures = createSharpPictures();
  const cuts: Box[] = [];
  return {
    cuts,
    cut: (jpeg, request, signal) => {
      cuts.push(request.box);
      return pictures.cut(jpeg, request, signal);
    },
  };
}
