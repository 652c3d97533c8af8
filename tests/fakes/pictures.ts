/** Pictures that are really cut, and a record of what was asked for. */
import { createSharpPictures } from '../../adapters/pictures/sharp.ts';
import type { Box } from '../../src/ports/desktop.ts';
import type { MarkRequest, Pictures } from '../../src/ports/pictures.ts';

export interface FakePictures extends Pictures {
  /** Boxes asked for, in order. */
  readonly cuts: readonly Box[];
  /** What was to be drawn, in order. */
  readonly drawn: readonly MarkRequest[];
}

export function createFakePictures(): FakePictures {
  const pictures = createSharpPictures();
  const cuts: Box[] = [];
  const drawn: MarkRequest[] = [];
  return {
    cuts,
    drawn,
    stack: pictures.stack,
    cover: pictures.cover,
    animate: pictures.animate,
    adopt: pictures.adopt,
    findAgain: pictures.findAgain,
    mark: (jpeg, request, signal) => {
      drawn.push(request);
      return pictures.mark(jpeg, request, signal);
    },
    cut: (jpeg, request, signal) => {
      cuts.push(request.box);
      return pictures.cut(jpeg, request, signal);
    },
  };
}
