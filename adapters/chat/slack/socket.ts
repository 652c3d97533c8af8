/**
 * The Socket Mode connection: one socket after the other, each watched, each failure waited out for at most a few seconds.
 *
 * The socket itself is Bolt's. Its reconnecting is switched off for three things it does: its pauses have no cap, a token refused while
 * reconnecting is an unhandled rejection that ends the process, and a dead socket is left standing for 30 s. Bolt's App is left out too: it
 * acknowledges an event before anybody has noted it.
 */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { SocketModeReceiver } from '@slack/bolt';
import { z } from 'zod';
import type { Log } from '../../../src/ports/chat-needs.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { SaidError } from '../../../src/words/said-error.ts';
import { say } from '../../../src/words/say.ts';
import { english } from '../../../src/words/speak.ts';
import type { Health } from '../shared/health.ts';
import { onOwnConnection } from '../shared/own-connection.ts';
import { type Redact, redactFailure } from '../shared/redact.ts';
import { watchForWake } from '../shared/watch-for-wake.ts';
import type { Failure } from './answer.ts';
import { readFailure } from './client.ts';
import type { Envelope } from './identity.ts';
import type { Pacing } from './options.ts';
import { SILENT_LOGGER } from './silent-logger.ts';
import { readTrouble } from './trouble.ts';

export interface SocketPorts {
  readonly appToken: string;
  readonly apiUrl: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly health: Health;
  readonly pacing: Pacing;
  readonly redact: Redact;
  /** Takes an update; `acknowledge` tells Slack, once, that it need not send it again. Never rejects. */
  readonly handle: (envelope: Envelope, acknowledge: (answer?: Readonly<Record<string, unknown>>) => void) => void;
}

export interface Socket {
  /** Keeps a socket open until stopped. Never rejects. */
  run(): Promise<void>;
}

const delivered = z.object({
  type: z.string(),
  body: z.unknown(),
  ack: z.custom<Acknowledge>((ack) => typeof ack === 'function'),
});
type Acknowledge = (answer?: Readonly<Record<string, unknown>>) => Promise<void>;

const frame = z.union([
  z.object({ type: z.literal('events_api'), payload: z.object({ event: z.object({ type: z.string() }) }) }),
  z.object({ type: z.string().refine((type) => type !== 'events_api') }),
]);

const farewell = z.object({ type: z.literal('disconnect'), reason: z.string().default('') });

const PING = 'undici:websocket:ping';
const PONG = 'undici:websocket:pong';
/** A socket that is closed sooner is trouble. */
const STEADY_MS = 1_000;
const CLOSED: Failure = { kind: 'unreachable', why: say`the connection was closed` };
const CLOSED_EARLY: Failure = { kind: 'unreachable', why: say`the connection was closed again` };

export function createSocket(ports: SocketPorts, stop: AbortSignal): Socket {
  const { clock, log, health, pacing } = ports;
  /** Ends the socket that Slack asked to replace; it goes on until the next one is open. */
  let retire = (): void => undefined;
  /** Ends the socket that is open or being opened; another one follows. */
  let renew = (): void => undefined;
  /** When anything came over a socket, by the clock that never jumps. */
  let lastAt = clock.elapsed();

  /** One socket; resolves when it is over, or to be replaced: null when it was open for a while. */
  async function live(): Promise<Failure | null> {
    const bounded = new AbortController();
    const { client } = new SocketModeReceiver({
      appToken: ports.appToken,
      logger: SILENT_LOGGER,
      autoReconnectEnabled: false,
      clientPingTimeout: pacing.pongTimeoutMs,
      serverPingTimeout: pacing.pingTimeoutMs,
      installerOptions: {
        clientOptions: {
          slackApiUrl: ports.apiUrl,
          retryConfig: { retries: 0 },
          rejectRateLimitedCalls: true,
          fetch: (url, init) => fetch(url, onOwnConnection(init, bounded.signal)),
        },
      },
    });
    lastAt = clock.elapsed();
    let silence: NodeJS.Timeout | null = null;
    const touch = (): void => {
      lastAt = clock.elapsed();
      health.noteContact();
      silence?.refresh();
    };
    const closed = new Promise<void>((resolve) => client.once('disconnected', () => resolve()));
    const asked = Promise.withResolvers<void>();
    // Called twice: the first call asks the other side to close, the second does not wait for its answer.
    const close = (): void => {
      bounded.abort(new Error('closed'));
      for (let times = 0; times < 2; times += 1) client.disconnect().catch(() => undefined);
    };
    renew = close;
    client.on('error', () => undefined);
    const [readFrame] = client.listeners('ws_message');
    client.removeAllListeners('ws_message');
    client.on('ws_message', (text: unknown, isBinary: unknown) => {
      touch();
      // Bolt would close the socket now and lose what Slack still sends on it.
      if (isFarewell(text)) asked.resolve();
      else if (isBearable(text)) readFrame?.call(client, text, isBinary);
      else log.warn({ chat: 'slack' }, 'Slack sent something that makes no sense.');
    });
    client.on('slack_event', receive);
    subscribe(PING, touch);
    subscribe(PONG, touch);
    stop.addEventListener('abort', close, { once: true });
    try {
      const failure = await open(client, bounded);
      if (failure !== null) {
        close();
        return failure;
      }
      health.noteConnected();
      log.info({ chat: 'slack' }, 'Slack is connected.');
      // Bolt would notice the silence too, but then wait for a dead socket to answer its close frame.
      silence = setTimeout(() => {
        const heardAt = lastAt;
        // After a process was held up, its timers run before its sockets are read.
        setImmediate(() => {
          if (lastAt === heardAt) close();
        });
      }, pacing.pongTimeoutMs);
      retire();
      retire = () => undefined;
      const openedAt = clock.elapsed();
      const over = closed.then(() => 'closed' as const);
      const how = await Promise.race([over, asked.promise.then(() => 'asked' as const)]);
      if (how === 'asked') retire = close;
      return how === 'asked' || clock.elapsed() - openedAt > STEADY_MS ? null : CLOSED_EARLY;
    } finally {
      if (silence !== null) clearTimeout(silence);
      unsubscribe(PING, touch);
      unsubscribe(PONG, touch);
      void closed.then(() => stop.removeEventListener('abort', close));
    }
  }

  /** Resolves to null once Slack has said hello, otherwise to the failure. */
  async function open(client: SocketModeReceiver['client'], bounded: AbortController): Promise<Failure | null> {
    const late = new SaidError(say`no hello within ${pacing.helloTimeoutMs / 1000} s`);
    const timeout = Promise.withResolvers<Failure>();
    const timer = setTimeout(() => {
      bounded.abort(late);
      timeout.resolve({ kind: 'unreachable', why: late.text });
    }, pacing.helloTimeoutMs);
    const stopped = (): void => timeout.resolve(CLOSED);
    stop.addEventListener('abort', stopped, { once: true });
    const starting = client.start().then(
      () => null,
      (error: unknown) =>
        error === undefined ? CLOSED : redactFailure(readFailure(error, bounded.signal), ports.redact),
    );
    try {
      return await Promise.race([starting, timeout.promise]);
    } finally {
      clearTimeout(timer);
      stop.removeEventListener('abort', stopped);
    }
  }

  function renewAfterSleep(missingMs: number): void {
    log.info({ chat: 'slack', missingMs }, 'The computer slept or its clock jumped; connecting to Slack anew.');
    renew();
  }

  function renewAfterSilence(): void {
    log.warn({ chat: 'slack' }, `Nothing came from Slack for ${pacing.silenceMs / 1000} s; connecting anew.`);
    renew();
  }

  function receive(raw: unknown): void {
    const { data } = delivered.safeParse(raw);
    if (data === undefined) return;
    ports.handle({ type: data.type, body: data.body }, (answer) => {
      // An acknowledgement that got lost makes Slack send the update again, which is then known by its id.
      data.ack(answer).catch(() => undefined);
    });
  }

  return {
    async run() {
      const watch = { contactAt: () => lastAt, onWake: renewAfterSleep, onSilence: renewAfterSilence };
      void watchForWake(clock, pacing, watch, stop);
      let failures = 0;
      while (!stop.aborted) {
        const failure = await live().catch((error: unknown): Failure => ({ kind: 'unreachable', why: String(error) }));
        // A socket that was open proves that Slack can be reached, so the pauses begin anew.
        failures = failure === null ? 0 : failure === CLOSED_EARLY ? 1 : failures + 1;
        if (stop.aborted) return;
        const { kind, delayMs, detail, isRejected } = readTrouble(failure ?? CLOSED, 'app', failures, pacing);
        // A socket that was open is replaced at once: Slack closes each of them every few hours.
        if (failure === null) health.noteTrouble('closed', say`Slack replaces the connection; opening another one.`);
        else if (health.noteTrouble(kind, detail, isRejected)) log.warn({ chat: 'slack' }, english(detail));
        await clock.sleep(failure === null ? 0 : delayMs, stop).catch(() => undefined);
      }
    },
  };
}

/** Slack asks for another socket, and goes on serving this one for a few seconds (https://docs.slack.dev/apis/events-api/using-socket-mode). */
function isFarewell(data: unknown): boolean {
  if (typeof data !== 'string' || !data.includes('"disconnect"')) return false;
  try {
    const { data: said } = farewell.safeParse(JSON.parse(data));
    return said !== undefined && said.reason !== 'link_disabled';
  } catch {
    return false;
  }
}

/** What Bolt's socket cannot bear: it would end the process with an unhandled rejection. */
function isBearable(data: unknown): boolean {
  if (typeof data !== 'string') return true;
  try {
    return frame.safeParse(JSON.parse(data)).success;
  } catch {
    return false;
  }
}
