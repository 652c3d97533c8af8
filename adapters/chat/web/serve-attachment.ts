/** Pictures are shown, files are downloads whatever they hold: nothing a file says runs in the page's place. */
import type { Context } from 'hono';
import type { Attachment } from './attachments.ts';
import type { Env } from './web-env.ts';

export function servePicture(c: Context<Env>, picture: Attachment | undefined): Response | Promise<Response> {
  if (picture === undefined || picture.name !== null) return c.notFound();
  return c.body(Uint8Array.from(picture.bytes), 200, { 'Content-Type': 'image/jpeg' });
}

export function serveFile(c: Context<Env>, file: Attachment | undefined): Response | Promise<Response> {
  if (file === undefined || file.name === null) return c.notFound();
  return c.body(Uint8Array.from(file.bytes), 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeFileName(file.name)}`,
  });
}

/** RFC 8187: a few characters that encodeURIComponent leaves alone have a meaning there. */
function encodeFileName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
}
