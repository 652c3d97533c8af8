/**
 * The id of a posted message: `TS`; `CHANNEL/TS` where the thread names a person instead of a channel; `…~TS` with the list of steps
 * that hangs below a live message. It survives a restart, and so what it names can still be changed or ended.
 */

import type { PostedMessage } from '../../../src/ports/chat.ts';
import type { Sent } from './api-calls.ts';
import { type Address, toAddress } from './thread.ts';

export interface ReadMessageId {
  readonly sent: Sent;
  /** `ts` of the message with the list of steps; null without one. */
  readonly stepsTs: string | null;
}

export function toMessageId({ channelId, ts }: Sent, to: Address): string {
  return channelId === to.channelId ? ts : `${channelId}/${ts}`;
}

export function withSteps(messageId: string, stepsTs: string): string {
  return `${messageId}~${stepsTs}`;
}

/** null for what is no message of Slack's. */
export function readMessageId({ thread, messageId }: PostedMessage): ReadMessageId | null {
  const to = toAddress(thread);
  const found = /^(?:([A-Z0-9]+)\/)?(\d+\.\d+)(?:~(\d+\.\d+))?$/.exec(messageId);
  const [, channelId = to?.channelId, ts, stepsTs = null] = found ?? [];
  return to === null || channelId === undefined || ts === undefined ? null : { sent: { channelId, ts }, stepsTs };
}
