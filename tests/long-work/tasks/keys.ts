/** Work in a window by its keys alone, as somebody does who knows the application. */
import type { Work } from '../task.ts';

export const key =
  (keys: string, repeat = 1): Work =>
  () => ({ action: 'key', keys, repeat });

export const typing =
  (text: string): Work =>
  () => ({ action: 'type', text });

export const pause =
  (seconds: number): Work =>
  () => ({ action: 'wait', seconds });

/** It looks, as who wants to be sure. */
export const looking: Work = () => ({ action: 'screenshot' });
