/** Pictures and files of the conversation, in memory, each under an id nobody can guess. */
import { randomBytes } from 'node:crypto';

const BYTES_KEPT = 64 * 1024 * 1024;

export interface Attachment {
  readonly bytes: Uint8Array;
  /** File name as the person sees it; null for a picture. */
  readonly name: string | null;
  /** As the page said with an upload. */
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
