/** The size of a picture, by its head alone. */
import type { DocumentReply } from './document-reply.ts';

/** The formats' first bytes, with their offset. SVG is left out, since it is a program of sorts. */
const HEADS = [
  [0, '\u0089PNG'],
  [0, '\u00ff\u00d8\u00ff'],
  [0, 'GIF8'],
  [8, 'WEBP'],
  [4, 'ftypavif'],
  [4, 'ftypheic'],
] as const;

/** `head`: its first bytes, one character each. */
export function isPicture(head: string): boolean {
  return HEADS.some(([at, start]) => head.startsWith(start, at));
}

/** As it is shown: turned where the camera said so. Rejects for what is damaged. */
export async function readPicture(bytes: Uint8Array): Promise<DocumentReply> {
  const { default: sharp } = await import('sharp');
  const { autoOrient } = await sharp(bytes).metadata();
  return { kind: 'picture', ...autoOrient };
}
