/** files.*: uploads in their three steps, and what became of them. */

import { z } from 'zod';
import type { Method } from './method.ts';
import { refuse } from './refusal.ts';
import type { StoredFile, World } from './world.ts';

/** How long Slack takes before a message may show an uploaded picture, and how often `files.info` is asked in vain where a file went. */
const READY_AFTER_MS = 40;
const BLIND_LOOKS = 1;

export interface FileMethods {
  readonly methods: Readonly<Record<string, Method>>;
  /** The second step, at the address the first one gave out; false when there is nothing to put there. */
  upload(fileId: string, bytes: Buffer): boolean;
  /** What lies at a file's address; null when nothing does. */
  download(fileId: string): Buffer | null;
}

const fileList = z.array(z.strictObject({ id: z.string(), title: z.string().optional() })).min(1);

export function createFileMethods(world: World, botUserId: string): FileMethods {
  const looks = new Map<string, number>();

  function findFile(id: string | undefined): StoredFile {
    const file = world.files.get(id ?? '');
    if (file === undefined) refuse('file_not_found');
    return file;
  }

  function share(file: StoredFile, channelId: string, rootTs: string | null, comment: string): void {
    const channel = world.channels.get(channelId);
    if (channel === undefined) refuse('channel_not_found');
    if (!channel.hasBot) refuse('not_in_channel');
    if (rootTs !== null && world.find(channelId, rootTs) === undefined) refuse('thread_not_found');
    const about = { channelId, rootTs, userId: botUserId, isBot: true, blocks: [], onlyFor: null };
    const { ts } = world.add({ ...about, text: comment, fileId: file.id });
    world.files.set(file.id, { ...file, isComplete: true, shares: { ...file.shares, [channelId]: ts } });
  }

  return {
    upload(fileId, bytes) {
      const file = world.files.get(fileId);
      if (file === undefined || file.bytes !== null || bytes.length !== file.length) return false;
      world.files.set(fileId, { ...file, bytes });
      return true;
    },
    download: (fileId) => world.files.get(fileId)?.bytes ?? null,
    methods: {
      'files.getUploadURLExternal': {
        scope: 'files:write',
        parameters: ['filename', 'length', 'alt_text', 'snippet_type'],
        run({ fields, origin }) {
          const name = fields.get('filename') ?? '';
          const length = Number(fields.get('length'));
          if (name === '' || !Number.isInteger(length) || length < 1) refuse('invalid_arguments', 'filename or length');
          const id = world.nextId('F');
          const alt = fields.get('alt_text') ?? '';
          const file = { id, name, alt, length, bytes: null, readyAt: Infinity, isComplete: false, shares: {} };
          world.files.set(id, file);
          return { upload_url: `${origin}/upload/${id}`, file_id: id };
        },
      },
      'files.completeUploadExternal': {
        scope: 'files:write',
        parameters: ['files', 'channel_id', 'thread_ts', 'initial_comment'],
        run({ fields }) {
          const { data } = fileList.safeParse(JSON.parse(fields.get('files') ?? '[]'));
          if (data === undefined) refuse('invalid_arguments', 'files');
          for (const { id } of data) {
            const file = findFile(id);
            if (file.bytes === null) refuse('file_not_found', 'nothing was uploaded');
            if (file.isComplete) refuse('file_already_completed');
            const done = { ...file, isComplete: true, readyAt: performance.now() + READY_AFTER_MS };
            world.files.set(id, done);
            const channelId = fields.get('channel_id');
            if (channelId !== undefined)
              share(done, channelId, fields.get('thread_ts') ?? null, fields.get('initial_comment') ?? '');
          }
          return { files: data.map(({ id }) => ({ id, title: world.files.get(id)?.name })) };
        },
      },
      'files.info': {
        scope: 'files:read',
        parameters: ['file'],
        run({ fields, origin }) {
          const file = findFile(fields.get('file'));
          const seen = looks.get(file.id) ?? 0;
          looks.set(file.id, seen + 1);
          const where = Object.fromEntries(Object.entries(file.shares).map(([channel, ts]) => [channel, [{ ts }]]));
          const about = { id: file.id, name: file.name, url_private_download: `${origin}/files/${file.id}` };
          return { file: { ...about, shares: seen < BLIND_LOOKS ? {} : { private: where } } };
        },
      },
      'files.delete': {
        scope: 'files:write',
        parameters: ['file'],
        run({ fields }) {
          world.files.delete(findFile(fields.get('file')).id);
          return {};
        },
      },
    },
  };
}
