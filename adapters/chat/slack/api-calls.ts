/** Single calls that put something into a conversation or change it there. */

import type { types } from '@slack/bolt';
import { z } from 'zod';
import { isGif } from '../../../src/ports/image-forms/gif.ts';
import { keepNewest } from '../shared/keep-newest.ts';
import type { Answer } from './answer.ts';
import { isRefused } from './answer.ts';
import type { SlackClient } from './client.ts';
import type { Pacing } from './options.ts';
import type { Address } from './thread.ts';

/** What a message shows: blocks, and their words for notifications (escaped mrkdwn). */
export interface MessageBody {
  readonly blocks: types.KnownBlock[];
  readonly fallback: string;
}

/** A message of ours. */
export interface Sent {
  readonly channelId: string;
  readonly ts: string;
}

/** A file that was uploaded; `ts` is the message it came with, '' while Slack does not tell. */
export interface SharedFile {
  readonly fileId: string;
  readonly channelId: string;
  readonly ts: string;
}

export interface ApiCalls {
  post(to: Address, body: MessageBody, signal: AbortSignal): Promise<Answer<Sent>>;
  update(sent: Sent, body: MessageBody, signal: AbortSignal): Promise<Answer<Sent>>;
  remove(sent: Sent, signal: AbortSignal): Promise<Answer<unknown>>;
  /** Posts an ephemeral message: only `userId` sees it, until they reload. */
  whisper(to: Address, userId: string, text: string, signal: AbortSignal): Promise<Answer<unknown>>;
  /** Uploads a picture for messages to show and resolves to its file id; nobody sees it yet. */
  uploadPicture(jpeg: Uint8Array, alt: string, signal: AbortSignal): Promise<Answer<string>>;
  /** Replaces what that person sees as the app's home. */
  publishHome(userId: string, blocks: types.KnownBlock[], signal: AbortSignal): Promise<Answer<unknown>>;
  removeFile(fileId: string, signal: AbortSignal): Promise<Answer<unknown>>;
  /** Sends a file with `words` (mrkdwn) beside it. */
  share(to: Address, file: OutboundFile, words: string, signal: AbortSignal): Promise<Answer<SharedFile>>;
  /** The direct conversation with that person. */
  openConversation(userId: string, signal: AbortSignal): Promise<Answer<string>>;
  /** The conversation that `openConversation` found before; null when it was not asked yet. */
  knownConversation(userId: string): string | null;
}

export interface OutboundFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Alternative text for a screen reader; '' for files that are no pictures. */
  readonly alt: string;
}

const sentMessage = z
  .object({ channel: z.string(), ts: z.string() })
  .transform(({ channel, ts }) => ({ channelId: channel, ts }));
const anything = z.unknown();
const opened = z.object({ channel: z.object({ id: z.string() }) }).transform(({ channel }) => channel.id);
const uploaded = z
  .object({ files: z.array(z.object({ files: z.array(z.object({ id: z.string() })) })) })
  .transform(({ files }, context) => {
    const id = files[0]?.files[0]?.id;
    if (id !== undefined) return id;
    context.addIssue({ code: 'custom', message: 'no file' });
    return z.NEVER;
  });
const shares = z.record(z.string(), z.array(z.object({ ts: z.string() })));
const fileInfo = z.object({
  file: z.object({ shares: z.object({ public: shares.optional(), private: shares.optional() }).optional() }),
});
const THREAD_IS_GONE = ['thread_not_found', 'cannot_reply_to_message', 'invalid_thread_ts', 'message_not_found'];
const QUIET = { unfurl_links: false, unfurl_media: false } as const;
const REMEMBERED_CONVERSATIONS = 1_000;
/** Slack notes in which message a file is shown a moment after it was sent. */
const SHARE_TRIES = 5;

export function createApiCalls(client: SlackClient, pacing: Pacing): ApiCalls {
  const conversations = new Map<string, string>();

  async function openConversation(userId: string, signal: AbortSignal): Promise<Answer<string>> {
    const known = conversations.get(userId);
    if (known !== undefined) return { ok: true, value: known };
    const answer = await client.call(
      (web) => web.conversations.open({ users: userId }),
      opened,
      pacing.callTimeoutMs,
      signal,
    );
    if (answer.ok) keepNewest(conversations, userId, answer.value, REMEMBERED_CONVERSATIONS);
    return answer;
  }

  /** Sends to a channel, a thread or a person; when the thread is gone, to its channel: better there than nowhere. */
  async function deliver<T>(
    to: Address,
    signal: AbortSignal,
    send: (place: Place) => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    const channel: Answer<string> = /^[UW]/.test(to.channelId)
      ? await openConversation(to.channelId, signal)
      : { ok: true, value: to.channelId };
    if (!channel.ok) return channel;
    const answer = await send(placeOf(channel.value, to.rootTs));
    return to.rootTs !== null && isRefused(answer, THREAD_IS_GONE) ? send(placeOf(channel.value, null)) : answer;
  }

  async function findShare(fileId: string, channelId: string, signal: AbortSignal): Promise<string> {
    for (let tries = 1; tries <= SHARE_TRIES; tries += 1) {
      const info = await client.call((web) => web.files.info({ file: fileId }), fileInfo, pacing.callTimeoutMs, signal);
      if (!info.ok) return '';
      const { shares: found } = info.value.file;
      const ts = found?.private?.[channelId]?.[0]?.ts ?? found?.public?.[channelId]?.[0]?.ts;
      if (ts !== undefined) return ts;
      await new Promise((resolve) => setTimeout(resolve, pacing.pictureEveryMs));
    }
    return '';
  }

  return {
    openConversation,
    knownConversation: (userId) => conversations.get(userId) ?? null,
    post: (to, { blocks, fallback }, signal) =>
      deliver(to, signal, (place) =>
        client.call(
          (web) => web.chat.postMessage({ ...place, ...QUIET, text: fallback, blocks }),
          sentMessage,
          pacing.callTimeoutMs,
          signal,
        ),
      ),
    update: ({ channelId, ts }, { blocks, fallback }, signal) =>
      client.call(
        (web) => web.chat.update({ channel: channelId, ts, text: fallback, blocks }),
        sentMessage,
        pacing.callTimeoutMs,
        signal,
      ),
    remove: ({ channelId, ts }, signal) =>
      client.call((web) => web.chat.delete({ channel: channelId, ts }), anything, pacing.callTimeoutMs, signal),
    whisper: (to, user, text, signal) =>
      deliver(to, signal, (place) =>
        client.call((web) => web.chat.postEphemeral({ ...place, user, text }), anything, pacing.callTimeoutMs, signal),
      ),
    uploadPicture: (jpeg, alt, signal) =>
      client.call(
        (web) => {
          const filename = isGif(jpeg) ? 'run.gif' : 'screen.jpg';
          return web.filesUploadV2({ file: Buffer.from(jpeg), filename, title: 'Screen', alt_text: alt });
        },
        uploaded,
        pacing.uploadTimeoutMs,
        signal,
      ),
    publishHome: (userId, blocks, signal) =>
      client.call(
        (web) => web.views.publish({ user_id: userId, view: { type: 'home', blocks } }),
        anything,
        pacing.callTimeoutMs,
        signal,
      ),
    removeFile: (fileId, signal) =>
      client.call((web) => web.files.delete({ file: fileId }), anything, pacing.callTimeoutMs, signal),
    share: (to, { name, bytes, alt }, words, signal) =>
      deliver(to, signal, async (place) => {
        const about = {
          file: Buffer.from(bytes),
          filename: name,
          title: name,
          ...(alt === '' ? {} : { alt_text: alt }),
          ...(words === '' ? {} : { initial_comment: words }),
        };
        const { channel, thread_ts: root } = place;
        const answer = await client.call(
          (web) =>
            root === undefined
              ? web.filesUploadV2({ ...about, channel_id: channel })
              : web.filesUploadV2({ ...about, channel_id: channel, thread_ts: root }),
          uploaded,
          pacing.uploadTimeoutMs,
          signal,
        );
        if (!answer.ok) return answer;
        const ts = await findShare(answer.value, channel, signal);
        return { ok: true, value: { fileId: answer.value, channelId: channel, ts } };
      }),
  };
}

interface Place {
  readonly channel: string;
  readonly thread_ts?: string;
}

function placeOf(channel: string, rootTs: string | null): Place {
  return rootTs === null ? { channel } : { channel, thread_ts: rootTs };
}
