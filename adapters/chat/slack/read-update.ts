/**
 * One update of Slack → what it asks for, or why it is dropped.
 *
 * Authorization comes first, for every kind at one place; of strangers nothing is read, but for their own words to the app alone while a
 * pairing code is open. Then, of the people who are allowed, the kinds in `READERS`; every other kind is dropped. In particular:
 * messages written by programs in a person's name, edits by others than who wrote it or where no word changed (links are unfurled as
 * edits), and what comes from a workspace that the app is not installed in.
 */

import { z } from 'zod';
import type { InboundContent } from '../../../src/ports/chat.ts';
import { isStop } from '../shared/is-stop.ts';
import { type Envelope, type Identity, identify } from './identity.ts';
import { readMedia } from './read-media.ts';
import { readTyped, stripMention, unescapeText } from './typed-text.ts';

/** What somebody allowed wants, with Slack's places, which are not resolved to threads yet. */
export type Wanted =
  | { readonly kind: 'content'; readonly content: InboundContent; readonly place: Place }
  | { readonly kind: 'command'; readonly text: string; readonly name: string }
  | { readonly kind: 'tap'; readonly data: string; readonly place: Place; readonly name: string };

/** Where it was done: on the message `ts` of a channel, perhaps in a thread. */
export interface Place {
  readonly channelId: string;
  readonly ts: string;
  readonly rootTs: string | null;
}

export type Reading =
  | {
      readonly kind: 'wanted';
      readonly identity: Identity & { readonly senderId: string };
      /** The same for a redelivery. */
      readonly updateId: string;
      /** Milliseconds since 1970; null where Slack does not say. */
      readonly sentAt: number | null;
      readonly wanted: Wanted;
    }
  /** Somebody allowed looks at the app's home. */
  | { readonly kind: 'home'; readonly identity: Identity & { readonly senderId: string } }
  /** A stranger's direct message, perhaps the code of an open pairing. */
  | {
      readonly kind: 'stranger';
      readonly identity: Identity & { readonly senderId: string };
      readonly place: Place;
      readonly text: string;
    }
  | { readonly kind: 'dropped'; readonly identity: Identity; readonly why: string };

export interface ReadingContext {
  /** The app's own workspace and user there. */
  readonly teamId: string;
  readonly botUserId: string;
  /** The app is installed for a whole organization: any of its workspaces may write. */
  readonly isOrgInstall: boolean;
  readonly isAllowed: (senderId: string) => boolean;
  /** A code is open that lets a stranger in. */
  readonly isPairing: () => boolean;
  /** Whether Deskhand talks in that thread of a channel: there the plain word counts. */
  readonly isOurThread: (channelId: string, rootTs: string) => boolean;
  /** A message as it was handed on, by its update; null: not remembered. */
  readonly findSaid: (updateId: string) => Said | null;
}

/** `text` null: it was a secret. */
export interface Said {
  readonly text: string | null;
}

type Taken = Pick<Extract<Reading, { readonly kind: 'wanted' }>, 'updateId' | 'sentAt' | 'wanted'>;
/** The wish, or why there is none. */
type Reader = (body: unknown, context: ReadingContext) => Taken | string;

const id = z.string().regex(/^[A-Z0-9]{1,30}$/);
const ts = z.string().regex(/^\d+\.\d+$/);
const message = z.object({
  event: z.looseObject({
    channel: id,
    ts,
    thread_ts: ts.optional(),
    parent_user_id: z.string().optional(),
    text: z.string().default(''),
    blocks: z.unknown().optional(),
    files: z.unknown().optional(),
    attachments: z.unknown().optional(),
  }),
});
/** Messages of others that are sent on: https://docs.slack.dev/reference/events/message */
const shared = z.array(z.looseObject({ is_share: z.boolean().optional(), text: z.string().optional() }));
const changed = z.object({ event: z.object({ channel: id, ts, message: message.shape.event }) });
const deleted = z.object({ event: z.object({ channel: id, ts, previous_message: message.shape.event }) });
const command = z.object({
  command: z.string(),
  text: z.string().default(''),
  trigger_id: z.string().min(1),
  user_name: z.string().default(''),
});
const tap = z.object({
  user: z.object({ id, username: z.string().default(''), name: z.string().default('') }),
  channel: z.object({ id }).optional(),
  message: z.object({ ts, thread_ts: ts.optional() }).optional(),
  /** Present without a channel and a message: the tap was on the app's home. */
  view: z.object({ id: z.string(), type: z.string().default('') }).nullish(),
  actions: z.array(z.object({ type: z.string(), value: z.string().optional(), action_ts: z.string().min(1) })).min(1),
});
const opened = z.object({ event: z.object({ tab: z.string(), event_ts: ts }) });
const stopped = z.object({ event_id: z.string(), event: z.object({ channel: id, thread_ts: ts, event_ts: ts }) });

/** The event of an opened app home, which asks for nothing and is answered by showing the home. */
export const HOME_OPENED = 'app_home_opened';

/** Every other kind that is listened to, and how it is read. */
export const READERS: Readonly<Record<string, Reader>> = {
  message: readMessage,
  'message/file_share': readMessage,
  'message/thread_broadcast': readMessage,
  'message/message_changed': readEdit,
  'message/message_deleted': readDeletion,
  app_mention: readMessage,
  slash_commands: readCommand,
  block_actions: readTap,
  agent_session_stopped: readSessionStop,
};

export function readUpdate(envelope: Envelope, context: ReadingContext): Reading {
  const identity = identify(envelope);
  const drop = (why: string): Reading => ({ kind: 'dropped', identity, why });
  const { senderId } = identity;
  if (senderId === null) return drop('nobody is named in it');
  if (identity.isProgram || identity.userId === context.botUserId) return drop('said by a program');
  if (identity.teamId !== context.teamId && !context.isOrgInstall) return drop('from another workspace');
  const known = { ...identity, senderId };
  if (!context.isAllowed(senderId)) return context.isPairing() ? readStranger(envelope, known) : drop('a stranger');
  if (identity.kind === HOME_OPENED)
    return opened.safeParse(envelope.body).data?.event.tab === 'home'
      ? { kind: 'home', identity: known }
      : drop('another tab than the home');
  const reader = READERS[identity.kind];
  if (reader === undefined) return drop('a kind of update that is not handled');
  const taken = reader(envelope.body, context);
  return typeof taken === 'string' ? drop(taken) : { kind: 'wanted', identity: known, ...taken };
}

function readMessage(body: unknown, context: ReadingContext): Taken | string {
  const { data } = message.safeParse(body);
  if (data === undefined) return 'not understood';
  const { event } = data;
  const place = { channelId: event.channel, ts: event.ts, rootTs: event.thread_ts ?? null };
  const mentioned = stripMention(event.text, context.botUserId);
  if (mentioned === null && !event.channel.startsWith('D') && !isOurs(place, event.parent_user_id, context)) {
    return 'said in a channel, not to Deskhand';
  }
  const text = readTyped(mentioned ?? event.text, event.blocks);
  const sentOn = shared.safeParse(event.attachments).data?.filter(({ is_share }) => is_share === true) ?? [];
  if (sentOn.length > 0) {
    const words = [text, ...sentOn.map((one) => unescapeText(one.text ?? ''))].filter((one) => one.trim() !== '');
    return take(place, { kind: 'forwarded', text: words.join('\n') });
  }
  const media = readMedia(event.files, text);
  if (media !== null) return take(place, media);
  if (text.trim() === '') return mentioned === null ? 'no words in it' : take(place, { kind: 'text', text: '/help' });
  return take(place, { kind: 'text', text });
}

/** An edit's words are handed on only when the first version is remembered: a secret answer must stay secret after an edit. */
function readEdit(body: unknown, context: ReadingContext): Taken | string {
  const { data } = changed.safeParse(body);
  if (data === undefined) return 'not understood';
  const { channel, ts: at, message: now } = data.event;
  const place = { channelId: channel, ts: now.ts, rootTs: now.thread_ts ?? null };
  const text = readTyped(stripMention(now.text, context.botUserId) ?? now.text, now.blocks);
  if (text.trim() === '') return 'edited, and no words in it';
  const of = updateOf(place);
  const said = context.findSaid(of);
  const edit = (content: InboundContent): Taken => ({
    updateId: `slack:${channel}:${at}`,
    sentAt: toMs(at),
    wanted: { kind: 'content', content, place },
  });
  if (said === null && !channel.startsWith('D')) return 'edited, and not remembered';
  if (isStop(text) && said?.text !== text) return edit({ kind: 'text', text });
  if (said === null) return edit({ kind: 'edited', text: '', of: null });
  return said.text === null || said.text === text
    ? 'edited in nothing that counts'
    : edit({ kind: 'edited', text, of });
}

function readDeletion(body: unknown, context: ReadingContext): Taken | string {
  const { data } = deleted.safeParse(body);
  if (data === undefined) return 'not understood';
  const { channel, ts: at, previous_message: gone } = data.event;
  const place = { channelId: channel, ts: gone.ts, rootTs: gone.thread_ts ?? null };
  const of = updateOf(place);
  if (context.findSaid(of) === null) return 'deleted, and not remembered';
  return {
    updateId: `slack:${channel}:${at}`,
    sentAt: toMs(at),
    wanted: { kind: 'content', content: { kind: 'deleted', of }, place },
  };
}

function updateOf({ channelId, ts: sent }: Place): string {
  return `slack:${channelId}:${sent}`;
}

/** A mention comes as two kinds of event: the message is what both are about. */
function take(place: Place, content: InboundContent): Taken {
  return {
    updateId: updateOf(place),
    sentAt: toMs(place.ts),
    wanted: { kind: 'content', content, place },
  };
}

function isOurs({ channelId, rootTs }: Place, parentId: string | undefined, context: ReadingContext): boolean {
  return rootTs !== null && (parentId === context.botUserId || context.isOurThread(channelId, rootTs));
}

function readCommand(body: unknown): Taken | string {
  const { data } = command.safeParse(body);
  if (data === undefined) return 'not understood';
  const words = unescapeText(data.text).trim();
  return {
    updateId: `slack:command:${data.trigger_id}`,
    sentAt: null,
    // `/deskhand /run …` is meant as `/deskhand run …`.
    wanted: {
      kind: 'command',
      text: words === '' ? '/help' : words.replace(/^\/?/, '/'),
      name: data.user_name,
    },
  };
}

function readTap(body: unknown): Taken | string {
  const { data } = tap.safeParse(body);
  const action = data?.actions[0];
  if (data === undefined || action === undefined) return 'not understood';
  if (action.type !== 'button' || action.value === undefined) return 'no button of ours';
  const { user } = data;
  const place = placeOfTap(data);
  if (place === null) return 'on nothing of ours';
  return {
    updateId: `slack:tap:${place.channelId}:${place.ts}:${user.id}:${action.action_ts}`,
    sentAt: toMs(action.action_ts),
    wanted: {
      kind: 'tap',
      data: action.value,
      place,
      name: user.name === '' ? user.username : user.name,
    },
  };
}

/** What is tapped on the app's home is answered in the conversation with that person. */
function placeOfTap({ channel, message: card, view, user }: z.infer<typeof tap>): Place | null {
  if (channel !== undefined && card !== undefined)
    return { channelId: channel.id, ts: card.ts, rootTs: card.thread_ts ?? null };
  return view?.type !== 'home' ? null : { channelId: user.id, ts: view.id, rootTs: null };
}

/** Slack's own Stop beside a thread in which a run is at work. */
function readSessionStop(body: unknown): Taken | string {
  const { data } = stopped.safeParse(body);
  if (data === undefined) return 'not understood';
  const { event, event_id: eventId } = data;
  const place = { channelId: event.channel, ts: event.event_ts, rootTs: event.thread_ts };
  return {
    updateId: `slack:event:${eventId}`,
    sentAt: toMs(event.event_ts),
    wanted: { kind: 'content', content: { kind: 'stop' }, place },
  };
}

function readStranger({ body }: Envelope, identity: Identity & { readonly senderId: string }): Reading {
  const { data } = message.safeParse(body);
  const isTheirs = identity.kind === 'message' && data?.event.channel.startsWith('D');
  if (data === undefined || !isTheirs || identity.senderId !== `slack:${identity.teamId}:${identity.userId}`) {
    return { kind: 'dropped', identity, why: 'a stranger' };
  }
  const { channel, ts: sent, thread_ts: root, text, blocks } = data.event;
  const place = { channelId: channel, ts: sent, rootTs: root ?? null };
  return { kind: 'stranger', identity, place, text: readTyped(text, blocks) };
}

function toMs(stamp: string): number | null {
  const seconds = Number(stamp);
  return Number.isFinite(seconds) ? Math.round(seconds * 1000) : null;
}
