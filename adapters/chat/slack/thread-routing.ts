/** Which thread an update belongs to: everything of a run is in one, also what was written beside it. */

import type { InboundContent, OutboundMessage, Thread } from '../../../src/ports/chat.ts';
import { isStop } from '../shared/is-stop.ts';
import { keepNewest } from '../shared/keep-newest.ts';
import type { Place } from './read-update.ts';
import { type Address, isGroupChannel, toAddress, toThread } from './thread.ts';

export interface ThreadRouting {
  /** Notes that Deskhand posted in that thread. */
  noteSaid(thread: Thread, kind: OutboundMessage['kind']): void;
  /** Whether Deskhand talks in that thread of a channel. */
  isOurThread(channelId: string, rootTs: string): boolean;
  /** The thread for what was sent at `place`. */
  threadOf(teamId: string, place: Place, content: InboundContent): Thread;
}

const REMEMBERED = 1_000;

/** `isCommand`: whether a whole message is a command without its slash. */
export function createThreadRouting(isCommand: (text: string) => boolean): ThreadRouting {
  const talks = new Map<string, true>();
  /** By direct conversation: the thread in which a run is going on. */
  const runs = new Map<string, Address>();

  return {
    noteSaid(thread, kind) {
      const to = toAddress(thread);
      if (to === null || to.rootTs === null) return;
      keepNewest(talks, `${to.channelId} ${to.rootTs}`, true, REMEMBERED);
      if (isGroupChannel(to.channelId)) return;
      if (kind === 'status' || kind === 'question') keepNewest(runs, to.channelId, to, REMEMBERED);
      if (kind === 'end' && runs.get(to.channelId)?.rootTs === to.rootTs) runs.delete(to.channelId);
    },
    isOurThread: (channelId, rootTs) => talks.has(`${channelId} ${rootTs}`),
    threadOf(teamId, { channelId, ts, rootTs }, content) {
      const text = 'text' in content ? content.text : '';
      const own = toThread({ teamId, channelId, rootTs: rootTs ?? ts });
      if (rootTs !== null || isGroupChannel(channelId) || isRun(text)) return own;
      if (isControl(text) || isCommand(text)) return toThread({ teamId, channelId, rootTs: null });
      // A message beside the run's thread, in the same conversation, is an answer or a hint to that run.
      const running = runs.get(channelId);
      return running === undefined ? own : toThread(running);
    },
  };
}

/** Whether the words ask for a run of their own. */
export function isRun(text: string): boolean {
  return /^\s*\/?run(\s|$)/i.test(text);
}

function isControl(text: string): boolean {
  return /^\s*\//.test(text) || isStop(text);
}
