/** What a message carries beside words: files of every kind, or something spoken. */

import { z } from 'zod';
import type { Attachment, InboundContent } from '../../../src/ports/chat.ts';

/** https://docs.slack.dev/reference/objects/file-object */
const file = z.object({
  id: z.string().regex(/^F[A-Z0-9]+$/),
  name: z.string().nullish(),
  title: z.string().nullish(),
  mimetype: z.string().nullish(),
  size: z.number().int().nonnegative().optional(),
  subtype: z.string().optional(),
  duration_ms: z.number().nonnegative().optional(),
});

/** null when there is none that can be read; `files` as they came, `text` what was written to them. */
export function readMedia(files: unknown, text: string): InboundContent | null {
  const found =
    z
      .array(z.unknown())
      .safeParse(files)
      .data?.flatMap((one) => file.safeParse(one).data ?? []) ?? [];
  const [first, ...more] = found;
  if (first === undefined) return null;
  if (first.subtype === 'slack_audio' && more.length === 0) {
    const { duration_ms: ms } = first;
    return { kind: 'voice', audio: toAttachment(first), seconds: ms === undefined ? null : Math.round(ms / 1000) };
  }
  return { kind: 'files', text, files: found.map(toAttachment) };
}

function toAttachment({ id, name, title, mimetype, size }: z.infer<typeof file>): Attachment {
  return { ref: id, name: name ?? title ?? '', mediaType: mimetype ?? '', bytes: size ?? null };
}
