/** Other programs, such as agents, that may use this Deskhand as a tool: each has a token, and its name comes from that alone. */
import { z } from 'zod';

/** A form that cannot pass for a person, a sentence or one of Deskhand's own names on a card. */
export const callerNameSchema = z.string().regex(/^[a-z][a-z0-9-]{1,31}$/);

export const callerLimitsSchema = z.object({
  /** Limit of all requests, including looks. */
  perMinute: z.number().int().min(1).max(600),
  /** Runs and single acts. */
  perDay: z.number().int().min(1).max(10_000),
  /** Lifetime of the token. */
  days: z.number().int().min(1).max(365),
});
export type CallerLimits = z.infer<typeof callerLimitsSchema>;

export const USUAL_LIMITS: CallerLimits = { perMinute: 60, perDay: 200, days: 90 };

const LONGEST_GOAL = 20_000;
/** Seconds that an answer may be waited for. */
export const LONGEST_WAIT_S = 600;
const waitS = z.number().min(0).max(LONGEST_WAIT_S);
const id = z.string().max(100);
const display = z.number().int().min(1).max(16).optional();

export const callerRequestSchema = z.discriminatedUnion('ask', [
  /** Whether the token counts. */
  z.object({ ask: z.literal('hello') }),
  z.object({ ask: z.literal('look'), display }),
  z.object({ ask: z.literal('screenshot'), display }),
  z.object({ ask: z.literal('run'), goal: z.string().min(1).max(LONGEST_GOAL), waitS }),
  /** One action of the contract, a target's `element` being a number of the caller's last look. */
  z.object({ ask: z.literal('act'), action: z.record(z.string(), z.unknown()), waitS }),
  /** State of the caller's own work; without an id of all that is open and the last ended ones. */
  z.object({ ask: z.literal('status'), id: id.optional() }),
  /** Stops the caller's own work; without an id all of it. */
  z.object({ ask: z.literal('stop'), id: id.optional() }),
]);
export type CallerRequest = z.infer<typeof callerRequestSchema>;

/** State of one work, as its caller may know it. */
export const callerWorkSchema = z.object({
  id: z.string(),
  kind: z.enum(['run', 'act']),
  /** `asking`: the owner is asked on their phone. */
  state: z.enum(['waiting', 'running', 'asking', 'paused', 'ended', 'not started', 'unknown']),
  /** Six digits, once it has begun. */
  run: z.string().optional(),
  step: z.number().optional(),
  outcome: z.enum(['verified', 'unverified', 'failed', 'stopped', 'interrupted']).optional(),
  reason: z.string().optional(),
  message: z.string().optional(),
});
export type CallerWork = z.infer<typeof callerWorkSchema>;

export const callerAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello'), name: z.string() }),
  /** JPEG in base64; `text`: window, address, elements with their numbers. */
  z.object({ kind: z.literal('look'), jpeg: z.string(), text: z.string() }),
  /** State of the requested work once the wait is over. */
  z.object({ kind: z.literal('work'), work: callerWorkSchema }),
  /** Progress before that. */
  z.object({ kind: z.literal('progress'), work: callerWorkSchema }),
  /** `isBusy`: somebody else's work is under way, which is not described. */
  z.object({ kind: z.literal('status'), works: z.array(callerWorkSchema), isBusy: z.boolean() }),
  z.object({ kind: z.literal('stopped'), stopped: z.number() }),
]);
export type CallerAnswer = z.infer<typeof callerAnswerSchema>;

export const toldCallerSchema = z.object({
  name: z.string(),
  /** ISO 8601. */
  since: z.string(),
  until: z.string(),
  perMinute: z.number(),
  perDay: z.number(),
  /** The owner lets it see the screen. */
  maySee: z.boolean(),
});
export type ToldCaller = z.infer<typeof toldCallerSchema>;

/** Over the socket; every method rejects with `ControlRefusal` where it is refused. */
export interface CallerControl {
  /** Returns its token, which is shown once; where the owner has a phone they are asked first. */
  create(name: string, limits: CallerLimits, signal: AbortSignal): Promise<string>;
  list(): Promise<readonly ToldCaller[]>;
  /** Also stops its work under way. False: no program has this name. */
  revoke(name: string): Promise<boolean>;
  /** Handles a request with this token; `told` receives its progress. */
  ask(
    token: string,
    request: CallerRequest,
    told: (answer: CallerAnswer) => void,
    signal: AbortSignal,
  ): Promise<CallerAnswer>;
}
