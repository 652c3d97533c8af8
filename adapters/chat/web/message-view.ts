/** Turns an outbound message into what the page shows. */
import type { OutboundMessage, Span } from '../../../src/ports/chat.ts';
import { readGifSize } from '../../../src/ports/image-forms/gif.ts';
import { readJpegSize } from '../../../src/ports/image-forms/jpeg-size.ts';
import type { Attachments } from './attachments.ts';
import type { DeskhandMessage, MessageView } from './wire.ts';

const PICTURE_PATH = '/pictures/';
const FILE_PATH = '/files/';

/** The size assumed for a picture whose size cannot be read: a wrong guess makes the page jump once. */
const USUAL_SIZE = { width: 1280, height: 800 };

/**
 * The view of `message` under `id`; its picture and file are put into `attachments`. A picture or file that `before` (the message
 * as shown until now) already has keeps its address, so that an edited text does not load the picture again.
 */
export function viewMessage(
  id: string,
  at: number,
  message: OutboundMessage,
  before: DeskhandMessage | null,
  attachments: Attachments,
): DeskhandMessage {
  return {
    from: 'deskhand',
    id,
    at,
    kind: message.kind,
    spans: message.text.map(viewSpan),
    picture: viewPicture(message, before, attachments),
    file: viewFile(message, before, attachments),
    buttons: message.buttons.map((row) => row.map(({ label, data, style }) => ({ label, data, style }))),
  };
}

/** Ids of the attachments a message shows. */
export function attachmentIds(message: MessageView): readonly string[] {
  if (message.from === 'person') return [];
  return [message.picture?.url, message.file?.url]
    .filter((url) => url !== undefined)
    .map((url) => url.slice(url.lastIndexOf('/') + 1));
}

function viewPicture(message: OutboundMessage, before: DeskhandMessage | null, attachments: Attachments) {
  if (message.picture === null) return null;
  const size = readJpegSize(message.picture) ?? readGifSize(message.picture) ?? USUAL_SIZE;
  const url = placeOf(message.picture, null, PICTURE_PATH, before?.picture?.url, attachments);
  return { url, ...size, alt: message.pictureAlt, ...(message.point === undefined ? {} : { point: message.point }) };
}

function viewFile(message: OutboundMessage, before: DeskhandMessage | null, attachments: Attachments) {
  if (message.file === null) return null;
  const { name, bytes } = message.file;
  return { url: placeOf(bytes, name, FILE_PATH, before?.file?.url, attachments), name, bytes: bytes.length };
}

function placeOf(
  bytes: Uint8Array,
  name: string | null,
  path: string,
  urlBefore: string | undefined,
  attachments: Attachments,
): string {
  const kept = urlBefore === undefined ? undefined : attachments.find(urlBefore.slice(path.length));
  if (urlBefore !== undefined && kept !== undefined && kept.name === name && Buffer.compare(kept.bytes, bytes) === 0) {
    return urlBefore;
  }
  return path + attachments.keep({ bytes, name });
}

function viewSpan(span: Span): DeskhandMessage['spans'][number] {
  if (typeof span === 'string') return { look: 'plain', text: span };
  if ('bold' in span) return { look: 'bold', text: span.bold };
  if ('code' in span) return { look: 'code', text: span.code };
  if ('block' in span) return { look: 'block', text: span.block };
  if ('link' in span) return { look: 'link', text: span.label, link: span.link };
  return { look: 'quiet', text: span.quiet };
}
