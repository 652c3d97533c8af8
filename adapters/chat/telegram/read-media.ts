/** What a message carries beside words: files of every kind, or a voice note. */

import { z } from 'zod';
import type { Attachment, InboundContent } from '../../../src/ports/chat.ts';

const stored = {
  file_id: z.string(),
  file_size: z.number().int().nonnegative().optional(),
};
const file = z.object({ ...stored, file_name: z.string().default(''), mime_type: z.string().default('') });
const photo = z.object({ ...stored, width: z.number() });
const voice = z.object({ ...stored, mime_type: z.string().default('audio/ogg'), duration: z.number().optional() });

/** The fields of a message that are looked at; whatever else it carries is nothing to Deskhand. */
export const mediaFields = {
  document: file.optional(),
  photo: z.array(photo).optional(),
  video: file.optional(),
  audio: file.optional(),
  animation: file.optional(),
  voice: voice.optional(),
  video_note: z.object({ ...stored, duration: z.number().optional() }).optional(),
} as const;

const media = z.object({ ...mediaFields, media_group_id: z.string().optional() });

/** null when there is none. `text` is the caption; an album comes as one message for each of its files. */
export function readMedia(sent: z.infer<typeof media>, text: string): InboundContent | null {
  const content = readOne(sent, text);
  const album = sent.media_group_id;
  return content?.kind === 'files' && album !== undefined ? { ...content, album } : content;
}

function readOne(sent: z.infer<typeof media>, text: string): InboundContent | null {
  if (sent.voice !== undefined) {
    const { file_id, file_size, mime_type, duration } = sent.voice;
    const audio: Attachment = { ref: file_id, name: '', mediaType: mime_type, bytes: file_size ?? null };
    return { kind: 'voice', audio, seconds: duration ?? null };
  }
  // Telegram sends an animation with a `document` of the same file.
  const found = sent.document ?? sent.video ?? sent.audio ?? sent.animation;
  if (found !== undefined) return files(text, found.file_id, found.file_name, found.mime_type, found.file_size);
  if (sent.video_note !== undefined) {
    return files(text, sent.video_note.file_id, 'video.mp4', 'video/mp4', sent.video_note.file_size);
  }
  const largest = sent.photo?.toSorted((one, other) => other.width - one.width)[0];
  return largest === undefined ? null : files(text, largest.file_id, 'photo.jpg', 'image/jpeg', largest.file_size);
}

function files(text: string, ref: string, name: string, mediaType: string, bytes: number | undefined): InboundContent {
  return { kind: 'files', text, files: [{ ref, name, mediaType, bytes: bytes ?? null }] };
}
