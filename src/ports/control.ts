/**
 * What programs of this computer may ask of the Deskhand that runs, over its socket: `deskhand-control`, version 1. One request a
 * connection, each message one line of JSON. Request: `{"v":1,"do":"status"}`. Answers, one line or more: `{"answer":…}`; or, as
 * the last one, `{"problem":"a sentence","exit":1}`. Sentences are English; `said` beside one is the same as a text, which a
 * command puts into its own language.
 */
import { z } from 'zod';
import { SaidError } from '../words/said-error.ts';
import type { Text } from '../words/say.ts';
import { english } from '../words/speak.ts';
import { textSchema } from '../words/text-schema.ts';
import {
  type CallerControl,
  callerAnswerSchema,
  callerLimitsSchema,
  callerRequestSchema,
  toldCallerSchema,
} from './callers.ts';
import type { OpenCode, Paired } from './pairing.ts';
import { pairedListSchema, pairingEndSchema } from './pairing.ts';
import type { ToldTrigger } from './triggers.ts';

export const CONTROL_VERSION = 1;

/** `edit` and `save`, as a scope knows them. */
const allowedPlaceSchema = z.object({
  kind: z.enum(['edit', 'save']),
  in: z.enum(['app', 'site']),
  name: z.string().trim().min(1).max(60),
});
export type AllowedPlace = z.infer<typeof allowedPlaceSchema>;

/** Characters of a goal, as in a chat. */
const LONGEST_GOAL = 20_000;

export const controlRequestSchema = z.discriminatedUnion('do', [
  /** Answers `accepted`; with `wait` also `ended`, once it has. */
  z.object({ do: z.literal('run'), goal: z.string().min(1).max(LONGEST_GOAL), wait: z.boolean().default(false) }),
  z.object({ do: z.literal('status') }),
  z.object({ do: z.literal('stop'), all: z.boolean().default(false) }),
  z.object({ do: z.literal('screenshot'), display: z.number().int().min(1).max(16).optional() }),
  /** Answers `code`, then `pairingEnd`; closing the connection ends the code. */
  z.object({ do: z.literal('pair') }),
  z.object({ do: z.literal('people') }),
  z.object({ do: z.literal('unpair'), id: z.string() }),
  /** A link to the page; the owner is asked first where they have a phone. */
  z.object({ do: z.literal('link') }),
  /** Answers `findings`; with `fix` it first repairs what needs no question. */
  z.object({ do: z.literal('doctor'), fix: z.boolean().default(false) }),
  /** Answers true once the owner, where they have a phone, lets the settings be changed. */
  z.object({ do: z.literal('changeSettings') }),
  /** Answers true once the owner, where they have a phone, lets this version be put in. */
  z.object({ do: z.literal('update'), version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/) }),
  z.object({ do: z.literal('sessions') }),
  z.object({ do: z.literal('allowed') }),
  z.object({ do: z.literal('disallow'), ids: z.array(z.string()).max(1000) }),
  /** One kind in one application or on one site, in every run of the owner; they are asked first. */
  z.object({ do: z.literal('allow'), place: allowedPlaceSchema }),
  z.object({ do: z.literal('endSession'), id: z.string() }),
  /** Answers `called` once it is on the disk. `id`: the caller's own name for this call, which counts once. */
  z.object({
    do: z.literal('trigger'),
    name: z.string().max(100),
    id: z.string().max(100).optional(),
    fields: z.record(z.string(), z.unknown()).default({}),
  }),
  z.object({ do: z.literal('triggers') }),
  /** Makes a new secret, which alone is valid from then on; where the owner has a phone they are asked first. */
  z.object({ do: z.literal('triggerSecret'), name: z.string().max(100) }),
  /** Answers `caller`, after any progress. */
  z.object({ do: z.literal('call'), token: z.string().max(200), request: callerRequestSchema }),
  z.object({ do: z.literal('callers') }),
  /** Answers `secret`; the owner is asked first where they have a phone. */
  z.object({ do: z.literal('newCaller'), name: z.string().max(100), limits: callerLimitsSchema }),
  z.object({ do: z.literal('revokeCaller'), name: z.string().max(100) }),
]);
export type ControlRequest = z.infer<typeof controlRequestSchema>;

/** Nothing from an older Deskhand, and in a form that only a newer one knows: then the English beside it is shown. */
const said = textSchema.optional().catch(undefined);

/** A sentence as it goes over the socket. */
const toldSchema = z.object({ text: z.string(), said });
export type Told = z.infer<typeof toldSchema>;

export function told(text: Text): Told {
  return { text: english(text).trimEnd(), said: text };
}

/** The end of a run, or why there was none. */
const runEndSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ended'),
    /** Six digits. */
    run: z.string(),
    outcome: z.enum(['verified', 'unverified', 'failed', 'stopped', 'interrupted']),
    reason: z.string(),
    message: z.string(),
    said,
    score: z.number().nullable(),
  }),
  z.object({ kind: z.literal('not started'), why: z.string(), said }),
]);
export type RunEnd = z.infer<typeof runEndSchema>;

const statusSchema = z.object({
  /** In the words of /status. */
  ...toldSchema.shape,
  run: z.object({ run: z.string(), goal: z.string(), step: z.number(), phase: z.string() }).nullable(),
  /** Commands in the queue. */
  waiting: z.number(),
  chats: z.array(z.object({ chat: z.string(), isConnected: z.boolean() })),
});
export type ControlStatus = z.infer<typeof statusSchema>;

const findingSchema = z.object({
  name: z.string(),
  title: z.string(),
  state: z.enum(['ok', 'bad', 'off']),
  text: z.string(),
  /** Title and text. */
  said: z.object({ title: textSchema, text: textSchema }).optional().catch(undefined),
  /** Command that repairs it from here; null: nothing does. */
  mend: z.string().nullable(),
});
export type ToldFinding = z.infer<typeof findingSchema>;

export function toldFinding<Found extends { readonly title: Text; readonly text: Text }>({
  title,
  text,
  ...rest
}: Found) {
  return { ...rest, title: english(title), text: english(text), said: { title, text } };
}

/** The answers by their request. */
export const controlAnswers = {
  /** `before`: number of commands ahead of it. */
  accepted: z.object({ before: z.number() }),
  ended: runEndSchema,
  status: statusSchema,
  stopped: toldSchema,
  /** JPEG, base64. */
  screenshot: z.object({ jpeg: z.string() }),
  code: z.object({ code: z.string(), expiresAt: z.number() }),
  pairingEnd: pairingEndSchema,
  people: pairedListSchema,
  unpaired: z.boolean(),
  link: z.object({ link: z.string() }),
  sessions: z.array(z.object({ id: z.string(), openedAt: z.number(), usedAt: z.number() })),
  sessionEnded: z.boolean(),
  allowed: z.array(z.object({ id: z.string(), of: z.string(), ...toldSchema.shape, at: z.string() })),
  disallowed: z.boolean(),
  allowing: toldSchema,
  mayChange: z.literal(true),
  mayUpdate: z.literal(true),
  called: z.object({ order: z.string() }),
  triggers: z.array(
    z.object({
      name: z.string(),
      order: z.string(),
      fields: z.array(z.string()),
      isPaused: z.boolean(),
      hasSecret: z.boolean(),
    }),
  ),
  secret: z.object({ secret: z.string() }),
  caller: callerAnswerSchema,
  callers: z.array(toldCallerSchema),
  callerRevoked: z.boolean(),
  findings: z.array(findingSchema),
} as const;

export const problemSchema = z.object({ problem: z.string(), said, exit: z.number().int().min(1).max(3).default(1) });

/** Refused for a reason that the caller can remove. */
export class ControlRefusal extends SaidError {
  override readonly name = 'ControlRefusal';
  /** 1, 2 or 3, as every command ends with (design, section 4). */
  readonly exit: number;
  constructor(text: Text, exit = 1) {
    super(text);
    this.exit = exit;
  }
}

/** For a program with a token: in English, like all its answers. */
export function refuseProgram(english: string, exit = 1): ControlRefusal {
  return new ControlRefusal(english, exit);
}

/** Reached over the socket; every method rejects when it is refused. */
export interface Control {
  /** Asked for by a program: the goal does not count as the person's words. */
  run(goal: string, signal: AbortSignal): Promise<{ readonly before: number; readonly ended: Promise<RunEnd> }>;
  status(): Promise<ControlStatus>;
  /** Stops what is under way, with `all` also what waits; returns the message. */
  stop(all: boolean): Promise<Told>;
  /** JPEG of a display (from 1), with private content covered. */
  screenshot(display: number | undefined, signal: AbortSignal): Promise<Uint8Array>;
  /** Opens a code; see `PairingDesk`. */
  readonly pairing: PairingDesk;
  readonly page: PageDesk;
  readonly allowed: AllowedControl;
  readonly triggers: TriggerControl;
  readonly callers: CallerControl;
  /** Resolves once settings may be changed: the owner is asked where they have a phone. */
  mayChangeSettings(signal: AbortSignal): Promise<void>;
  /** Resolves once this version may replace the running one. */
  mayUpdate(version: string, signal: AbortSignal): Promise<void>;
  /** Findings of the doctor; with `fix` after repairing what needs no question. */
  doctor(fix: boolean, signal: AbortSignal): Promise<readonly ToldFinding[]>;
}

/** Triggers that programs may call. */
export interface TriggerControl {
  /** The number of its order, once the call is on the disk. */
  call(name: string, fields: Readonly<Record<string, unknown>>, id?: string): Promise<string>;
  list(): Promise<readonly ToldTrigger[]>;
  /** Makes a new secret, after asking the owner where they have a phone. The previous one is invalid from then on. */
  newSecret(name: string, signal: AbortSignal): Promise<string>;
}

/** `at`: ISO 8601. */
export type ToldAllowed = Told & { readonly id: string; readonly of: string; readonly at: string };

/** Scopes that people always allow. */
export interface AllowedControl {
  /** Of everybody, oldest first. */
  list(): Promise<readonly ToldAllowed[]>;
  /** False: none of them existed. */
  revoke(ids: readonly string[]): Promise<boolean>;
  /** Asks the owner on their phone; what is allowed then, in words. */
  add(place: AllowedPlace, signal: AbortSignal): Promise<Told>;
}

/** The browsers that work this computer. */
export interface PageDesk {
  /** Valid once, for 10 minutes. */
  link(signal: AbortSignal): Promise<string>;
  /** Moments in milliseconds since 1970. */
  sessions(): Promise<readonly { readonly id: string; readonly openedAt: number; readonly usedAt: number }[]>;
  /** False: there is none of that id. */
  end(id: string): Promise<boolean>;
}

/** Requests of `deskhand pair` to whoever has the data folder: the running Deskhand, or the command itself. */
export interface PairingDesk {
  /** Chats are open to a code until it has ended. Aborting the signal ends it. */
  begin(signal: AbortSignal): Promise<OpenCode>;
  list(): Promise<readonly Paired[]>;
  /** Also stops their runs. */
  remove(senderId: string): Promise<boolean>;
}
