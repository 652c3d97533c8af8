/** One message with all it shows, sent or changed as a whole; a picture that Slack does not take does not keep the words back. */

import type { Clock } from '../../../src/ports/clock.ts';
import { say } from '../../../src/words/say.ts';
import { chooseLanguage, type Language, speak } from '../../../src/words/speak.ts';
import { type Answer, describeFailure, type Failure, isRefused } from './answer.ts';
import type { ApiCalls, MessageBody, Sent } from './api-calls.ts';
import { type ButtonRows, buildBlocks } from './blocks.ts';
import { escapeMrkdwn, type Piece, toFallback } from './markup.ts';
import type { Pacing } from './options.ts';
import type { PictureStore, StoredPicture } from './picture-store.ts';
import type { Address } from './thread.ts';

/** What one message of ours is to show. */
export interface PictureMessage {
  readonly pieces: readonly Piece[];
  /** Of the pieces. */
  readonly language: Language | undefined;
  readonly picture: { readonly jpeg: Uint8Array; readonly alt: string } | null;
  readonly rows: ButtonRows;
}

export interface ShownPictureMessage {
  readonly sent: Sent;
  readonly picture: StoredPicture | null;
}

export interface PictureMessagePorts {
  readonly api: ApiCalls;
  readonly pictures: PictureStore;
  readonly clock: Clock;
  readonly pacing: Pacing;
}

/** Codes for a picture that Slack does not show; `invalid_blocks` also comes while a picture is still being processed. */
const NOT_SHOWN = ['invalid_blocks', 'invalid_attachments', 'slack_file_not_found', 'file_not_found'];

/**
 * `send` posts or updates. A picture that cannot be shown in the message is sent to `aside` as a file of its own; one that cannot be
 * uploaded at all is named in words.
 */
export async function sendPictureMessage(
  { api, pictures, clock, pacing }: PictureMessagePorts,
  { pieces, language = 'en', picture, rows }: PictureMessage,
  aside: Address | null,
  send: (body: MessageBody) => Promise<Answer<Sent>>,
  signal: AbortSignal,
): Promise<Answer<ShownPictureMessage>> {
  const sendPlain = async (words: readonly Piece[]): Promise<Answer<ShownPictureMessage>> =>
    shown(await send({ blocks: buildBlocks(words, null, rows), fallback: toFallback(words) }), null);
  if (picture === null) return sendPlain(pieces);
  const stored = await pictures.upload(picture.jpeg, picture.alt, signal);
  if (!stored.ok) {
    if (stored.failure.kind !== 'refused') return stored;
    return sendPlain([...pieces, sayMissing(stored.failure, language)]);
  }
  const image = { fileId: stored.value.fileId, alt: picture.alt };
  const body = {
    blocks: buildBlocks(pieces, image, rows),
    fallback: toFallback(pieces) || escapeMrkdwn(picture.alt),
  };
  const deadline = clock.elapsed() + pacing.pictureReadyMs;
  let answer = await send(body);
  while (isRefused(answer, NOT_SHOWN) && clock.elapsed() < deadline) {
    await clock.sleep(pacing.pictureEveryMs, signal);
    answer = await send(body);
  }
  if (!isRefused(answer, NOT_SHOWN)) return shown(answer, stored.value);
  pictures.drop(stored.value);
  if (aside !== null) {
    const file = { name: 'screen.jpg', bytes: picture.jpeg, alt: picture.alt };
    const shared = await api.share(aside, file, '', signal);
    if (!shared.ok && shared.failure.kind !== 'refused') return shared;
  }
  return sendPlain(pieces);
}

function shown(answer: Answer<Sent>, picture: StoredPicture | null): Answer<ShownPictureMessage> {
  return answer.ok ? { ok: true, value: { sent: answer.value, picture } } : answer;
}

function sayMissing(failure: Failure, language: Language): Piece {
  const missing = say`\nThe picture could not be sent: ${describeFailure(failure)}.`;
  return { style: 'italic', text: speak(missing, chooseLanguage(language, '')) };
}
