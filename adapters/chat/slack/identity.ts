/** The sender of an update of any kind: all that is read of it before it is known that they are allowed. */

import { z } from 'zod';

/** One envelope of the Socket Mode connection. */
export interface Envelope {
  /** `events_api`, `slash_commands`, `interactive`, or a type that Slack adds later. */
  readonly type: string;
  readonly body: unknown;
}

export interface Identity {
  /** The kind, named as Slack names it: `message`, `app_mention`, `block_actions`, `slash_commands`, … */
  readonly kind: string;
  /** `slack:TEAM:USER`, the team being the sender's own; null when nobody is named. */
  readonly senderId: string | null;
  readonly userId: string;
  /** The workspace the update belongs to. */
  readonly teamId: string;
  /** Whether a program sent it, perhaps in a person's name. */
  readonly isProgram: boolean;
}

const id = z.string().regex(/^[A-Z0-9]{1,30}$/);
const named = z.union([id, z.looseObject({ id, team_id: id.optional() })]);
const program = z.unknown().optional();
const signs = {
  user: named.optional(),
  user_id: id.optional(),
  user_team: id.optional(),
  source_team: id.optional(),
  team: z.unknown().optional(),
  bot_id: program,
  bot_profile: program,
  app_id: program,
};
const event = z.looseObject({ type: z.string(), subtype: z.string().optional(), ...signs });
const signed = z.object({ ...signs, user: id });
const edited = signed.extend({ edited: z.object({ user: id }) });
type Signed = z.infer<z.ZodObject<typeof signs>>;
const callback = z.object({ team_id: id, event });
const slash = z.object({ team_id: id, user_id: id });
const interaction = z.object({
  type: z.string(),
  team: z.object({ id }).nullish(),
  user: z.looseObject({ id, team_id: id.optional() }),
});

/** The identity of an update that cannot be read: nobody who is allowed. */
const NOBODY = { senderId: null, userId: '', teamId: '', isProgram: false } as const;

export function identify({ type, body }: Envelope): Identity {
  if (type === 'events_api') return identifyEvent(body);
  if (type === 'slash_commands') {
    const { data } = slash.safeParse(body);
    if (data === undefined) return { kind: type, ...NOBODY };
    return { kind: type, ...person(data.user_id, data.team_id), teamId: data.team_id, isProgram: false };
  }
  if (type === 'interactive') {
    const { data } = interaction.safeParse(body);
    if (data === undefined) return { kind: type, ...NOBODY };
    const { user, team } = data;
    const home = user.team_id ?? team?.id ?? '';
    return { kind: data.type, ...person(user.id, home), teamId: team?.id ?? home, isProgram: false };
  }
  return { kind: type, ...NOBODY };
}

function identifyEvent(body: unknown): Identity {
  const { data } = callback.safeParse(body);
  if (data === undefined) return { kind: 'events_api', ...NOBODY };
  const { team_id: teamId } = data;
  const kind = data.event.subtype === undefined ? data.event.type : `${data.event.type}/${data.event.subtype}`;
  const sent = writerOf(kind, data.event);
  if (sent === null) return { kind, ...NOBODY, teamId };
  const who = sent.user ?? sent.user_id;
  if (who === undefined) return { kind, ...NOBODY, teamId };
  const userId = typeof who === 'string' ? who : who.id;
  const told = typeof who === 'string' ? undefined : who.team_id;
  const home = sent.user_team ?? sent.source_team ?? told ?? id.safeParse(sent.team).data ?? teamId;
  const isProgram = [sent.bot_id, sent.bot_profile, sent.app_id].some((sign) => sign !== undefined && sign !== null);
  return { kind, ...person(userId, home), teamId, isProgram };
}

/** The writer of an edited or deleted message, named in the inner message; null when somebody else edited it, or nobody is named. */
function writerOf(kind: string, sent: z.infer<typeof event>): Signed | null {
  if (kind === 'message/message_changed') {
    const written = edited.safeParse(sent.message).data;
    return written === undefined || written.user !== written.edited.user ? null : { ...sent, ...written };
  }
  if (kind !== 'message/message_deleted') return sent;
  const gone = signed.safeParse(sent.previous_message).data;
  return gone === undefined ? null : { ...sent, ...gone };
}

function person(userId: string, teamId: string): Pick<Identity, 'senderId' | 'userId'> {
  return { senderId: teamId === '' ? null : `slack:${teamId}:${userId}`, userId };
}
