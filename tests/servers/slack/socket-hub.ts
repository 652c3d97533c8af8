/** Socket Mode: one-time addresses, hello, envelopes that come again until they are acknowledged, goodbyes. */

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { z } from 'zod';
import { acceptWebSocket, type WebSocketPeer } from './web-socket.ts';

export interface Delivered {
  readonly envelopeId: string;
  /** What came with the acknowledgement; rejects when Slack gave up. */
  readonly acknowledged: Promise<Readonly<Record<string, unknown>>>;
}

export interface SocketHub {
  ticket(origin: string): string;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Sends to one of the open sockets; waits for one when there is none. */
  deliver(type: string, payload: unknown): Delivered;
  /** Once more, under a new envelope, as after a lost acknowledgement. */
  redeliver(envelopeId: string): Delivered;
  /** As Slack does every few hours: asks to reconnect, goes on for a moment, then closes. */
  refresh(): void;
  /** Ends sockets without a word. */
  cut(): number;
  /** Any text, to all open sockets. */
  garble(text: string): void;
  connections(): number;
  opened(): number;
  /** Protocol faults of the client: acknowledgements nobody asked for, twice, or with what is not allowed. */
  faults(): readonly string[];
  stop(): void;
}

export interface HubOptions {
  /** How long an acknowledgement may take; Slack's is 3 s. */
  readonly ackMs: number;
  /** When an event comes again; Slack: at once, after a minute, after five. */
  readonly retryMs: readonly number[];
  readonly pingMs: number;
  /** Whether sockets are accepted but never greeted. */
  readonly isMute: () => boolean;
}

const ack = z.strictObject({ envelope_id: z.string(), payload: z.record(z.string(), z.unknown()).default({}) });

/** Slack's is about 10 s. */
const GRACE_MS = 500;

interface Open {
  readonly type: string;
  readonly payload: unknown;
  readonly settle: (payload: Readonly<Record<string, unknown>>) => void;
  readonly fail: (why: Error) => void;
  attempt: number;
  timer: NodeJS.Timeout | null;
}

export function createSocketHub(options: HubOptions): SocketHub {
  const tickets = new Set<string>();
  const peers = new Set<WebSocketPeer>();
  const open = new Map<string, Open>();
  const known = new Map<string, { readonly type: string; readonly payload: unknown }>();
  const settled = new Set<string>();
  const faults: string[] = [];
  let count = 0;
  let opened = 0;
  const pings = setInterval(() => {
    for (const peer of peers) peer.ping();
  }, options.pingMs);

  function send(envelopeId: string, waiting: Open): void {
    const peer = [...peers].filter((one) => one.isOpen()).at(-1);
    if (peer === undefined) {
      waiting.timer = setTimeout(() => send(envelopeId, waiting), 10);
      return;
    }
    const retry =
      waiting.type === 'events_api'
        ? { retry_attempt: waiting.attempt, retry_reason: waiting.attempt === 0 ? '' : 'timeout' }
        : {};
    const about = {
      type: waiting.type,
      payload: waiting.payload,
      accepts_response_payload: waiting.type !== 'events_api',
    };
    peer.send(JSON.stringify({ envelope_id: envelopeId, ...about, ...retry }));
    waiting.timer = setTimeout(() => again(envelopeId, waiting), options.ackMs);
  }

  function again(envelopeId: string, waiting: Open): void {
    const pause = waiting.type === 'events_api' ? options.retryMs[waiting.attempt] : undefined;
    waiting.attempt += 1;
    if (pause !== undefined) {
      waiting.timer = setTimeout(() => send(envelopeId, waiting), pause);
      return;
    }
    open.delete(envelopeId);
    waiting.fail(new Error(`${waiting.type} was not acknowledged`));
  }

  function takeAck(text: string): void {
    const parsed = ack.safeParse(JSON.parse(text));
    if (!parsed.success) return void faults.push(`no acknowledgement: ${text.slice(0, 200)}`);
    const { envelope_id: id, payload } = parsed.data;
    const waiting = open.get(id);
    if (waiting === undefined)
      return void faults.push(settled.has(id) ? `already acked: ${id}` : `nobody asked: ${id}`);
    if (Object.keys(payload).length > 0 && !takesAnswer(waiting)) faults.push(`${waiting.type} takes no answer`);
    if (waiting.timer !== null) clearTimeout(waiting.timer);
    open.delete(id);
    settled.add(id);
    waiting.settle(payload);
  }

  function deliver(type: string, payload: unknown): Delivered {
    count += 1;
    const envelopeId = `e-${count}`;
    const { promise, resolve, reject } = Promise.withResolvers<Readonly<Record<string, unknown>>>();
    promise.catch(() => undefined);
    const waiting: Open = { type, payload, settle: resolve, fail: reject, attempt: 0, timer: null };
    open.set(envelopeId, waiting);
    known.set(envelopeId, { type, payload });
    send(envelopeId, waiting);
    return { envelopeId, acknowledged: promise };
  }

  return {
    ticket(origin) {
      count += 1;
      tickets.add(`t-${count}`);
      return `${origin.replace(/^http/, 'ws')}/link/?ticket=t-${count}`;
    },
    upgrade(request, socket, head) {
      const ticket = new URL(request.url ?? '/', 'http://slack').searchParams.get('ticket') ?? '';
      if (!tickets.delete(ticket)) {
        socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
        return;
      }
      const peer = acceptWebSocket(request, socket, head, {
        onText: takeAck,
        onPong: () => undefined,
        onEnd: () => peers.delete(peer),
        onFault: (why) => faults.push(why),
      });
      if (options.isMute()) return;
      peers.add(peer);
      opened += 1;
      const info = { type: 'hello', num_connections: peers.size, connection_info: { app_id: 'A00000001' } };
      peer.send(JSON.stringify({ ...info, debug_info: { host: 'loopback', approximate_connection_time: 18_060 } }));
    },
    deliver,
    redeliver(envelopeId) {
      const before = known.get(envelopeId);
      if (before === undefined) throw new Error(`there is no envelope ${envelopeId}`);
      return deliver(before.type, before.payload);
    },
    refresh() {
      for (const peer of peers) {
        peer.send(
          JSON.stringify({ type: 'disconnect', reason: 'refresh_requested', debug_info: { host: 'loopback' } }),
        );
        setTimeout(() => peer.destroy(), GRACE_MS).unref();
      }
    },
    cut() {
      const cutOff = peers.size;
      for (const peer of [...peers]) peer.destroy();
      return cutOff;
    },
    garble(text) {
      for (const peer of peers) peer.send(text);
    },
    connections: () => peers.size,
    opened: () => opened,
    faults: () => faults,
    stop() {
      clearInterval(pings);
      for (const { timer } of open.values()) if (timer !== null) clearTimeout(timer);
      for (const peer of [...peers]) peer.destroy();
    },
  };
}

/** Whether an acknowledgement may carry an answer: for commands, views and lists of options, not for events and pressed buttons. */
function takesAnswer({ type, payload }: Pick<Open, 'type' | 'payload'>): boolean {
  const isPress =
    typeof payload === 'object' && payload !== null && 'type' in payload && payload.type === 'block_actions';
  return type !== 'events_api' && !(type === 'interactive' && isPress);
}
