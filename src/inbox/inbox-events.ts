/** The events of the inbox's journal: what was accepted, begun, refused, queued for sending, and sent. */
import { z } from 'zod';
import { buttonSchema, contentSchema, senderSchema, spanSchema, threadSchema } from './message-schemas.ts';

const runButtonSchema = z.object({ kind: z.enum(['report', 'good', 'bad', 'skill', 'unmend']), of: z.string() });
/** A button of a run that outlives a restart. */
export type RunButton = Readonly<z.infer<typeof runButtonSchema>>;

/** A message on its way out, small enough for a journal line: its picture is named, not held. */
const deliverySchema = z.object({
  text: z.array(spanSchema),
  buttons: z.array(z.array(buttonSchema)),
  kind: z.enum(['status', 'reply', 'question', 'end']),
  /** It was said in; what replaces it after a restart is said in the same. */
  language: z.string().max(20).optional(),
  picture: z.object({ run: z.string(), name: z.string(), alt: z.string() }).nullable(),
  /** Name of the file sent beside the text; the file itself is not kept. */
  file: z.string().nullable().default(null),
  /** Goals of the Again buttons by their id: these outlive a restart. */
  again: z.record(z.string(), z.string()),
  /** The interrupted runs that some of them go on from, by the same id. */
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
  /** It was not on time: how many came due meanwhile, this one included, since when, and what is done about it. */
  missed: z.object({ count: z.number().int(), first: z.string(), how: z.enum(['run', 'skip', 'ask']) }).optional(),
  /** The caller's own name for the call that it came by. */
  call: z.string().optional(),
});
/** One time that a standing order came due. */
export type Occurrence = Readonly<z.infer<typeof occurrenceSchema>>;

const callerOfSchema = z.object({ name: z.string(), act: z.string().optional() });
/** Another program that asks for something. */
export type CallerOf = Readonly<z.infer<typeof callerOfSchema>>;

const handedSchema = z.object({ machine: z.string(), until: z.number() });
/** For another machine: its name, and until when it may take it. */
export type Handed = Readonly<z.infer<typeof handedSchema>>;

export const inboxEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message.accepted'),
    update: z.string(),
    thread: threadSchema,
    sender: senderSchema,
    sent_at: z.string(),
    /** The text, or what the tapped button carried. */
    content: contentSchema,
    /** The goal when this message asks for a run; null otherwise. */
    goal: z.string().nullable(),
    /** The earlier run it is to go on from. */
    continues: z.string().optional(),
    /** The goal came over the socket: no person wrote it. */
    by_program: z.boolean().optional(),
    /** The other program that asks for it, by its token's name; `act`: the one action it wants, as JSON. */
    caller: callerOfSchema.optional(),
    /** The standing order that came due. */
    order: occurrenceSchema.optional(),
    /** What a program sent with its call, by the names in the goal: data, and never the person's words. */
    values: z.record(z.string(), z.string()).optional(),
    /** The machine that it was handed to, and until when that may take it, milliseconds since 1970. */
    handed: handedSchema.optional(),
    /** After a crash it is told about, and never done again: an act by hand, and whatever else must not happen twice. */
    act: z.boolean().default(false),
    /** After a crash it is carried out again: what may happen twice, and is owed an answer. */
    answer: z.boolean().default(false),
  }),
  /** Written before the run's own first event: from here on the command has had its try. */
  z.object({ type: z.literal('command.begun'), update: z.string(), run: z.string() }),
  /** A part of the inbox was lost after it was accepted, so that it may have been done already: it must not start by itself, in no later life either. */
  z.object({ type: z.literal('command.doubted'), update: z.string() }),
  /** Moved in the queue: from now on it comes before that other one. */
  z.object({ type: z.literal('command.moved'), update: z.string(), before: z.string() }),
  /** Not (or no longer) to be carried out, and told so before: a queued run that was cancelled, an old one not wanted any more. */
  z.object({ type: z.literal('message.refused'), update: z.string(), why: z.string() }),
  z.object({
    type: z.literal('delivery.queued'),
    delivery: z.string(),
    thread: threadSchema,
    message: deliverySchema,
    /** The command this message is the last word on: in one event it is both over and told. */
    settles: z.string().nullable().default(null),
    /** Others that it is the last word on, too. */
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
