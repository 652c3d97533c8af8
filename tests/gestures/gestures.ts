/** All gestures. */
import { EDITOR } from './editor.ts';
import { FILES_GESTURES } from './files.ts';
import type { Gesture } from './gesture.ts';
import { PICTURE } from './picture.ts';
import { TERMINAL } from './terminal.ts';

export const GESTURES: readonly Gesture[] = [...EDITOR, ...TERMINAL, ...FILES_GESTURES, ...PICTURE];
