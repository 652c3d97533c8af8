/** Lays the new words and picture of a message over the parts it was posted in. */

import type { OutboundMessage } from '../../../src/ports/chat.ts';
import { captionOf, fits, MAX_CAPTION, MAX_TEXT, renderAtMost, renderCut } from './markup.ts';
import { hashPicture, type Part } from './posted.ts';

/** What a part shall become. */
export interface Wish {
  readonly part: Part;
  /** HTML for the place the part has: 4,096 characters as a text, 1,024 as a caption. */
  readonly words: string;
  /** HTML if it turns out to be, or becomes, a caption. */
  readonly caption: string;
  /** A picture to put there; null = as it is. */
  readonly jpeg: Uint8Array | null;
}

export interface EditPlan {
  /** In the order of the parts; the last one is the last. */
  readonly wishes: readonly Wish[];
  /** Parts no longer needed. */
  readonly surplus: readonly Part[];
}

/** null when nothing would be left to see. */
export function planEdit(parts: readonly Part[], message: OutboundMessage): EditPlan | null {
  const [only, ...more] = parts;
  if (only === undefined) return null;
  if (more.length === 0) return planSingle(only, message);
  const bare = parts.filter((part) => part.shape === 'bare');
  const slots = parts.filter((part) => part.shape !== 'bare');
  const texts = renderAtMost(message.text, MAX_TEXT, slots.length);
  if (texts.length === 0) return null;
  const kept = slots.slice(slots.length - texts.length);
  const words = kept.map((part, index) => wishFor(part, texts[index] ?? '', null));
  const pictures = bare.map((part) => wishFor(part, '', newPicture(part, message)));
  return { wishes: [...pictures, ...words], surplus: slots.slice(0, slots.length - texts.length) };
}

function planSingle(part: Part, message: OutboundMessage): EditPlan | null {
  const jpeg = newPicture(part, message);
  const isCaption = part.shape === 'photo' || part.shape === 'document';
  const caption = captionOf(message);
  // A text with too much to say for a caption stays a text, without the picture.
  if (isCaption || (jpeg !== null && fits(message.text, MAX_CAPTION))) {
    return { wishes: [{ part, words: caption, caption, jpeg: part.shape === 'document' ? null : jpeg }], surplus: [] };
  }
  const words = renderCut(message.text, MAX_TEXT);
  return words === '' ? null : { wishes: [{ part, words, caption, jpeg: null }], surplus: [] };
}

function wishFor(part: Part, words: string, jpeg: Uint8Array | null): Wish {
  return { part, words, caption: words, jpeg };
}

function newPicture(part: Part, { picture }: OutboundMessage): Uint8Array | null {
  return picture === null || hashPicture(picture) === part.picture ? null : picture;
}
