/**
 * The steps of a run as one stream below its live message, a task each, where the workspace has streams
 * (https://docs.slack.dev/reference/methods/chat.startStream, …/chat.appendStream, …/chat.stopStream).
 *
 * It only adds: the live message goes on telling all that matters, so that nothing is lost when a stream is refused, breaks off, or is
 * ended by Slack, which it is about five minutes after its start and when the person presses Slack's own Stop. A list whose stream is
 * over is an ordinary message and changed like one, but less often.
 */

import { z } from 'zod';
import type { Progress, Thread } from '../../../src/ports/chat.ts';
import type { Log } from '../../../src/ports/chat-needs.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { backOff } from '../../../src/ports/waits/backoff.ts';
import { keepNewest } from '../shared/keep-newest.ts';
import { type Answer, isRefused } from './answer.ts';
import type { SlackClient } from './client.ts';
import { createFeature } from './feature.ts';
import type { Pacing } from './options.ts';
import { MAX_TASKS, toChunks, toPlan, toStepsFallback } from './step-chunks.ts';
import { isGroupChannel, toAddress } from './thread.ts';

export interface StepStreams {
  /** Notes who spoke in a thread: a stream in a channel is shown to one person, the one who spoke last. */
  noteSpeaker(thread: Thread, senderId: string): void;
  /** Begins the list of a run; null where there is none. Takes a few seconds at most; rejects only with the reason of `signal`. */
  begin(thread: Thread, progress: Progress, signal: AbortSignal): Promise<string | null>;
  /** Brings the list up to date, for good with `isOver`. Never waits. `progress` null: after a restart its steps are not known. */
  follow(thread: Thread, ts: string, progress: Progress | null, isOver: boolean): void;
  /** Resolves when all that is under way is done. */
  settle(): Promise<void>;
}

export interface StepStreamPorts {
  readonly client: SlackClient;
  readonly clock: Clock;
  readonly log: Log;
  readonly pacing: Pacing;
}

interface Stream {
  readonly channelId: string;
  readonly ts: string;
  /** The progress that Slack shows now. */
  told: Progress | null;
  wanted: Progress | null;
  isOver: boolean;
  state: 'streaming' | 'message' | 'left alone';
  /** The earliest time of the next change as a message, on the monotonic clock. */
  restsUntil: number;
  work: Promise<void>;
}

/** Codes for a stream that has ended, whoever ended it. */
const ENDED = ['message_not_in_streaming_state', 'stopped_by_user', 'streaming_mode_mismatch'];
const RECIPIENT = ['missing_recipient_user_id', 'missing_recipient_team_id'];
const REMEMBERED = 200;
/** Tries of the last update, which no later one would correct. */
const LAST_TRIES = 4;
const LAST_TRY_CAP_MS = 30_000;
const ABSENCE = 'This workspace has no streams; the live message says it all.';

const started = z.object({ ts: z.string() });
const anything = z.unknown();

export function createStepStreams(ports: StepStreamPorts, stop: AbortSignal): StepStreams {
  const { client, clock, pacing } = ports;
  const feature = createFeature(ABSENCE, ports.log);
  /** `slack:TEAM:USER` by thread. */
  const speakers = new Map<string, string>();
  const streams = new Map<string, Stream>();
  const underWay = new Set<Promise<void>>();

  function recipientOf(thread: Thread): { recipient_team_id: string; recipient_user_id: string } | null {
    const [, teamId, userId] = speakers.get(thread.key)?.split(':') ?? [];
    return teamId === undefined || userId === undefined
      ? null
      : { recipient_team_id: teamId, recipient_user_id: userId };
  }

  /** In a direct conversation it is clear whom a stream is for; Slack has been seen asking for it all the same. */
  async function start(
    thread: Thread,
    about: { readonly channel: string; readonly thread_ts: string },
    progress: Progress,
    signal: AbortSignal,
  ): Promise<Answer<{ readonly ts: string }>> {
    const recipient = recipientOf(thread);
    const send = (to: object): Promise<Answer<{ readonly ts: string }>> =>
      client.call(
        (web) => web.chat.startStream({ ...about, ...to, task_display_mode: 'plan', chunks: toChunks(null, progress) }),
        started,
        pacing.streamStartMs,
        signal,
      );
    if (isGroupChannel(about.channel)) return send(recipient ?? {});
    const answer = await send({});
    return recipient !== null && isRefused(answer, RECIPIENT) ? send(recipient) : answer;
  }

  async function append(stream: Stream, wanted: Progress): Promise<void> {
    const chunks = toChunks(stream.told, wanted);
    if (chunks.length === 0) return;
    const about = { channel: stream.channelId, ts: stream.ts };
    const answer = await client.call(
      (web) => web.chat.appendStream({ ...about, chunks }),
      anything,
      pacing.callTimeoutMs,
      stop,
    );
    if (answer.ok) stream.told = wanted;
    else if (isRefused(answer, ENDED)) stream.state = 'message';
    else if (answer.failure.kind === 'refused') stream.state = 'left alone';
  }

  /** Ends a stream. `status` is the session's from then on; Slack by itself would set `active`. */
  async function end(
    stream: Stream,
    wanted: Progress | null,
    status: 'active' | 'processing',
  ): Promise<Answer<unknown>> {
    const fits = wanted !== null && wanted.steps.length <= MAX_TASKS;
    const chunks = fits ? toChunks(stream.told, wanted) : [];
    const about = { channel: stream.channelId, ts: stream.ts, session_status: status };
    const answer = await client.call(
      (web) => web.chat.stopStream(chunks.length === 0 ? about : { ...about, chunks }),
      anything,
      pacing.callTimeoutMs,
      stop,
    );
    if (answer.ok) {
      stream.state = 'message';
      if (fits) stream.told = wanted;
    } else if (isRefused(answer, ENDED)) stream.state = 'message';
    else if (answer.failure.kind === 'refused') stream.state = 'left alone';
    return answer;
  }

  async function rewrite(stream: Stream, wanted: Progress): Promise<Answer<unknown>> {
    stream.restsUntil = clock.elapsed() + pacing.stepsRestMs;
    const body = { text: toStepsFallback(wanted), blocks: [toPlan(wanted)] };
    const answer = await client.call(
      (web) => web.chat.update({ channel: stream.channelId, ts: stream.ts, ...body }),
      anything,
      pacing.callTimeoutMs,
      stop,
    );
    if (answer.ok) stream.told = wanted;
    else if (answer.failure.kind === 'refused') stream.state = 'left alone';
    return answer;
  }

  async function bringUpToDate(stream: Stream): Promise<void> {
    const { wanted } = stream;
    if (stream.isOver) return finish(stream);
    if (wanted === null) return;
    if (stream.state === 'streaming') {
      if (wanted.steps.length > MAX_TASKS) await end(stream, wanted, 'processing');
      else await append(stream, wanted);
    }
    if (stream.state === 'message' && stream.told !== wanted && clock.elapsed() >= stream.restsUntil) {
      await rewrite(stream, wanted);
    }
  }

  async function finish(stream: Stream): Promise<void> {
    const { wanted } = stream;
    for (let tries = 1; tries <= LAST_TRIES; tries += 1) {
      let answer: Answer<unknown> = { ok: true, value: null };
      if (stream.state === 'streaming') answer = await end(stream, wanted, 'active');
      if (stream.state === 'message' && wanted !== null && stream.told !== wanted) {
        answer = await rewrite(stream, wanted);
      }
      if (answer.ok || answer.failure.kind === 'refused') return;
      const { failure } = answer;
      const askedMs = failure.kind === 'paced' ? failure.retryAfterMs : null;
      const pauses = { firstMs: pacing.retryFirstMs, capMs: LAST_TRY_CAP_MS, askedMs, askedCapMs: LAST_TRY_CAP_MS };
      await clock.sleep(backOff(tries + 1, pauses), stop);
    }
  }

  function find(ts: string, channelId: string): Stream {
    const known = streams.get(ts);
    if (known !== undefined) return known;
    return {
      channelId,
      ts,
      told: null,
      wanted: null,
      isOver: false,
      state: 'streaming',
      restsUntil: 0,
      work: Promise.resolve(),
    };
  }

  return {
    noteSpeaker(thread, senderId) {
      keepNewest(speakers, thread.key, senderId, REMEMBERED);
    },
    async begin(thread, progress, signal) {
      const to = toAddress(thread);
      if (to === null || to.rootTs === null || !feature.isThere(to.teamId)) return null;
      if (isGroupChannel(to.channelId) && recipientOf(thread) === null) return null;
      const answer = await start(thread, { channel: to.channelId, thread_ts: to.rootTs }, progress, signal);
      if (!answer.ok) {
        feature.noteFailure(to.teamId, answer.failure);
        return null;
      }
      const { ts } = answer.value;
      keepNewest(streams, ts, { ...find(ts, to.channelId), told: progress, wanted: progress }, REMEMBERED);
      return ts;
    },
    follow(thread, ts, progress, isOver) {
      const to = toAddress(thread);
      if (to === null) return;
      const stream = find(ts, to.channelId);
      keepNewest(streams, ts, stream, REMEMBERED);
      stream.wanted = progress ?? stream.wanted;
      stream.isOver = stream.isOver || isOver;
      const work = stream.work.then(() => bringUpToDate(stream)).catch(() => undefined);
      stream.work = work;
      underWay.add(work);
      void work.then(() => underWay.delete(work));
    },
    async settle() {
      await Promise.all(underWay);
    },
  };
}
