/**
 * Changes a posted message in place: text, caption, picture or only the buttons, whichever changed.
 *
 * What Telegram cannot do: a photo never becomes a text, so a picture once shown stays; a message cannot grow by a further one, so a
 * text that needs more parts than it had is cut with `…`. Parts it no longer needs are removed.
 */
import type { Delivery, OutboundMessage, PostedMessage } from '../../../src/ports/chat.ts';
import { isGif } from '../../../src/ports/image-forms/gif.ts';
import { say } from '../../../src/words/say.ts';
import { type Answer, isRefused } from './answer.ts';
import { type ApiCalls, type Changing, PICTURE_IS_REFUSED } from './api-calls.ts';
import { toDelivery } from './delivery.ts';
import type { Keyboards } from './keyboard.ts';
import { captionOf, fits, MAX_CAPTION, MAX_TEXT, renderAtMost, renderCut } from './markup.ts';
import { hashPicture, type Part, type RenderedMessages } from './rendered-messages.ts';
import { toAddress } from './thread.ts';

export type Edit = (posted: PostedMessage, message: OutboundMessage, signal: AbortSignal) => Promise<Delivery>;

const NOT_MODIFIED = /message is not modified/i;
const NO_TEXT = /no text in the message/i;

export function createEdit(api: ApiCalls, keyboards: Keyboards, rendered: RenderedMessages): Edit {
  /** The call that fits what the part is now; answers with the shape it has then. */
  async function change({ part, words, caption, jpeg }: PartEdit, what: Changing): Promise<Answer<Part['shape']>> {
    if (jpeg !== null) {
      const put = isGif(jpeg) ? api.editAnimation : api.editPhoto;
      const answer = await put(jpeg, caption, what);
      if (!isRefused(answer, PICTURE_IS_REFUSED)) return settle(answer, part.shape === 'bare' ? 'bare' : 'photo');
    }
    if (words === part.html) return settle(await api.editMarkup(what), part.shape);
    if (part.shape !== 'text' && part.shape !== 'unknown') {
      return settle(await api.editCaption(caption, what), part.shape);
    }
    const answer = await api.editText(words, what);
    if (!isRefused(answer, NO_TEXT)) return settle(answer, 'text');
    return settle(await api.editCaption(caption, what), 'photo');
  }

  return async (posted, message, signal) => {
    signal.throwIfAborted();
    const to = toAddress(posted.thread);
    if (to === null || !/^\d+$/.test(posted.messageId))
      return { result: 'lost', why: say`this is not a Telegram message` };
    const before = rendered.find(posted);
    const plan = planEdit(before.parts, message);
    if (plan === null) return { result: 'lost', why: say`there is nothing in this message to see` };
    const buttons = JSON.stringify(message.buttons);
    const parts: Part[] = [];
    // The last part goes first: it holds the buttons and says how a question ended.
    for (const [index, edit] of plan.edits.toReversed().entries()) {
      const isLast = index === 0;
      const { part, words, jpeg } = edit;
      const isSame = jpeg === null && words === part.html && (!isLast || buttons === before.buttons);
      const granted: Answer<Part['shape']> = isSame
        ? { ok: true, value: part.shape }
        : await keyboards.send(isLast ? message.buttons : [], (markup) =>
            change(edit, { to, messageId: part.messageId, markup, signal }),
          );
      if (granted.ok) parts.unshift(becomes(edit, granted.value));
      else if (isLast || toDelivery(granted.failure).result === 'later') {
        // Whether it was carried out is unknown, and so is how the message looks.
        rendered.remember(posted, { parts: before.parts.map(forgetContent), buttons: null });
        return toDelivery(granted.failure);
      }
    }
    // A left-over part is untidy, not wrong: whether its removal succeeds does not matter.
    for (const part of plan.surplus) await api.remove(to, part.messageId, signal);
    rendered.remember(posted, { parts, buttons });
    return { result: 'sent', message: posted };
  };
}

/** A message that already looks like this counts as changed. */
function settle(answer: Answer<number>, shape: Part['shape']): Answer<Part['shape']> {
  return answer.ok || isRefused(answer, NOT_MODIFIED) ? { ok: true, value: shape } : answer;
}

function forgetContent(part: Part): Part {
  return { ...part, html: null, picture: null };
}

function becomes({ part, words, jpeg }: PartEdit, shape: Part['shape']): Part {
  return { ...part, shape, html: words, picture: jpeg === null ? part.picture : hashPicture(jpeg) };
}

/** The content that one part is to have. */
interface PartEdit {
  readonly part: Part;
  /** HTML for the place the part has: 4,096 characters as a text, 1,024 as a caption. */
  readonly words: string;
  /** The HTML for the case that the part is, or becomes, a caption. */
  readonly caption: string;
  /** The picture to put there; null leaves the present one. */
  readonly jpeg: Uint8Array | null;
}

interface EditPlan {
  /** In the order of the parts; the last one gets the buttons. */
  readonly edits: readonly PartEdit[];
  /** Parts no longer needed. */
  readonly surplus: readonly Part[];
}

/** null when nothing would be left to see. */
function planEdit(parts: readonly Part[], message: OutboundMessage): EditPlan | null {
  const [only, ...more] = parts;
  if (only === undefined) return null;
  if (more.length === 0) return planSingle(only, message);
  const bare = parts.filter((part) => part.shape === 'bare');
  const slots = parts.filter((part) => part.shape !== 'bare');
  const texts = renderAtMost(message.text, MAX_TEXT, slots.length);
  if (texts.length === 0) return null;
  const kept = slots.slice(slots.length - texts.length);
  const words = kept.map((part, index) => editFor(part, texts[index] ?? '', null));
  const pictures = bare.map((part) => editFor(part, '', newPicture(part, message)));
  return { edits: [...pictures, ...words], surplus: slots.slice(0, slots.length - texts.length) };
}

function planSingle(part: Part, message: OutboundMessage): EditPlan | null {
  const jpeg = newPicture(part, message);
  const isCaption = part.shape === 'photo' || part.shape === 'document';
  const caption = captionOf(message);
  // A text with too much to say for a caption stays a text, without the picture.
  if (isCaption || (jpeg !== null && fits(message.text, MAX_CAPTION))) {
    return { edits: [{ part, words: caption, caption, jpeg: part.shape === 'document' ? null : jpeg }], surplus: [] };
  }
  const words = renderCut(message.text, MAX_TEXT);
  return words === '' ? null : { edits: [{ part, words, caption, jpeg: null }], surplus: [] };
}

function editFor(part: Part, words: string, jpeg: Uint8Array | null): PartEdit {
  return { part, words, caption: words, jpeg };
}

function newPicture(part: Part, { picture }: OutboundMessage): Uint8Array | null {
  return picture === null || hashPicture(picture) === part.picture ? null : picture;
}
