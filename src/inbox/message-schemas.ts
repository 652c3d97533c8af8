/** Schemas of incoming and outgoing messages, as they are stored in the inbox and sent between machines. */
import { z } from 'zod';

export const threadSchema = z.object({
  platform: z.enum(['telegram', 'slack', 'web']),
  key: z.string(),
  isGroup: z.boolean(),
});

export const senderSchema = z.object({ id: z.string(), name: z.string(), language: z.string() });

export const spanSchema = z.union([
  z.string(),
  z.object({ bold: z.string() }),
  z.object({ code: z.string() }),
  z.object({ block: z.string() }),
  z.object({ quiet: z.string() }),
  z.object({ link: z.string(), label: z.string() }),
]);

export const buttonSchema = z.object({
  label: z.string(),
  data: z.string().nullable(),
  style: z.enum(['plain', 'good', 'danger']),
});

export const attachmentSchema = z.object({
  ref: z.string(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.number().nullable(),
});

/** The text, or the tapped button's data. */
export const contentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({
    kind: z.literal('tap'),
    data: z.string(),
    messageId: z.string(),
    at: z.object({ x: z.number(), y: z.number() }).optional(),
  }),
  z.object({
    kind: z.literal('files'),
    text: z.string(),
    files: z.array(attachmentSchema),
    album: z.string().optional(),
    isForwarded: z.literal(true).optional(),
  }),
  z.object({ kind: z.literal('voice'), audio: attachmentSchema, seconds: z.number().nullable() }),
  z.object({ kind: z.literal('forwarded'), text: z.string() }),
  z.object({ kind: z.literal('edited'), text: z.string(), of: z.string().nullable() }),
  z.object({ kind: z.literal('deleted'), of: z.string() }),
  z.object({ kind: z.literal('stop') }),
]);
