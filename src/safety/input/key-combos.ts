/** Key combinations that always ask: data. Modifiers: C = ctrl or control, M = cmd, A = alt, S = shift; in this order. */
import { type Sentence, say } from '../../words/say.ts';

export interface DangerousCombo {
  readonly keys: string;
  readonly why: Sentence;
  /** Platform the combination belongs to; both when absent. */
  readonly on?: 'linux' | 'macos';
}

const QUITS = say`It ends the session, locks the screen or shuts down`;

export const DANGEROUS_COMBOS: readonly DangerousCombo[] = [
  {
    keys: 'M+S+backspace M+S+delete M+A+S+backspace M+A+S+delete',
    why: say`It empties the trash, or clears the browsing data`,
  },
  { keys: 'C+S+delete C+S+backspace C+M+backspace', why: say`It clears data or deletes something` },
  {
    keys: 'M+backspace M+delete M+A+backspace M+A+delete S+delete',
    why: say`It moves something to the trash, or deletes it for good`,
  },
  { keys: 'M+A+escape C+A+escape M+A+S+escape C+M+escape C+S+escape', why: say`It forces programs to quit` },
  { keys: 'M+S+q M+A+S+q M+A+q C+S+q', why: say`It logs out, or quits everything` },
  { keys: 'C+M+q C+A+l C+A+q C+A+s', why: QUITS },
  { keys: 'M+l M+escape', why: QUITS, on: 'linux' },
  { keys: 'C+A+delete C+A+backspace C+A+end C+M+pause M+S+e C+A+r', why: QUITS },
  { keys: 'M+d', why: say`In a question about unsaved work it means: don't save`, on: 'macos' },
  { keys: 'A+f4 C+f4', why: say`It closes the window, and unsaved work with it` },
  { keys: 'M+A+w M+S+w C+S+w M+A+S+w', why: say`It closes all windows` },
  {
    keys: 'M+space A+space C+space M+A+space C+M+space A+f2 A+f1',
    why: say`It opens a place where typed text is a command`,
  },
  {
    keys: 'M+r M+x M+a M+s M',
    why: say`It opens a place where typed text is a command`,
    on: 'linux',
  },
  { keys: 'M+A+i M+A+j M+A+c M+A+u M+A+k C+S+i C+S+j C+S+k C+S+c f12', why: say`It opens a console where text is run` },
  {
    keys: 'M+S+d M+S+enter M+enter C+enter A+enter M+kp_enter C+kp_enter A+kp_enter C+S+enter',
    why: say`It can send what was written`,
  },
  { keys: 'M+A+t C+A+f2', why: say`It opens a terminal or another console` },
  { keys: 'M+f5 M+A+f5', why: say`It changes how this computer is used`, on: 'macos' },
  {
    keys: 'printscreen A+printscreen C+A+printscreen A+S+printscreen',
    why: say`It can be a command to the system itself`,
  },
];
