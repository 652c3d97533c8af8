/** A tool's result as text and pictures, bounded. What it holds is the server's own words. */
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { ToolAnswer } from '../../src/ports/tools.ts';
import { leaveOutMiddle } from '../../src/words/amounts.ts';
import { say } from '../../src/words/say.ts';

/** The most text that is kept: the prompt shows less, the rest is for the journal. */
const MAX_CHARACTERS = 20_000;
const MAX_PARTS = 500;
/** The most pictures of an answer, since each costs a model more than a page of text. */
const MAX_PICTURES = 2;
const MAX_PICTURE_BYTES = 4 * 1024 * 1024;
const MAX_TYPE = 40;

export function readAnswer({ content, structuredContent, isError }: CallToolResult): ToolAnswer {
  const pictures: Uint8Array[] = [];
  const parts = content.slice(0, MAX_PARTS).map((part) => describePart(part, pictures));
  const isShown = parts.some((part) => part.trim() !== '');
  const text = isShown || structuredContent === undefined ? parts.join('\n') : JSON.stringify(structuredContent);
  const left = content.length - parts.length;
  const whole = leaveOutMiddle(left > 0 ? `${text}\n[… ${left} more parts left out …]` : text, MAX_CHARACTERS);
  const ok = isError !== true;
  return {
    ok,
    text: whole === '' ? (ok ? say`It answered nothing.` : say`It failed and said nothing.`) : whole,
    ...(pictures.length === 0 ? {} : { pictures }),
  };
}

function describePart(part: CallToolResult['content'][number], pictures: Uint8Array[]): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
      return addPicture(part.mimeType, part.data, pictures);
    case 'audio':
      return `[a sound, ${part.mimeType}; it is not played]`;
    case 'resource_link':
      return `[${part.name}: ${part.uri}]`;
    case 'resource':
      if ('text' in part.resource) return part.resource.text;
      return part.resource.mimeType?.startsWith('image/') === true
        ? addPicture(part.resource.mimeType, part.resource.blob, pictures)
        : `[a file, ${part.resource.uri}; it is not shown]`;
    default:
      return '';
  }
}

/** The type is only named as the server gave it; decoding goes by the bytes. */
function addPicture(type: string, data: string, pictures: Uint8Array[]): string {
  const what = `a picture, ${type.slice(0, MAX_TYPE)}`;
  if (pictures.length >= MAX_PICTURES) return `[${what}; it is not shown: ${MAX_PICTURES} of one answer are]`;
  if (data.length > (MAX_PICTURE_BYTES / 3) * 4) return `[${what}; it is not shown: it is larger than 4 MB]`;
  pictures.push(Buffer.from(data, 'base64'));
  return `[picture ${pictures.length}, ${type.slice(0, MAX_TYPE)}]`;
}
