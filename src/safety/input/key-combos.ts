/** Key combinations that always ask: data. Modifiers: C = ctrl or control, M = cmd, A = alt, S = shift; in this order. */

export interface DangerousCombo {
  readonly keys: string;
  readonly why: string;
  /** Only there; on both when absent. */
  readonly on?: 'linux' | 'macos';
}

const QUITS = 'it ends the session, locks the screen or shuts down';

export const DANGEROUS_COMBOS: readonly DangerousCombo[] = [
  {
    keys: 'M+S+backspace M+S+delete M+A+S+backspace M+A+S+delete',
    why: 'it empties the trash, or clears the browsing data',
  },
  { keys: 'C+S+delete C+S+backspace C+M+backspace', why: 'it clears data or deletes' },
  { keys: 'M+backspace M+delete M+A+backspace M+A+delete S+delete', why: 'it moves to the trash or deletes for good' },
  { keys: 'M+A+escape C+A+escape M+A+S+escape C+M+escape C+S+escape', why: 'it forces programs to quit' },
  { keys: 'M+S+q M+A+S+q M+A+q C+S+q', why: 'it logs out, or quits everything' },
  { keys: 'C+M+q C+A+l C+A+q C+A+s', why: QUITS },
  { keys: 'M+l M+escape', why: QUITS, on: 'linux' },
  { keys: 'C+A+delete C+A+backspace C+A+end C+M+pause M+S+e C+A+r', why: QUITS },
  { keys: 'M+d', why: 'in a question about unsaved work it means not to save', on: 'macos' },
  { keys: 'A+f4 C+f4', why: 'it closes the window, and unsaved work with it' },
  { keys: 'M+A+w M+S+w C+S+w M+A+S+w', why: 'it closes all windows' },
  {
    keys: 'M+space A+space C+space M+A+space C+M+space A+f2 A+f1',
    why: 'it opens a place where typed text is a command; open_app does the same',
  },
  {
    keys: 'M+r M+x M+a M+s M',
    why: 'it opens a place where typed text is a command; open_app does the same',
    on: 'linux',
  },
  { keys: 'M+A+i M+A+j M+A+c M+A+u M+A+k C+S+i C+S+j C+S+k C+S+c f12', why: 'it opens a console where text is run' },
  {
    keys: 'M+S+d M+S+enter M+enter C+enter A+enter M+kp_enter C+kp_enter A+kp_enter C+S+enter',
    why: 'it can send what was written',
  },
  { keys: 'C+A+t M+A+t C+A+f2', why: 'it opens a terminal or another console' },
  { keys: 'M+f5 M+A+f5', why: 'it changes how this computer is worked', on: 'macos' },
  {
    keys: 'printscreen A+printscreen C+A+printscreen A+S+printscreen',
    why: 'it can be a command to the system itself',
  },
];
