/** What everything on the NATS server is called: the one place that streams, subjects, buckets and permissions are named from. Pure. */

/** Commands for machines, until the machine has one on its disk. */
export const WORK_STREAM = 'DESKHAND_WORK';
export const WORK_SUBJECTS = ['deskhand.work.*'] as const;

/** Key-value bucket with one key a machine, which goes away by itself `PRESENCE_TTL_MS` after it was last written. */
export const PRESENCE_BUCKET = 'DESKHAND_PRESENCE';
export const PRESENCE_STREAM = `KV_${PRESENCE_BUCKET}`;
export const PRESENCE_TTL_MS = 30_000;
/** How often a machine says that it is there; what changed is said at once. */
export const PRESENCE_EVERY_MS = 10_000;

/** Replies to the gateway's own requests. */
export const GATEWAY_INBOX = '_INBOX_gateway';
/** What machines ask of the gateway, all of it: `deskhand.up.NAME.…`. */
export const UP_SUBJECTS = 'deskhand.up.*.*';

export interface MachineSubjects {
  /** Its durable consumer of `WORK_STREAM`, for `work` alone. */
  readonly consumer: string;
  /** Its commands. The gateway writes them, the server keeps them. */
  readonly work: string;
  /** What it is asked at once: stops, taps, what words would answer. The gateway asks, the machine answers. */
  readonly now: string;
  /**
   * What it asks of the gateway: who is there, a message to post or a file to fetch, a part of a file, a command it has. The subject says
   * who asks.
   */
  readonly up: { readonly hello: string; readonly chat: string; readonly file: string; readonly taken: string };
  /** Where it says that it is there, and how it is. */
  readonly presence: string;
  /** Of every reply to it. */
  readonly inboxPrefix: string;
}

export function subjectsOf(machine: string): MachineSubjects {
  return {
    consumer: `m-${machine}`,
    work: `deskhand.work.${machine}`,
    now: `deskhand.now.${machine}`,
    up: {
      hello: `deskhand.up.${machine}.hello`,
      chat: `deskhand.up.${machine}.chat`,
      file: `deskhand.up.${machine}.file`,
      taken: `deskhand.up.${machine}.taken`,
    },
    presence: `$KV.${PRESENCE_BUCKET}.${machine}`,
    inboxPrefix: `_INBOX_${machine}`,
  };
}

/** Which machine asked, and what: the server lets each publish below its own name alone. null: not one of these subjects. */
export function readUpSubject(subject: string): { readonly machine: string; readonly asks: string } | null {
  const [, machine, asks] = /^deskhand\.up\.([a-z0-9-]+)\.([a-z]+)$/.exec(subject) ?? [];
  return machine === undefined || asks === undefined ? null : { machine, asks };
}

export interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** It may answer a request once, wherever the reply goes. */
  readonly answers: boolean;
}

/**
 * All that a machine may do on the server, and nothing beyond: each subject holds its own name. It makes no consumer and reads no stream but
 * by its own: both let it name the subject that bytes of its choice are sent to, which the server does not check.
 */
export function permissionsOf(machine: string): Permissions {
  const { consumer, now, up, presence, inboxPrefix } = subjectsOf(machine);
  return {
    publish: [
      ...Object.values(up),
      presence,
      `$JS.API.CONSUMER.INFO.${WORK_STREAM}.${consumer}`,
      `$JS.API.CONSUMER.MSG.NEXT.${WORK_STREAM}.${consumer}`,
      `$JS.ACK.${WORK_STREAM}.${consumer}.>`,
    ],
    subscribe: [now, `${inboxPrefix}.>`],
    answers: true,
  };
}

/** All that the gateway needs. */
export function gatewayPermissions(): Permissions {
  return {
    publish: [...WORK_SUBJECTS, 'deskhand.now.*', '$JS.API.>', '$JS.ACK.>', '$JS.FC.>', '$KV.>'],
    subscribe: [UP_SUBJECTS, `${GATEWAY_INBOX}.>`],
    answers: true,
  };
}
