/** `/find WORD`: finds it on the screen, among elements and recognised text, as places to mark and to click. */
import type { Desktop, UiElement } from '../../ports/desktop.ts';
import { around, isMiddleIn } from '../../screen/boxes.ts';
import { isHolding } from '../../screen/element-kinds.ts';
import { type Observation, readScreen } from '../../screen/observe.ts';
import { readsAs, wordsThatRead } from '../../screen/shown-text.ts';

/** Each place once: listed elements first, then recognised text. */
export async function findText(
  wanted: string,
  { frame, elements }: Observation,
  desktop: Pick<Desktop, 'see' | 'capture'>,
  signal: AbortSignal,
): Promise<readonly UiElement[]> {
  const told = elements.filter(
    (element) =>
      element.isRead !== true &&
      !isHolding(element) &&
      !element.isSecure &&
      (readsAs(element.name, wanted) || readsAs(element.value, wanted)),
  );
  const read = await readScreen(frame.display, null, desktop, signal);
  const found = (read?.lines ?? []).flatMap((line): readonly UiElement[] => {
    const words = wordsThatRead(wanted, line);
    if (words.length === 0) return [];
    const box = around(words.map((word) => word.box));
    if (told.some((element) => isMiddleIn(box, element.box))) return [];
    const name = words.map(({ text }) => text).join(' ');
    const plain = { number: 0, role: 'text', value: '', isFocused: false, isEnabled: true, isSecure: false };
    return [{ ...plain, name, box, isRead: true }];
  });
  return [...told, ...found];
}
