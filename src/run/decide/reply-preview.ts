/** What the model is about to do, in words, from a reply that is still being written: for the live message alone. */
import { describeAction, nameElements } from '../../action/describe.ts';
import { createReplyReader, type PartialReply } from '../../action/partial-reply.ts';
import type { UiElement } from '../../ports/desktop.ts';
import { oneLine, shortenWords } from '../../words/amounts.ts';
import { quoted, type Text } from '../../words/say.ts';
import { showHidden, showHiddenIn } from '../../words/visible.ts';

const MAX_INTENT = 120;

/** Calls `show` whenever the preview changes, with '' when the reply starts over. The result is for `onText`. */
export function previewReply(
  elements: readonly UiElement[],
  show: (preview: Text) => void,
): (textSoFar: string) => void {
  const reader = createReplyReader();
  const nameOf = (number: number): Text => nameElements(elements.find((element) => element.number === number))(number);
  let last: PartialReply | null = null;
  let shown = JSON.stringify('');
  return (textSoFar) => {
    const reply = reader.read(textSoFar);
    if (reply === last) return;
    last = reply;
    const { intent, action } = reply;
    // The model's words say the purpose; the action itself is shown when it is done.
    const preview =
      intent !== ''
        ? quoted(showHidden(shortenWords(oneLine(intent), MAX_INTENT)))
        : action === null
          ? ''
          : showHiddenIn(describeAction(action, nameOf));
    const key = JSON.stringify(preview);
    if (key === shown) return;
    shown = key;
    show(preview);
  };
}
