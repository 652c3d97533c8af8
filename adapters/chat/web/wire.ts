/** What page and server say to each other, as JSON. The page's own files follow these shapes. */
import { z } from 'zod';

/** Longest text a person can send: what one `type` action takes (design, section 5). */
const TEXT_MAX_LENGTH = 20_000;

/** Files with one message, and the largest one. */
const FILES_MAX = 10;
export const FILE_MAX_BYTES = 20 * 1024 * 1024;

/** The page makes one up for each send, so that a repeated request is known as the same update. */
const updateId = z.string().regex(/^[\w-]{16,64}$/);

export const redeemBody = z.object({ secret: z.string().max(200) });
/** `files` are ids of uploads; what is sent has words, files, or both. */
export const textBody = z
  .object({
    id: updateId,
    text: z.string().max(TEXT_MAX_LENGTH),
    files: z.array(z.string().min(1).max(64)).max(FILES_MAX).default([]),
    /** Whether the message is spoken: its one file is the recording. */
    voice: z.boolean().default(false),
  })
  .refine(({ text, files }) => text !== '' || files.length > 0)
  .refine(({ text, files, voice }) => !voice || (text === '' && files.length === 1));
/** The query of an upload, whose body is the file. */
export const uploadQuery = z.object({ name: z.string().max(1000), type: z.string().max(200).default('') });
export const uploadReceipt = z.object({ file: z.string() });
export const tapBody = z.object({
  id: updateId,
  messageId: z.string().min(1).max(64),
  data: z.string().min(1).max(64),
  /** A point of the message's picture, 0–1000 across and down. */
  at: z.object({ x: z.number().min(0).max(1000), y: z.number().min(0).max(1000) }).optional(),
});

const personMessage = z.object({
  from: z.literal('person'),
  id: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  text: z.string(),
  files: z.array(z.object({ name: z.string(), bytes: z.number() })),
  /** False until the gateway has the message: a crash in between loses it, and the page says so. */
  isAccepted: z.boolean(),
});

const deskhandMessage = z.object({
  from: z.literal('deskhand'),
  id: z.string(),
  at: z.number(),
  kind: z.enum(['status', 'reply', 'question', 'end']),
  spans: z.array(
    z.object({
      look: z.enum(['plain', 'bold', 'code', 'block', 'quiet', 'link']),
      text: z.string(),
      /** The link's target. */
      link: z.string().optional(),
    }),
  ),
  /** Size in pixels, known before the picture is loaded: nothing jumps. */
  picture: z
    .object({
      url: z.string(),
      width: z.number(),
      height: z.number(),
      alt: z.string(),
      /** What a tap on a point of it carries. */
      point: z.string().optional(),
    })
    .nullable(),
  file: z.object({ url: z.string(), name: z.string(), bytes: z.number() }).nullable(),
  buttons: z.array(
    z.array(z.object({ label: z.string(), data: z.string().nullable(), style: z.enum(['plain', 'good', 'danger']) })),
  ),
});

export const messageView = z.discriminatedUnion('from', [personMessage, deskhandMessage]);

/** A command as the list behind `/` shows it. */
const commandHint = z.object({ name: z.string(), parameters: z.string(), help: z.string() });

/** Event `whole`: everything, first. Event `changes`: messages that are new (in order) or changed since the last event. */
export const wholeEvent = z.object({ messages: z.array(messageView), commands: z.array(commandHint) });
export const changesEvent = z.object({ messages: z.array(messageView) });

export type DeskhandMessage = z.infer<typeof deskhandMessage>;
export type MessageView = z.infer<typeof messageView>;
export type CommandHint = z.infer<typeof commandHint>;
