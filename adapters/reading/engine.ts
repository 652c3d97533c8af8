/** What finds and reads text in a picture; the process around it decides where and when. */
import type { Box } from '../../src/ports/desktop.ts';
import type { Luma } from '../../src/ports/frame.ts';
import type { ReadLine } from '../../src/ports/reader.ts';

/** A place with text that is not read yet, in whole pixels of the picture. */
export interface TextArea {
  readonly box: Box;
}

export interface ReadingEngine {
  /** The places with text in this part of the picture. */
  find(picture: Luma, within: Box): Promise<readonly TextArea[]>;
  /** The text of an area; null: nothing that can be read. */
  read(picture: Luma, area: TextArea): Promise<ReadLine | null>;
}
