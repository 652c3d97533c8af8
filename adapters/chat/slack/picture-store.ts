/** Pictures on their way into messages: uploaded once each, and dropped again when no message shows them any more. */

import { hashOf, keepNewest } from '../shared/keep-newest.ts';
import type { Answer } from './answer.ts';
import type { ApiCalls } from './api-calls.ts';

export interface StoredPicture {
  readonly hash: string;
  readonly fileId: string;
}

export interface PictureStore {
  /** The same picture is uploaded once, also when the message it is for has to be sent again. */
  upload(jpeg: Uint8Array, alt: string, signal: AbortSignal): Promise<Answer<StoredPicture>>;
  /** Takes back a picture that was replaced: a live message would leave hundreds behind. Best effort. */
  drop(picture: StoredPicture): void;
}

const REMEMBERED = 50;

export function createPictureStore(api: ApiCalls, stop: AbortSignal): PictureStore {
  const fileIds = new Map<string, string>();
  return {
    async upload(jpeg, alt, signal) {
      const hash = hashOf(jpeg);
      const known = fileIds.get(hash);
      if (known !== undefined) return { ok: true, value: { hash, fileId: known } };
      const answer = await api.uploadPicture(jpeg, alt, signal);
      if (!answer.ok) return answer;
      keepNewest(fileIds, hash, answer.value, REMEMBERED);
      return { ok: true, value: { hash, fileId: answer.value } };
    },
    drop({ hash, fileId }) {
      fileIds.delete(hash);
      api.removeFile(fileId, stop).catch(() => undefined);
    },
  };
}
