/** Both ends of the way over NATS as they are wired, without a desktop and a real chat behind them. */
import { connectFleet } from '../../adapters/fleet/connect.ts';
import { createNatsWork, type NatsWorkOptions } from '../../adapters/fleet/nats-work.ts';
import { createNatsWorkplace, type NatsWorkplaceOptions } from '../../adapters/fleet/nats-workplace.ts';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { createSeals } from '../../src/fleet/seal.ts';
import { GATEWAY_INBOX, subjectsOf } from '../../src/fleet/subjects.ts';
import type { PostedMessage } from '../../src/ports/chat.ts';
import type { Work, Workplace } from '../../src/ports/work.ts';

/** Where a server is, and what signs in there. */
export interface ServerAddress {
  readonly url: string;
  credsOf(name: string): string;
}

export const SEALS = createSeals(new Uint8Array(32).fill(7));

export function openGatewayEnd(
  server: ServerAddress,
  machines: () => readonly string[],
  other: Partial<NatsWorkOptions> = {},
): Work {
  const posted = new Map<string, PostedMessage>();
  return createNatsWork({
    connect: () =>
      connectFleet({
        url: server.url,
        creds: server.credsOf('gateway'),
        name: 'gateway',
        inboxPrefix: GATEWAY_INBOX,
        note: () => undefined,
      }),
    machines,
    greet: () => ({ version: '9.9.9', people: [], links: [], platforms: [], together: null }),
    seals: SEALS,
    clock: createSystemClock(),
    chats: new Map(),
    labelMessage: (_machine, message) => message,
    onShown: () => undefined,
    posted: { find: (key) => posted.get(key) ?? null, note: (key, message) => void posted.set(key, message) },
    warn: () => undefined,
    ...other,
  });
}

export function openMachineEnd(
  server: ServerAddress,
  machine: string,
  other: Partial<NatsWorkplaceOptions> = {},
): Workplace {
  const connection = connectFleet({
    url: server.url,
    creds: server.credsOf(machine),
    name: machine,
    inboxPrefix: subjectsOf(machine).inboxPrefix,
    note: () => undefined,
  });
  const workplace = createNatsWorkplace({
    machine,
    version: '9.9.9',
    connection,
    clock: createSystemClock(),
    onGreeted: () => undefined,
    onCutOff: () => undefined,
    warn: () => undefined,
    ...other,
  });
  return {
    ...workplace,
    async stop() {
      await workplace.stop();
      await (await connection).close();
    },
  };
}
