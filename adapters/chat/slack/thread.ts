/** Threads of Slack: one of a channel or a direct conversation, or the conversation itself. */

import type { InboundMessage, Thread } from '../../../src/ports/chat.ts';

/** Where the Web API sends to. */
export interface Address {
  readonly teamId: string;
  /** `C…`, `G…`, `D…`; or `U…`, `W…`: the direct conversation with that person, whatever its id. */
  readonly channelId: string;
  /** The message the thread hangs on; null: no thread. */
  readonly rootTs: string | null;
}

/** Keys are `slack:TEAM:CHANNEL` or `slack:TEAM:CHANNEL/TS`. */
export function toThread({ teamId, channelId, rootTs }: Address): Thread {
  const root = rootTs === null ? '' : `/${rootTs}`;
  return { platform: 'slack', key: `slack:${teamId}:${channelId}${root}`, isGroup: isGroupChannel(channelId) };
}

/** The direct conversation with `slack:TEAM:USER`; null for somebody of another platform. */
export function toDirectThread(senderId: string): Thread | null {
  const [, teamId, channelId] = /^slack:([A-Z0-9]+):([UW][A-Z0-9]*)$/.exec(senderId) ?? [];
  return teamId === undefined || channelId === undefined ? null : toThread({ teamId, channelId, rootTs: null });
}

/** What is addressed to a person is in their direct conversation with the app, whose own id only its updates tell. */
export function isSameChat(placed: Thread, { thread, sender }: Pick<InboundMessage, 'thread' | 'sender'>): boolean {
  const [here, there] = [toAddress(placed), toAddress(thread)];
  if (here === null || there === null || here.teamId !== there.teamId) return false;
  if (here.channelId === there.channelId) return true;
  return there.channelId.startsWith('D') && toDirectThread(sender.id)?.key === toThread({ ...here, rootTs: null }).key;
}

/** null for a thread that is not Slack's. */
export function toAddress(thread: Thread): Address | null {
  const found = /^slack:([A-Z0-9]+):([A-Z0-9]+)(?:\/(\d+\.\d+))?$/.exec(thread.key);
  const [, teamId, channelId, rootTs = null] = found ?? [];
  if (thread.platform !== 'slack' || teamId === undefined || channelId === undefined) return null;
  return { teamId, channelId, rootTs };
}

/** Direct conversations begin with D; a group's, also a private one's, with C or G. */
export function isGroupChannel(channelId: string): boolean {
  return /^[CG]/.test(channelId);
}
