/** What crosses between the gateway and a machine: each frame names its protocol and its machine, and is read by its schema or refused. */

import { z } from 'zod';
import { machineNameSchema } from '../config/machine-name.ts';
import {
  attachmentSchema,
  buttonSchema,
  contentSchema,
  senderSchema,
  spanSchema,
  threadSchema,
} from '../inbox/message-schemas.ts';
import type { InboundMessage } from '../ports/chat.ts';
import type { MachineTold, Taken } from '../ports/work.ts';
import { textSchema } from '../words/text-schema.ts';

/** Version of the messages below. It is raised when an older program cannot do what a newer one asks; not for an optional field. */
export const PROTOCOL = 1;

/** Whether the versions are compatible: they differ by at most one. */
export function speaksWith(protocol: number): boolean {
  return Math.abs(protocol - PROTOCOL) <= 1;
}

/**
 * Part of every frame. The machine's name protects against misdirection: the asker chooses the reply subject, so one machine could have the gateway's
 * answer, or its own next command, sent to another one, which therefore refuses a frame with another's name.
 */
const head = { v: z.number().int(), machine: machineNameSchema };
export const headSchema = z.object(head);

export const messageSchema: z.ZodType<InboundMessage> = z.object({
  updateId: z.string(),
  thread: threadSchema,
  sender: senderSchema,
  sentAt: z.number(),
  content: contentSchema,
  movedFrom: z.object({ thread: threadSchema, link: z.string(), name: z.string() }).optional(),
  isFromOldSession: z.literal(true).optional(),
});

const receiptSchema = z.object({ toast: z.string(), isSecret: z.boolean().optional() });

const takenSchema: z.ZodType<Taken> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('taken'), receipt: receiptSchema }),
  z.object({ kind: z.literal('expired') }),
  z.object({ kind: z.literal('refused'), why: textSchema }),
]);

/** On `subjectsOf(machine).work`: what the server keeps until the machine has it. `until`: on the gateway's clock. */
export const errandSchema = z.object({ ...head, kind: z.literal('errand'), message: messageSchema, until: z.number() });

/** On `subjectsOf(machine).now`, answered with `nowReplySchema`. */
export const nowRequestSchema = z.discriminatedUnion('kind', [
  z.object({ ...head, kind: z.literal('errand'), message: messageSchema, until: z.number() }),
  z.object({ ...head, kind: z.literal('listening'), thread: threadSchema, sender: senderSchema, text: z.string() }),
  /** The list of people has changed: the machine greets again. */
  z.object({ ...head, kind: z.literal('greet') }),
]);
type Bare<Frame> = Frame extends unknown ? Omit<Frame, 'v' | 'machine'> : never;
/** Without its head. */
export type NowRequest = Bare<z.infer<typeof nowRequestSchema>>;

export const nowReplySchema = z.discriminatedUnion('kind', [
  z.object({ ...head, kind: z.literal('errand'), what: takenSchema }),
  z.object({
    ...head,
    kind: z.literal('listening'),
    listening: z.enum(['nothing', 'question', 'secret question']),
  }),
  z.object({ ...head, kind: z.literal('greet') }),
  /** The machine does not know the request. */
  z.object({ ...head, kind: z.literal('unknown'), why: textSchema }),
]);

/** On `subjectsOf(machine).up.taken`, after the machine has it and before the server forgets it. Answered with `headSchema`. */
export const takenReportSchema = z.object({ ...head, update: z.string(), what: takenSchema });

export const toldSchema: z.ZodType<MachineTold> = z.object({
  version: z.string(),
  protocol: z.number().int(),
  platform: z.string(),
  screen: z.string(),
  model: z.string(),
  run: z
    .object({
      id: z.string(),
      goal: z.string(),
      thread: threadSchema,
      isPaused: z.boolean(),
      since: z.number(),
    })
    .nullable(),
  waiting: z.number(),
  freeBytes: z.number().nullable(),
  lacks: z.array(textSchema),
  spentTodayUsd: z.number(),
  dayLimitUsd: z.number(),
});

/** On `subjectsOf(machine).presence`. `at`: the machine's own clock. */
export const presenceSchema = z.object({ ...head, at: z.number(), told: toldSchema });

/** On `subjectsOf(machine).up.hello`: sent at each connection and regularly. */
export const helloSchema = z.object({ ...head, at: z.number(), version: z.string() });

export const helloReplySchema = z.object({
  ...head,
  /** The gateway's clock, which every `until` counts on. */
  at: z.number(),
  version: z.string(),
  /** People who may use this machine, with their direct threads. */
  people: z.array(z.object({ id: z.string(), direct: threadSchema.nullable() })),
  /** Sender ids that are one person, a group each. */
  links: z.array(z.array(z.string())),
  platforms: z.array(z.object({ platform: threadSchema.shape.platform, isConnected: z.boolean(), detail: textSchema })),
  /** Cost of the other machines today, and the common limit, USD; null: there is none. */
  together: z.object({ othersUsd: z.number().nonnegative(), limitUsd: z.number() }).nullable(),
});
export type HelloReply = z.infer<typeof helloReplySchema>;

/** Bytes of a frame: after it in the same message, in its order, or sent in parts before. */
const bytesSchema = z.union([
  z.object({ inline: z.number().int().nonnegative() }),
  z.object({ parts: z.string(), bytes: z.number().int().nonnegative() }),
]);
export type BytesRef = z.infer<typeof bytesSchema>;

/**
 * On `subjectsOf(machine).up.file`: one part of bytes that are too large for a message, sent before the frame that names them, or fetched after it.
 * The bytes follow the frame of the request or the reply. An object store would need machines that create consumers.
 */
export const fileRequestSchema = z.discriminatedUnion('kind', [
  z.object({
    ...head,
    kind: z.literal('put'),
    parts: z.string(),
    at: z.number().int().nonnegative(),
    whole: z.number().int(),
  }),
  z.object({ ...head, kind: z.literal('get'), parts: z.string(), at: z.number().int().nonnegative() }),
]);
export const fileReplySchema = z.object({ ...head, isKnown: z.boolean() });

const progressSchema = z.object({
  title: z.string(),
  steps: z.array(z.object({ id: z.string(), title: z.string(), state: z.enum(['doing', 'done', 'failed']) })),
});

export const outboundSchema = z.object({
  text: z.array(spanSchema),
  language: z.string().optional(),
  picture: bytesSchema.nullable(),
  pictureAlt: z.string(),
  point: z.string().optional(),
  buttons: z.array(z.array(buttonSchema)),
  kind: z.enum(['status', 'reply', 'question', 'end']),
  file: z.object({ name: z.string(), bytes: bytesSchema }).nullable(),
  progress: progressSchema.optional(),
});

const postedSchema = z.object({ thread: threadSchema, messageId: z.string() });

/** On `subjectsOf(machine).up.chat`: the machine's requests to the chats. A repeated `id` gets the same answer again. */
export const chatRequestSchema = z.discriminatedUnion('kind', [
  z.object({ ...head, kind: z.literal('post'), id: z.string(), thread: threadSchema, message: outboundSchema }),
  z.object({ ...head, kind: z.literal('edit'), id: z.string(), posted: postedSchema, message: outboundSchema }),
  z.object({ ...head, kind: z.literal('fetch'), attachment: attachmentSchema, maxBytes: z.number().int().positive() }),
]);
export type ChatRequest = z.infer<typeof chatRequestSchema>;

export const chatReplySchema = z.discriminatedUnion('result', [
  z.object({ ...head, result: z.literal('sent'), message: postedSchema }),
  z.object({ ...head, result: z.literal('fetched'), bytes: bytesSchema }),
  z.object({ ...head, result: z.literal('later'), retryAfterMs: z.number(), why: textSchema }),
  z.object({ ...head, result: z.literal('lost'), why: textSchema }),
]);
export type ChatReply = z.infer<typeof chatReplySchema>;
