/** The only place that names the NATS server's streams, subjects, buckets and permissions. Pure. */

/** Commands for machines, until the machine has one on its disk. */
export const WORK_STREAM = 'DESKHAND_WORK';
export const WORK_SUBJECTS = ['deskhand.work.*'] as const;

/** Key-value bucket with one key per machine, which expires `PRESENCE_TTL_MS` after its last write. */
export const PRESENCE_BUCKET = 'DESKHAND_PRESENCE';
export const PRESENCE_STREAM = `KV_${PRESENCE_BUCKET}`;
export const PRESENCE_TTL_MS = 30_000;
/** Interval of a machine's reports; a change is reported at once. */
export const PRESENCE_EVERY_MS = 10_000;

/** Replies to the gateway's own requests. */
export const GATEWAY_INBOX = '_INBOX_gateway';
/** All requests of machines to the gateway: `deskhand.up.NAME.…`. */
export const UP_SUBJECTS = 'deskhand.up.*.*';

export interface MachineSubjects {
  /** The machine's durable consumer of `WORK_STREAM`, for `work` alone. */
  readonly consumer: string;
  /** The machine's commands, written by the gateway and stored by the server. */
  readonly work: string;
  /** Immediate requests of the gateway, which the machine answers: stops, taps, what words would answer. */
  readonly now: string;
  /**
   * The machine's requests to the gateway: a greeting, a message to post or a file to fetch, a part of a file, a received command. The subject
   * identifies the machine.
   */
  readonly up: { readonly hello: string; readonly chat: string; readonly file: string; readonly taken: string };
  /** Where the machine reports its presence and state. */
  readonly presence: string;
  /** Prefix of all replies to it. */
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

/** The machine and the request of a subject; the server lets each machine publish below its own name only. null: not one of these subjects. */
export function readUpSubject(subject: string): { readonly machine: string; readonly asks: string } | null {
  const [, machine, asks] = /^deskhand\.up\.([a-z0-9-]+)\.([a-z]+)$/.exec(subject) ?? [];
  return machine === undefined || asks === undefined ? null : { machine, asks };
}

export interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** Whether it may answer a request once, on any reply subject. */
  readonly answers: boolean;
}

/**
 * All permissions of a machine on the server: each subject contains its own name. It may not create consumers, and reads streams only through its
 * own: a consumer names the subject that chosen bytes are sent to, which the server does not check.
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
