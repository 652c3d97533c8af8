/** What the Slack chat is made of and how patient it is. */

import type { Log, StrangerPairing } from '../../../src/ports/chat-needs.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { TroublePacing } from '../shared/trouble.ts';
import type { WakePacing } from '../shared/watch-for-wake.ts';

export interface SlackChatOptions {
  /** `xoxb-…`: what the app says and does. Never leaves this adapter. */
  readonly botToken: string;
  /** `xapp-…` with connections:write: what the app hears. Never leaves this adapter. */
  readonly appToken: string;
  /** `https://slack.com/api/`, or a server of one's own. */
  readonly apiUrl: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether the person `slack:TEAM:USER` may use Deskhand; asked for every update. */
  readonly isAllowed: (senderId: string) => boolean;
  /** `slack:TEAM:USER` of everybody allowed, as it is now: their names and languages are looked up when connecting. */
  readonly allowedIds: () => readonly string[];
  /** Whether a whole message is a command written without its slash (Slack handles what begins with a slash itself). */
  readonly isCommand: (text: string) => boolean;
  /** Pairing: while a code is open, a stranger's direct message to the app may hold it. Nothing else of strangers is read. */
  readonly pairing?: StrangerPairing;
  readonly pacing?: Partial<Pacing>;
}

export interface Pacing extends WakePacing, TroublePacing {
  readonly callTimeoutMs: number;
  readonly uploadTimeoutMs: number;
  /** How long a start waits for news of the connection; it goes on by itself. */
  readonly startPatienceMs: number;
  /** How long a new socket may take to say hello. */
  readonly helloTimeoutMs: number;
  /** A ping goes out every third of this; a socket over which nothing came for so long is dead. */
  readonly pongTimeoutMs: number;
  /** The same for Slack's own pings, once it has sent one. */
  readonly pingTimeoutMs: number;
  /** Slack gives up on an update after 3 s: it is acknowledged by then even when it is not noted yet. */
  readonly ackWithinMs: number;
  /** How long a slash command waits for its thread to be opened. */
  readonly threadWithinMs: number;
  /** How long a picture may take from its upload until a message can show it, tried every `pictureEveryMs`. */
  readonly pictureReadyMs: number;
  readonly pictureEveryMs: number;
  /** How long the start of a run's list of steps may hold up the messages behind it. */
  readonly streamStartMs: number;
  /** A list whose stream is over is changed no sooner than this after its last change: edits are counted. */
  readonly stepsRestMs: number;
}

/**
 * A socket that goes half open is noticed within 3 s and built anew at once. A call that was under way then ends with its timeout, hence
 * a short one.
 */
export const DEFAULT_PACING: Pacing = {
  callTimeoutMs: 10_000,
  uploadTimeoutMs: 60_000,
  startPatienceMs: 2_000,
  helloTimeoutMs: 6_000,
  pongTimeoutMs: 3_000,
  pingTimeoutMs: 60_000,
  wakeCheckMs: 5_000,
  wakeJumpMs: 15_000,
  silenceMs: 120_000,
  retryFirstMs: 500,
  retryCapMs: 5_000,
  tokenRetryMs: 60_000,
  floodCapMs: 30_000,
  ackWithinMs: 2_500,
  threadWithinMs: 2_000,
  pictureReadyMs: 5_000,
  pictureEveryMs: 300,
  streamStartMs: 3_000,
  stepsRestMs: 10_000,
};
