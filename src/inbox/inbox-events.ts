/** The events of the inbox's journal: what was accepted, begun, refused, queued for sending, and sent. */
import { z } from 'zod';
import { buttonSchema, contentSchema, senderSchema, spanSchema, threadSchema } from './message-schemas.ts';

const runButtonSchema = z.object({ kind: z.enum(['report', 'good', 'bad', 'skill', 'unmend']), of: z.string() });
/** A button of a run that outlives a restart. */
export type RunButton = Readonly<z.infer<typeof runButtonSchema>>;

/** An outgoing message, small enough for a journal line: its picture is only named. */
const deliverySchema = z.object({
  text: z.array(spanSchema),
  buttons: z.array(z.array(buttonSchema)),
  kind: z.enum(['status', 'reply', 'question', 'end']),
  /** Its language, which a replacement after a restart uses, too. */
  language: z.string().max(20).optional(),
  picture: z.object({ run: z.string(), name: z.string(), alt: z.string() }).nullable(),
  /** Name of the attached file, which itself is not stored. */
  file: z.string().nullable().default(null),
  /** Goals of the Again buttons by their id: these outlive a restart. */
  again: z.record(z.string(), z.string()),
  /** Interrupted runs that some of them continue, by the same id. */
  again_from: z.record(z.string(), z.string()).optional(),
  /** Other buttons of a run's last message by their id; these too. */
  of_run: z.record(z.string(), runButtonSchema).optional(),
  /** The earlier delivery whose message this one replaces; null for a new message. */
  edits: z.string().nullable(),
});
export type StoredDelivery = z.infer<typeof deliverySchema>;

const occurrenceSchema = z.object({
  id: z.string(),
  revision: z.number().int(),
  /** ISO 8601, UTC. */
  due: z.string(),
  /** Set when it was late: number of times missed, this one included, since when, and what is done about it. */
  missed: z.object({ count: z.number().int(), first: z.string(), how: z.enum(['run', 'skip', 'ask']) }).optional(),
  /** The caller's own name for its call. */
  call: z.string().optional(),
});
/** One time at which a standing order came due. */
export type Occurrence = Readonly<z.infer<typeof occurrenceSchema>>;

const callerOfSchema = z.object({ name: z.string(), act: z.string().optional() });
/** Another program that asks for something. */
export type CallerOf = Readonly<z.infer<typeof callerOfSchema>>;

const handedSchema = z.object({ machine: z.string(), until: z.number() });
/** For another machine: its name, and the expiry. */
export type Handed = Readonly<z.infer<typeof handedSchema>>;

export const inboxEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message.accepted'),
    update: z.string(),
    thread: threadSchema,
    sender: senderSchema,
    sent_at: z.string(),
    /** The text, or the tapped button's data. */
    content: contentSchema,
    /** The goal when this message asks for a run; null otherwise. */
    goal: z.string().nullable(),
    /** The earlier run it is to go on from. */
    continues: z.string().optional(),
    /** The goal came over the socket: no person wrote it. */
    by_program: z.boolean().optional(),
    /** Token name of the other program that asks; `act`: its single action, as JSON. */
    caller: callerOfSchema.optional(),
    /** Set when a standing order came due. */
    order: occurrenceSchema.optional(),
    /** Values that a program sent for the names in the goal: data, never the person's words. */
    values: z.record(z.string(), z.string()).optional(),
    /** The machine that it was handed to, and until when that may take it, milliseconds since 1970. */
    handed: handedSchema.optional(),
    /** After a crash it is reported and never repeated: an act by hand, and everything that must not happen twice. */
    act: z.boolean().default(false),
    /** After a crash it is carried out again: what may happen twice, and is owed an answer. */
    answer: z.boolean().default(false),
  }),
  /** Written before the run's own first event: from here on the command has had its try. */
  z.object({ type: z.literal('command.begun'), update: z.string(), run: z.string() }),
  /** Accepted before a part of the inbox was lost, so it may have been done already: no later process may start it by itself. */
  z.object({ type: z.literal('command.doubted'), update: z.string() }),
  /** Moved in the queue, before this other command. */
  z.object({ type: z.literal('command.moved'), update: z.string(), before: z.string() }),
  /** Not (or no longer) to be carried out, as was told before: a cancelled run in the queue, an old one not wanted any more. */
  z.object({ type: z.literal('message.refused'), update: z.string(), why: z.string() }),
  z.object({
    type: z.literal('delivery.queued'),
    delivery: z.string(),
    thread: threadSchema,
    message: deliverySchema,
    /** The command that this message settles: its end and the message are one event. */
    settles: z.string().nullable().default(null),
    /** Further commands that it settles. */
    settles_also: z.array(z.string()).optional(),
  }),
  z.object({
    type: z.literal('delivery.done'),
    delivery: z.string(),
    result: z.enum(['sent', 'lost']),
    message_id: z.string().nullable(),
  }),
]);
export type InboxEvent = z.infer<typeof inboxEventSchema>;
/** A message that was taken in. */
export type Accepted = Extract<InboxEvent, { readonly type: 'message.accepted' }>;
