/** The long tasks. */
import type { LongTask } from './task.ts';
import { BOOKINGS } from './tasks/bookings.ts';
import { CALC } from './tasks/calc.ts';
import { EDITOR } from './tasks/editor.ts';
import { FILES } from './tasks/files.ts';
import { MAIL } from './tasks/mail.ts';
import { PAGE } from './tasks/page.ts';
import { PICTURES } from './tasks/pictures.ts';
import { SHEET } from './tasks/sheet.ts';
import { SHELL } from './tasks/shell.ts';
import { SHOP } from './tasks/shop.ts';
import { TERMINAL } from './tasks/terminal.ts';
import { WRITER } from './tasks/writer.ts';

export const LONG_TASKS: readonly LongTask[] = [
  FILES,
  SHEET,
  TERMINAL,
  PAGE,
  SHOP,
  MAIL,
  CALC,
  WRITER,
  EDITOR,
  SHELL,
  BOOKINGS,
  PICTURES,
];
