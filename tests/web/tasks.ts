/** All web tasks. */
import type { WebTask } from './task.ts';
import { DATES } from './tasks/dates.ts';
import { DRAGGING } from './tasks/dragging.ts';
import { DRAWING } from './tasks/drawing.ts';
import { FIELDS } from './tasks/fields.ts';
import { FILES } from './tasks/files.ts';
import { KEYBOARD } from './tasks/keyboard.ts';
import { LAYERS } from './tasks/layers.ts';
import { MOVING } from './tasks/moving.ts';
import { PUZZLES } from './tasks/puzzles.ts';
import { SERVICES } from './tasks/services.ts';
import { STRUCTURE } from './tasks/structure.ts';
import { WIDGETS } from './tasks/widgets.ts';
import { WORLDWIDE } from './tasks/worldwide.ts';

export const TASKS: readonly WebTask[] = [
  ...FIELDS,
  ...DATES,
  ...DRAWING,
  ...DRAGGING,
  ...STRUCTURE,
  ...LAYERS,
  ...FILES,
  ...KEYBOARD,
  ...MOVING,
  ...WORLDWIDE,
  ...WIDGETS,
  ...SERVICES,
  ...PUZZLES,
];
