/** What has the focus on a Mac, told by its application through Apple's accessibility. */
import { z } from 'zod';
import { type FocusTold, holdsText, PRESSED_ROLES, waitForText } from '../focus-told.ts';
import type { AxHelper } from './ax-helper.ts';
import { findMacRole } from './ax-roles.ts';

export type AskFocus = (pid: number, signal: AbortSignal) => Promise<FocusTold>;

const toldSchema = z.object({
  role: z.string(),
  subrole: z.string(),
  value: z.string(),
  x: z.number().nullable(),
  y: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
});
const answerSchema = z.object({ is: z.literal('focus'), focused: toldSchema.nullable() });

/** The child may have to be started. */
const ANSWER_MS = 1500;
const TEXT_ROLES: readonly string[] = ['AXTextField', 'AXTextArea', 'AXSearchField', 'AXComboBox'];
/** A hidden field that only catches keys is smaller than any letter; points. */
const SMALLEST_FIELD = 8;

export function createAskFocus(helper: Pick<AxHelper, 'ask'>): AskFocus {
  const ask = async (pid: number, signal: AbortSignal) =>
    answerSchema.safeParse(await helper.ask({ do: 'focus', pid }, ANSWER_MS, signal)).data ?? null;

  return async (pid, signal) => {
    const answer = await ask(pid, signal);
    if (answer === null) return { kind: 'unknown' };
    const { focused } = answer;
    if (focused === null) return { kind: 'nothing' };
    if (focused.subrole === 'AXSecureTextField') return { kind: 'text', field: null, isOneLine: true };
    const word = findMacRole(focused.role, focused.subrole)?.word ?? '';
    if (PRESSED_ROLES.includes(word)) return { kind: 'pressed', role: word };
    if (!TEXT_ROLES.includes(focused.role)) return { kind: 'keys', field: null };
    const isOneLine = focused.role !== 'AXTextArea';
    if (Math.min(focused.width ?? 0, focused.height ?? 0) < SMALLEST_FIELD)
      return { kind: 'text', field: null, isOneLine };
    const read = async (): Promise<string | null> => {
      const now = (await ask(pid, signal))?.focused ?? null;
      // If another element has the focus by now, its value says nothing of this one.
      const isSame = now !== null && now.role === focused.role && now.x === focused.x && now.y === focused.y;
      return isSame ? now.value : null;
    };
    const id = `${focused.role} ${focused.x} ${focused.y}`;
    const check = (text: string) => waitForText(read, (shown) => holdsText(shown, text));
    return { kind: 'text', field: { id, check }, isOneLine };
  };
}
