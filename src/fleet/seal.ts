/**
 * Sealed names of threads, messages and files for a machine: each carries a mark that only the gateway can make, valid for that machine alone. So a
 * machine can post, edit and fetch only where it was addressed, and the gateway need not remember anything.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Attachment, InboundContent, InboundMessage, PostedMessage, Thread } from '../ports/chat.ts';

export interface Seals {
  thread(machine: string, thread: Thread): Thread;
  /** null: it was not given to this machine. */
  openThread(machine: string, sealed: Thread): Thread | null;
  posted(machine: string, posted: PostedMessage): PostedMessage;
  openPosted(machine: string, sealed: PostedMessage): PostedMessage | null;
  /** Seals all places named in the message. */
  message(machine: string, message: InboundMessage): InboundMessage;
  /** Also tells the chat that has the file. */
  openAttachment(machine: string, sealed: Attachment): { readonly platform: string; readonly file: Attachment } | null;
}

/** 96 bits: enough where each guess is a request to the gateway. */
const MARK_CHARACTERS = 16;
const JOINT = '~';

export function createSeals(key: Uint8Array): Seals {
  const mark = (...parts: readonly string[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url').slice(0, MARK_CHARACTERS);
  const close = (value: string, ...about: readonly string[]): string => `${value}${JOINT}${mark(...about, value)}`;
  const open = (sealed: string, ...about: readonly string[]): string | null => {
    const at = sealed.lastIndexOf(JOINT);
    const value = sealed.slice(0, Math.max(0, at));
    const [given, right] = [Buffer.from(sealed.slice(at + 1)), Buffer.from(mark(...about, value))];
    return at > 0 && given.length === right.length && timingSafeEqual(given, right) ? value : null;
  };
  const aboutThread = (machine: string, { platform, isGroup }: Thread): readonly string[] => [
    'thread',
    machine,
    platform,
    String(isGroup),
  ];
  const aboutMessage = (machine: string, { platform, key: of }: Thread): readonly string[] => [
    'message',
    machine,
    platform,
    of,
  ];
  const aboutFile = (machine: string): readonly string[] => ['file', machine];

  const thread: Seals['thread'] = (machine, place) => ({
    ...place,
    key: close(place.key, ...aboutThread(machine, place)),
  });
  const openThread: Seals['openThread'] = (machine, sealed) => {
    const found = open(sealed.key, ...aboutThread(machine, sealed));
    return found === null ? null : { ...sealed, key: found };
  };
  const attachment = (machine: string, { platform }: Thread, file: Attachment): Attachment => ({
    ...file,
    ref: close(`${platform} ${file.ref}`, ...aboutFile(machine)),
  });
  const content = (machine: string, where: Thread, of: InboundContent): InboundContent => {
    switch (of.kind) {
      case 'tap':
        return { ...of, messageId: close(of.messageId, ...aboutMessage(machine, where)) };
      case 'files':
        return { ...of, files: of.files.map((file) => attachment(machine, where, file)) };
      case 'voice':
        return { ...of, audio: attachment(machine, where, of.audio) };
      default:
        return of;
    }
  };
  return {
    thread,
    openThread,
    posted: (machine, { thread: where, messageId }) => ({
      thread: thread(machine, where),
      messageId: close(messageId, ...aboutMessage(machine, where)),
    }),
    openPosted(machine, sealed) {
      const where = openThread(machine, sealed.thread);
      const messageId = where === null ? null : open(sealed.messageId, ...aboutMessage(machine, where));
      return where === null || messageId === null ? null : { thread: where, messageId };
    },
    message: (machine, message) => ({
      ...message,
      thread: thread(machine, message.thread),
      content: content(machine, message.thread, message.content),
      ...(message.movedFrom && {
        movedFrom: { ...message.movedFrom, thread: thread(machine, message.movedFrom.thread) },
      }),
    }),
    openAttachment(machine, sealed) {
      const [, platform, ref] = /^(\S+) ([\s\S]*)$/.exec(open(sealed.ref, ...aboutFile(machine)) ?? '') ?? [];
      return platform === undefined || ref === undefined ? null : { platform, file: { ...sealed, ref } };
    },
  };
}

/** The thread without its mark and without the part after a `/`: the chat of a sealed thread, for comparisons only. */
export function chatOfSealed({ platform, key }: Thread): string {
  const at = key.lastIndexOf(JOINT);
  const bare = at < 0 ? key : key.slice(0, at);
  return `${platform} ${bare.split('/')[0] ?? bare}`;
}
