/** Pictures and files of the conversation, in memory, each under an id nobody can guess. */
import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { isGif } from '../../../src/ports/image-forms/gif.ts';
import type { Env } from './web-env.ts';

const BYTES_KEPT = 64 * 1024 * 1024;

export interface Attachment {
  readonly bytes: Uint8Array;
  /** File name as the person sees it; null for a picture. */
  readonly name: string | null;
  /** The media type that the page gave with an upload. */
  readonly mediaType?: string;
}

export interface Attachments {
  /** Keeps it and returns its id. Over 64 MiB the oldest go first; the newest always stays. */
  keep(attachment: Attachment): string;
  find(id: string): Attachment | undefined;
  drop(id: string): void;
}

export function createAttachments(): Attachments {
  const kept = new Map<string, Attachment>();
  let total = 0;

  function drop(id: string): void {
    total -= kept.get(id)?.bytes.length ?? 0;
    kept.delete(id);
  }

  return {
    keep(attachment) {
      const id = randomBytes(18).toString('base64url');
      kept.set(id, attachment);
      total += attachment.bytes.length;
      for (const oldest of kept.keys()) {
        if (total <= BYTES_KEPT || kept.size === 1) break;
        drop(oldest);
      }
      return id;
    },
    find: (id) => kept.get(id),
    drop,
  };
}

export function servePicture(c: Context<Env>, picture: Attachment | undefined): Response | Promise<Response> {
  if (picture === undefined || picture.name !== null) return c.notFound();
  const type = isGif(picture.bytes) ? 'image/gif' : 'image/jpeg';
  return c.body(Uint8Array.from(picture.bytes), 200, { 'Content-Type': type });
}

/** A download, whatever it holds: nothing a file says runs in the page's place. */
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
