/**
 * Files that people sent: getFile names where one lies, `/file/bot<token>/<path>` hands it out.
 *
 * Sources: core.telegram.org/bots/api#getfile (20 MB, a link for an hour); telegram-bot-api, Client.cpp (`file is too big`, `invalid file_id`).
 */

import { type Call, textOf } from './call.ts';
import type { Method } from './method.ts';
import { badRequest } from './refusal.ts';

const MAX_DOWNLOAD_BYTES = 20 * 1024 * 1024;

export interface Files {
  /** As it stands in an update. */
  put(
    bytes: Buffer,
    folder: string,
  ): {
    readonly file_id: string;
    readonly file_unique_id: string;
    readonly file_size: number;
  };
  /** null when there is no such file, or nobody asked getFile for it. */
  at(path: string): Buffer | null;
  readonly methods: Readonly<Record<string, Method>>;
}

export function createFiles(): Files {
  const kept = new Map<string, { readonly bytes: Buffer; readonly path: string }>();
  const linked = new Set<string>();
  let count = 0;

  function getFile(call: Call): unknown {
    const id = textOf(call, 'file_id');
    if (id === '') throw badRequest('file_id not specified');
    const file = kept.get(id);
    if (file === undefined) throw badRequest('wrong file_id or the file is temporarily unavailable');
    if (file.bytes.length > MAX_DOWNLOAD_BYTES) throw badRequest('file is too big');
    linked.add(file.path);
    return { file_id: id, file_unique_id: `u${id}`, file_size: file.bytes.length, file_path: file.path };
  }

  return {
    put(bytes, folder) {
      count += 1;
      const file_id = `AgACAgIAAxkB-_${count}`;
      kept.set(file_id, { bytes, path: `${folder}/file_${count}` });
      return { file_id, file_unique_id: `u${file_id}`, file_size: bytes.length };
    },
    at(path) {
      if (!linked.has(path)) return null;
      return [...kept.values()].find((file) => file.path === path)?.bytes ?? null;
    },
    methods: { getfile: { parameters: ['file_id'], run: getFile } },
  };
}
