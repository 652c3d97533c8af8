/** What posted messages look like, so that an edit changes only what changed. Lost with the process: an edit then finds out. */

import { z } from 'zod';
import type { PostedMessage } from '../../../src/ports/chat.ts';
import { hashOf, keepNewest, RENDERED_KEPT } from '../shared/keep-newest.ts';

/** One of the Telegram messages that a long message became. */
export interface Part {
  readonly messageId: number;
  /** `bare`: a picture whose text stands in the parts below it. `unknown`: from before the last start. */
  readonly shape: 'text' | 'photo' | 'bare' | 'document' | 'unknown';
  /** null when it cannot be known. */
  readonly html: string | null;
  /** Hash of the picture; '' without one, null when it cannot be known. */
  readonly picture: string | null;
}

/** In order; the last one has the buttons and gave the message its id. */
export interface RenderedMessage {
  readonly parts: readonly Part[];
  /** The rows of buttons as JSON; null when unknown. */
  readonly buttons: string | null;
}

export interface RenderedMessages {
  /** Never empty: without a memory of it, one part of unknown shape. */
  find(posted: PostedMessage): RenderedMessage;
  remember(posted: PostedMessage, message: RenderedMessage): void;
}

const rows = z.array(z.array(z.object({ label: z.string(), data: z.string().nullable() })));

/** What the live button with this label carries; null where there is none, or the message is forgotten. */
export function findButton(message: RenderedMessage, label: string): string | null {
  const buttons = message.buttons === null ? [] : rows.parse(JSON.parse(message.buttons)).flat();
  return buttons.find((button) => button.label === label)?.data ?? null;
}

export function createRenderedMessages(): RenderedMessages {
  const rendered = new Map<string, RenderedMessage>();
  return {
    find(posted) {
      const unknown: Part = { messageId: Number(posted.messageId), shape: 'unknown', html: null, picture: null };
      return rendered.get(nameOf(posted)) ?? { parts: [unknown], buttons: null };
    },
    remember(posted, message) {
      keepNewest(rendered, nameOf(posted), message, RENDERED_KEPT);
    },
  };
}

function nameOf({ thread, messageId }: PostedMessage): string {
  return `${thread.key} ${messageId}`;
}

/** '' for no picture. */
export function hashPicture(jpeg: Uint8Array | null): string {
  return jpeg === null ? '' : hashOf(jpeg);
}
